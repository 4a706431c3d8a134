/** What a company's invoices tell of what was billed, and how one differs from that of the year before. */
import { type Invoice, type InvoiceSum, isScaleLine } from '../../../shared/model/invoice.ts'
import { difference, sumOf } from '../../../shared/rules/pricing/decimal.ts'
import type { Billed } from './billed.ts'
import type { InvoiceOf } from './rules.ts'
import { unindexDay } from './unindex.ts'

/** Invoices that count: neither deleted nor cancelled, nor cancellations themselves. */
export const counts = ({ disabled, data }: Pick<InvoiceOf, 'disabled' | 'data'>): boolean =>
  !disabled && data.cancellationDate === undefined && data.cancels === undefined

const keyOf = (productId: string, listId: string) => `${productId} ${listId}`
/** Products and lists that the lines of the scale are about. */
const itemsOf = (sums: readonly InvoiceSum[]): string[] =>
  sums.flatMap((sum) =>
    isScaleLine(sum) && sum.productId !== undefined && sum.listId !== undefined
      ? [keyOf(sum.productId, sum.listId)]
      : [],
  )

/** What the invoices that an institution has made for a company, and for those that were merged into it, say. `except`: the one that is made anew. */
export function billedBy(
  invoices: readonly InvoiceOf[],
  of: { institution: string; year: number; except: string | undefined; timeZone: string },
): Billed & { hasSpecial(productId: string, rule: string): boolean } {
  const { institution, year, except, timeZone } = of
  const others = invoices.filter(
    (one) => one.data.institution === institution && one.id !== except && counts(one),
  )
  const ever = new Set(others.flatMap(({ data }) => itemsOf(data.sums)))
  const own = others.filter(({ data }) => data.targetYear === year)
  const inYear = new Set(own.flatMap(({ data }) => itemsOf(data.sums)))
  const special = new Set(
    own.flatMap(({ data }) =>
      data.sums.flatMap(({ rule, products }) => products.map((product) => keyOf(product, rule))),
    ),
  )
  const unindexed = new Map<string, string>()
  for (const { data } of others)
    for (const { productId, listId, on } of data.targetYear < year ? data.unindex : []) {
      const [key, from] = [keyOf(productId, listId), unindexDay(data.targetYear, { on }, timeZone)]
      if (from > (unindexed.get(key) ?? '')) unindexed.set(key, from)
    }
  return {
    isInYear: (productId, listId) => inYear.has(keyOf(productId, listId)),
    isEver: (productId, listId) => ever.has(keyOf(productId, listId)),
    unindexedFrom: (productId, listId) => unindexed.get(keyOf(productId, listId)),
    hasSpecial: (productId, rule) => special.has(keyOf(productId, rule)),
  }
}

/** By cause, each the net amount that it adds; together they are the whole difference. */
export interface InvoiceDifference {
  net: number
  came: number
  went: number
  category: number
  price: number
  special: number
}
type Sums = Pick<Invoice, 'sums'>

/** How an invoice differs from another one, of the year before. */
export function differenceOf(after: Sums, before: Sums | undefined): InvoiceDifference {
  const sumsOf = ({ sums }: Sums, is: (sum: InvoiceSum) => boolean) =>
    sumOf(sums.filter(is).map(({ amount }) => amount))
  const was = before ?? { sums: [] }
  const [now, then] = [new Set(itemsOf(after.sums)), new Set(itemsOf(was.sums))]
  const key = ({ productId = '', listId = '' }: InvoiceSum) => keyOf(productId, listId)
  const came = sumsOf(after, (sum) => isScaleLine(sum) && !then.has(key(sum)))
  const went = sumsOf(was, (sum) => isScaleLine(sum) && !now.has(key(sum)))
  /** Products whose discount, which follows from their category, is another one. */
  const discountOf = ({ sums }: Sums) =>
    new Map(sums.filter(isScaleLine).map((sum) => [key(sum), sum.discount?.category ?? '']))
  const [discounts, formerly] = [discountOf(after), discountOf(was)]
  const isRecategorised = (sum: InvoiceSum) =>
    isScaleLine(sum) &&
    now.has(key(sum)) &&
    then.has(key(sum)) &&
    discounts.get(key(sum)) !== formerly.get(key(sum))
  const isCategory = (sum: InvoiceSum) => sum.mainCategory !== undefined || isRecategorised(sum)
  const isPrice = (sum: InvoiceSum) =>
    isScaleLine(sum) && now.has(key(sum)) && then.has(key(sum)) && !isRecategorised(sum)
  const isSpecial = (sum: InvoiceSum) => sum.scope === undefined
  const change = (is: (sum: InvoiceSum) => boolean) => difference(sumsOf(after, is), sumsOf(was, is))
  const of = {
    came,
    went: went === 0 ? 0 : -went,
    category: change(isCategory),
    price: change(isPrice),
    special: change(isSpecial),
  }
  return { net: sumOf(Object.values(of)), ...of }
}
