import type { Scalar } from '../../../../shared/search/filter.ts'
import type {
  IndexAggregate,
  IndexAggregateResult,
  IndexQuery,
} from '../../../../shared/search/index-query.ts'
import type { Column } from './column.ts'
import { type Bits, grownInts } from './growing.ts'
import { Known } from './leaves.ts'
import { eachBlock, type Node, scratch } from './nodes.ts'
import { allOf, plan } from './plan.ts'
import { IntList } from './postings.ts'
import { Scope } from './scope.ts'
import type { Table } from './table.ts'

/** In how many documents each value occurs, by code, and how many have one: of the hits before `upTo`. */
interface Tally {
  counts: Int32Array
  withValue: number
  upTo: number
  /** Documents of the log of those that went which are counted no more. */
  gone: number
}

/** An aggregate as its hits are counted. */
class Counting {
  readonly tally: Tally
  private readonly where: Node | undefined
  private readonly scope: Scope
  private readonly column: Column
  private readonly wanted: IndexAggregate
  /** The document that a code was counted for last: each document counts once. */
  private readonly last: Int32Array
  constructor(documents: Table, wanted: IndexAggregate, tally: Tally) {
    this.wanted = wanted
    this.tally = tally
    this.where = wanted.where && plan(wanted.where, documents, true)
    this.scope = new Scope(documents, wanted.nested)
    this.column = this.scope.table.column(wanted.field)
    tally.counts = grownInts(tally.counts, this.column.dictionary.size + 1)
    this.last = new Int32Array(tally.counts.length)
  }
  /** Counts ascending documents once more, or once less; the array stays as it is. */
  add(documents: Int32Array, n: number, step: 1 | -1) {
    const { where, scope, column, tally, last } = this
    const out = where ? scratch.take(n) : documents
    const found = scope.rowsOf(out, where ? where.filter(documents, n, out) : n)
    const { table } = scope
    const { data, dictionary } = column
    const isText = column.kind === 'text'
    const count = (code: number, document: number) => {
      if (last[code] === document + 1) return
      last[code] = document + 1
      tally.counts[code]! += step
    }
    let lastDocument = -1
    for (let i = 0; i < found.n; i++) {
      const row = found.rows[i]!
      const code = data[row]!
      if (code === 0) continue
      const document = table.documentOf(row)
      if (document !== lastDocument) tally.withValue += step
      lastDocument = document
      if (code > 0) count(isText ? dictionary.same(code) : code, document)
      else for (const one of column.codesAt(row)) count(dictionary.same(one), document)
    }
  }
  result(): IndexAggregateResult {
    const { wanted, column, tally } = this
    if (wanted.kind === 'count') return { value: tally.withValue }
    if (wanted.kind === 'terms') return { buckets: bucketsOf(column, tally.counts, wanted.limit ?? 100) }
    if (wanted.kind === 'sum') return { value: sumOf(column, tally.counts) }
    return extremeOf(column, tally.counts, wanted.kind)
  }
}

/** Codes that all kept aggregates may count together. */
const maxCodes = 1 << 20

/** Aggregates of a class. What was counted is kept: of a question that comes again only what changed since is looked at. */
export class Aggregates {
  private readonly tallies = new Map<string, Tally>()
  private readonly gone = new IntList()
  /** Says that a document is there no more. */
  forget(document: number) {
    this.gone.push(document)
  }
  run(documents: Table, live: Bits, query: IndexQuery, wanted: Record<string, IndexAggregate>) {
    const node = plan(query, documents)
    const { gone } = this
    const isLive = new Known(live, documents.length)
    return mapValues(wanted, (one) => {
      const key = JSON.stringify([query, one])
      const tally = this.tallies.get(key) ?? { counts: new Int32Array(0), withValue: 0, upTo: 0, gone: 0 }
      const counting = new Counting(documents, one, tally)
      const left = gone.items.slice(tally.gone, gone.length).filter((document) => document < tally.upTo)
      counting.add(left.sort(), node.filter(left, left.length, left), -1)
      const all = allOf(documents, [node, isLive])
      eachBlock(tally.upTo, documents.length, (from, to) => {
        const { rows, n } = all.select(from, to)
        counting.add(rows, n, 1)
      })
      tally.upTo = documents.length
      tally.gone = gone.length
      this.keep(key, tally)
      return counting.result()
    })
  }
  private keep(key: string, tally: Tally) {
    this.tallies.delete(key)
    this.tallies.set(key, tally)
    let codes = 0
    for (const { counts } of this.tallies.values()) codes += counts.length
    for (const [oldest, { counts }] of this.tallies) {
      if (codes <= maxCodes) break
      codes -= counts.length
      this.tallies.delete(oldest)
    }
  }
}
const mapValues = <T, R>(of: Record<string, T>, make: (one: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, make(one)]))

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
function sumOf({ dictionary }: Column, counts: Int32Array): number {
  let sum = 0
  for (let code = 1; code < counts.length; code++)
    if (counts[code]! !== 0) sum += Number(dictionary.value(code)) * counts[code]!
  return sum
}
