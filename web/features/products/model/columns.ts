/** Columns of the product list: the defaults of the specification, values of a list, and every defined field. */
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import type { CatalogueField } from '../../../../shared/search/catalogue-field.ts'
import { type FieldWords, wordOf } from '../../../ui/catalogue-fields.ts'
import type { CatalogueColumn } from '../../../ui/catalogue-list.ts'

type Room = Pick<CatalogueColumn, 'width' | 'least' | 'grows' | 'leaves'>
/** Default sortable main-data columns (file 1 §9), in their order. Those that say least go where there is no room. */
const defaults: Record<string, Room> = {
  name: { width: 220, least: 170, grows: 3 },
  rev: { width: 85, least: 60, leaves: 2 },
  created: { width: 118, least: 104, leaves: 1 },
  updated: { width: 120, least: 104, leaves: 6 },
  isNationalPartner: { width: 145, least: 80, leaves: 3 },
  categoryTree: { width: 230, least: 150, grows: 4, leaves: 7 },
  manufacturer: { width: 190, least: 120, grows: 2, leaves: 4 },
  distributor: { width: 190, least: 120, grows: 2, leaves: 5 },
}
/** Beside the name where somebody approves: what is open, and what ends. */
const ofApprovals: Record<string, Room> = {
  'lists.approvals.summary': { width: 240, least: 152, grows: 1 },
  'lists.approvedUntil': { width: 165, least: 110, leaves: 8 },
}
const further: Record<string, number> = {
  createdBy: 160,
  updatedBy: 160,
  responsible: 160,
  archived: 110,
  invoiceFlags: 160,
  importKey: 150,
  'lists.active': 110,
  'lists.archived': 110,
  'lists.name': 220,
  'lists.permits': 150,
  'lists.responsible': 160,
  'lists.category': 200,
  'lists.activatedOn': 120,
  'lists.deactivatedOn': 120,
}
const widthOfKind: Record<CatalogueField['kind'], number> = {
  keyword: 160,
  text: 200,
  number: 120,
  date: 120,
  boolean: 110,
}

/**
 * `short` gives a shorter head where the field's title is long for narrow values; empty where it has none. For who may
 * approve, the approvals of the list are among the default columns.
 */
export function productColumns(
  catalogue: readonly CatalogueField[],
  words: FieldWords,
  short: (name: string) => string = () => '',
  mayApprove = false,
): CatalogueColumn[] {
  const byName = new Map(catalogue.map((f) => [f.name, f]))
  const column = (field: CatalogueField, room: Room): CatalogueColumn => ({
    id: field.name,
    title: short(field.name) || `${wordOf(field.title, words)}${field.unit ? ` (${field.unit})` : ''}`,
    field,
    isDefault: field.name in defaults || (mayApprove && field.name in ofApprovals),
    isFixed: field.name === 'name',
    ...room,
  })
  const { name: ofName = { width: 0 }, ...others } = defaults
  const named = [
    ...Object.entries({ name: ofName, ...ofApprovals, ...others }),
    ...Object.entries(further).map(([name, width]) => [name, { width }] as const),
  ].flatMap(([name, room]) => {
    const field = byName.get(name)
    return field ? [column(field, room)] : []
  })
  const defined = catalogue
    .filter((f) => f.definition && !f.inBaseList && !f.table && f.valuePath !== tradeNamePath)
    .map((f) => column(f, { width: widthOfKind[f.kind] }))
  return [...named, ...defined]
}

/** These columns in this order, then all others, hidden. */
export function withColumns(
  all: readonly { id: string }[],
  shown: readonly string[],
): { id: string; visible: boolean }[] {
  const others = all.filter(({ id }) => !shown.includes(id))
  return [...shown.map((id) => ({ id, visible: true })), ...others.map(({ id }) => ({ id, visible: false }))]
}
