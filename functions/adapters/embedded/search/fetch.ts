import type { Scalar } from '../../../../shared/search/filter.ts'
import { fetchedAtMost, type IndexFetch, type IndexValue } from '../../../../shared/search/index-query.ts'
import { Scope } from './scope.ts'
import type { Table } from './table.ts'

/** The values that hits bring along, by document of the list. */
export function valuesOf(table: Table, list: number[], fetches: IndexFetch[]): Record<string, IndexValue>[] {
  const values: Record<string, IndexValue>[] = list.map(() => ({}))
  if (fetches.length === 0 || list.length === 0) return values
  const ascending = Int32Array.from(list).sort()
  const places = new Map(list.map((row, i) => [row, i]))
  for (const { as, field, nested, all } of fetches) {
    const scope = new Scope(table, nested)
    const { rows, n } = scope.rowsOf(ascending, ascending.length)
    const column = scope.table.column(field)
    const found = new Map<number, Set<Scalar>>()
    for (let i = 0; i < n; i++) {
      const row = rows[i]!
      if (column.data[row] === 0) continue
      const document = scope.table.documentOf(row)
      const before = found.get(document)
      if (before && (!all || before.size >= fetchedAtMost)) continue
      const into = before ?? new Set()
      found.set(document, into)
      const value = column.valueAt(row)!
      for (const one of Array.isArray(value) ? value : [value]) if (into.size < fetchedAtMost) into.add(one)
    }
    for (const [document, into] of found) {
      const several = [...into]
      values[places.get(document)!]![as] = all || several.length > 1 ? several : several[0]
    }
  }
  return values
}
