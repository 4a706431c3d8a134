import type { Scalar } from '../../../../shared/search/filter.ts'
import { fold, words } from '../../../../shared/search/fold.ts'
import type { IndexQuery } from '../../../../shared/search/index-query.ts'
import type { Column } from './column.ts'
import { type Codes, codesOf } from './dictionary.ts'
import { Bits } from './growing.ts'
import { Exists, Leaf, TextLeaf } from './leaves.ts'
import { limits } from './limits.ts'
import { All, And, Known, Nested, type Node, None, Not, Or, rangeOf, scratch } from './nodes.ts'
import type { KeptBits, Table } from './table.ts'
import { TextPool } from './text-pool.ts'

/** Of a table; 4 bytes each. */
const maxKeptWords = 1 << 19
const maxAsked = 4000

/** Makes a query ready to run on the rows of a table. */
export function plan(query: IndexQuery, table: Table): Node {
  switch (query.op) {
    case 'all':
      return new All(table)
    case 'none':
      return new None()
    case 'terms':
      if (query.values.length === 1) return build(query, table)
      break
    case 'contains':
    case 'begins':
    case 'words':
    case 'fuzzy':
      return build(query, table)
  }
  const key = JSON.stringify(query)
  const kept = table.kept.get(key)
  if (kept) return recalled(key, kept, query, table)
  const node = build(query, table)
  if (node.cost < limits.worthKeeping) return node
  const asked = (table.asked.get(key) ?? 0) + 1
  if (asked < 2) {
    if (table.asked.size > maxAsked) table.asked.clear()
    table.asked.set(key, asked)
    return node
  }
  table.asked.delete(key)
  const { rows, n } = node.select()
  const bits = Bits.of(rows, n, table.length)
  keep(key, { bits, upTo: table.length, count: n }, table)
  return new Known(bits, n)
}

/** A kept answer is brought up to date with the rows that came since: rows never change. */
function recalled(key: string, kept: KeptBits, query: IndexQuery, table: Table): Node {
  table.kept.delete(key)
  if (kept.upTo < table.length) {
    const range = rangeOf(kept.upTo, table.length)
    const n = build(query, table).filter(range.rows, range.n, range.rows)
    kept.bits.reserve(table.length)
    for (let i = 0; i < n; i++) kept.bits.set(range.rows[i]!)
    kept.count += n
    kept.upTo = table.length
  }
  table.kept.set(key, kept)
  return new Known(kept.bits, kept.count)
}
function keep(key: string, kept: KeptBits, table: Table) {
  table.kept.set(key, kept)
  const each = kept.bits.words.length
  for (const oldest of table.kept.keys()) {
    if (table.kept.size * each <= maxKeptWords) break
    table.kept.delete(oldest)
  }
}

function build(query: IndexQuery, table: Table): Node {
  switch (query.op) {
    case 'all':
      return new All(table)
    case 'none':
      return new None()
    case 'and': {
      const each = query.of.map((q) => plan(q, table))
      if (each.some((node) => node.card === 0)) return new None()
      const of = each.filter((node) => !(node instanceof All))
      if (of.length === 0) return new All(table)
      return of.length === 1 ? of[0]! : new And(table, of)
    }
    case 'or': {
      const of = query.of.map((q) => plan(q, table)).filter((node) => node.card > 0)
      return of.length === 0 ? new None() : of.length === 1 ? of[0]! : new Or(table, of)
    }
    case 'not': {
      const of = plan(query.of, table)
      return of.card === 0 ? new All(table) : new Not(table, of)
    }
    case 'nested': {
      const child = table.child(query.path)
      const of = plan(query.of, child)
      return of.card === 0 ? new None() : new Nested(table, child, of)
    }
    case 'exists':
      return new Exists(table.column(query.field))
    default:
      return leaf(query, table)
  }
}

type LeafQuery = Exclude<IndexQuery, { op: 'all' | 'none' | 'and' | 'or' | 'not' | 'nested' | 'exists' }>
function leaf(query: LeafQuery, table: Table): Node {
  const column = table.column(query.field)
  const pool = column.dictionary
  if (query.op === 'begins' || query.op === 'contains') {
    const text = fold(query.value)
    if (pool instanceof TextPool && text !== '')
      return new TextLeaf(column, pool.part(text, query.op === 'begins'))
  }
  if (query.op !== 'words' && query.op !== 'fuzzy') return new Leaf(column, codesFor(query, column))
  const parts = [...new Set(words(query.value))]
  if (!(pool instanceof TextPool) || parts.length === 0) return new None()
  // A field with several values may have the words in different ones.
  const of = parts.map(
    (word) => new TextLeaf(column, query.op === 'words' ? pool.word(word) : pool.fuzzy(word, query.distance)),
  )
  return of.length === 1 ? of[0]! : new And(table, of)
}
function codesFor(query: Exclude<LeafQuery, { op: 'words' | 'fuzzy' }>, column: Column): Codes {
  const { dictionary } = column
  if (query.op === 'terms') {
    const found = new Set<number>()
    for (const value of query.values) {
      const { codes, n } = dictionary.equals(value)
      for (let i = 0; i < n; i++) found.add(codes[i]!)
    }
    return codesOf([...found])
  }
  if (query.op === 'range') return within(query, column)
  const begins = query.op === 'begins'
  // Every text contains the empty one.
  if (dictionary instanceof TextPool) return where(column, () => true)
  return where(column, (key) =>
    begins ? String(key).startsWith(query.value) : String(key).includes(query.value),
  )
}
function where(column: Column, isMatch: (key: string | number) => boolean): Codes {
  const found: number[] = []
  for (let code = 1; code <= column.dictionary.size; code++)
    if ((column.counts[code] ?? 0) > 0 && isMatch(column.dictionary.key(code))) found.push(code)
  return codesOf(found)
}
type Range = Extract<IndexQuery, { op: 'range' }>
function within(query: Range, column: Column): Codes {
  const bound = (value: Scalar | undefined) =>
    value === undefined ? undefined : column.dictionary.keyOf(value)
  const [gt, gte, lt, lte] = [bound(query.gt), bound(query.gte), bound(query.lt), bound(query.lte)]
  // A bound of another kind than the field's is met by nothing.
  const given = [query.gt, query.gte, query.lt, query.lte].filter((v) => v !== undefined).length
  if ([gt, gte, lt, lte].filter((v) => v !== undefined).length < given) return codesOf([])
  return where(
    column,
    (key) =>
      (gt === undefined || key > gt) &&
      (gte === undefined || key >= gte) &&
      (lt === undefined || key < lt) &&
      (lte === undefined || key <= lte),
  )
}

/** Rows of the table that meet the query, ascending, those of deleted documents included. */
export const selectRows = (query: IndexQuery, table: Table) => plan(query, table).select()
export const releaseScratch = () => scratch.release()
