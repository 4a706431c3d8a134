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

/** A value of another type than the field's equals nothing and lies in no range: undefined. */
function comparedValue(kind: IndexKind, value: Scalar): Scalar | undefined {
  if (kind === 'text') return fold(String(value))
  if (kind === 'keyword') return typeof value === 'string' ? value : undefined
  if (kind === 'date')
    return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined
  return typeof value === kind ? value : undefined
}
const escapeWildcards = (text: string) => text.replace(/[\\*?]/g, (c) => `\\${c}`)

export function queryOf(query: IndexQuery, level: Level): Query {
  switch (query.op) {
    case 'all':
      return everything
    case 'none':
      return nothing
    case 'and':
      return query.of.length ? { bool: { filter: query.of.map((q) => queryOf(q, level)) } } : everything
    case 'or':
      return query.of.length
        ? { bool: { should: query.of.map((q) => queryOf(q, level)), minimum_should_match: 1 } }
        : nothing
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
      const bounds: Record<string, Scalar> = {}
      for (const bound of ['gt', 'gte', 'lt', 'lte'] as const) {
        const given = query[bound]
        if (given === undefined) continue
        const value = comparedValue(kind, given)
        if (value === undefined) return nothing
        bounds[bound] = value
      }
      return { range: { [whole(level, query.field)]: bounds } }
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

function substring(query: { op: 'begins' | 'contains'; field: string; value: string }, level: Level): Query {
  const kind = kindOf(level, query.field)
  const wanted = String(comparedValue(kind, query.value) ?? '')
  const field = whole(level, query.field)
  if (wanted === '') return { exists: { field } }
  if (query.op === 'begins') return { prefix: { [field]: { value: wanted } } }
  const value = `*${escapeWildcards(wanted)}*`
  return { wildcard: { [kind === 'text' ? part(level, query.field, 'n') : field]: { value } } }
}
/** A text without words matches nothing. */
function eachWord(text: string, make: (word: string) => Query): Query {
  const wanted = words(text)
  return wanted.length ? { bool: { filter: wanted.map(make) } } : nothing
}

/** The sort of one key; documents without a value come last in both directions. */
export function sortOf(sort: IndexSort, root: Level): Query {
  let level = root
  type NestedSort = { path: string; filter: Query; nested?: NestedSort }
  const nestedOf = (scope: IndexScope | undefined): NestedSort | undefined => {
    if (!scope) return undefined
    level = below(level, scope.path)
    const here = level
    const isRow = { term: { [`${here.prefix}row`]: true } }
    return {
      path: pathOf(here),
      filter: { bool: { filter: [isRow, queryOf(scope.where, here)] } },
      nested: nestedOf(scope.nested),
    }
  }
  const nested = nestedOf(sort.nested)
  const kind = kindOf(level, sort.field)
  const field =
    kind === 'text' || kind === 'keyword' ? part(level, sort.field, 's') : whole(level, sort.field)
  const mode = sort.direction === 'asc' ? 'min' : 'max'
  return { [field]: { order: sort.direction, missing: '_last', mode, ...(nested ? { nested } : {}) } }
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
    return {
      found: aggregate.nested
        ? {
            terms: { field, size, order: [{ documents: 'desc' }, { _key: 'asc' }] },
            aggs: { documents: { reverse_nested: {} } },
          }
        : { terms: { field, size, order: [{ _count: 'desc' }, { _key: 'asc' }] } },
    }
  })
  return { filter: queryOf(where, root), aggs }
}
