/**
 * How one viewer sees one product: which lists, fields, rows and events of it. Also what a step of its history tells
 * them.
 */
import { fixedIds, type Secrecy } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import type { Changeset, TimelineEvent } from '../model/entity.ts'
import { tradeNamePath } from '../model/field-value.ts'
import { listDataKeys, type ProductData } from '../model/product.ts'
import { pointerTokens } from './json-patch.ts'
import { can, isResponsible, viewerClass } from './permissions.ts'
import { ofList, productSubject } from './product-subject.ts'
import {
  componentHome,
  type Part,
  type SecrecyReference,
  secrecyOfDocument,
  secrecyOfField,
  visibleTo,
} from './secrecy.ts'

const base = fixedIds.list.base

/** How one viewer sees one product. Rights are those of its current state, also for older revisions. */
export interface ProductSight {
  readonly seesProduct: boolean
  seesList(list: string): boolean
  /** `responsible` is the institution responsible where the value is stored. */
  seesField(path: string, responsible: string | undefined): boolean
  seesComponent(list: string, part: Part, row: string, secrecy: Secrecy): boolean
  seesDocument(list: string, row: { secrecy?: Secrecy | undefined }): boolean
  /** Is the thing that a pointer into the data names visible, as far as its list and field tell? */
  seesPath(path: string): boolean
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
  'nameChanged',
  'deleted',
  'restored',
])

export function productSight(
  actor: Actor,
  current: ProductData,
  reference: SecrecyReference,
  also: readonly string[] = [],
): ProductSight {
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
  return {
    seesProduct,
    seesList,
    seesField,
    seesEvent: ({ kind, list }) =>
      seesProduct &&
      (list === undefined || seesList(list)) &&
      (!isPublic || publicEvents.has(kind)) &&
      // These tell the trade name.
      ((kind !== 'nameChanged' && kind !== 'created') || seesKey(list ?? base, tradeNamePath)),
    seesComponent: (list, part, row, secrecy) =>
      visibleTo(secrecy, actor, responsible(componentHome(current, list, part, row))),
    seesDocument: (list, row) => visibleTo(secrecyOfDocument(row), actor, responsible(list)),
    seesPath: (path) => {
      const [root, list, key] = pointerTokens(path) ?? []
      if (root !== 'listData' || list === undefined) return seesProduct
      if (!seesList(list)) return false
      if (key === undefined || Object.hasOwn(listDataKeys, key)) return true
      return seesKey(list, key)
    },
  }
}

/** What a step of the history tells: events of lists that the viewer sees, and the paths that they may know of. */
export function redactStep(
  step: { events?: TimelineEvent[] | undefined; changeset?: Changeset | undefined },
  sight: ProductSight,
): { events: TimelineEvent[]; changeset?: Changeset } {
  const all = step.events ?? []
  const events = all.filter(sight.seesEvent)
  const { changeset } = step
  const isAllHidden = all.length > 0 && events.length === 0
  if (!changeset || isAllHidden) return { events }
  const paths = changeset.paths?.filter((path) => sight.seesPath(path))
  if (changeset.paths?.length && paths?.length === 0) return { events }
  return { events, changeset: { label: changeset.label, ...(paths && { paths }) } }
}
