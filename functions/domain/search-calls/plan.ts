/** From what a search call gets to what the index is asked, with the viewer's rights compiled in. Pure. */
import { companyPageSize, productPageSize } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Row } from '../../../shared/model/answers.ts'
import { type EntityClassName, entityClassNamed } from '../../../shared/model/entity-classes.ts'
import { asRefusal, type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'
import { aggregateCost, SearchBudget } from '../../../shared/search/budget.ts'
import { fieldCatalogue, type SearchReference } from '../../../shared/search/catalogue.ts'
import type { CatalogueField } from '../../../shared/search/catalogue-field.ts'
import { and } from '../../../shared/search/combine.ts'
import { compileFilter, compileName } from '../../../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../../../shared/search/compile-columns.ts'
import type { Filter, Pagination, Scalar } from '../../../shared/search/filter.ts'
import type {
  IndexAggregate,
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

export interface Scope {
  entityclass: EntityClassName
  catalogue: CatalogueField[]
  viewer: Viewer
  /** The installation's time zone: a day in a filter is a day there. */
  timeZone: string
}
/** What a viewer may search in a class. Refuses an unknown class. */
export function scopeOf(
  name: string,
  actor: Actor,
  reference: SearchReference,
  timeZone: string,
): Scope | Refusal {
  const entityclass = entityClassNamed(name)
  if (!entityclass)
    return refuseInput([{ path: '/entityClass', expected: 'expected the name of an entity class' }])
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
  /** `id`: by id, so that nothing is passed over while entities are edited between two pages. */
  sorting?: string[] | 'id' | undefined
  pagination?: Pagination | undefined
  columns?: string[] | undefined
  /** Hits beyond so many need not be counted. */
  countTo?: number | undefined
  /** List that `lists.…` columns and sort keys are read from. */
  list?: string | undefined
  /** Sort keys starting with `lists.` are read from each list. */
  anyList?: boolean
}

/** The documents that are meant, and which of them come first. Throws what `asRefusal` gives as a value. */
function compiled({ catalogue, viewer, timeZone }: Scope, asked: Asked) {
  const budget = new SearchBudget()
  const query = compileFilter(asked.attributeFilter, catalogue, viewer, { timeZone, budget })
  const name = asked.name?.trim()
  if (!name) return { query }
  const named = compileName(name, catalogue, viewer, budget)
  return { query: and(query, named.query), exactFirst: named.exactFirst }
}

/** The documents that are meant: what the viewer may see, the filter, and the name search. Refuses `invalid_input`. */
export const planQuery = (scope: Scope, asked: Asked): IndexQuery | Refusal =>
  asRefusal(() => compiled(scope, asked).query)

const titleField = (entityclass: EntityClassName) =>
  entityclass === 'product' || entityclass === 'company' ? 'name' : 'title'

const defaultSorting = (entityclass: EntityClassName) => [`${titleField(entityclass)}:asc`]
/** Without a sorting, entries are sorted by name or title. Refuses `invalid_input`. */
export function planSearch(scope: Scope, asked: Asked): IndexSearch | Refusal {
  const { entityclass, catalogue, viewer } = scope
  const { list, anyList } = asked
  const sorting = asked.sorting?.length ? asked.sorting : defaultSorting(entityclass)
  const limit = entityclass === 'product' ? productPageSize : companyPageSize
  return asRefusal(() => {
    const { query, exactFirst } = compiled(scope, asked)
    return {
      entityclass,
      query,
      // The last tie-breaker is always the id.
      sort: sorting === 'id' ? [] : compileSort(sorting, catalogue, viewer, { list, anyList }),
      page: asked.pagination ?? { start: 0, limit },
      ...(asked.countTo !== undefined && { countTo: asked.countTo }),
      ...(exactFirst && { exactFirst }),
      fetch: asked.columns ? compileFetch(asked.columns, catalogue, viewer, { list }) : [],
    }
  })
}

/** What an answer says of the hits beside its list. */
export const pageOf = ({ count, isAtLeast, cursor }: IndexHits) => ({
  count,
  ...(isAtLeast && { isAtLeast }),
  ...(cursor && { cursor }),
})
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
/** Refuses `invalid_input`, also where neither one nor several aggregates are asked for. */
export function planAggregates(
  { catalogue, viewer }: Scope,
  input: {
    aggregate?: AggregateAsked | undefined
    aggregates?: Record<string, AggregateAsked> | undefined
  },
): Record<string, IndexAggregate> | Refusal {
  const asked: [name: string, path: string, AggregateAsked][] = Object.entries(input.aggregates ?? {}).map(
    ([name, one]) => [name, `/aggregates/${name}`, one],
  )
  if (input.aggregate) asked.unshift(['aggregate', '/aggregate', input.aggregate])
  if (asked.length === 0) return refuseInput([{ path: '/aggregate', expected: 'expected an aggregate' }])
  return asRefusal(() => {
    const budget = new SearchBudget()
    return Object.fromEntries(
      asked.map(([name, path, one]) => {
        budget.spend(aggregateCost, path)
        return [name, compileAggregate({ ...one, limit: one.limit ?? 100 }, catalogue, viewer, { path })]
      }),
    )
  })
}

/** Documents among `query` that have this value in the field, as the viewer sees it. */
export const withValue = (scope: Scope, field: string, value: Scalar): IndexQuery | Refusal =>
  asRefusal(() =>
    compileFilter({ field, comparison: 'eq', value }, scope.catalogue, scope.viewer, {
      path: '/targetField',
      timeZone: scope.timeZone,
    }),
  )
