import { createHash } from 'node:crypto'
import { invalidInput } from '../../../../shared/errors.ts'
import type { IndexKind, IndexSearch } from '../../../../shared/search/index-query.ts'
import { fromTerm, toTerm } from './code-units.ts'
import { isText, kindBelow, type Level } from './level.ts'

/** A cursor is bound to its order: with another one it would skip and repeat. */
const orderOf = (search: IndexSearch) =>
  createHash('sha1')
    .update(JSON.stringify([search.entityclass, search.sort, search.exactFirst ?? null]))
    .digest('base64url')
    .slice(0, 12)

/** Kinds of the sort values that OpenSearch gives of a hit. */
const kindsOf = (search: IndexSearch, root: Level): IndexKind[] => [
  ...(search.exactFirst ? (['number'] as const) : []),
  ...search.sort.map((sort) => kindBelow(root, sort.field, sort.nested)),
  // Order of the id, and its text, which is absent where the order decides.
  'number',
  'keyword',
]
/** A missing number is an infinite one, a missing text null. */
const fits = (key: unknown, kind: IndexKind) =>
  isText(kind)
    ? key === null || typeof key === 'string'
    : typeof key === 'number' || key === 'Infinity' || key === '-Infinity'

/** The place behind a hit, whose sort values `keys` are. */
export function writeCursor(search: IndexSearch, root: Level, keys: unknown[]): string {
  const kinds = kindsOf(search, root)
  // Texts as they are: as terms they may be twice as long.
  const plain = keys.map((key, i) => (typeof key === 'string' && isText(kinds[i]!) ? fromTerm(key) : key))
  return Buffer.from(JSON.stringify([orderOf(search), ...plain])).toString('base64url')
}
/** Sort values to go on behind. Errors: `invalid_input`. */
export function readCursor(cursor: string, search: IndexSearch, root: Level): unknown[] {
  const kinds = kindsOf(search, root)
  try {
    const [order, ...keys] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const isComplete = keys.length === kinds.length || keys.length === kinds.length - 1
    if (order === orderOf(search) && isComplete && keys.every((k, i) => fits(k, kinds[i]!)))
      return keys.map((key, i) => (typeof key === 'string' && isText(kinds[i]!) ? toTerm(key) : key))
  } catch {
    // Answered below: a cursor that cannot be read is as wrong as one of another search.
  }
  throw invalidInput([{ path: '/pagination/cursor', expected: 'expected a cursor of the same search' }])
}
