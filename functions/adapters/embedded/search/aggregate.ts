import type { Scalar } from '../../../../shared/search/filter.ts'
import type { IndexAggregate, IndexAggregateResult } from '../../../../shared/search/index-query.ts'
import type { Column } from './column.ts'
import type { Hits } from './hits.ts'
import { plan } from './plan.ts'
import { Scope } from './scope.ts'
import type { Table } from './table.ts'

/** An aggregate of all hits among the documents. */
export function aggregateOf(hits: Hits, documents: Table, aggregate: IndexAggregate): IndexAggregateResult {
  const where = aggregate.where && plan(aggregate.where, documents, true)
  const scope = new Scope(documents, aggregate.nested)
  const column = scope.table.column(aggregate.field)
  const { dictionary, data } = column
  const isText = column.kind === 'text'
  const counts = new Int32Array(dictionary.size + 1)
  // The document that a code was counted for last: each document counts once.
  const last = new Int32Array(dictionary.size + 1).fill(-1)
  let withValue = 0
  let lastDocument = -1
  const count = (code: number, document: number) => {
    const same = isText ? dictionary.same(code) : code
    if (last[same] === document) return
    last[same] = document
    counts[same]!++
  }
  hits.each((rows, n) => {
    const found = scope.rowsOf(rows, where ? where.filter(rows, n, rows) : n)
    for (let i = 0; i < found.n; i++) {
      const row = found.rows[i]!
      const code = data[row]!
      if (code === 0) continue
      const document = scope.table.documentOf(row)
      if (document !== lastDocument) {
        withValue++
        lastDocument = document
      }
      if (code > 0) count(code, document)
      else for (const one of column.codesAt(row)) count(one, document)
    }
  })
  if (aggregate.kind === 'count') return { value: withValue }
  if (aggregate.kind === 'terms') return { buckets: bucketsOf(column, counts, aggregate.limit ?? 100) }
  return extremeOf(column, counts, aggregate.kind)
}

/** Values by falling count, then key. `counts` is of documents, by code. */
function bucketsOf(column: Column, counts: Int32Array, limit: number) {
  const { dictionary } = column
  const keyOf = (code: number): Scalar =>
    column.kind === 'text' ? dictionary.key(code) : dictionary.value(code)
  const codes: number[] = []
  for (let code = 1; code < counts.length; code++) if (counts[code]! > 0) codes.push(code)
  const order = (a: number, b: number) => {
    const byCount = counts[b]! - counts[a]!
    if (byCount !== 0) return byCount
    const x = dictionary.key(a)
    const y = dictionary.key(b)
    return x < y ? -1 : x > y ? 1 : 0
  }
  return codes
    .sort(order)
    .slice(0, limit)
    .map((code) => ({ key: keyOf(code), count: counts[code]! }))
}
/** The least or greatest value that occurs. */
function extremeOf(column: Column, counts: Int32Array, kind: 'min' | 'max'): IndexAggregateResult {
  const { dictionary } = column
  let best = 0
  for (let code = 1; code < counts.length; code++) {
    if (counts[code] === 0) continue
    if (best === 0) best = code
    else {
      const isLess = dictionary.key(code) < dictionary.key(best)
      if (isLess === (kind === 'min') && dictionary.key(code) !== dictionary.key(best)) best = code
    }
  }
  if (best === 0) return {}
  const value = column.kind === 'text' ? dictionary.key(best) : dictionary.value(best)
  return typeof value === 'boolean' ? {} : { value }
}
