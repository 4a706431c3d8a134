/** Columns, sort keys and aggregates as the index reads them, with the viewer's rights compiled in. */
import { fixedIds } from '../constants.ts'
import type { CatalogueField } from './catalogue-field.ts'
import { and } from './combine.ts'
import type { IndexAggregate, IndexFetch, IndexScope, IndexSort } from './index-query.ts'
import { known, ofField, type Place, placeOf, readable, rowsSeen, unknown } from './seen-rows.ts'
import { all, none, terms, type Viewer } from './visibility.ts'

/** Rows that a column or sort key is read from; undefined where the viewer sees none of its values. */
function sourceOf(
  named: CatalogueField,
  use: 'sortPhysical' | 'showPhysical' | 'physical',
  viewer: Viewer,
  list: string | undefined,
): { field: string; nested?: IndexScope } | undefined {
  const field = readable(named, viewer)
  if (!field) return undefined
  const steps = (field[use] ?? field.physical).split('.')
  const name = steps.pop()!
  const place: Place = { ...placeOf(field), steps }
  let scope: IndexScope | undefined
  for (let i = steps.length - 1; i >= 0; i--) {
    const where = and(
      rowsSeen(steps.slice(0, i + 1), place, viewer),
      i === 0 && steps[0] === 'lists' && list && !field.inBaseList ? terms('list', [list]) : all,
      i === steps.length - 1 ? ofField(field, viewer) : all,
    )
    scope = { path: steps[i]!, where, ...(scope && { nested: scope }) }
  }
  return { field: name, ...(scope && { nested: scope }) }
}
interface ColumnOptions {
  /** List that `lists.…` columns are read from; the base list if absent. */
  list?: string
  /** They are read from each list that the viewer sees. */
  anyList?: boolean
  /** Where the names stand in the input. */
  path?: string
}
const fieldNamed = (name: string, catalogue: CatalogueField[], path: string): CatalogueField =>
  known(catalogue).fields.get(name) ?? unknown(path, `"${name}" is not a searchable field`)

/** Sort keys of `column:asc` or `column:desc`. Errors: `invalid_input`. */
export function compileSort(
  sorting: string[],
  catalogue: CatalogueField[],
  viewer: Viewer,
  { list = fixedIds.list.base, anyList = false, path = '/sorting' }: ColumnOptions = {},
): IndexSort[] {
  return sorting.flatMap((column, i): IndexSort[] => {
    const at = column.lastIndexOf(':')
    const direction = column.slice(at + 1)
    if (direction !== 'asc' && direction !== 'desc')
      return unknown(`${path}/${i}`, 'expected column:asc or column:desc')
    const field = fieldNamed(column.slice(0, at), catalogue, `${path}/${i}`)
    if (!field.sortable) return unknown(`${path}/${i}`, `"${field.name}" cannot be sorted by`)
    const source = sourceOf(field, 'sortPhysical', viewer, anyList ? undefined : list)
    return source ? [{ ...source, direction }] : []
  })
}

/** Columns by name; one that the viewer sees no value of is left out. Errors: `invalid_input`. */
export function compileFetch(
  columns: string[],
  catalogue: CatalogueField[],
  viewer: Viewer,
  { list = fixedIds.list.base, path = '/columns' }: ColumnOptions = {},
): IndexFetch[] {
  return [...new Set(columns)].flatMap((column, i): IndexFetch[] => {
    const field = fieldNamed(column, catalogue, `${path}/${i}`)
    const source = sourceOf(field, 'showPhysical', viewer, list)
    if (!source) return []
    // Rows below a list's row: several may have a value.
    const many = field.nestedPath !== undefined && field.nestedPath !== 'lists'
    return [{ as: column, ...source, ...(many && { all: true }) }]
  })
}

/** An aggregate over all rows that the viewer sees. Errors: `invalid_input`. */
export function compileAggregate(
  aggregate: { kind: IndexAggregate['kind']; field: string; limit?: number },
  catalogue: CatalogueField[],
  viewer: Viewer,
  { list, path = '/aggregate' }: ColumnOptions = {},
): IndexAggregate {
  const field = fieldNamed(aggregate.field, catalogue, `${path}/field`)
  const isRange = aggregate.kind === 'min' || aggregate.kind === 'max'
  if (isRange && field.kind !== 'number' && field.kind !== 'date')
    return unknown(`${path}/kind`, `${aggregate.kind} needs a number or a date`)
  if (aggregate.kind === 'sum' && (field.kind !== 'number' || !field.sortable))
    return unknown(`${path}/kind`, 'sum needs a number that an entity has once')
  const source = sourceOf(field, 'physical', viewer, list)
  const limit = aggregate.limit ? { limit: aggregate.limit } : {}
  if (!source) return { kind: aggregate.kind, field: 'id', where: none, ...limit }
  return { kind: aggregate.kind, ...source, ...limit }
}
