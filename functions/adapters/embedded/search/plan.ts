import type { Scalar } from '../../../../shared/search/filter.ts'
import { fold, words } from '../../../../shared/search/fold.ts'
import type { IndexQuery } from '../../../../shared/search/index-query.ts'
import type { Column } from './column.ts'
import { CodeList, type Codes, codesOf } from './dictionary.ts'
import type { Answer } from './kept.ts'
import { Exists, Known, Leaf, TextLeaf } from './leaves.ts'
import { limits } from './limits.ts'
import {
  All,
  And,
  eachBlock,
  Nested,
  type Node,
  None,
  Not,
  Or,
  type Rows,
  rangeOf,
  scratch,
} from './nodes.ts'
import type { Table } from './table.ts'
import { TextPool } from './text-pool.ts'

/** What kept answers may take: 4 bytes for each document and answer of 32 rows, and at least so much. */
const maxWords = (documents: number) => Math.max(1 << 19, documents * 12)

/**
 * Makes a query ready to run on the rows of a table. The answer to a condition that comes again is kept as a whole;
 * those to its parts (`isPart`) are then not asked for any more.
 */
export function plan(query: IndexQuery, table: Table, isPart = false): Node {
  if (!mayBeKept(query, table)) return build(query, table, isPart)
  const { kept } = table
  const key = `${table.path} ${JSON.stringify(query)}`
  let answer = kept.get(key)
  if (answer?.upTo === table.length) return new Known(answer.bits, answer.count)
  const isAgain = !answer && !isPart && kept.isAgain(key)
  const node = build(query, table, isPart || isAgain || answer !== undefined)
  if (isAgain && node.cost >= Math.max(limits.worthKeeping, table.length * limits.worthKeepingPart))
    answer = kept.add(key, table.length, maxWords(table.root.length))
  if (!answer) return node
  update(answer, node, table)
  return new Known(answer.bits, answer.count)
}
function mayBeKept({ op }: IndexQuery, table: Table): boolean {
  if (op === 'and' || op === 'or' || op === 'not' || op === 'nested') return true
  // Of rows below it would take more than it saves.
  return (op === 'range' || op === 'terms' || op === 'exists') && !table.above
}
/** Brings an answer up to date with the rows that came since: rows never change. */
function update(answer: Answer, node: Node, table: Table) {
  const { bits, upTo } = answer
  bits.reserve(table.length)
  const add = ({ rows, n }: Rows) => {
    for (let i = 0; i < n; i++) bits.set(rows[i]!)
    answer.count += n
  }
  const isFew = (table.length - upTo) * 16 < table.length
  eachBlock(upTo, table.length, (from, to) => {
    if (!isFew) return add(node.select(from, to))
    const { rows, n } = rangeOf(from, to)
    add({ rows, n: node.filter(rows, n, rows) })
  })
  answer.upTo = table.length
}

function build(query: IndexQuery, table: Table, isPart: boolean): Node {
  switch (query.op) {
    case 'all':
      return new All(table)
    case 'none':
      return new None()
    case 'and': {
      return allOf(
        table,
        query.of.map((q) => plan(q, table, isPart)),
      )
    }
    case 'or': {
      const of = query.of.map((q) => plan(q, table, isPart)).filter((node) => node.card > 0)
      return of.length === 0 ? new None() : of.length === 1 ? of[0]! : new Or(table, of)
    }
    case 'not': {
      const of = plan(query.of, table, isPart)
      return of.card === 0 ? new All(table) : new Not(table, of)
    }
    case 'nested': {
      const child = table.child(query.path)
      const of = plan(query.of, child, isPart)
      return of.card === 0 ? new None() : new Nested(table, child, of)
    }
    case 'exists':
      return new Exists(table.column(query.field))
    default:
      return leaf(query, table)
  }
}

/** Rows that meet all of the conditions. */
export function allOf(table: Table, conditions: Node[]): Node {
  const known = conditions.filter((node) => node instanceof Known)
  const others = conditions.filter((node) => !(node instanceof Known || node instanceof All))
  const of = known.length > 0 ? [Known.ofAll(known), ...others] : others
  if (of.some((node) => node.card === 0)) return new None()
  if (of.length === 0) return new All(table)
  return of.length === 1 ? of[0]! : new And(table, of)
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
  const found = new CodeList()
  for (let code = 1; code <= column.dictionary.size; code++)
    if ((column.counts[code] ?? 0) > 0 && isMatch(column.dictionary.key(code))) found.push(code)
  return found
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

export const releaseScratch = () => scratch.release()
