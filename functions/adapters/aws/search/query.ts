/** Translates the search language of shared/search into OpenSearch's. */

import type { Scalar } from '../../../../shared/search/filter.ts'
import { fold, words } from '../../../../shared/search/fold.ts'
import type {
  IndexAggregate,
  IndexKind,
  IndexMapping,
  IndexQuery,
  IndexScope,
  IndexSort,
} from '../../../../shared/search/index-query.ts'
import { toTerm } from './code-units.ts'
import { piecesOf } from './parts.ts'

export type Query = Record<string, unknown>
/** A level of a document: its mapping, and its full path with a point at the end (`lists.values.`). */
export interface Level {
  mapping: IndexMapping
  prefix: string
}
const nothing: Query = { match_none: {} }
const everything: Query = { match_all: {} }

export function kindOf(level: Level, field: string): IndexKind {
  const kind = level.mapping.fields[field]
  if (!kind) throw new Error(`the index has no field ${level.prefix}${field}`)
  return kind
}
export function below(level: Level, path: string): Level {
  const mapping = level.mapping.nested[path]
  if (!mapping) throw new Error(`the index has no rows ${level.prefix}${path}`)
  return { mapping, prefix: `${level.prefix}${path}.` }
}
const pathOf = (level: Level) => level.prefix.slice(0, -1)
/** The field that holds whole values as they are compared. */
const whole = (level: Level, field: string) => {
  const kind = kindOf(level, field)
  return `${level.prefix}${field}${kind === 'text' || kind === 'keyword' ? '.k' : ''}`
}
const part = (level: Level, field: string, name: 'k' | 'w' | 's' | 'n') => `${level.prefix}${field}.${name}`

/** The value as terms hold it. One of another type than the field's equals nothing and lies in no range: undefined. */
function comparedValue(kind: IndexKind, value: Scalar): Scalar | undefined {
  if (kind === 'text') return toTerm(fold(String(value)))
  if (kind === 'keyword') return typeof value === 'string' ? toTerm(value) : undefined
  if (kind === 'date') {
    const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(at) ? undefined : at
  }
  return typeof value === kind && (kind !== 'number' || Number.isFinite(value)) ? value : undefined
}
type Range = Extract<IndexQuery, { op: 'range' }>
/** The narrower of two bounds on one side: OpenSearch takes only one. Undefined if a value is of another type. */
function tighter(
  kind: IndexKind,
  query: Range,
  open: 'gt' | 'lt',
  closed: 'gte' | 'lte',
): Record<string, Scalar> | undefined {
  const bounds: Record<string, Scalar> = {}
  for (const bound of [open, closed]) {
    const given = query[bound]
    if (given === undefined) continue
    const value = comparedValue(kind, given)
    if (value === undefined) return undefined
    bounds[bound] = value
  }
  const [x, y] = [bounds[open], bounds[closed]]
  if (x === undefined || y === undefined) return bounds
  const isOpenTighter = kind === 'text' || kind === 'keyword' ? compareTerms(x, y) : Number(x) - Number(y)
  return (open === 'gt' ? isOpenTighter >= 0 : isOpenTighter <= 0) ? { [open]: x } : { [closed]: y }
}
const compareTerms = (a: Scalar, b: Scalar) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
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
    case 'and': {
      const filter = flat('and', query.of).map((q) => queryOf(q, level))
      return filter.length > 1 ? { bool: { filter } } : (filter[0] ?? everything)
    }
    case 'or': {
      const should = flat('or', query.of).map((q) => queryOf(q, level))
      return should.length > 1 ? { bool: { should, minimum_should_match: 1 } } : (should[0] ?? nothing)
    }
    case 'not':
      return { bool: { must_not: [queryOf(query.of, level)] } }
    case 'nested': {
      const inner = below(level, query.path)
      return {
        nested: {
          path: pathOf(inner),
          query: queryOf(query.of, inner),
          score_mode: 'none',
          ignore_unmapped: false,
        },
      }
    }
    case 'exists':
      return { exists: { field: whole(level, query.field) } }
    case 'terms': {
      const kind = kindOf(level, query.field)
      const values = query.values.map((v) => comparedValue(kind, v)).filter((v) => v !== undefined)
      return values.length ? { terms: { [whole(level, query.field)]: values } } : nothing
    }
    case 'range': {
      const kind = kindOf(level, query.field)
      const from = tighter(kind, query, 'gt', 'gte')
      const to = tighter(kind, query, 'lt', 'lte')
      return from && to ? { range: { [whole(level, query.field)]: { ...from, ...to } } } : nothing
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

function substring({ op, field, value }: Substring, level: Level): Query {
  const kind = kindOf(level, field)
  const wanted = kind === 'text' ? fold(value) : value
  const path = whole(level, field)
  if (wanted === '') return { exists: { field: path } }
  if (op === 'begins') return { prefix: { [path]: { value: toTerm(wanted) } } }
  const searched = kind === 'text' ? part(level, field, 'n') : path
  const each = piecesOf(wanted).map((piece) => ({
    wildcard: { [searched]: { value: `*${escapeWildcards(toTerm(piece))}*` } },
  }))
  return each.length > 1 ? { bool: { filter: each } } : each[0]!
}
/** A text without words matches nothing. */
function eachWord(text: string, make: (word: string) => Query): Query {
  const each = [...new Set(words(text))].map((word) => make(toTerm(word)))
  return each.length > 1 ? { bool: { filter: each } } : (each[0] ?? nothing)
}

/** The kind of a sort key or an aggregated field. */
export function kindBelow(root: Level, field: string, scope: IndexScope | undefined): IndexKind {
  return scope ? kindBelow(below(root, scope.path), field, scope.nested) : kindOf(root, field)
}
type NestedSort = { path: string; filter: Query; nested?: NestedSort }
function nestedSort(scope: IndexScope, level: Level): NestedSort {
  const rows = below(level, scope.path)
  const isRow = { term: { [`${rows.prefix}row`]: true } }
  const filter = { bool: { filter: [isRow, queryOf(scope.where, rows)] } }
  return { path: pathOf(rows), filter, ...(scope.nested && { nested: nestedSort(scope.nested, rows) }) }
}
const innermost = (scope: IndexScope | undefined, level: Level): Level =>
  scope ? innermost(scope.nested, below(level, scope.path)) : level

/** The sort of one key; documents without a value come last in both directions. */
export function sortOf({ field, direction, nested }: IndexSort, root: Level): Query {
  const level = innermost(nested, root)
  const kind = kindOf(level, field)
  const isText = kind === 'text' || kind === 'keyword'
  const isRising = direction === 'asc'
  return {
    [isText ? part(level, field, 's') : whole(level, field)]: {
      order: direction,
      // Of a boolean, `_last` would be a number in the cursor that JSON cannot carry.
      // A field that a release adds is not there until the index is made anew: no document has a value yet.
      unmapped_type: isText ? 'keyword' : 'double',
      missing: kind === 'boolean' ? (isRising ? 2 : -1) : '_last',
      mode: isRising ? 'min' : 'max',
      ...(nested && { nested: nestedSort(nested, root) }),
    },
  }
}

/** Documents that have a value of the field in the scope. */
const hasValue = (field: string, scope: IndexScope | undefined): IndexQuery =>
  scope
    ? { op: 'nested', path: scope.path, of: { op: 'and', of: [scope.where, hasValue(field, scope.nested)] } }
    : { op: 'exists', field }

/** Wraps the aggregate of the innermost rows into the rows around them. */
function within(scope: IndexScope | undefined, level: Level, inner: (level: Level) => Query): Query {
  if (!scope) return inner(level)
  const rows = below(level, scope.path)
  return {
    rows: {
      nested: { path: pathOf(rows) },
      aggs: { met: { filter: queryOf(scope.where, rows), aggs: within(scope.nested, rows, inner) } },
    },
  }
}

export function aggregateOf(aggregate: IndexAggregate, root: Level): Query {
  const where: IndexQuery = aggregate.where ?? { op: 'all' }
  if (aggregate.kind === 'count')
    return {
      filter: queryOf({ op: 'and', of: [where, hasValue(aggregate.field, aggregate.nested)] }, root),
    }
  const aggs = within(aggregate.nested, root, (level) => {
    const field = whole(level, aggregate.field)
    if (aggregate.kind !== 'terms') return { found: { [aggregate.kind]: { field } } }
    const size = aggregate.limit ?? 100
    // Segments that are searched side by side each give their first ones: many, so that none is missed.
    const terms = { field, size, shard_size: Math.max(size, 10_000) }
    return {
      found: aggregate.nested
        ? {
            terms: { ...terms, order: [{ documents: 'desc' }, { _key: 'asc' }] },
            aggs: { documents: { reverse_nested: {} } },
          }
        : { terms: { ...terms, order: [{ _count: 'desc' }, { _key: 'asc' }] } },
    }
  })
  return { filter: queryOf(where, root), aggs }
}
