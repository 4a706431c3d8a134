/** What a text means that was typed into the filter without a property. Pure. */
import { fold } from '../../shared/search/fold.ts'
import { operatorsOf } from './filter-compile.ts'
import type { FilterField, FilterOption } from './filter-field.ts'
import type { FilterOperator, FilterQuery, FilterToken } from './filter-query.ts'
import { isGroup } from './filter-query.ts'

/** Property of a text that is no known value: the name, and of what has none the first that is a text. */
const nameKey = 'name'
const nameOf = (fields: readonly FilterField[]): string =>
  (fields.find(({ key }) => key === nameKey) ?? fields.find(({ kind }) => kind === 'text'))?.key ?? nameKey

/** How well an option goes by a text: 0 is called so, 1 begins so, 2 holds it; undefined if it does not. */
function likeness({ label, tags = [], foundBy }: FilterOption, typed: string): number | undefined {
  const words = [label, ...tags].map(fold)
  if (words.includes(typed)) return 0
  if (words.some((word) => word.startsWith(typed))) return 1
  const isHeld = words.some((word) => word.includes(typed)) || (foundBy && fold(foundBy).includes(typed))
  return isHeld ? 2 : undefined
}
/** The option is called so, or is found so: its value, an id, says nothing to who types. */
export const isLike = (option: FilterOption, text: string): boolean =>
  likeness(option, fold(text)) !== undefined
/** The first of those that go best by a text. */
function bestNamed(options: readonly FilterOption[], typed: string) {
  let best: { option: FilterOption; like: number } | undefined
  for (const option of options) {
    const like = likeness(option, typed)
    if (like !== undefined && (!best || like < best.like)) best = { option, like }
  }
  return best
}

/** The text begins with a property and an operator: what follows is the value. */
export const hasProperty = (text: string, fields: readonly FilterField[]): boolean =>
  fields.some(({ title }) => text.startsWith(title) && /^\s*(!?[=:^]|[<>]=?)/.test(text.slice(title.length)))

/** A number as authorities and registers write it: three digits at least, perhaps behind a few letters. */
export const isNumber = (text: string): boolean => /^(\p{L}{1,3}[-. ]?)?\d{3,}[\d\-./ ]*$/u.test(text.trim())

/**
 * A number of the first field that has them; else the known value that goes best by the text: called so, ahead of one that begins
 * so, ahead of one that holds it; of these one of a few options ahead of one that is searched, and then in the order of the fields;
 * else a part of the name. Yes and no are the values of too many fields to guess one.
 */
export function tokenOfTyped(
  text: string,
  fields: readonly FilterField[],
  optionsOf: (field: FilterField) => readonly FilterOption[],
): FilterToken {
  const typed = fold(text)
  const numbered = isNumber(text)
    ? fields.find((one) => one.typed === 'number' && (one.kind !== 'number' || /^\d+$/.test(text.trim())))
    : undefined
  if (numbered)
    return {
      propertyKey: numbered.key,
      operator: (numbered.operators ?? operatorsOf[numbered.kind])[0]!,
      value: text.trim(),
    }
  const known = fields
    .filter(({ kind }) => kind !== 'boolean')
    .flatMap((field) => {
      const best = bestNamed(optionsOf(field), typed)
      return best ? [{ field, ...best }] : []
    })
    .sort((a, b) => a.like - b.like || Number(!!a.field.loader) - Number(!!b.field.loader))
  const first = known[0]?.field.loader
    ? (known.find(({ field, like }) => field.typed === 'any' && like === known[0]?.like) ?? known[0])
    : known[0]
  if (first) {
    const { field, option } = first
    const operator: FilterOperator = '='
    return {
      propertyKey: field.key,
      operator,
      value: field.kind === 'choice' || field.kind === 'cases' ? [option.value] : option.value,
    }
  }
  return { propertyKey: nameOf(fields), operator: operatorsOf.text[0]!, value: text.trim() }
}

/** The query with a property in every token that has none; a blank text is no condition. */
export function withProperties(query: FilterQuery, tokenOf: (text: string) => FilterToken): FilterQuery {
  const named = (token: FilterToken): FilterToken[] => {
    if (token.propertyKey !== undefined) return [token]
    const text = [token.value].flat().join(' ').trim()
    return text === '' ? [] : [tokenOf(text)]
  }
  return {
    ...query,
    tokens: query.tokens.flatMap((item): FilterQuery['tokens'] =>
      isGroup(item) ? [{ ...item, tokens: item.tokens.flatMap(named) }] : named(item),
    ),
  }
}
