/**
 * What an invoice comes to (decisions §7): from what is billed and the institution's fee schedule to its lines, each with the rule
 * that made it, and their sum. Pure; the same input in another order gives the same lines.
 */
import type { FeeSchedule, FeeScope, FeeType } from '../../model/fee-schedule.ts'
import { feeScopes } from '../../model/fee-schedule.ts'
import type { InvoiceType } from '../../model/invoice-type.ts'
import { lineAmount, percentOf, sumOf } from './decimal.ts'

/** A product in a list, as it is billed. */
export interface BilledItem {
  productId: string
  listId: string
  scope: FeeScope
  /** Instant of its first activation; absent where that is not known: these come first. */
  activatedOn?: string
  /** Month of the activation in the installation's time zone, 1 to 12: what initial invoices count from. January where it is not given. */
  activationMonth?: number
  /** Its category and all above it, from itself upwards. */
  categories: readonly string[]
  mainCategory?: string
}
/** Something that is billed beside the scale. */
export interface SpecialItem {
  productId: string
  listId: string
  text: string
  amount: number
  /** SHA-1 of institution, year, text and amount: equal ones are one line. */
  hash: string
}
export interface PricedLine {
  /** `eu_base`, `national_restMonthly` …, or the hash of special items, or `custom`. */
  rule: string
  /** What it is counted of: 1, months, special items. */
  count: number
  price: number
  /** Percent, and the category that gives it. */
  discount?: { percent: number; category: string }
  amount: number
  scope?: FeeScope
  /** The first of its products. */
  productId?: string
  listId?: string
  products: string[]
  mainCategory?: string
  /** Main category of the product, where the line is for one of the scale. */
  productCategory?: string
  /** Of special items and of entries that were added by hand. */
  text?: string
}
export interface Totals {
  net: number
  vatPercent: number
  vat: number
  gross: number
}

/** Products that have the first price, in the order of their activation. */
const firstProducts = 15
const ruleOf = (scope: FeeScope, type: FeeType) => `${scope}_${type}`
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** By activation, then id, then list. */
const inOrder = (a: BilledItem, b: BilledItem) =>
  compare(a.activatedOn ?? '', b.activatedOn ?? '') ||
  compare(a.productId, b.productId) ||
  compare(a.listId, b.listId)

/** The discount that suits a product best, and of equal ones the one of the category nearest to it. */
function discountFor(
  { categories }: BilledItem,
  discounts: FeeSchedule['eu']['discounts'],
): { percent: number; category: string } | undefined {
  let best: { percent: number; category: string } | undefined
  for (const category of categories)
    for (const discount of discounts)
      if (discount.category === category && discount.percent > (best?.percent ?? 0)) best = { ...discount }
  return best
}

function itemLine(item: BilledItem, schedule: FeeSchedule, type: FeeType, count: number): PricedLine {
  const { scope, productId, listId, mainCategory } = item
  const price = schedule[scope][type]
  const discount = discountFor(item, schedule[scope].discounts)
  return {
    rule: ruleOf(scope, type),
    count,
    price,
    ...(discount && { discount }),
    amount: lineAmount(price, count, discount?.percent ?? 0),
    scope,
    productId,
    listId,
    products: [productId],
    ...(mainCategory !== undefined && { productCategory: mainCategory }),
  }
}

function scaleLines(type: InvoiceType, items: readonly BilledItem[], schedule: FeeSchedule): PricedLine[] {
  if (type === 'yearly')
    return items.map((item, n) => itemLine(item, schedule, n < firstProducts ? 'base' : 'base_16plus', 1))
  return items.flatMap((item) => [
    itemLine(item, schedule, 'restBase', 1),
    // From the month of the activation to December, both included.
    itemLine(item, schedule, 'restMonthly', 13 - (item.activationMonth ?? 1)),
  ])
}

/** Once for each main category beyond the first one that the products come to, in their order. */
function categoryLines(scope: FeeScope, items: readonly BilledItem[], schedule: FeeSchedule): PricedLine[] {
  const byCategory = new Map<string, BilledItem[]>()
  for (const item of items)
    if (item.mainCategory !== undefined)
      byCategory.set(item.mainCategory, [...(byCategory.get(item.mainCategory) ?? []), item])
  const price = schedule[scope].extraCategories
  return [...byCategory].slice(1).map(([mainCategory, of]) => ({
    rule: ruleOf(scope, 'extraCategories'),
    count: 1,
    price,
    amount: lineAmount(price, 1, 0),
    scope,
    productId: of[0]!.productId,
    listId: of[0]!.listId,
    products: [...new Set(of.map(({ productId }) => productId))],
    mainCategory,
  }))
}

function specialLines(items: readonly SpecialItem[]): PricedLine[] {
  const byHash = new Map<string, SpecialItem[]>()
  const sorted = [...items].sort(
    (a, b) =>
      compare(a.text, b.text) ||
      a.amount - b.amount ||
      compare(a.productId, b.productId) ||
      compare(a.listId, b.listId),
  )
  for (const item of sorted) byHash.set(item.hash, [...(byHash.get(item.hash) ?? []), item])
  return [...byHash].map(([rule, of]) => {
    const { text, amount, productId, listId } = of[0]!
    return {
      rule,
      count: of.length,
      price: amount,
      amount: lineAmount(amount, of.length, 0),
      productId,
      listId,
      products: [...new Set(of.map((one) => one.productId))],
      text,
    }
  })
}

/** The lines of an invoice, in the order in which they stand on it. A fee that the schedule does not charge has none. */
export function priceInvoice(
  type: InvoiceType,
  { items, specialItems }: { items: readonly BilledItem[]; specialItems: readonly SpecialItem[] },
  schedule: FeeSchedule,
): PricedLine[] {
  const lines = feeScopes.flatMap((scope) => {
    const own = items.filter((item) => item.scope === scope).sort(inOrder)
    return [...scaleLines(type, own, schedule), ...categoryLines(scope, own, schedule)]
  })
  return [...lines, ...specialLines(specialItems)].filter(
    // What is free for everybody is no line; what a discount makes free says so.
    ({ price }) => price !== 0,
  )
}

/** What was added by hand, in its order. */
export const customLine = ({ text, amount }: { text: string; amount: number }): PricedLine => ({
  rule: 'custom',
  count: 1,
  price: amount,
  amount: lineAmount(amount, 1, 0),
  products: [],
  text,
})

/** The sum of the lines, and the tax on it. */
export function totalsOf(lines: readonly Pick<PricedLine, 'amount'>[], vatPercent: number): Totals {
  const net = sumOf(lines.map(({ amount }) => amount))
  const vat = percentOf(net, vatPercent)
  return { net, vatPercent, vat, gross: sumOf([net, vat]) }
}
