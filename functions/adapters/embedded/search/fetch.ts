import type { Scalar } from '../../../../shared/search/filter.ts'
import type { IndexFetch, IndexValue } from '../../../../shared/search/index-query.ts'
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
    for (let i = 0; i < n; i++) {
      const row = rows[i]!
      if (column.data[row] === 0) continue
      const into = values[places.get(scope.table.documentOf(row))!]!
      if (!all) into[as] ??= column.valueAt(row)
      else {
        const before = (into[as] as Scalar[] | undefined) ?? []
        const value = column.valueAt(row)!
        into[as] = [...new Set([...before, ...(Array.isArray(value) ? value : [value])])]
      }
    }
  }
  return values
}
