/** Translates conditions of shared/search into OpenSearch's. */
import type { Scalar } from '../../../../shared/search/filter.ts'
import { fold, words } from '../../../../shared/search/fold.ts'
import type { IndexQuery } from '../../../../shared/search/index-query.ts'
import { satisfies } from '../../../../shared/search/reference-evaluator.ts'
import { toTerm } from './code-units.ts'
import { comparedValue, tighter } from './compared.ts'
import { behindValues, keyTerm, valueTerm } from './keys.ts'
import { below, kindOf, type Level, part, pathOf } from './level.ts'
import { isInherited } from './mapping.ts'
import { piecesOf } from './parts.ts'

export type Query = Record<string, unknown>
const nothing: Query = { match_none: {} }
const everything: Query = { match_all: {} }
/** Conditions of an `and` inside an `and` (of an `or` inside an `or`) beside each other: fewer levels. */
const flat = (op: 'and' | 'or', of: IndexQuery[]): IndexQuery[] =>
  of.flatMap((q) => (q.op === op ? flat(op, q.of) : [q]))
type Substring = Extract<IndexQuery, { op: 'begins' | 'contains' }>
const escapeWildcards = (text: string) => text.replace(/[\\*?]/g, (c) => `\\${c}`)

export function queryOf(query: IndexQuery, level: Level): Query {
  switch (query.op) {
    case 'all':
      return everything
    case 'none':
      return nothing
    case 'and':
      return all(flat('and', query.of).map((q) => queryOf(q, level)))
    case 'or':
      return any(flat('or', query.of).map((q) => queryOf(q, level)))
    case 'not':
      return { bool: { must_not: [queryOf(query.of, level)] } }
    case 'nested':
      return rowsMeet(query, level)
    default:
      return level.column ? ofColumn(query, level as Column) : ofField(query, level)
  }
}
export const all = (filter: Query[]): Query =>
  filter.length > 1 ? { bool: { filter } } : (filter[0] ?? everything)
const any = (should: Query[]): Query =>
  should.length > 1 ? { bool: { should, minimum_should_match: 1 } } : (should[0] ?? nothing)

type Leaf = Exclude<IndexQuery, { op: 'all' | 'none' | 'and' | 'or' | 'not' | 'nested' }>
function ofField(query: Leaf, level: Level): Query {
  switch (query.op) {
    case 'exists':
      return { exists: { field: part(level, query.field) } }
    case 'terms': {
      const kind = kindOf(level, query.field)
      const values = query.values.map((v) => comparedValue(kind, v)).filter((v) => v !== undefined)
      return values.length ? { terms: { [part(level, query.field)]: values } } : nothing
    }
    case 'range': {
      const kind = kindOf(level, query.field)
      const from = tighter(kind, query, 'gt', 'gte')
      const to = tighter(kind, query, 'lt', 'lte')
      return from && to ? { range: { [part(level, query.field)]: { ...from, ...to } } } : nothing
    }
    case 'begins':
    case 'contains':
      return substring(query, level)
    case 'words':
      return eachWord(query.value, (word) => ({ term: { [part(level, query.field, 'w')]: word } }))
    case 'fuzzy':
      return eachWord(query.value, (word) => ({
        fuzzy: {
          [part(level, query.field, 'w')]: {
            value: word,
            fuzziness: query.distance,
            transpositions: true,
            max_expansions: 1000,
            rewrite: 'constant_score',
          },
        },
      }))
  }
}

/** Some row of the path meets the condition. */
function rowsMeet({ path, of }: Extract<IndexQuery, { op: 'nested' }>, level: Level): Query {
  const rows = below(level, path)
  if (rows.mapping.key !== undefined) return columnsMeet(of, rows, level)
  const query = queryOf(of, rows)
  const isOfKey = level.column && { term: { [`${rows.prefix}key`]: toTerm(level.column.key) } }
  return {
    nested: {
      path: pathOf(rows),
      query: isOfKey ? all([isOfKey, query]) : query,
      score_mode: 'none',
      ignore_unmapped: false,
    },
  }
}
type Column = Level & Required<Pick<Level, 'column'>>

/** Keys that a condition on keyed rows names, and what else it asks of them. */
export function keysOf(query: IndexQuery, { mapping, prefix }: Level): { keys: string[]; rest: IndexQuery } {
  const conditions = flat('and', [query])
  const i = conditions.findIndex((q) => q.op === 'terms' && q.field === mapping.key)
  const named = conditions[i]
  if (named?.op !== 'terms') throw new Error(`a condition on ${prefix} names no ${mapping.key}`)
  return {
    keys: named.values.filter((v) => typeof v === 'string'),
    rest: { op: 'and', of: conditions.filter((_, n) => n !== i) },
  }
}
function columnsMeet(query: IndexQuery, rows: Level, parent: Level): Query {
  if (query.op === 'none') return nothing
  if (query.op === 'or') return any(query.of.map((q) => columnsMeet(q, rows, parent)))
  const { keys, rest } = keysOf(query, rows)
  return any(
    keys.map((key) => {
      const column = { ...rows, column: { key, parent } }
      const met = queryOf(rest, column)
      return asksForValue(rest, column) ? met : all([hasRow(column), met])
    }),
  )
}
/** Only a row that is there has a value that meets it. */
function asksForValue(query: IndexQuery, column: Column): boolean {
  switch (query.op) {
    case 'and':
      return query.of.some((q) => asksForValue(q, column))
    case 'or':
      return query.of.length > 0 && query.of.every((q) => asksForValue(q, column))
    case 'all':
    case 'not':
      return false
    case 'none':
    case 'nested':
      return true
    default:
      return isColumn(query.field, column)
  }
}
const isColumn = (field: string, { mapping, column }: Column) =>
  field !== mapping.key && !isInherited(field, column.parent.mapping)
const hasRow = (column: Column): Query =>
  any(
    Object.keys(column.mapping.fields)
      .filter((field) => isColumn(field, column))
      .map((field) => ({ exists: { field: part(column, field) } })),
  )

/** A condition on one field of the row with a key. */
function ofColumn(query: Leaf, column: Column): Query {
  const { mapping } = column
  const { key, parent } = column.column
  if (isColumn(query.field, column)) return ofField(query, column)
  if (query.field === mapping.key) {
    const row = { fields: { [mapping.key]: key }, nested: {} }
    return satisfies({ row, mapping }, query) ? everything : nothing
  }
  // Mostly as the parent has it; where not, terms say what it is.
  const field = `${column.prefix}${query.field}`
  const differs = { prefix: { [field]: { value: keyTerm(key) } } }
  return any([all([ofField(query, parent), { bool: { must_not: [differs] } }]), ofTerms(query, field, key)])
}
/** A condition on the values of a key, in terms that hold both. */
function ofTerms(query: Leaf, field: string, key: string): Query {
  const begin = valueTerm(key)
  const term = (value: string) => `${begin}${toTerm(value)}`
  switch (query.op) {
    case 'exists':
      return { prefix: { [field]: { value: begin } } }
    case 'terms': {
      const values = query.values.flatMap((v) => (typeof v === 'string' ? term(v) : []))
      return values.length ? { terms: { [field]: values } } : nothing
    }
    case 'range': {
      const from = tighter('keyword', query, 'gt', 'gte')
      const to = tighter('keyword', query, 'lt', 'lte')
      if (!from || !to) return nothing
      const bounds = { gte: begin, lt: behindValues(key), ...withBegin(from, begin), ...withBegin(to, begin) }
      // Of two bounds on a side only one may be given.
      if ('gt' in from) delete (bounds as { gte?: string }).gte
      if ('lte' in to) delete (bounds as { lt?: string }).lt
      return { range: { [field]: bounds } }
    }
    case 'begins':
      return { prefix: { [field]: { value: term(query.value) } } }
    case 'contains':
      return all(piecesOf(query.value).map((piece) => wildcard(field, `${begin}*`, piece)))
    default:
      throw new Error(`${field} has no words`)
  }
}
const withBegin = (bounds: Record<string, Scalar>, begin: string) =>
  Object.fromEntries(Object.entries(bounds).map(([name, value]) => [name, `${begin}${value}`]))
const wildcard = (field: string, before: string, piece: string): Query => ({
  wildcard: { [field]: { value: `${before}${escapeWildcards(toTerm(piece))}*` } },
})

/** Letters that stand in a row in the field of parts. */
const inARow = 3
function substring({ op, field, value }: Substring, level: Level): Query {
  const kind = kindOf(level, field)
  const wanted = kind === 'text' ? fold(value) : value
  const path = part(level, field)
  if (wanted === '') return { exists: { field: path } }
  if (op === 'begins') return { prefix: { [path]: { value: toTerm(wanted) } } }
  if (kind !== 'text') return all(piecesOf(wanted).map((piece) => wildcard(path, '*', piece)))
  const parts = part(level, field, 'p')
  // Each letter of a text begins three.
  if (wanted.length < inARow) return { prefix: { [parts]: { value: toTerm(wanted) } } }
  return { match_phrase: { [parts]: toTerm(wanted) } }
}
/** A text without words matches nothing. */
function eachWord(text: string, make: (word: string) => Query): Query {
  const each = [...new Set(words(text))].map((word) => make(toTerm(word)))
  return each.length > 1 ? { bool: { filter: each } } : (each[0] ?? nothing)
}
