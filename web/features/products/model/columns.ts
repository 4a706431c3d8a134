/** Columns of the product list: the defaults of the specification, values of a list, and every defined field. */
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import type { CatalogueField } from '../../../../shared/search/catalogue-field.ts'
import { type FieldWords, wordOf } from '../../../ui/catalogue-fields.ts'
import type { CatalogueColumn } from '../../../ui/catalogue-list.ts'

/** Default sortable main-data columns (file 1 §9), in their order, with widths in pixels that fit 1280. */
const defaults: Record<string, number> = {
  name: 220,
  rev: 85,
  created: 118,
  updated: 120,
  isNationalPartner: 145,
  categoryTree: 230,
  manufacturer: 190,
  distributor: 190,
}
/** Beside the name where somebody approves: what is open, and what ends. */
const ofApprovals: Record<string, number> = { 'lists.approvals.summary': 240, 'lists.approvedUntil': 165 }
/** On a large screen what is long gets the room, not the last column. */
const wideFrom = 1600
const wide: Record<string, number> = { name: 280, categoryTree: 380, manufacturer: 250, distributor: 250 }
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
  const column = (field: CatalogueField, width: number): CatalogueColumn => ({
    id: field.name,
    title: short(field.name) || `${wordOf(field.title, words)}${field.unit ? ` (${field.unit})` : ''}`,
    field,
    isDefault: field.name in defaults || (mayApprove && field.name in ofApprovals),
    isFixed: field.name === 'name',
    width,
  })
  const { name: nameWidth = 0, ...others } = defaults
  const named = Object.entries({ name: nameWidth, ...ofApprovals, ...others, ...further }).flatMap(
    ([name, width]) => {
      const field = byName.get(name)
      const isWide = window.innerWidth >= wideFrom
      return field ? [column(field, (isWide && wide[name]) || width)] : []
    },
  )
  const defined = catalogue
    .filter((f) => f.definition && !f.inBaseList && !f.table && f.valuePath !== tradeNamePath)
    .map((f) => column(f, widthOfKind[f.kind]))
  return [...named, ...defined]
}
