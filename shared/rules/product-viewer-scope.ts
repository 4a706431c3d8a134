/**
 * How one viewer sees one product: which lists, fields, rows and events of it. Also what a step of its history tells
 * them.
 */
import { fixedIds, type Secrecy } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import type { Changeset, TimelineEvent } from '../model/entity.ts'
import { tradeNamePath } from '../model/field-path.ts'
import { listDataKeys, type ProductData } from '../model/product.ts'
import { pointerTokens } from './json-patch.ts'
import { can, isResponsible, viewerClass } from './permissions.ts'
import { ofList, productSubject } from './product-subject.ts'
import { laterIds, laterRows } from './row-ids.ts'
import {
  type ComponentSecrecy,
  type Part,
  type SecrecyReference,
  secrecyOfComponent,
  secrecyOfDocument,
  secrecyOfField,
  strictest,
  visibleTo,
} from './secrecy.ts'
import { pointerToken } from './values.ts'

const base = fixedIds.list.base
/** Maps whose rows may be hidden one by one: how many tokens behind the key name the row. */
const rowDepth: Record<string, number> = {
  _components: 2,
  _documents: 1,
  _invoiceSpecialItems: 1,
  _linked: 1,
}

/** How one viewer sees one product. Rights are those of its current state, also for older revisions. */
export interface ProductViewerScope {
  readonly seesProduct: boolean
  /** A company user: gets what the public view shows, nothing that staff wrote for staff. */
  readonly seesPublicOnly: boolean
  seesList(list: string): boolean
  /** `responsible` is the institution responsible where the value is stored. */
  seesField(path: string, responsible: string | undefined): boolean
  seesComponent(row: ComponentSecrecy): boolean
  seesDocument(list: string, row: { secrecy?: Secrecy | undefined }): boolean
  /**
   * The same of a row that an older state has, or a step of the history names, by its id: as secret as it is today. One that
   * is gone is as secret as can be, since nobody could raise its level any more; a row of its id that came from elsewhere is
   * another one. `then` tells what it was in the older state.
   */
  seesComponentToday(list: string, part: Part, id: string, then?: ComponentSecrecy): boolean
  seesDocumentToday(list: string, id: string): boolean
  /** Is the thing that a pointer into the data names visible, as far as its list and field tell? */
  seesPath(path: string): boolean
  /** The pointer, cut ahead of a row that the viewer does not see today; undefined if they see nothing of it. */
  toldPath(path: string): string | undefined
  seesEvent(event: TimelineEvent): boolean
}

/** What a company user gets to know of a product's past: what the public view shows the result of. */
const publicEvents: ReadonlySet<TimelineEvent['kind']> = new Set([
  'created',
  'saved',
  'listAdded',
  'activated',
  'deactivated',
  'archived',
  'unarchived',
  'approvalConfirmed',
  'approvalExtended',
  'approvalEnded',
  'approvalMigrated',
  'nameChanged',
  'deleted',
  'restored',
])

export function productViewerScope(
  actor: Actor,
  current: ProductData,
  reference: SecrecyReference,
  also: readonly string[] = [],
): ProductViewerScope {
  // A list that the product had once lets nobody know of the product today.
  const seesProduct = can(actor, 'product:view', productSubject(current, reference.lists))
  const subject = productSubject(current, reference.lists, also)
  const lists = new Map<string, boolean>()
  const responsible = (list: string) => isResponsible(actor, subject, list)
  const seesList = (list: string) => {
    const known = lists.get(list)
    if (known !== undefined) return known
    const sees =
      seesProduct &&
      Object.hasOwn(subject.lists, list) &&
      can(actor, 'product:view-list', ofList(subject, list))
    lists.set(list, sees)
    return sees
  }
  const belongs = (institution: string | undefined) =>
    institution !== undefined && actor.institutions.some((i) => i.id === institution)
  const seesField = (path: string, institution: string | undefined) =>
    visibleTo(secrecyOfField(path, reference.fields), actor, belongs(institution))
  const seesKey = (list: string, key: string) =>
    visibleTo(secrecyOfField(key, reference.fields), actor, responsible(list))
  const isPublic = viewerClass(actor) === 'P'
  const isAdmin = viewerClass(actor) === 'A'
  const seesComponent = ({ home, secrecy }: ComponentSecrecy) => visibleTo(secrecy, actor, responsible(home))
  const seesAll = (home: string) => seesComponent({ home, secrecy: strictest })
  const seesDocument = (list: string, row: { secrecy?: Secrecy | undefined }) =>
    visibleTo(secrecyOfDocument(row), actor, responsible(list))
  const seesPath = (path: string) => {
    const [root, list, key] = pointerTokens(path) ?? []
    if (root !== 'listData' || list === undefined) return seesProduct
    if (!seesList(list)) return false
    if (key === undefined || Object.hasOwn(listDataKeys, key)) return true
    return seesKey(list, key)
  }
  const seesComponentToday: ProductViewerScope['seesComponentToday'] = (list, part, id, then) => {
    if (then && !seesComponent(then)) return false
    const rows = current.listData[list]?._components[part]
    const today = laterIds(rows, id).map((now) => secrecyOfComponent(current, list, part, now))
    if (!today.every(seesComponent)) return false
    if (then) return today.some(({ home }) => home === then.home) || seesAll(then.home)
    return today.length > 0 || [base, list].every(seesAll)
  }
  const seesDocumentToday = (list: string, id: string) => {
    const today = laterRows(current.listData[list]?._documents, id)
    return today.length > 0 ? today.every((row) => seesDocument(list, row)) : seesAll(list)
  }
  const seesSpecialItemToday = (list: string, id: string) => {
    const today = laterRows(current.listData[list]?._invoiceSpecialItems, id)
    return isAdmin || (today.length > 0 && today.every(({ institution }) => belongs(institution)))
  }
  const seesRow = (list: string, key: string, [part]: string[], row: string): boolean => {
    if (key === '_documents') return seesDocumentToday(list, row)
    if (key === '_invoiceSpecialItems') return seesSpecialItemToday(list, row)
    // Whether a field is linked is told to who may see the field.
    if (key === '_linked') return seesKey(list, row)
    return (part === 'base' || part === 'additional') && seesComponentToday(list, part, row)
  }
  return {
    seesProduct,
    seesPublicOnly: isPublic,
    seesList,
    seesField,
    seesEvent: ({ kind, list }) =>
      seesProduct &&
      (list === undefined || seesList(list)) &&
      (!isPublic || publicEvents.has(kind)) &&
      // These tell the trade name.
      ((kind !== 'nameChanged' && kind !== 'created') || seesKey(list ?? base, tradeNamePath)),
    seesComponent,
    seesDocument,
    seesComponentToday,
    seesDocumentToday,
    seesPath,
    toldPath: (path) => {
      if (!seesPath(path)) return undefined
      const [, list = '', key = '', ...rest] = pointerTokens(path) ?? []
      const depth = Object.hasOwn(rowDepth, key) ? (rowDepth[key] ?? 0) : 0
      const row = rest[depth - 1]
      if (row === undefined || seesRow(list, key, rest, row)) return path
      return `/${['listData', list, key, ...rest.slice(0, depth - 1)].map(pointerToken).join('/')}`
    },
  }
}

/**
 * An approval stands no longer than what it depends on: its own days, which an extension tells, are not what company users see
 * of it.
 */
function publicEvent(event: TimelineEvent): TimelineEvent {
  if (event.kind !== 'approvalExtended') return event
  const { from: _, to: __, ...rest } = event
  return rest
}

/** What a step of the history tells: events of lists that the viewer sees, and the paths that they may know of. */
export function redactStep(
  step: { events?: TimelineEvent[] | undefined; changeset?: Changeset | undefined },
  viewerScope: ProductViewerScope,
): { events: TimelineEvent[]; changeset?: Changeset } {
  const all = step.events ?? []
  const seen = all.filter(viewerScope.seesEvent)
  const events = viewerScope.seesPublicOnly ? seen.map(publicEvent) : seen
  const { changeset } = step
  const isAllHidden = all.length > 0 && events.length === 0
  if (!changeset || isAllHidden) return { events }
  // Staff write labels for each other.
  if (viewerScope.seesPublicOnly) return { events }
  const told = changeset.paths?.flatMap((path) => viewerScope.toldPath(path) ?? [])
  const paths = told && [...new Set(told)]
  if (changeset.paths?.length && paths?.length === 0) return { events }
  return { events, changeset: { label: changeset.label, ...(paths && { paths }) } }
}
