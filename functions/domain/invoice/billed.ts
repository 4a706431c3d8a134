/** Who is billed for a product's lists, by whom and whether at all (decisions §7). */
import { fixedIds } from '../../../shared/constants.ts'
import type { Category, List } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { FeeScope } from '../../../shared/model/fee-schedule.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import type { InvoiceType } from '../../../shared/model/invoice-type.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { type RulingOf, standingOf } from '../../../shared/rules/approval.ts'
import { categoryPath } from '../../../shared/rules/category-path.ts'
import { compareDays, dayIn } from '../../../shared/rules/dates.ts'
import type { BilledItem } from '../../../shared/rules/pricing/price.ts'
import { type DerivedOf, resolveKey } from '../../../shared/rules/resolution.ts'
import { tradeNameIn } from '../../../shared/rules/timeline.ts'
import { hasReturned } from './unindex.ts'

const base = fixedIds.list.base

/** Why a list of a product is not billed; each is a sentence of `shared/texts`. */
export const notBilledSentences = {
  invoiceNotActive: 'The list is not active.',
  invoiceArchived: 'Archived.',
  invoiceNoApproval: 'No approval is valid in the year.',
  invoiceUnindexed: 'Marked in an earlier year as no longer to be billed.',
  invoiceBilledBefore: 'On another invoice of the year already.',
  invoiceNotNew: 'Was not first activated in the year.',
} as const
export type NotBilled = keyof typeof notBilledSentences

/** Who pays whom for a list of a product. */
export interface Payer {
  productId: string
  listId: string
  scope: FeeScope
  institution: string
  company: string
}
export type Candidate = Payer & { name: string } & (
    | { item: BilledItem; notBilled?: undefined }
    | { item?: undefined; notBilled: NotBilled }
  )

type Of<T> = ReadonlyMap<string, Pick<Entity<T>, 'data' | 'disabled'>>
/** What the invoices that a company has already say of a product's list. */
export interface Billed {
  /** On an invoice of this year, other than the one that is made. */
  isInYear(productId: string, listId: string): boolean
  /** On any invoice but the one that is made. */
  isEver(productId: string, listId: string): boolean
  /** Marked in an earlier year as not to be billed any more: the last 1 January on which it is to be deactivated for that. */
  unindexedFrom(productId: string, listId: string): string | undefined
}
export interface BillingContext {
  type: InvoiceType
  year: number
  timeZone: string
  lists: Of<List>
  categories: Of<Category>
  standards: RulingOf
  derived: DerivedOf
  billed: Billed
}
interface Product {
  id: string
  disabled: boolean
  data: ProductData
}

const companyIn = (list: ListData | undefined, role: 'distributor' | 'manufacturer') =>
  Object.values(list?._companies ?? {}).find((row) => row.role === role)?.company

/** The institution of a national list: the responsible one if it is of the list, else the list's first. */
function institutionOfList(list: ListData, definition: List | undefined): string | undefined {
  const institutes = definition?.institutes ?? []
  const responsible = list._responsible?.institution
  return responsible !== undefined && institutes.includes(responsible) ? responsible : institutes[0]
}

/** Undefined where nobody can be billed, or nobody could bill. */
export function payerOf(product: Product, listId: string, lists: BillingContext['lists']): Payer | undefined {
  const list = product.data.listData[listId]
  if (!list) return undefined
  const isBase = listId === base
  const company = companyIn(list, 'distributor') ?? (isBase ? companyIn(list, 'manufacturer') : undefined)
  const institution = isBase
    ? list._responsible?.institution
    : institutionOfList(list, lists.get(listId)?.data)
  if (company === undefined || institution === undefined) return undefined
  return { productId: product.id, listId, scope: isBase ? 'eu' : 'national', institution, company }
}

/** Is an approval of the list valid on any day of the year? */
function isApprovedIn(year: number, data: ProductData, listId: string, standards: RulingOf): boolean {
  const rows = data.listData[listId]?._approval ?? {}
  const baseRows = data.listData[base]?._approval
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  return Object.keys(rows).some(
    (standard) =>
      rows[standard]?.active === true &&
      standingOf(standard, rows, standards, baseRows).some(
        ({ begin, end }) =>
          compareDays(begin, last) <= 0 && (end === undefined || compareDays(end, first) >= 0),
      ),
  )
}

function whyNot(
  { data, disabled }: Product,
  { productId, listId }: Payer,
  c: BillingContext,
): NotBilled | undefined {
  const list = data.listData[listId]!
  if (disabled || data.archived || list._archived) return 'invoiceArchived'
  if (!list._active) return 'invoiceNotActive'
  const activatedIn =
    list.activatedOn === undefined ? undefined : Number(dayIn(c.timeZone, list.activatedOn).slice(0, 4))
  const unindexed = c.billed.unindexedFrom(productId, listId)
  if (unindexed !== undefined && !hasReturned(list, unindexed, c.timeZone)) return 'invoiceUnindexed'
  if (c.billed.isInYear(productId, listId)) return 'invoiceBilledBefore'
  if (c.type === 'yearly') {
    // What is activated later than the year was not on the market in it.
    if (activatedIn !== undefined && activatedIn > c.year) return 'invoiceNotActive'
    return isApprovedIn(c.year, data, listId, c.standards) ? undefined : 'invoiceNoApproval'
  }
  if (activatedIn !== c.year || c.billed.isEver(productId, listId)) return 'invoiceNotNew'
  return isApprovedIn(c.year, data, listId, c.standards) ? undefined : 'invoiceNoApproval'
}

const nameIn = (data: ProductData, listId: string, derived: DerivedOf): string =>
  tradeNameIn(resolveKey(data, listId, tradeNamePath, derived)?.value) ??
  tradeNameIn(resolveKey(data, base, tradeNamePath, derived)?.value) ??
  ''

function itemOf({ data }: Product, payer: Payer, c: BillingContext): BilledItem {
  const { productId, listId, scope } = payer
  const { activatedOn } = data.listData[listId]!
  const category = resolveKey(data, listId, '_category', c.derived)?.value
  const categories = categoryPath(typeof category === 'string' ? category : undefined, c.categories)
  const mainCategory = categories[0] && c.categories.get(categories[0])?.data.mainCategoryKey
  return {
    productId,
    listId,
    scope,
    categories,
    ...(mainCategory !== undefined && { mainCategory }),
    ...(activatedOn !== undefined && {
      activatedOn,
      activationMonth: Number(dayIn(c.timeZone, activatedOn).slice(5, 7)),
    }),
  }
}

/** What an institution bills a company for a product's lists, and why it does not for the others. */
export const candidatesOf = (
  product: Product,
  of: { company: string; institution: string },
  c: BillingContext,
): Candidate[] =>
  Object.keys(product.data.listData)
    .sort()
    .flatMap((listId): Candidate[] => {
      const payer = payerOf(product, listId, c.lists)
      if (payer?.company !== of.company || payer.institution !== of.institution) return []
      const name = nameIn(product.data, listId, c.derived)
      const notBilled = whyNot(product, payer, c)
      return [notBilled ? { ...payer, name, notBilled } : { ...payer, name, item: itemOf(product, payer, c) }]
    })
