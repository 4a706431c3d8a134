import type { Scalar } from '../../../../shared/search/filter.ts'
import { fetchedAtMost, type IndexFetch, type IndexValue } from '../../../../shared/search/index-query.ts'
import type { Rows } from './nodes.ts'
import { Scope } from './scope.ts'
import type { Table } from './table.ts'

/** The values that hits bring along, by document of the list. */
export function valuesOf(table: Table, list: number[], fetches: IndexFetch[]): Record<string, IndexValue>[] {
  const values: Record<string, IndexValue>[] = list.map(() => ({}))
  if (fetches.length === 0 || list.length === 0) return values
  const ascending = Int32Array.from(list).sort()
  const places = new Map(list.map((row, i) => [row, i]))
  // Columns of the same rows share them: finding them costs more than reading them.
  const opened = new Map<string, { of: Table } & Rows>()
  const rowsIn = (nested: IndexFetch['nested']) => {
    const key = JSON.stringify(nested) ?? ''
    let found = opened.get(key)
    if (!found) {
      const scope = new Scope(table, nested)
      found = { of: scope.table, ...scope.rowsOf(ascending, ascending.length) }
      opened.set(key, found)
    }
    return found
  }
  for (const { as, field, nested, all } of fetches) {
    const { of, rows, n } = rowsIn(nested)
    const column = of.column(field)
    // Most have one value: a set only where there are more.
    const found = new Map<number, Scalar | Set<Scalar>>()
    for (let i = 0; i < n; i++) {
      const row = rows[i]!
      if (column.data[row] === 0) continue
      const document = of.documentOf(row)
      const before = found.get(document)
      if (before !== undefined && !all) continue
      const value = column.valueAt(row)!
      if (before === undefined && !Array.isArray(value)) {
        found.set(document, value)
        continue
      }
      const into = before instanceof Set ? before : new Set(before === undefined ? [] : [before])
      found.set(document, into)
      for (const one of Array.isArray(value) ? value : [value]) if (into.size < fetchedAtMost) into.add(one)
    }
    for (const [document, into] of found) {
      const several = into instanceof Set ? [...into] : [into]
      values[places.get(document)!]![as] = all || several.length > 1 ? several : several[0]
    }
  }
  return values
}
