/**
 * What a viewer gets to see of a product. A value is judged where it is stored: a linked one by the institution that
 * is responsible there, not by the list that shows it.
 */
import { fixedIds, type Secrecy } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import { tradeNamePath } from '../model/field-value.ts'
import {
  type ApprovalRow,
  type ListData,
  listDataKeys,
  type ProductData,
  type ResolvedValue,
} from '../model/product.ts'
import { viewerClass } from './permissions.ts'
import { type ProductViewerScope, productViewerScope } from './product-viewer-scope.ts'
import type { Resolved, ResolvedLists } from './resolution.ts'
import { laterRows } from './row-ids.ts'
import {
  componentHome,
  type Part,
  type SecrecyReference,
  secrecyOfColumn,
  stricter,
  visibleTo,
} from './secrecy.ts'
import { isObject, type Json } from './values.ts'

const base = fixedIds.list.base

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
  const viewerScope = productViewerScope(
    actor,
    current,
    reference,
    data === current ? [] : Object.keys(data.listData),
  )
  if (!viewerScope.seesProduct) return undefined
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
    if (!viewerScope.seesList(id)) continue
    const values = resolved[id] ?? {}
    const home = responsibleFor(id)
    const seen: Json = {}
    for (const [key, value] of Object.entries(list)) {
      if (Object.hasOwn(listDataKeys, key)) {
        if (!isPublic || publicKeys.has(key)) seen[key] = value
      } else if (viewerScope.seesField(key, home))
        seen[key] = redactTable(key, value, (s) => visibleTo(s, actor, belongs(home)), reference.fields)
    }
    redactFixedKeys(seen, list, id, { viewerScope, actor, data, current, isPublic })
    seen._linked = keep(list._linked, (_, key) => viewerScope.seesField(key, homeOf(id, values[key])))
    view.data.listData[id] = seen as ListData
    const linked: Record<string, ResolvedValue> = {}
    for (const [key, found] of Object.entries(values)) {
      const at = homeOf(id, found)
      if (found.source === 'direct' || !viewerScope.seesField(key, at)) continue
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
  by: {
    viewerScope: ProductViewerScope
    actor: Actor
    data: ProductData
    current: ProductData
    isPublic: boolean
  },
): void {
  const { viewerScope, actor, data, current, isPublic } = by
  const now = current.listData[id]
  const isOlder = data !== current
  const components = (part: Part) =>
    keep(list._components[part], (row, rowId) => {
      const today = isOlder ? laterRows(now?._components[part], rowId) : []
      // A row that came from the base list stays the base list's, also after it has left it.
      const home = componentHome(data, id, part, rowId)
      const homeToday = home === base ? base : componentHome(current, id, part, rowId)
      return viewerScope.seesComponent(
        homeToday,
        today.reduce((level, later) => stricter(level, later.secrecy), row.secrecy),
      )
    })
  seen._components = { base: components('base'), additional: components('additional') }
  seen._documents = keep(list._documents, (row, rowId) => {
    const today = now?._documents[rowId]
    return viewerScope.seesDocument(id, row) && (!today || viewerScope.seesDocument(id, today))
  })
  seen._approval = Object.fromEntries(
    Object.entries(list._approval).map(([standard, row]) => [
      standard,
      isPublic ? publicApproval(row) : redactApproval(row, actor),
    ]),
  )
  if (!viewerScope.seesPath(`/listData/${id}/${tradeNamePath}`)) seen._nameHistory = {}
  if (isPublic) seen._companies = keep(list._companies, (row) => row.company === actor.companyLink)
  if (seen._invoiceSpecialItems && viewerClass(actor) !== 'A')
    seen._invoiceSpecialItems = keep(list._invoiceSpecialItems ?? {}, (row) =>
      actor.institutions.some((i) => i.id === row.institution),
    )
}

/** Values that a derived parent offers, without those that the actor may not see. */
export function redactOffers(
  offers: Record<string, Resolved>,
  viewerScope: ProductViewerScope,
  actor: Actor,
  fields: SecrecyReference['fields'],
): Record<string, unknown> {
  const seen: Record<string, unknown> = {}
  for (const [key, found] of Object.entries(offers)) {
    if (!viewerScope.seesField(key, found.responsible)) continue
    const isOwn = actor.institutions.some((i) => i.id === found.responsible)
    seen[key] = redactTable(key, found.value, (s) => visibleTo(s, actor, isOwn), fields)
  }
  return seen
}
