/** What is sorted by and counted, in OpenSearch's words: where its values lie, and which rows around them count. */
import type {
  IndexAggregate,
  IndexQuery,
  IndexScope,
  IndexSort,
} from '../../../../shared/search/index-query.ts'
import { below, isText, kindOf, type Level, part, pathOf } from './level.ts'
import { isInherited } from './mapping.ts'
import { all, keysOf, type Query, queryOf } from './query.ts'

/** Where the values of a sort key or an aggregate lie: conditions on the rows around them, level by level, and the field's level. */
interface Source {
  around: { rows: Level; filter: Query }[]
  level: Level
}
function sourceOf(field: string, scope: IndexScope | undefined, level: Level): Source {
  if (!scope) return { around: [], level }
  const rows = below(level, scope.path)
  if (rows.mapping.key === undefined) {
    const { around, level: inner } = sourceOf(field, scope.nested, rows)
    const [first, ...rest] = around
    // What is asked of a column is asked of the row that has it.
    const isAsked = first?.rows === rows
    const filter = all([queryOf(scope.where, rows), ...(isAsked ? [first.filter] : [])])
    return { around: [{ rows, filter }, ...(isAsked ? rest : around)], level: inner }
  }
  const { keys, rest } = keysOf(scope.where, rows)
  if (keys.length !== 1 || scope.nested)
    throw new Error(`one ${rows.mapping.key} of ${rows.prefix} is expected`)
  if (field === rows.mapping.key || isInherited(field, level.mapping))
    throw new Error(`${rows.prefix}${field} is asked by conditions only`)
  const column = { ...rows, column: { key: keys[0]!, parent: level } }
  return { around: [{ rows: level, filter: queryOf(rest, column) }], level: column }
}
type NestedSort = { path: string; filter: Query; nested?: NestedSort }
function nestedSort([first, ...rest]: Source['around']): NestedSort | undefined {
  if (!first) return undefined
  const { rows, filter } = first
  const isRow = { term: { [`${rows.prefix}row`]: true } }
  const nested = nestedSort(rest)
  return { path: pathOf(rows), filter: { bool: { filter: [isRow, filter] } }, ...(nested && { nested }) }
}

/** The sort of one key; documents without a value come last in both directions. */
export function sortOf({ field, direction, nested: scope }: IndexSort, root: Level): Query {
  const { around, level } = sourceOf(field, scope, root)
  const kind = kindOf(level, field)
  const isRising = direction === 'asc'
  const nested = nestedSort(around)
  return {
    [part(level, field, 's')]: {
      order: direction,
      // A field that no document has a value of may not be there: one of a column, or that a release adds.
      unmapped_type: isText(kind) ? 'keyword' : 'double',
      // Of a boolean, `_last` would be a number in the cursor that JSON cannot carry.
      missing: kind === 'boolean' ? (isRising ? 2 : -1) : '_last',
      mode: isRising ? 'min' : 'max',
      ...(nested && { nested }),
    },
  }
}

/** Documents that have a value of the field in the scope. */
const hasValue = (field: string, scope: IndexScope | undefined): IndexQuery =>
  scope
    ? { op: 'nested', path: scope.path, of: { op: 'and', of: [scope.where, hasValue(field, scope.nested)] } }
    : { op: 'exists', field }

/** Wraps the aggregate of the innermost rows into the rows around them. */
function within([first, ...rest]: Source['around'], inner: object): object {
  if (!first) return inner
  const { rows, filter } = first
  return {
    rows: { nested: { path: pathOf(rows) }, aggs: { met: { filter, aggs: within(rest, inner) } } },
  }
}

export function aggregateOf(aggregate: IndexAggregate, root: Level): Query {
  const where: IndexQuery = aggregate.where ?? { op: 'all' }
  if (aggregate.kind === 'count')
    return {
      filter: queryOf({ op: 'and', of: [where, hasValue(aggregate.field, aggregate.nested)] }, root),
    }
  const { around, level } = sourceOf(aggregate.field, aggregate.nested, root)
  const field = part(level, aggregate.field)
  const size = aggregate.limit ?? 100
  // Segments that are searched side by side each give their first ones: many, so that none is missed.
  const terms = { field, size, shard_size: Math.max(size, 10_000) }
  const found =
    aggregate.kind !== 'terms'
      ? { [aggregate.kind]: { field } }
      : aggregate.nested
        ? {
            terms: { ...terms, order: [{ documents: 'desc' }, { _key: 'asc' }] },
            aggs: { documents: { reverse_nested: {} } },
          }
        : { terms: { ...terms, order: [{ _count: 'desc' }, { _key: 'asc' }] } }
  return { filter: queryOf(where, root), aggs: within(around, { found }) }
}
