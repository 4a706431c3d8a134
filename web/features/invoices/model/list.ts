/** The list of invoices: its state in the address, which of them it shows, its conditions and its columns. Pure. */
import * as z from 'zod'
import { lineCategories, netOfCategory } from '../../../../shared/rules/pricing/by-category.ts'
import type { CatalogueField } from '../../../../shared/search/catalogue-field.ts'
import { and } from '../../../../shared/search/combine-filters.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import { type FieldSources, type FieldWords, filterFieldOf, wordOf } from '../../../ui/catalogue-fields.ts'
import {
  type CatalogueColumn,
  catalogueListDefaults,
  catalogueListState,
} from '../../../ui/catalogue-list.ts'
import type { FilterField } from '../../../ui/filter-field.ts'

/** `usual`: without those that are only marked as sent (file 2 §4). */
export const views = ['usual', 'open', 'sent', 'cancelled', 'pseudoSent', 'all'] as const
export type InvoiceListView = (typeof views)[number]
export const invoiceListState = catalogueListState.extend({ view: z.enum(views) })
export type InvoiceListState = z.infer<typeof invoiceListState>
export const invoiceListDefaults: InvoiceListState = {
  ...catalogueListDefaults,
  sort: 'invoiceDate:desc',
  view: 'usual',
}

const firstDay = '2000-01-01'
const isSent: Filter = { field: 'sendDate', comparison: 'exists' }
const isReallySent: Filter = { field: 'sendDate', comparison: 'gte', value: firstDay }
const isCancelled: Filter = { field: 'cancellationDate', comparison: 'exists' }
const filters: Record<InvoiceListView, Filter | undefined> = {
  usual: { $or: [{ $not: isSent }, isReallySent] },
  open: { $not: isSent },
  sent: { $and: [isReallySent, { $not: isCancelled }] },
  cancelled: isCancelled,
  pseudoSent: { field: 'sendDate', comparison: 'lt', value: firstDay },
  all: undefined,
}
export const companyName = 'indexData.company.name'
/** It tells apart what one company gets from several: where its column is gone, it stands below the company. */
export const institutionColumn = 'institution'
export const customerNumber = 'indexData.company.customerNumber'

/** By number of the invoice, or name or number of the company. */
function typedFilter(typed: string): Filter | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  return {
    $or: [
      { field: 'number', comparison: 'contains', value: text },
      { field: companyName, comparison: 'contains', value: text },
      ...(/^\d{1,9}$/.test(text)
        ? [{ field: customerNumber, comparison: 'eq' as const, value: Number(text) }]
        : []),
    ],
  }
}
export function listFilter(
  { q, view }: Pick<InvoiceListState, 'q' | 'view'>,
  conditions: Filter | undefined,
): Filter | undefined {
  const parts = [filters[view], typedFilter(q), conditions].filter((one) => one !== undefined)
  return parts.length > 0 ? and(parts) : undefined
}

export const filterGroups = ['invoice'] as const
/** Ids, what the choice beside the search asks, and the title, which an invoice has none of. */
const hidden = new Set([
  ...['id', 'title', 'deleted', 'rev', 'companyId', 'sums.products'],
  // Parts of the net, for the picture of the year.
  ...lineCategories.map(netOfCategory),
])
export const invoiceFilterFields = (
  catalogue: readonly CatalogueField[],
  words: FieldWords,
  sources: FieldSources,
): FilterField[] => {
  const order = Object.keys(shown)
  const rank = ({ name }: CatalogueField) => {
    const at = order.indexOf(name)
    return at < 0 ? order.length : at
  }
  return catalogue
    .filter(({ name }) => !hidden.has(name))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((field) => ({
      ...filterFieldOf(field, 'invoice', words, sources),
      ...(field.name === customerNumber && { typed: 'number' as const }),
    }))
}

type Shown = Pick<CatalogueColumn, 'width' | 'isDefault' | 'least' | 'grows' | 'leaves'>
const shown: Record<string, Shown> = {
  [companyName]: { width: 240, least: 240, grows: 3, isDefault: true },
  number: { width: 190, least: 176, isDefault: true },
  sendDate: { width: 190, least: 142, isDefault: true },
  type: { width: 150, least: 140, leaves: 3, isDefault: true },
  targetYear: { width: 84, leaves: 4, isDefault: true },
  institution: { width: 190, least: 150, grows: 1, leaves: 2, isDefault: true },
  invoiceDate: { width: 110, least: 104, leaves: 5, isDefault: true },
  'totals.net': { width: 140, least: 130, leaves: 6, isDefault: true },
  'totals.gross': { width: 140, least: 130, isDefault: true },
  [customerNumber]: { width: 130, leaves: 1, isDefault: false },
  currency: { width: 100, isDefault: false },
  'totals.vat': { width: 130, isDefault: false },
  cancellationDate: { width: 130, isDefault: false },
  created: { width: 110, isDefault: false },
  createdBy: { width: 160, isDefault: false },
  updated: { width: 110, isDefault: false },
  updatedBy: { width: 160, isDefault: false },
}
export function invoiceColumns(
  catalogue: readonly CatalogueField[],
  words: FieldWords,
  stateTitle: string,
): CatalogueColumn[] {
  const byName = new Map(catalogue.map((field) => [field.name, field]))
  return Object.entries(shown).flatMap(([name, room]) => {
    const field = byName.get(name)
    if (!field) return []
    // The day of sending, and where there is none how far it is.
    const title = name === 'sendDate' ? stateTitle : wordOf(field.title, words)
    return [{ id: name, title, field, isFixed: name === companyName, ...room }]
  })
}

/** Columns that others are said with. */
export const withCompanions = (columns: readonly string[]): string[] => [
  ...new Set([
    ...columns,
    companyName,
    institutionColumn,
    'number',
    'sendDate',
    'cancellationDate',
    'currency',
  ]),
]
/** The invoices of a year, without those that are only marked as sent. Cancelled ones and their cancellations make up for each other. */
export const billedInYear = (year: number): Filter =>
  and([filters.usual!, { field: 'targetYear', comparison: 'eq', value: year }])
/** By the day of the invoice. */
export const datedInYear = (year: number): Filter =>
  and([
    filters.usual!,
    { field: 'invoiceDate', comparison: 'gte', value: `${year}-01-01` },
    { field: 'invoiceDate', comparison: 'lte', value: `${year}-12-31` },
  ])
