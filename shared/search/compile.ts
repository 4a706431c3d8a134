/**
 * From what callers ask to what an index evaluates, with the viewer's rights compiled in: a hidden value behaves as
 * if it were absent, in conditions as in sorting, columns and aggregates. What is not understood is refused
 * (`invalid_input`, "unknown filter"); no condition is ever dropped.
 */
import { fixedIds, type Secrecy } from '../constants.ts'
import { CallError } from '../errors.ts'
import type { CatalogueField } from './catalogue.ts'
import { conditionOf, NotUnderstood } from './conditions.ts'
import type { Filter, FilterLeaf } from './filter.ts'
import { words } from './fold.ts'
import type {
  IndexAggregate,
  IndexFetch,
  IndexQuery,
  IndexScope,
  IndexSearch,
  IndexSort,
} from './index-query.ts'
import { all, none, sightOf, terms, type Viewer } from './visibility.ts'

/** Deeper or longer filters are refused: they would be expensive before they are useful. */
const maxDepth = 30
const maxLeaves = 500

/** Rows that conditions are about: the document (no steps), or rows of nested paths. */
interface Place {
  steps: string[]
  table?: string
  tableSecrecy?: Secrecy
  inBaseList?: boolean
}
interface Known {
  fields: Map<string, CatalogueField>
  places: Map<string, Place>
}
const root: Place = { steps: [] }

function unknown(path: string, expected: string): never {
  throw new CallError('invalid_input', `unknown filter: ${path}: ${expected}`, {
    key: 'unknownFilter',
    params: { path },
    issues: [{ path, expected }],
  })
}
/** Says where in the input a comparison was not understood. */
function located<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof NotUnderstood) return unknown(`${path}/${error.key}`, error.expected)
    throw error
  }
}

const indexed = new WeakMap<CatalogueField[], Known>()
function known(catalogue: CatalogueField[]): Known {
  let found = indexed.get(catalogue)
  if (found) return found
  const fields = new Map(catalogue.map((field) => [field.name, field]))
  const places = new Map<string, Place>()
  for (const field of catalogue) {
    if (!field.nestedPath) continue
    const place = placeOf(field)
    const depth = field.table ? 2 : field.nestedPath.split('.').length
    places.set(field.nestedPath, { ...place, steps: place.steps.slice(0, depth) })
  }
  found = { fields, places }
  indexed.set(catalogue, found)
  return found
}

export function and(...of: IndexQuery[]): IndexQuery {
  const parts = of.flatMap((q) => (q.op === 'and' ? q.of : q.op === 'all' ? [] : [q]))
  if (parts.some((q) => q.op === 'none')) return none
  return parts.length === 0 ? all : parts.length === 1 ? parts[0]! : { op: 'and', of: parts }
}
export function or(...of: IndexQuery[]): IndexQuery {
  const parts = of.flatMap((q) => (q.op === 'or' ? q.of : q.op === 'none' ? [] : [q]))
  if (parts.some((q) => q.op === 'all')) return all
  return parts.length === 0 ? none : parts.length === 1 ? parts[0]! : { op: 'or', of: parts }
}
export const not = (of: IndexQuery): IndexQuery =>
  of.op === 'all' ? none : of.op === 'none' ? all : of.op === 'not' ? of.of : { op: 'not', of }
const nested = (path: string, of: IndexQuery): IndexQuery =>
  of.op === 'none' ? none : { op: 'nested', path, of }

/** What rows at the end of `steps` must be to be seen, and to be the ones that `place` means. */
function rowsSeen(steps: string[], place: Place, viewer: Viewer): IndexQuery {
  switch (steps.join('.')) {
    case 'lists':
      if (place.inBaseList) return terms('list', [fixedIds.list.base])
      return viewer.lists ? terms('list', viewer.lists) : all
    case 'lists.rows':
      return place.table === undefined
        ? all
        : and(terms('table', [place.table]), openTo(place.tableSecrecy ?? 'public', viewer))
    case 'lists.companies':
      return viewer.company === undefined ? all : terms('company', [viewer.company])
    case 'lists.components':
      if (viewer.viewerClass === 'A') return all
      return or(terms('secrecy', [...viewer.levels]), terms('responsible', viewer.responsibleFor))
    case 'addresses':
    case 'contacts':
      if (viewer.seesOwnerOnly) return all
      return or(not({ op: 'exists', field: 'visibleTo' }), terms('visibleTo', viewer.institutions))
    default:
      return all
  }
}
const placeOf = (field: CatalogueField): Place => ({
  steps: field.physical.split('.').slice(0, -1),
  table: field.table,
  tableSecrecy: field.tableSecrecy,
  inBaseList: field.inBaseList,
})
/** Puts a condition on rows `to` in terms of the rows `from`, which are the same or above. */
function lift(
  query: IndexQuery,
  from: Place,
  to: Place,
  viewer: Viewer,
  guard: IndexQuery = all,
): IndexQuery {
  let lifted = query
  for (let i = to.steps.length - 1; i >= from.steps.length; i--) {
    const seen = rowsSeen(to.steps.slice(0, i + 1), to, viewer)
    lifted = nested(to.steps[i]!, and(seen, i === 0 ? guard : all, lifted))
  }
  // Every level that has values of graded secrecy also has `responsible`.
  return from.steps.length > 0 || to.steps.length === 0 ? and(guard, lifted) : lifted
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
  constructor(catalogue: CatalogueField[], viewer: Viewer) {
    this.known = known(catalogue)
    this.viewer = viewer
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
    const field = readable(named, this.known, this.viewer)
    const { physical, kind } = field ?? named
    const condition = located(path, () =>
      conditionOf(physical.slice(physical.lastIndexOf('.') + 1), kind, leaf),
    )
    const query = field
      ? lift(and(ofField(field, this.viewer), condition.query), scope, placeOf(field), this.viewer)
      : none
    return condition.negated ? not(query) : query
  }
}
/** Rows with a `responsible` of their own, as far as the viewer may see something of that secrecy in them. */
function openTo(secrecy: Secrecy, viewer: Viewer): IndexQuery {
  return sightOf(secrecy, viewer) === 'open' ? all : terms('responsible', viewer.responsibleFor)
}
/** Which rows of values are the field's, among those that the viewer may see. */
const ofField = (field: CatalogueField, viewer: Viewer): IndexQuery =>
  field.valuePath === undefined ? all : and(terms('path', [field.valuePath]), openTo(field.secrecy, viewer))
/**
 * The field as the viewer may read it: itself; where the right depends on who is responsible, the rows of values
 * that say so; undefined where nothing of it may be seen.
 */
function readable(field: CatalogueField, all: Known, viewer: Viewer): CatalogueField | undefined {
  const sight = sightOf(field.secrecy, viewer)
  if (sight === 'open') return field
  if (sight === 'hidden') return undefined
  if (field.valuePath !== undefined) return field
  return field.guardedAs === undefined ? undefined : all.fields.get(field.guardedAs)
}

/**
 * Documents that the viewer may see and that meet the filter. Deleted ones are left out unless the filter itself
 * says something about `deleted`. Errors: `invalid_input`.
 */
export function compileFilter(
  filter: Filter | undefined,
  catalogue: CatalogueField[],
  viewer: Viewer,
  path = '/attributeFilter',
): IndexQuery {
  const compiler = new FilterCompiler(catalogue, viewer)
  const query = filter ? compiler.compile(filter, root, path) : all
  return and(
    viewer.documents,
    compiler.namesDeleted ? all : not({ op: 'terms', field: 'deleted', values: [true] }),
    query,
  )
}

/**
 * The name search: every word typed is part of the name; exact names come first. To be joined with `compileFilter`
 * by `and`. A text without letters and digits finds nothing.
 */
export function compileName(
  name: string,
  catalogue: CatalogueField[],
  viewer: Viewer,
): { query: IndexQuery; exactFirst?: IndexSearch['exactFirst'] } {
  const fields = known(catalogue)
  const named = fields.fields.get('title') ?? fields.fields.get('name')
  const parts = [...new Set(words(name))]
  const field = named && readable(named, fields, viewer)
  if (!field || parts.length === 0) return { query: none }
  const place = placeOf(field)
  // Words have no punctuation, so they are found in a name as it stands just as in `nameSearch`.
  const contains = (value: string): IndexQuery => ({
    op: 'contains',
    field: place.steps.length ? 'text' : 'nameSearch',
    value,
  })
  const query = lift(and(ofField(field, viewer), ...parts.map(contains)), root, place, viewer)
  return { query, exactFirst: { field: 'nameSearch', value: words(name).join(' ') } }
}

/** Rows that a column or sort key is read from; undefined where the viewer sees none of its values. */
function sourceOf(
  named: CatalogueField,
  use: 'sortPhysical' | 'showPhysical' | 'physical',
  known: Known,
  viewer: Viewer,
  list: string | undefined,
): { field: string; nested?: IndexScope } | undefined {
  const field = readable(named, known, viewer)
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
  { list = fixedIds.list.base, path = '/sorting' }: ColumnOptions = {},
): IndexSort[] {
  return sorting.flatMap((column, i): IndexSort[] => {
    const at = column.lastIndexOf(':')
    const direction = column.slice(at + 1)
    if (direction !== 'asc' && direction !== 'desc')
      return unknown(`${path}/${i}`, 'expected column:asc or column:desc')
    const field = fieldNamed(column.slice(0, at), catalogue, `${path}/${i}`)
    if (!field.sortable) return unknown(`${path}/${i}`, `"${field.name}" cannot be sorted by`)
    const source = sourceOf(field, 'sortPhysical', known(catalogue), viewer, list)
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
    const source = sourceOf(field, 'showPhysical', known(catalogue), viewer, list)
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
  const source = sourceOf(field, 'physical', known(catalogue), viewer, list)
  const limit = aggregate.limit ? { limit: aggregate.limit } : {}
  if (!source) return { kind: aggregate.kind, field: 'id', where: none, ...limit }
  return { kind: aggregate.kind, ...source, ...limit }
}
