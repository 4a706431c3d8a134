/**
 * Which rows of a document the viewer may see, and which of them a field is about. What has to be seen stands at
 * every level of rows that a condition, a column or a sort key passes.
 */
import { fixedIds, type Secrecy } from '../constants.ts'
import { CallError } from '../errors.ts'
import type { CatalogueField } from './catalogue-field.ts'
import { and, nested, not, or } from './combine.ts'
import type { IndexQuery } from './index-query.ts'
import { all, none, terms, type Viewer, viewerScopeOf } from './visibility.ts'

/** Rows that conditions are about: the document (no steps), or rows of nested paths. */
export interface Place {
  steps: string[]
  table?: string
  tableSecrecy?: Secrecy
  inBaseList?: boolean
}
export interface Known {
  fields: Map<string, CatalogueField>
  places: Map<string, Place>
}
export const root: Place = { steps: [] }

/** Refuses what was asked, and says where. */
export function unknown(path: string, expected: string): never {
  throw new CallError('invalid_input', `unknown filter: ${path}: ${expected}`, {
    key: 'unknownFilter',
    params: { path },
    issues: [{ path, expected }],
  })
}

const indexed = new WeakMap<CatalogueField[], Known>()
/** The fields of a catalogue by name, and the rows that its names lead to. */
export function known(catalogue: CatalogueField[]): Known {
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

/** What rows at the end of `steps` must be to be seen, and to be the ones that `place` means. */
export function rowsSeen(steps: string[], place: Place, viewer: Viewer): IndexQuery {
  switch (steps.join('.')) {
    case 'lists':
      if (place.inBaseList) return terms('list', [fixedIds.list.base])
      return viewer.lists ? terms('list', viewer.lists) : all
    case 'lists.values':
    case 'lists.categories':
      return seenThrough(viewer)
    case 'lists.rows':
      return place.table === undefined
        ? all
        : and(
            terms('table', [place.table]),
            openTo(place.tableSecrecy ?? 'public', viewer),
            seenThrough(viewer),
          )
    case 'lists.companies':
      return viewer.company === undefined ? all : terms('company', [viewer.company])
    case 'lists.approvals':
      // Company users get approvals that are given.
      if (viewer.viewerClass !== 'P') return all
      return { op: 'terms', field: 'given', values: [true] }
    case 'lists.checklist':
    case 'lists.notes':
      // Nor do company users learn that there is an answer or a note.
      return viewer.viewerClass === 'P' ? none : all
    case 'lists.components':
    case 'lists.documents':
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
export const placeOf = (field: CatalogueField): Place => ({
  steps: field.physical.split('.').slice(0, -1),
  table: field.table,
  tableSecrecy: field.tableSecrecy,
  inBaseList: field.inBaseList,
})
/** Puts a condition on rows `to` in terms of the rows `from`, which are the same or above. */
export function lift(query: IndexQuery, from: Place, to: Place, viewer: Viewer): IndexQuery {
  let lifted = query
  for (let i = to.steps.length - 1; i >= from.steps.length; i--)
    lifted = nested(to.steps[i]!, and(rowsSeen(to.steps.slice(0, i + 1), to, viewer), lifted))
  return lifted
}
/** Rows whose values were read only through products that the viewer knows of. */
const seenThrough = ({ knownBy }: Viewer): IndexQuery =>
  knownBy === undefined ? all : not(nested('through', not(terms('seenBy', knownBy))))
/** Rows with a `responsible` of their own, as far as the viewer may see something of that secrecy in them. */
function openTo(secrecy: Secrecy, viewer: Viewer): IndexQuery {
  return viewerScopeOf(secrecy, viewer) === 'open' ? all : terms('responsible', viewer.responsibleFor)
}
/** Which rows of values are the field's, among those that the viewer may see. */
export const ofField = (field: CatalogueField, viewer: Viewer): IndexQuery =>
  field.valuePath === undefined ? all : and(terms('path', [field.valuePath]), openTo(field.secrecy, viewer))
/**
 * The field as the viewer may read it: itself; where the right depends on who is responsible or on other products,
 * the rows that say so; undefined where nothing of it may be seen.
 */
export function readable(field: CatalogueField, viewer: Viewer): CatalogueField | undefined {
  const viewerScope = viewerScopeOf(field.secrecy, viewer)
  if (viewerScope === 'hidden') return undefined
  if (field.valuePath !== undefined) return field
  const isGuarded = viewerScope === 'responsible' || viewer.knownBy !== undefined
  if (isGuarded && field.guarded) return { ...field, ...field.guarded }
  return viewerScope === 'open' ? field : undefined
}
