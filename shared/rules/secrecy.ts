/**
 * What a viewer gets to see of a product or a company (decisions §4, "Secrecy levels"). A value is judged where it is
 * stored: a linked one by the institution that is responsible there, not by the list that shows it.
 */
import { fixedIds, mainCategorySecrecy, type Secrecy, secrecyLevels } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import type { FieldDefinition } from '../model/administration.ts'
import type { CompanyData } from '../model/company.ts'
import type { Changeset, Entity, TimelineEvent } from '../model/entity.ts'
import { tradeNamePath } from '../model/field-value.ts'
import {
  type ApprovalRow,
  type ListData,
  listDataKeys,
  type ProductData,
  type ResolvedValue,
} from '../model/product.ts'
import { pointerTokens } from './json-patch.ts'
import { can, isResponsible, viewerClass } from './permissions.ts'
import { type Lists, ofList, productSubject } from './product-subject.ts'
import type { Resolved, ResolvedLists } from './resolution.ts'
import { isObject, type Json } from './values.ts'

const base = fixedIds.list.base

/** Reference data that secrecy is judged with. `fields` is keyed by entity id, as reference data comes. */
export interface SecrecyReference {
  lists: Lists
  fields: ReadonlyMap<string, Pick<Entity<FieldDefinition>, 'data'>>
}

/** May the actor see a value of this secrecy? `responsible`: one of their institutions is responsible for it. */
export function visibleTo(secrecy: Secrecy, actor: Actor, responsible: boolean): boolean {
  if (secrecy === 'public') return true
  const viewer = viewerClass(actor)
  if (viewer === 'A') return true
  if (viewer === 'R' || viewer === 'P') return false
  if (responsible) return true
  return viewer === 'C' ? secrecy !== 'base-data-responsible' : secrecy === 'national-partners'
}

/** The level that fewer people see. */
export const stricter = (a: Secrecy, b: Secrecy): Secrecy =>
  secrecyLevels.indexOf(a) <= secrecyLevels.indexOf(b) ? a : b

const byPath = new WeakMap<SecrecyReference['fields'], Map<string, FieldDefinition>>()
/** Field definitions by path; made once for each version of the reference data. */
export function fieldsByPath(fields: SecrecyReference['fields']): ReadonlyMap<string, FieldDefinition> {
  const known = byPath.get(fields)
  if (known) return known
  const made = new Map([...fields.values()].map(({ data }) => [data.path, data]))
  byPath.set(fields, made)
  return made
}

/** A value whose definition is gone is seen only by those who are responsible; the trade name by everyone. */
export const secrecyOfField = (path: string, fields: SecrecyReference['fields']): Secrecy =>
  fieldsByPath(fields).get(path)?.secrecy ??
  (path === tradeNamePath || path === '_category' ? 'public' : 'base-data-responsible')

/** A column is at least as secret as its table. */
export const secrecyOfColumn = (
  table: string,
  column: string,
  fields: SecrecyReference['fields'],
): Secrecy => {
  const all = fieldsByPath(fields)
  const own = all.get(`${table}-${column}`) ?? all.get(column)
  const ofTable = secrecyOfField(table, fields)
  return own ? stricter(own.secrecy, ofTable) : ofTable
}

export const secrecyOfDocument = (row: { secrecy?: Secrecy | undefined }): Secrecy =>
  row.secrecy ?? mainCategorySecrecy

type Part = 'base' | 'additional'
/** List whose responsible institution a component row belongs to: the base list's, if the row came from there. */
export const componentHome = (
  data: Pick<ProductData, 'listData'>,
  list: string,
  part: Part,
  row: string,
): string => (list !== base && Object.hasOwn(data.listData[base]?._components[part] ?? {}, row) ? base : list)

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

/** Fixed keys of a list that a company user gets: the public view. */
const publicKeys = new Set([
  '_approval',
  '_category',
  '_companies',
  '_components',
  '_documents',
  '_active',
  '_archived',
  '_nameHistory',
  '_linked',
  '_risklabels',
  '_hobbygarden',
  '_permits',
  'activatedOn',
  'deactivatedOn',
])

const keep = <T>(rows: Record<string, T>, sees: (row: T, id: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(rows).filter(([id, row]) => sees(row, id)))

function redactTable(
  path: string,
  value: unknown,
  sees: (secrecy: Secrecy) => boolean,
  fields: SecrecyReference['fields'],
) {
  if (!isObject(value) || !isObject(value.tableValue)) return value
  const rows = Object.entries(value.tableValue).map(([id, row]) => [
    id,
    isObject(row)
      ? Object.fromEntries(
          Object.entries(row).filter(
            ([column]) => column === '_order' || sees(secrecyOfColumn(path, column, fields)),
          ),
        )
      : row,
  ])
  return { tableValue: Object.fromEntries(rows) }
}

/** The single-sign-on user of the initiator is told to nobody else: the own one, so that a page knows four eyes. */
function redactApproval(row: ApprovalRow, actor: Actor): ApprovalRow {
  const { approvalInitiatorSub, ...rest } = row
  return approvalInitiatorSub === actor.sub ? row : rest
}
const publicApproval = ({
  begin,
  end,
  active,
  restriction,
  restrictionTextId,
}: ApprovalRow): ApprovalRow => ({
  active,
  ...(begin !== undefined && { begin }),
  ...(end !== undefined && { end }),
  ...(restriction !== undefined && { restriction }),
  ...(restrictionTextId !== undefined && { restrictionTextId }),
})

export interface RedactedProduct {
  data: ProductData
  /** Linked values only, by list and key. */
  resolved: Record<string, Record<string, ResolvedValue>>
}

/**
 * What the actor may see of a product's data and of its linked values; undefined if they may not know of it. For an
 * older revision give `current`, the state of today: it decides the rights, and a row that is more secret today than
 * it was then stays hidden.
 */
export function redactProduct(
  data: ProductData,
  resolved: ResolvedLists,
  actor: Actor,
  reference: SecrecyReference,
  current: ProductData = data,
): RedactedProduct | undefined {
  const sight = productSight(actor, current, reference, data === current ? [] : Object.keys(data.listData))
  if (!sight.seesProduct) return undefined
  const isPublic = viewerClass(actor) === 'P'
  const view: RedactedProduct = { data: { ...data, listData: {} }, resolved: {} }
  if (isPublic) {
    view.data.invoiceFlags = {}
    delete view.data.derivedProductId
    delete view.data.importKey
  }
  const responsibleFor = (list: string) =>
    (current.listData[list]?._responsible ?? current.listData[base]?._responsible)?.institution
  const belongs = (institution: string | undefined) =>
    institution !== undefined && actor.institutions.some((i) => i.id === institution)
  /** Where a value is stored: another product judges by its own state, this one by its state of today. */
  const homeOf = (list: string, found: Resolved | undefined) =>
    found?.fromProduct === undefined ? responsibleFor(found?.fromList ?? list) : found.responsible

  for (const [id, list] of Object.entries(data.listData)) {
    if (!sight.seesList(id)) continue
    const values = resolved[id] ?? {}
    const home = responsibleFor(id)
    const seen: Json = {}
    for (const [key, value] of Object.entries(list)) {
      if (Object.hasOwn(listDataKeys, key)) {
        if (!isPublic || publicKeys.has(key)) seen[key] = value
      } else if (sight.seesField(key, home))
        seen[key] = redactTable(key, value, (s) => visibleTo(s, actor, belongs(home)), reference.fields)
    }
    redactFixedKeys(seen, list, id, { sight, actor, current, isPublic })
    seen._linked = keep(list._linked, (_, key) => sight.seesField(key, homeOf(id, values[key])))
    view.data.listData[id] = seen as ListData
    const linked: Record<string, ResolvedValue> = {}
    for (const [key, found] of Object.entries(values)) {
      const at = homeOf(id, found)
      if (found.source === 'direct' || !sight.seesField(key, at)) continue
      const value = redactTable(key, found.value, (s) => visibleTo(s, actor, belongs(at)), reference.fields)
      linked[key] = {
        source: found.source,
        ...(value !== undefined && { value }),
        ...(found.fromProduct !== undefined && { fromProduct: found.fromProduct }),
        ...(found.fromList !== undefined && { fromList: found.fromList }),
      }
    }
    view.resolved[id] = linked
  }
  return view
}

function redactFixedKeys(
  seen: Json,
  list: ListData,
  id: string,
  by: { sight: ProductSight; actor: Actor; current: ProductData; isPublic: boolean },
): void {
  const { sight, actor, current, isPublic } = by
  const now = current.listData[id]
  const components = (part: Part) =>
    keep(list._components[part], (row, rowId) => {
      const today = now?._components[part][rowId]?.secrecy ?? row.secrecy
      return sight.seesComponent(id, part, rowId, stricter(row.secrecy, today))
    })
  seen._components = { base: components('base'), additional: components('additional') }
  seen._documents = keep(list._documents, (row, rowId) => {
    const today = now?._documents[rowId]
    return sight.seesDocument(id, row) && (!today || sight.seesDocument(id, today))
  })
  seen._approval = Object.fromEntries(
    Object.entries(list._approval).map(([standard, row]) => [
      standard,
      isPublic ? publicApproval(row) : redactApproval(row, actor),
    ]),
  )
  if (!sight.seesPath(`/listData/${id}/${tradeNamePath}`)) seen._nameHistory = {}
  if (isPublic) seen._companies = keep(list._companies, (row) => row.company === actor.companyLink)
  if (seen._invoiceSpecialItems && viewerClass(actor) !== 'A')
    seen._invoiceSpecialItems = keep(list._invoiceSpecialItems ?? {}, (row) =>
      actor.institutions.some((i) => i.id === row.institution),
    )
}

/** Values that a derived parent offers, without those that the actor may not see. */
export function redactOffers(
  offers: Record<string, Resolved>,
  sight: ProductSight,
  actor: Actor,
  fields: SecrecyReference['fields'],
): Record<string, unknown> {
  const seen: Record<string, unknown> = {}
  for (const [key, found] of Object.entries(offers)) {
    if (!sight.seesField(key, found.responsible)) continue
    const isOwn = actor.institutions.some((i) => i.id === found.responsible)
    seen[key] = redactTable(key, found.value, (s) => visibleTo(s, actor, isOwn), fields)
  }
  return seen
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

/** A company without the addresses and persons that only its owner may see; undefined if the actor may not know it. */
export function redactCompany(
  company: { id: string; data: CompanyData },
  actor: Actor,
): CompanyData | undefined {
  const { data } = company
  const subject = { id: company.id, owner: data.baseData.owner, institution: data.baseData.institution }
  if (!can(actor, 'company:view', subject)) return undefined
  if (can(actor, 'company:view-owner-only', subject)) return data
  const addresses = keep(data.addresses, (row) => !row.visibleToOwnerOnly)
  const contactPersons = Object.fromEntries(
    Object.entries(keep(data.contactPersons, (row) => !row.visibleToOwnerOnly)).map(([id, row]) => {
      if (row.address === undefined || Object.hasOwn(addresses, row.address)) return [id, row]
      const { address: _, ...rest } = row
      return [id, rest]
    }),
  )
  return { ...data, addresses, contactPersons }
}
