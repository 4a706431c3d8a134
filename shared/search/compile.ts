/**
 * From what callers ask to what an index evaluates, with the viewer's rights compiled in: a hidden value behaves as
 * if it were absent, in conditions as in sorting, columns and aggregates. What is not understood is refused
 * (`invalid_input`, "unknown filter"); no condition is ever dropped.
 */
import { defaultTimeZone } from '../rules/dates.ts'
import { costOf, SearchBudget } from './budget.ts'
import type { CatalogueField } from './catalogue-field.ts'
import { and, not, or } from './combine.ts'
import { conditionOf, NotUnderstood } from './conditions.ts'
import type { Filter, FilterLeaf } from './filter.ts'
import { fold, words } from './fold.ts'
import type { IndexQuery, IndexSearch } from './index-query.ts'
import {
  type Known,
  known,
  lift,
  ofField,
  type Place,
  placeOf,
  readable,
  root,
  unknown,
} from './seen-rows.ts'
import { askedLimits } from './size.ts'
import { all, none, type Viewer } from './visibility.ts'

const isWholeNumber = /^\d{1,15}$/
/** Deeper or longer filters are refused: they become more clauses than an index takes. */
const maxDepth = 30
const maxLeaves = askedLimits.conditions

/** Says where in the input a comparison was not understood. */
function located<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof NotUnderstood) return unknown(`${path}/${error.key}`, error.expected)
    throw error
  }
}

const isBelow = (place: Place, scope: Place) =>
  place.steps.length >= scope.steps.length &&
  scope.steps.every((step, i) => place.steps[i] === step) &&
  (scope.steps.length === 0 || Boolean(place.inBaseList) === Boolean(scope.inBaseList)) &&
  (scope.table === undefined || scope.table === place.table)

class FilterCompiler {
  private leaves = 0
  private readonly known: Known
  private readonly viewer: Viewer
  namesDeleted = false
  private readonly timeZone: string
  private readonly budget: SearchBudget
  constructor(
    catalogue: CatalogueField[],
    viewer: Viewer,
    { timeZone, budget }: { timeZone: string; budget: SearchBudget },
  ) {
    this.known = known(catalogue)
    this.viewer = viewer
    this.timeZone = timeZone
    this.budget = budget
  }
  compile(filter: Filter, scope: Place, path: string, depth = 0): IndexQuery {
    if (depth > maxDepth) return unknown(path, `expected at most ${maxDepth} levels`)
    if ('$and' in filter)
      return and(...filter.$and.map((f, i) => this.compile(f, scope, `${path}/$and/${i}`, depth + 1)))
    if ('$or' in filter)
      return or(...filter.$or.map((f, i) => this.compile(f, scope, `${path}/$or/${i}`, depth + 1)))
    if ('$not' in filter) return not(this.compile(filter.$not, scope, `${path}/$not`, depth + 1))
    if ('$nested' in filter) return this.nested(filter.$nested, scope, `${path}/$nested`, depth)
    return this.leaf(filter, scope, path)
  }
  private nested(filter: { path: string; match: Filter }, scope: Place, path: string, depth: number) {
    const place = this.known.places.get(filter.path)
    if (!place) return unknown(`${path}/path`, `expected the path of rows, not "${filter.path}"`)
    if (!isBelow(place, scope) || place.steps.length === scope.steps.length)
      return unknown(`${path}/path`, `"${filter.path}" has no rows here`)
    const match = this.compile(filter.match, place, `${path}/match`, depth + 1)
    return lift(match, scope, place, this.viewer)
  }
  private leaf(leaf: FilterLeaf, scope: Place, path: string): IndexQuery {
    if (++this.leaves > maxLeaves) return unknown(path, `expected at most ${maxLeaves} conditions`)
    const named = this.known.fields.get(leaf.field)
    if (!named) return unknown(`${path}/field`, `"${leaf.field}" is not a searchable field`)
    if (!isBelow(placeOf(named), scope))
      return unknown(`${path}/field`, `"${leaf.field}" is not a field of these rows`)
    if (named.name === 'deleted') this.namesDeleted = true
    const field = readable(named, this.viewer)
    const { physical, kind, isMoment } = field ?? named
    const condition = located(path, () =>
      conditionOf(
        physical.slice(physical.lastIndexOf('.') + 1),
        kind,
        leaf,
        isMoment ? this.timeZone : 'UTC',
      ),
    )
    // What a hidden field would cost says nothing about who asks.
    this.budget.spend(costOf(condition.query, placeOf(named).steps.length), path)
    const query = field
      ? lift(and(ofField(field, this.viewer), condition.query), scope, placeOf(field), this.viewer)
      : none
    return condition.negated ? not(query) : query
  }
}
/**
 * Documents that the viewer may see and that meet the filter. Deleted ones are left out unless the filter itself
 * says something about `deleted`. A day means its instants in `timeZone`. Errors: `invalid_input`, also for
 * what would take too much work.
 */
export function compileFilter(
  filter: Filter | undefined,
  catalogue: CatalogueField[],
  viewer: Viewer,
  { path = '/attributeFilter', timeZone = defaultTimeZone, budget = new SearchBudget() } = {},
): IndexQuery {
  const compiler = new FilterCompiler(catalogue, viewer, { timeZone, budget })
  const query = filter ? compiler.compile(filter, root, path) : all
  return and(
    viewer.documents,
    compiler.namesDeleted ? all : not({ op: 'terms', field: 'deleted', values: [true] }),
    query,
  )
}

/**
 * The name search: every word typed is part of the name; exact names come first. A company is also found by its
 * abbreviation, and where a whole number is typed, by its customer number alone. To be joined with `compileFilter`
 * by `and`. A text without letters and digits finds nothing. Errors: `invalid_input` where it has too many
 * words.
 */
export function compileName(
  name: string,
  catalogue: CatalogueField[],
  viewer: Viewer,
  budget: SearchBudget = new SearchBudget(),
): { query: IndexQuery; exactFirst?: IndexSearch['exactFirst'] } {
  const fields = known(catalogue)
  const named = fields.fields.get('title') ?? fields.fields.get('name')
  const parts = [...new Set(words(name))]
  const field = named && readable(named, viewer)
  if (!field || parts.length === 0) return { query: none }
  // File 1 §5: a number is a company's customer number.
  const number = fields.fields.get('customerNumber')
  if (number && isWholeNumber.test(name.trim()))
    return { query: { op: 'terms', field: number.physical, values: [Number(name.trim())] } }
  const place = placeOf(field)
  // Words have no punctuation, so they are found in a name as it stands just as in `nameSearch`.
  const contains = (value: string): IndexQuery => ({
    op: 'contains',
    field: place.steps.length ? 'text' : 'nameSearch',
    value,
  })
  for (const each of parts) budget.spend(costOf(contains(each), place.steps.length), '/name')
  const inName = lift(and(ofField(field, viewer), ...parts.map(contains)), root, place, viewer)
  const abbreviation = fields.fields.get('companyAbbreviation')
  const query = abbreviation
    ? or(inName, { op: 'contains', field: abbreviation.physical, value: fold(name) })
    : inName
  return { query, exactFirst: { field: 'nameSearch', value: words(name).join(' ') } }
}
