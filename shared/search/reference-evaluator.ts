/**
 * Says what every search adapter must answer: plain, slow and obviously right. It looks at all documents for every
 * question. The contract suite compares adapters with it, and small tools may use it as it is.
 */
import type { Scalar } from './filter.ts'
import { fold, isWithin, sortLength, words } from './fold.ts'
import {
  fetchedAtMost,
  type IndexAggregate,
  type IndexAggregateResult,
  type IndexDocument,
  type IndexFetch,
  type IndexKind,
  type IndexMapping,
  type IndexQuery,
  type IndexRow,
  type IndexScope,
  type IndexSearch,
  type IndexSort,
  type IndexValue,
} from './index-query.ts'

/** A document or a row, with the mapping that says the kinds of its fields. */
interface At {
  row: Pick<IndexRow, 'fields' | 'nested'>
  mapping: IndexMapping
}
const valuesOf = (value: IndexValue): Scalar[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

function kindOf(at: At, field: string): IndexKind {
  const kind = at.mapping.fields[field]
  if (!kind) throw new Error(`the index has no field ${field}`)
  return kind
}
const values = (at: At, field: string): Scalar[] => {
  kindOf(at, field)
  return valuesOf(at.row.fields[field])
}
/** Values as they are compared. */
const compared = (at: At, field: string): Scalar[] =>
  kindOf(at, field) === 'text' ? values(at, field).map((v) => fold(String(v))) : values(at, field)
const comparedValue = (at: At, field: string, value: Scalar): Scalar =>
  kindOf(at, field) === 'text' ? fold(String(value)) : value

const order = (a: Scalar, b: Scalar): number => (a < b ? -1 : a > b ? 1 : 0)
function below(at: At, path: string): At[] {
  const mapping = at.mapping.nested[path]
  if (!mapping) throw new Error(`the index has no rows ${path}`)
  return (at.row.nested[path] ?? []).map((row) => ({ row, mapping }))
}
const wordsAt = (at: At, field: string): string[] => values(at, field).flatMap((v) => words(String(v)))

/** Does the document or row satisfy the query? */
export function satisfies(at: At, query: IndexQuery): boolean {
  switch (query.op) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return query.of.every((q) => satisfies(at, q))
    case 'or':
      return query.of.some((q) => satisfies(at, q))
    case 'not':
      return !satisfies(at, query.of)
    case 'nested':
      return below(at, query.path).some((row) => satisfies(row, query.of))
    case 'exists':
      return values(at, query.field).length > 0
    case 'terms': {
      const wanted = query.values.map((v) => comparedValue(at, query.field, v))
      return compared(at, query.field).some((v) => wanted.includes(v))
    }
    case 'range': {
      const bound = (v: Scalar | undefined) =>
        v === undefined ? undefined : comparedValue(at, query.field, v)
      const [gt, gte, lt, lte] = [bound(query.gt), bound(query.gte), bound(query.lt), bound(query.lte)]
      return compared(at, query.field).some(
        (v) =>
          (gt === undefined || v > gt) &&
          (gte === undefined || v >= gte) &&
          (lt === undefined || v < lt) &&
          (lte === undefined || v <= lte),
      )
    }
    case 'begins':
    case 'contains': {
      const wanted = String(comparedValue(at, query.field, query.value))
      return compared(at, query.field).some((v) =>
        query.op === 'begins' ? String(v).startsWith(wanted) : String(v).includes(wanted),
      )
    }
    case 'words': {
      const wanted = words(query.value)
      const has = new Set(wordsAt(at, query.field))
      return wanted.length > 0 && wanted.every((w) => has.has(w))
    }
    case 'fuzzy': {
      const wanted = words(query.value)
      const has = wordsAt(at, query.field)
      return wanted.length > 0 && wanted.every((w) => has.some((h) => isWithin(w, h, query.distance)))
    }
  }
}

/** Rows of a scope, in their order. */
function rowsOf(at: At, scope: IndexScope | undefined): At[] {
  if (!scope) return [at]
  const rows = below(at, scope.path).filter((row) => satisfies(row, scope.where))
  return scope.nested ? rows.flatMap((row) => rowsOf(row, scope.nested)) : rows
}

type Key = Scalar | undefined
function sortKey(at: At, sort: IndexSort): Key {
  const found = rowsOf(at, sort.nested)
    .flatMap((row) => compared(row, sort.field))
    .map((v) => (typeof v === 'string' ? v.slice(0, sortLength) : v))
    .sort(order)
  return sort.direction === 'asc' ? found[0] : found.at(-1)
}
function compareKeys(a: Key[], b: Key[], sorts: { direction: 'asc' | 'desc' }[]): number {
  for (const [i, { direction }] of sorts.entries()) {
    const x = a[i]
    const y = b[i]
    if (x === y) continue
    if (x === undefined) return 1
    if (y === undefined) return -1
    return direction === 'asc' ? order(x, y) : order(y, x)
  }
  return 0
}

export interface ReferenceHits {
  rows: { id: string; rev: number; values: Record<string, IndexValue> }[]
  count: number
}
/** All hits in order; the caller cuts the page out. */
export function evaluateSearch(
  documents: IndexDocument[],
  mapping: IndexMapping,
  search: Omit<IndexSearch, 'page'>,
): ReferenceHits {
  const { exactFirst } = search
  const sorts: { direction: 'asc' | 'desc' }[] = [{ direction: 'asc' }, ...search.sort, { direction: 'asc' }]
  const hits = documents
    .filter((d) => d.entityclass === search.entityclass && satisfies({ row: d, mapping }, search.query))
    .map((row) => {
      const at = { row, mapping }
      const isExact =
        exactFirst !== undefined && compared(at, exactFirst.field).includes(fold(exactFirst.value))
      return { row, keys: [isExact ? 0 : 1, ...search.sort.map((s) => sortKey(at, s)), row.id] }
    })
    .sort((a, b) => compareKeys(a.keys, b.keys, sorts))
  return {
    count: hits.length,
    rows: hits.map(({ row }) => ({
      id: row.id,
      rev: row.rev,
      values: fetched({ row, mapping }, search.fetch),
    })),
  }
}
/** What is brought along of a document. */
export const fetched = (at: At, fetch: IndexFetch[]): ReferenceHits['rows'][number]['values'] =>
  Object.fromEntries(
    fetch.flatMap(({ as, field, all, nested }) => {
      const found = rowsOf(at, nested).map((r) => r.row.fields[field])
      const filled = found.filter((v) => valuesOf(v).length > 0)
      if (filled.length === 0) return []
      if (all) return [[as, [...new Set(filled.flatMap(valuesOf))].slice(0, fetchedAtMost)]]
      const first = valuesOf(filled[0]).slice(0, fetchedAtMost)
      return [[as, first.length === 1 ? first[0] : first]]
    }),
  )

export function evaluateAggregate(
  documents: IndexDocument[],
  mapping: IndexMapping,
  entityclass: string,
  query: IndexQuery,
  aggregate: IndexAggregate,
): IndexAggregateResult {
  const perDocument = documents
    .filter((d) => d.entityclass === entityclass)
    .map((row): At => ({ row, mapping }))
    .filter((at) => satisfies(at, query) && (!aggregate.where || satisfies(at, aggregate.where)))
    .map((at) => new Set(rowsOf(at, aggregate.nested).flatMap((row) => compared(row, aggregate.field))))
  if (aggregate.kind === 'count') return { value: perDocument.filter((v) => v.size > 0).length }
  const flat = perDocument.flatMap((v) => [...v])
  if (aggregate.kind === 'sum') return { value: flat.reduce<number>((all, v) => all + Number(v), 0) }
  if (aggregate.kind !== 'terms') {
    const sorted = flat.sort(order)
    const value = aggregate.kind === 'min' ? sorted[0] : sorted.at(-1)
    return value === undefined || typeof value === 'boolean' ? {} : { value }
  }
  const counts = new Map<Scalar, number>()
  for (const value of flat) counts.set(value, (counts.get(value) ?? 0) + 1)
  return {
    buckets: [...counts]
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => b.count - a.count || order(a.key, b.key))
      .slice(0, aggregate.limit ?? 100),
  }
}
