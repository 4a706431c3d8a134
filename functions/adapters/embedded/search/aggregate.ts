import type { Scalar } from '../../../../shared/search/filter.ts'
import type { IndexAggregate, IndexAggregateResult } from '../../../../shared/search/index-query.ts'
import type { Column } from './column.ts'
import { type Node, scratch } from './nodes.ts'
import { plan } from './plan.ts'
import { Scope } from './scope.ts'
import type { Table } from './table.ts'

/** An aggregate, to which hits are added part by part. */
export class Aggregate {
  private readonly wanted: IndexAggregate
  private readonly where: Node | undefined
  private readonly scope: Scope
  private readonly column: Column
  private readonly counts: Int32Array
  /** The document that a code was counted for last: each document counts once. */
  private readonly last: Int32Array
  private withValue = 0
  constructor(documents: Table, wanted: IndexAggregate) {
    this.wanted = wanted
    this.where = wanted.where && plan(wanted.where, documents, true)
    this.scope = new Scope(documents, wanted.nested)
    this.column = this.scope.table.column(wanted.field)
    this.counts = new Int32Array(this.column.dictionary.size + 1)
    this.last = new Int32Array(this.counts.length).fill(-1)
  }
  /** Ascending documents, each once; the array stays as it is. */
  add(documents: Int32Array, n: number) {
    const { where, scope, column } = this
    const out = where ? scratch.take(n) : documents
    const found = scope.rowsOf(out, where ? where.filter(documents, n, out) : n)
    const { table } = scope
    const { data, dictionary } = column
    const isText = column.kind === 'text'
    let lastDocument = -1
    for (let i = 0; i < found.n; i++) {
      const row = found.rows[i]!
      const code = data[row]!
      if (code === 0) continue
      const document = table.documentOf(row)
      if (document !== lastDocument) this.withValue++
      lastDocument = document
      if (code > 0) this.count(isText ? dictionary.same(code) : code, document)
      else for (const one of column.codesAt(row)) this.count(dictionary.same(one), document)
    }
  }
  private count(code: number, document: number) {
    if (this.last[code] === document) return
    this.last[code] = document
    this.counts[code]!++
  }
  result(): IndexAggregateResult {
    const { wanted, column, counts } = this
    if (wanted.kind === 'count') return { value: this.withValue }
    if (wanted.kind === 'terms') return { buckets: bucketsOf(column, counts, wanted.limit ?? 100) }
    return extremeOf(column, counts, wanted.kind)
  }
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
