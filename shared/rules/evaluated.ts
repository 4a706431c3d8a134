/** What an approval is given on: the data of a list that are evaluated, as they are read there. */
import { canonicalJson } from '../canonical-json.ts'
import type { ListData } from '../model/product.ts'
import { isFilledText } from './localized.ts'
import { isLinkable } from './resolution.ts'
import { isObject, type Json, pointerToken, sameValue } from './values.ts'

/** Fixed keys of a list that are evaluated, beside its category and its fields. */
const evaluatedKeys = [
  '_companies',
  '_components',
  '_documents',
  '_checklist',
  '_permits',
  '_risklabels',
  '_hobbygarden',
  '_remark',
] as const

/** Without the order of rows, which says nothing of the product, and without what is empty. */
function withoutOrder(value: unknown): unknown {
  if (!isObject(value)) return Array.isArray(value) && value.length === 0 ? undefined : value
  const entries = Object.entries(value).flatMap(([key, part]) => {
    const kept = key === '_order' ? undefined : withoutOrder(part)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** The evaluated data of a list by key. `read` reads a field or the category, linked ones too. */
export function evaluatedData(list: ListData, read: (key: string) => unknown): Json {
  const found: Json = {}
  const keys = new Set([...Object.keys(list), ...Object.keys(list._linked ?? {})].filter(isLinkable))
  for (const key of keys) {
    const value = withoutOrder(read(key))
    if (value !== undefined) found[key] = value
  }
  for (const key of evaluatedKeys) {
    const value = withoutOrder(list[key])
    if (value !== undefined) found[key] = value
  }
  return found
}

/**
 * Words of a list that confirmations print with its approvals, by standard: what it says of the standard itself, and the
 * restriction of the approval. They are released with the approval that they stand beside. Texts of the administration are not
 * among them, only which one was chosen.
 */
export function printedWords({ _display, _approval }: Pick<ListData, '_display' | '_approval'>): Json {
  const limits: Json = {}
  for (const [standard, { limitation }] of Object.entries(_display?.standards ?? {}))
    if (isFilledText(limitation)) limits[standard] = limitation
  const restrictions: Json = {}
  for (const [standard, { restriction, restrictionTextId }] of Object.entries(_approval)) {
    const row: Json = {}
    if (restriction?.trim()) row['text'] = restriction
    if (restrictionTextId !== undefined) row['chosen'] = restrictionTextId
    if (Object.keys(row).length > 0) restrictions[standard] = row
  }
  return {
    ...(Object.keys(limits).length > 0 && { [wordKeys.limitation]: limits }),
    ...(Object.keys(restrictions).length > 0 && { [wordKeys.restriction]: restrictions }),
  }
}
const wordKeys = { limitation: '_limitation', restriction: '_restriction' } as const
export const isWords = (key: string): boolean => key === wordKeys.limitation || key === wordKeys.restriction

/** Standards under which there are words. */
export const standardsOfWords = (words: Json): string[] => [
  ...new Set(Object.values(words).flatMap((of) => (isObject(of) ? Object.keys(of) : []))),
]
/** Evaluated data without words. */
export const withoutWords = (data: Json): Json =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !isWords(key)))
/** Of the words those under one standard. */
export const wordsUnder = (data: Json, standard: string): Json =>
  Object.fromEntries(
    Object.entries(data).flatMap(([key, of]) =>
      isWords(key) && isObject(of) && Object.hasOwn(of, standard)
        ? [[key, { [standard]: of[standard] }]]
        : [],
    ),
  )
/** What an approval under the standard is a release of: the evaluated data and its own words. */
export const releasedUnder = (data: Json, standard: string): Json => ({
  ...withoutWords(data),
  ...wordsUnder(data, standard),
})

/** Keys of which the evaluated data differ. */
export const evaluatedChanges = (before: Json, after: Json): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !sameValue(before[key], after[key]),
  )

/** Of the fixed keys those that a list gets from the base list when it is added. */
export const copiedKeys: readonly string[] = [
  '_companies',
  '_components',
  '_permits',
  wordKeys.limitation,
] satisfies ((typeof evaluatedKeys)[number] | typeof wordKeys.limitation)[]
/** What lists have of the base list: its fields and category, by links, and copied rows. */
export const givenToLists = (ofBase: Json): Json =>
  Object.fromEntries(Object.entries(ofBase).filter(([key]) => isLinkable(key) || copiedKeys.includes(key)))

/** By path: what one person entered is told from what another entered beside it. */
export type SingleValues = ReadonlyMap<string, string>

/** The single values of evaluated data. An array is one as a whole, and each of its elements is one. */
export function singleValues(data: Json): SingleValues {
  const found = new Map<string, string>()
  const take = (path: string, value: unknown) => {
    if (isObject(value)) {
      for (const [key, part] of Object.entries(value)) take(`${path}/${pointerToken(key)}`, part)
      return
    }
    if (value === undefined) return
    found.set(path, canonicalJson(value))
    if (Array.isArray(value)) for (const item of value) found.set(`${path}/[${canonicalJson(item)}]`, '')
  }
  take('', data)
  return found
}
