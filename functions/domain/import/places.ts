/** Which places of an entity an import may write, and which of them are rows of a keyed map. */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import { fieldPathPattern } from '../../../shared/model/field-path.ts'
import { pointerTokens } from '../../../shared/rules/json-patch.ts'
import { isSameNote } from '../../../shared/rules/notes.ts'
import { editableKeys } from '../../../shared/rules/patch-paths.ts'
import { isObject, type Json, pointerToken } from '../../../shared/rules/values.ts'

type Kind = ImportItem['kind']
type Tokens = readonly string[]

/** The tokens of a place. An import asks thousands of times, and hardly any place has a mark to undo. */
export const tokensOf = (place: string): string[] =>
  place.includes('~') ? (pointerTokens(place) ?? []) : place.split('/').slice(1)
export const placeOf = (tokens: Tokens): string => {
  let place = ''
  for (const token of tokens) place += `/${pointerToken(token)}`
  return place
}

const own = (at: Json, key: string): unknown => (Object.hasOwn(at, key) ? at[key] : undefined)
/** The value at the place, undefined where there is none. */
export const readPlace = (data: Json, tokens: Tokens): unknown =>
  tokens.reduce<unknown>((at, token) => (isObject(at) ? own(at, token) : undefined), data)

const rowMapsOfList = new Set([
  '_companies',
  '_documents',
  '_checklist',
  '_notes',
  '_invoiceSpecialItems',
  '_permits',
])
const rowMapsOfCompany = new Set(['addresses', 'contactPersons', 'checklists'])

/** The row that the place is in, or is itself; undefined for values outside of rows. */
export function rowOf(kind: Kind, tokens: Tokens): string[] | undefined {
  const [first = '', , key = ''] = tokens
  let length = 0
  if (kind === 'company' && rowMapsOfCompany.has(first)) length = 2
  if (kind === 'product' && first === 'listData' && rowMapsOfList.has(key)) length = 4
  if (kind === 'product' && first === 'listData' && key === '_components') length = 5
  return length > 0 && tokens.length >= length ? tokens.slice(0, length) : undefined
}

const keysOfProduct = new Set(['derivedProductId', 'isNationalPartner', 'isNationalPartnerInitial'])
const keysOfList = new Set([...editableKeys, '_responsible', '_active', '_linked'])

/** What a merge alone writes: an import that says it would merge companies without any merge, which nobody could undo. */
const keysOfMerge = new Set(['mergedInto', 'mergedFrom'])

/**
 * Whether an import may write there. Not what the server keeps itself (who activated and when, former names, the
 * archive, merges), and not approvals, which go their own way (approvals.ts).
 */
export function mayWrite(kind: Kind, tokens: Tokens): boolean {
  const [first = '', list, key] = tokens
  if (kind === 'company' && keysOfMerge.has(first)) return false
  if (kind !== 'product') return first !== 'importKey'
  if (first !== 'listData') return keysOfProduct.has(first)
  return list === undefined || key === undefined || keysOfList.has(key) || fieldPathPattern.test(key)
}

/**
 * Notes that the import made say that the person who runs it wrote them, entries of checklists that it changed that
 * they did. A note that was there stays its author's.
 */
export function stampRows(before: Json, data: Json, set: readonly string[], by: string, now: string): void {
  for (const place of set) {
    const tokens = tokensOf(place)
    const [root, , key] = tokens
    if (root !== 'listData' || tokens.length < 4) continue
    const [was, row] = [before, data].map((state) => readPlace(state, tokens.slice(0, 4)))
    if (!isObject(row)) continue
    if (key === '_checklist') row['updatedBy'] = by
    if (key !== '_notes') continue
    delete row['changed']
    if (!isObject(was)) Object.assign(row, { at: row['at'] ?? now, by })
    else {
      const changed = isSameNote(row, was) ? was['changed'] : now
      Object.assign(row, { at: was['at'], by: was['by'], ...(changed !== undefined && { changed }) })
    }
  }
}
