/** Levels of a document, and the names of the fields of each. */
import type { IndexKind, IndexMapping, IndexScope } from '../../../../shared/search/index-query.ts'
import { encodeKey } from './keys.ts'
import { besideKeyed } from './mapping.ts'

/** A level of a document: its mapping, and its full path with a point at the end (`lists.values.`). */
export interface Level {
  mapping: IndexMapping
  prefix: string
  /** Of rows that are columns of their parent: which one, and the parent. */
  column?: { key: string; parent: Level }
}
export function kindOf(level: Level, field: string): IndexKind {
  const kind = level.mapping.fields[field]
  if (!kind) throw new Error(`the index has no field ${level.prefix}${field}`)
  return kind
}
export function below(level: Level, path: string): Level {
  const mapping = level.mapping.nested[path]
  if (!mapping) throw new Error(`the index has no rows ${level.prefix}${path}`)
  const { column, prefix } = level
  // Rows below a column lie beside it.
  if (column) return { mapping, prefix: `${besideKeyed(prefix.slice(0, -1), path)}.` }
  return { mapping, prefix: `${prefix}${path}.` }
}
export const pathOf = (level: Level) => level.prefix.slice(0, -1)
export const isText = (kind: IndexKind) => kind === 'text' || kind === 'keyword'
/** The field that holds a part of the values: `k` whole, as they are compared. */
export function part(level: Level, field: string, name: 'k' | 'w' | 's' | 'p' = 'k'): string {
  const { prefix, column } = level
  const at = `${prefix}${field}${isText(kindOf(level, field)) ? `.${name}` : ''}`
  return column ? `${at}.${encodeKey(column.key)}` : at
}

/** The kind of a sort key or an aggregated field. */
export function kindBelow(root: Level, field: string, scope: IndexScope | undefined): IndexKind {
  return scope ? kindBelow(below(root, scope.path), field, scope.nested) : kindOf(root, field)
}
