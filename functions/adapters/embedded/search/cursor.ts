import { crc32 } from 'node:zlib'
import { invalidInput } from '../../../../shared/errors.ts'
import type { IndexSearch } from '../../../../shared/search/index-query.ts'
import type { KeyValue } from './order.ts'

/** The place behind a hit: its sort keys, and its id. */
export interface CursorState {
  exact: boolean
  keys: KeyValue[]
  id: string
}
/** A cursor is bound to its order: with another one it would skip and repeat. */
const orderName = (search: IndexSearch) =>
  crc32(JSON.stringify([search.entityclass, search.exactFirst ?? null, search.sort])).toString(36)

export function writeCursor(search: IndexSearch, exact: boolean, keys: KeyValue[], id: string): string {
  const state = [orderName(search), exact ? 1 : 0, keys.map((k) => k ?? null), id]
  return Buffer.from(JSON.stringify(state)).toString('base64url')
}
export function readCursor(cursor: string, search: IndexSearch): CursorState {
  try {
    const [name, exact, keys, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      string,
      number,
      (string | number | null)[],
      string,
    ]
    if (name === orderName(search) && Array.isArray(keys) && keys.length === search.sort.length)
      if (typeof id === 'string') return { exact: exact === 1, keys: keys.map((k) => k ?? undefined), id }
  } catch {
    // Answered below: a cursor that cannot be read is as wrong as one of another search.
  }
  throw invalidInput([{ path: '/pagination/cursor', expected: 'expected a cursor of the same search' }])
}
