/** From what a search call gets to what the index is asked, with the viewer's rights compiled in. Pure. */
import { companyPageSize, productPageSize } from '../../../shared/constants.ts'
import { invalidInput } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Row } from '../../../shared/model/answers.ts'
import { type EntityClassName, isEntityClass } from '../../../shared/model/entity-classes.ts'
import {
  type CatalogueField,
  fieldCatalogue,
  type SearchReference,
} from '../../../shared/search/catalogue.ts'
import { and } from '../../../shared/search/combine.ts'
import { compileFilter, compileName } from '../../../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../../../shared/search/compile-columns.ts'
import type { Filter, Pagination, Scalar } from '../../../shared/search/filter.ts'
import type {
  IndexAggregate,
  IndexAggregateResult,
  IndexHits,
  IndexQuery,
  IndexSearch,
} from '../../../shared/search/index-query.ts'
import { type Viewer, visibility } from '../../../shared/search/visibility.ts'

/** Columns of the product list that the specification names (file 1 §9). */
export const defaultProductColumns = [
  'name',
  'rev',
  'created',
  'updated',
  'isNationalPartner',
  'categoryTree',
  'manufacturer',
  'distributor',
]

/** What a viewer may search in a class. Errors: `invalid_input` for an unknown class. */
export interface Scope {
  entityclass: EntityClassName
  catalogue: CatalogueField[]
  viewer: Viewer
  /** The installation's time zone: a day in a filter is a day there. */
  timeZone: string
}
export function scopeOf(
  entityclass: string,
  actor: Actor,
  reference: SearchReference,
  timeZone: string,
): Scope {
  if (!isEntityClass(entityclass))
    throw invalidInput([{ path: '/entityClass', expected: 'expected the name of an entity class' }])
  return {
    entityclass,
    catalogue: fieldCatalogue(entityclass, reference),
    viewer: visibility(entityclass, actor, reference),
    timeZone,
  }
}

export interface Asked {
  attributeFilter?: Filter | undefined
  name?: string | undefined
  sorting?: string[] | undefined
  pagination?: Pagination | undefined
  columns?: string[] | undefined
  /** List that `lists.…` columns and sort keys are read from. */
  list?: string | undefined
}

/** The documents that are meant: what the viewer may see, the filter, and the name search. */
export function planQuery({ catalogue, viewer, timeZone }: Scope, asked: Asked): IndexQuery {
  const query = compileFilter(asked.attributeFilter, catalogue, viewer, { timeZone })
  const name = asked.name?.trim()
  return name ? and(query, compileName(name, catalogue, viewer).query) : query
}

const titleField = (entityclass: EntityClassName) =>
  entityclass === 'product' || entityclass === 'company' ? 'name' : 'title'

/** Without a sorting, entries are sorted by name or title. Errors: `invalid_input`. */
export function planSearch(scope: Scope, asked: Asked): IndexSearch {
  const { entityclass, catalogue, viewer } = scope
  const { list } = asked
  const sorting = asked.sorting?.length ? asked.sorting : [`${titleField(entityclass)}:asc`]
  const name = asked.name?.trim()
  const exactFirst = name ? compileName(name, catalogue, viewer).exactFirst : undefined
  const limit = entityclass === 'product' ? productPageSize : companyPageSize
  return {
    entityclass,
    query: planQuery(scope, asked),
    sort: compileSort(sorting, catalogue, viewer, { list }),
    page: asked.pagination ?? { start: 0, limit },
    ...(exactFirst && { exactFirst }),
    fetch: asked.columns ? compileFetch(asked.columns, catalogue, viewer, { list }) : [],
  }
}

/** Hits with the columns that were asked for; a column without a visible value is absent. */
export const rowsOf = (hits: IndexHits): Row[] =>
  hits.rows.map(({ id, rev, values }) => {
    const columns: Row['columns'] = {}
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
      columns[key] = value
    }
    return { id, rev, columns }
  })

export interface AggregateAsked {
  kind: IndexAggregate['kind']
  field: string
  limit?: number | undefined
}
/** Errors: `invalid_input`, also where neither one nor several aggregates are asked for. */
export function planAggregates(
  { catalogue, viewer }: Scope,
  input: {
    aggregate?: AggregateAsked | undefined
    aggregates?: Record<string, AggregateAsked> | undefined
  },
): Record<string, IndexAggregate> {
  const planned: Record<string, IndexAggregate> = {}
  const plan = (asked: AggregateAsked, path: string) =>
    compileAggregate({ ...asked, limit: asked.limit ?? 100 }, catalogue, viewer, { path })
  if (input.aggregate) planned['aggregate'] = plan(input.aggregate, '/aggregate')
  for (const [name, asked] of Object.entries(input.aggregates ?? {}))
    planned[name] = plan(asked, `/aggregates/${name}`)
  if (Object.keys(planned).length === 0)
    throw invalidInput([{ path: '/aggregate', expected: 'expected an aggregate' }])
  return planned
}

/** Documents among `query` that have this value in the field, as the viewer sees it. */
export const withValue = (scope: Scope, field: string, value: Scalar): IndexQuery =>
  compileFilter({ field, comparison: 'eq', value }, scope.catalogue, scope.viewer, {
    path: '/targetField',
    timeZone: scope.timeZone,
  })

export type Bucket = NonNullable<IndexAggregateResult['buckets']>[number]
