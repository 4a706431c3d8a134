/** What a text means that was typed into the filter without a property. Pure. */
import { fold } from '../../shared/search/fold.ts'
import { operatorsOf } from './filter-compile.ts'
import type { FilterField, FilterOption } from './filter-field.ts'
import type { FilterOperator, FilterQuery, FilterToken } from './filter-query.ts'
import { isGroup } from './filter-query.ts'

/** Property of a text that is no known value. */
const nameKey = 'name'

const isNamed = ({ label, tags = [] }: FilterOption, typed: string): boolean =>
  [label, ...tags].some((word) => fold(word).includes(typed))

/** The text begins with a property and an operator: what follows is the value. */
export const hasProperty = (text: string, fields: readonly FilterField[]): boolean =>
  fields.some(({ title }) => text.startsWith(title) && /^\s*(!?[=:^]|[<>]=?)/.test(text.slice(title.length)))

/**
 * The first known value that contains the text, in the order of the fields; else a part of the name. Yes and no are the
 * values of too many fields to guess one.
 */
export function tokenOfTyped(
  text: string,
  fields: readonly FilterField[],
  optionsOf: (field: FilterField) => readonly FilterOption[],
): FilterToken {
  const typed = fold(text)
  for (const field of fields) {
    if (field.kind === 'boolean') continue
    const option = optionsOf(field).find((one) => isNamed(one, typed))
    if (!option) continue
    const operator: FilterOperator = '='
    return {
      propertyKey: field.key,
      operator,
      value: field.kind === 'choice' || field.kind === 'cases' ? [option.value] : option.value,
    }
  }
  return { propertyKey: nameKey, operator: operatorsOf.text[0]!, value: text.trim() }
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
