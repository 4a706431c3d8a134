/**
 * What a viewer gets to see of a product. A value is judged where it is stored: a linked one there (`value-scope.ts`),
 * not by the list that shows it.
 */
import { fixedIds, type Secrecy } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import { tradeNamePath } from '../model/field-path.ts'
import {
  type ApprovalRow,
  type DocumentRow,
  type ListData,
  listDataKeys,
  type ProductData,
  type ResolvedValue,
} from '../model/product.ts'
import { type Period, standingOf } from './approval.ts'
import { viewerClass } from './permissions.ts'
import { type ProductViewerScope, productViewerScope } from './product-viewer-scope.ts'
import { type Resolved, type ResolvedLists, responsibleInstitution } from './resolution.ts'
import {
  type Part,
  type SecrecyReference,
  secrecyOfColumn,
  secrecyOfComponent,
  visibleTo,
} from './secrecy.ts'
import { type StatesOfToday, type ValueScope, valueScope } from './value-scope.ts'
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

function keep<T>(rows: Record<string, T>, sees: (row: T, id: string) => boolean): Record<string, T> {
  const kept: Record<string, T> = {}
  for (const id of Object.keys(rows)) if (sees(rows[id] as T, id)) kept[id] = rows[id] as T
  return kept
}

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

/**
 * The single-sign-on user of the initiator is told to nobody else: the own one, so that a page knows four eyes. Revisions of
 * parents are for the server: a parent may be hidden.
 */
function redactApproval(row: ApprovalRow, actor: Actor): ApprovalRow {
  const { approvalInitiatorSub, formerInitiatorSub: _, releasedParents: __, ...rest } = row
  return approvalInitiatorSub === actor.sub ? { ...rest, approvalInitiatorSub } : rest
}
/** With gaps between its periods these stand instead of `begin` and `end`, which would tell of days in between. */
export type PublicApproval = ApprovalRow & { periods?: readonly Period[] }
/** `standing`: by the approval itself and all that it depends on. */
function publicApproval(
  { active, restriction, restrictionTextId }: ApprovalRow,
  standing: readonly Period[],
): PublicApproval | undefined {
  const [first, ...more] = standing
  if (!first) return undefined
  const { begin, end } = first
  return {
    active,
    ...(more.length > 0 ? { periods: standing } : { begin, ...(end !== undefined && { end }) }),
    ...(restriction !== undefined && { restriction }),
    ...(restrictionTextId !== undefined && { restrictionTextId }),
  }
}

export interface RedactedProduct {
  data: ProductData
  /** Linked values only, by list and key. Made when they are asked for. */
  readonly resolved: Record<string, Record<string, ResolvedValue>>
}

/**
 * What the actor may see of a product's data and of its linked values; undefined if they may not know of it. `today`
 * decides the rights; for an older revision it differs from `data`, and a row that is more secret today than it was
 * then stays hidden.
 */
export function redactProduct(
  data: ProductData,
  resolved: ResolvedLists,
  actor: Actor,
  reference: SecrecyReference,
  today: StatesOfToday,
): RedactedProduct | undefined {
  const { current } = today
  const viewerScope = productViewerScope(
    actor,
    current,
    reference,
    data === current ? [] : Object.keys(data.listData),
  )
  if (!viewerScope.seesProduct) return undefined
  const linkedScope = valueScope(actor, today, reference)
  const isPublic = viewerClass(actor) === 'P'
  const shown: ProductData = { ...data, listData: {} }
  if (isPublic) {
    shown.invoiceFlags = {}
    delete shown.derivedProductId
    delete shown.importKey
  }
  const belongs = (institution: string | undefined) =>
    institution !== undefined && actor.institutions.some((i) => i.id === institution)

  for (const [id, list] of Object.entries(data.listData)) {
    if (!viewerScope.seesList(id)) continue
    const values = resolved[id] ?? {}
    const home = responsibleInstitution(current, id)
    const sees = (level: Secrecy) => visibleTo(level, actor, belongs(home))
    const seen: Json = {}
    for (const key of Object.keys(list)) {
      if (Object.hasOwn(listDataKeys, key)) {
        // It would name rows that are hidden.
        if (key !== '_fromBase' && (!isPublic || publicKeys.has(key))) seen[key] = list[key]
      } else if (viewerScope.seesField(key, home))
        seen[key] = redactTable(key, list[key], sees, reference.fields)
    }
    redactFixedKeys(seen, list, id, { viewerScope, linkedScope, actor, reference, data, current, isPublic })
    /** A link that finds nothing yet, as in a list without its base list, is judged by the list itself. */
    const seesLinked = (key: string) =>
      linkedScope.sees(key, values[key] ?? { places: [{ list: id }], through: [] })
    seen._linked = keep(list._linked, (_, key) => seesLinked(key))
    shown.listData[id] = seen as ListData
  }
  let linkedValues: RedactedProduct['resolved'] | undefined
  return {
    data: shown,
    get resolved() {
      linkedValues ??= seenValues(shown, resolved, linkedScope, actor, reference)
      return linkedValues
    },
  }
}

/** The values of the links that are seen. */
function seenValues(
  seen: ProductData,
  resolved: ResolvedLists,
  linkedScope: ValueScope,
  actor: Actor,
  reference: SecrecyReference,
): RedactedProduct['resolved'] {
  const values: RedactedProduct['resolved'] = {}
  for (const [id, { _linked }] of Object.entries(seen.listData)) {
    const linked: Record<string, ResolvedValue> = {}
    for (const [key, found] of Object.entries(resolved[id] ?? {})) {
      if (found.source === 'direct' || !Object.hasOwn(_linked, key)) continue
      const value = seenValue(key, found, linkedScope, actor, reference.fields)
      const told: ResolvedValue = { source: found.source }
      if (value !== undefined) told.value = value
      if (found.fromProduct !== undefined) told.fromProduct = found.fromProduct
      if (found.fromList !== undefined) told.fromList = found.fromList
      linked[key] = told
    }
    values[id] = linked
  }
  return values
}

/** Documents of a list that the viewer sees; of an older revision also as secret as they are today. */
const seenRows = (id: string, { _documents }: ListData, isOlder: boolean, scope: ProductViewerScope) =>
  keep(
    _documents ?? {},
    (row, rowId) => scope.seesDocument(id, row) && (!isOlder || scope.seesDocumentToday(id, rowId)),
  )

/** The documents of all lists that the actor sees; of an older revision give `current`, the product of today. */
export function seenDocuments(
  data: ProductData,
  actor: Actor,
  reference: SecrecyReference,
  current: ProductData = data,
): DocumentRow[] {
  const also = data === current ? [] : Object.keys(data.listData)
  const scope = productViewerScope(actor, current, reference, also)
  return Object.entries(data.listData)
    .filter(([id]) => scope.seesList(id))
    .flatMap(([id, list]) => Object.values(seenRows(id, list, data !== current, scope)))
}

function redactFixedKeys(
  seen: Json,
  list: ListData,
  id: string,
  by: {
    viewerScope: ProductViewerScope
    linkedScope: ValueScope
    actor: Actor
    reference: SecrecyReference
    data: ProductData
    current: ProductData
    isPublic: boolean
  },
): void {
  const { viewerScope, linkedScope, actor, reference, data, current, isPublic } = by
  const isOlder = data !== current
  const components = (part: Part) =>
    keep(list._components[part], (_, rowId) => {
      const row = secrecyOfComponent(data, id, part, rowId)
      return isOlder ? viewerScope.seesComponentToday(id, part, rowId, row) : viewerScope.seesComponent(row)
    })
  seen._components = { base: components('base'), additional: components('additional') }
  seen._documents = seenRows(id, list, isOlder, viewerScope)
  seen._approval = Object.fromEntries(
    Object.entries(list._approval)
      .map(([standard, row]): [string, ApprovalRow | undefined] => {
        if (!isPublic) return [standard, redactApproval(row, actor)]
        const standards = (of: string) => reference.standards.get(of)?.data
        const standing = standingOf(standard, list._approval, standards, data.listData[base]?._approval)
        return [standard, publicApproval(row, standing)]
      })
      .filter(([, row]) => row !== undefined),
  )
  // Among the names may be some that the list read from the base list.
  const seesName = [id, base].every((at) => viewerScope.seesPath(`/listData/${at}/${tradeNamePath}`))
  seen._nameHistory = keep(
    list._nameHistory,
    ({ inheritedFrom: places }) =>
      seesName && (!places || linkedScope.sees(tradeNamePath, { places, through: [] })),
  )
  if (isPublic) seen._companies = keep(list._companies, (row) => row.company === actor.companyLink)
  if (seen._invoiceSpecialItems && viewerClass(actor) !== 'A')
    seen._invoiceSpecialItems = keep(list._invoiceSpecialItems ?? {}, (row) =>
      actor.institutions.some((i) => i.id === row.institution),
    )
}

/** A linked value that the actor sees; of a table without the columns that they may not see. */
export const seenValue = (
  key: string,
  found: Resolved,
  linkedScope: ValueScope,
  actor: Actor,
  fields: SecrecyReference['fields'],
) =>
  redactTable(
    key,
    found.value,
    (secrecy) => visibleTo(secrecy, actor, linkedScope.isResponsible(found)),
    fields,
  )

/** Values that a derived parent offers, without those that the actor may not see. */
export function redactOffers(
  offers: Record<string, Resolved>,
  actor: Actor,
  reference: SecrecyReference,
  today: StatesOfToday,
): Record<string, unknown> {
  const linkedScope = valueScope(actor, today, reference)
  return Object.fromEntries(
    Object.entries(offers)
      .filter(([key, found]) => linkedScope.sees(key, found))
      .map(([key, found]) => [key, seenValue(key, found, linkedScope, actor, reference.fields)]),
  )
}
