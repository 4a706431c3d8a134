/** What a made-up company, or a real one, would be billed for: the items that are priced by the schedule as it is typed. */
import type { FeeScope } from '../../../../../shared/model/fee-schedule.ts'
import { type InvoiceSum, isScaleLine } from '../../../../../shared/model/invoice.ts'
import { categoryPath } from '../../../../../shared/rules/category-path.ts'
import type { BilledItem, SpecialItem } from '../../../../../shared/rules/pricing/price.ts'

type Categories = ReadonlyMap<string, { data: { parent?: string | undefined; mainCategoryKey?: string } }>

/** What somebody is billed for. */
export interface Billed {
  items: readonly BilledItem[]
  specialItems: readonly SpecialItem[]
}
/** So many products of a category, in a scope. */
export interface MadeUpGroup {
  count: number
  category: string
  scope: FeeScope
}
/** More are drawn by nobody. */
export const maxMadeUp = 5000

function inCategory(category: string | undefined, categories: Categories) {
  const path = categoryPath(category, categories as Parameters<typeof categoryPath>[1])
  const mainCategory = path[0] && categories.get(path[0])?.data.mainCategoryKey
  return { categories: path, ...(mainCategory !== undefined && { mainCategory }) }
}

/** Products that nobody has; those of the first group were activated first. `month`: 1 to 12, of their activation. */
export const madeUpItems = (
  groups: readonly MadeUpGroup[],
  month: number,
  categories: Categories,
): BilledItem[] =>
  groups.flatMap(({ count, category, scope }, group) =>
    Array.from({ length: count }, (_, n) => ({
      productId: `${group}-${String(n).padStart(6, '0')}`,
      listId: scope,
      scope,
      activatedOn: String(group).padStart(4, '0'),
      activationMonth: month,
      ...inCategory(category, categories),
    })),
  )

const isItem = (sum: InvoiceSum) =>
  isScaleLine(sum) && sum.productId !== undefined && sum.listId !== undefined
export const itemKey = (productId: string, listId: string) => `${productId} ${listId}`

/** Products and lists that the lines of an invoice bill, list by list. */
export function billedIn(sums: readonly InvoiceSum[]): Map<string, string[]> {
  const byList = new Map<string, Set<string>>()
  for (const sum of sums.filter(isItem))
    byList.set(sum.listId!, (byList.get(sum.listId!) ?? new Set()).add(sum.productId!))
  return new Map([...byList].map(([list, products]) => [list, [...products]]))
}

/** The items behind the lines of an invoice, in its order. `categoryOf`: of a product in a list, by `itemKey`. */
export function itemsOf(
  sums: readonly InvoiceSum[],
  categoryOf: ReadonlyMap<string, string>,
  categories: Categories,
): Billed {
  const items = new Map<string, BilledItem>()
  for (const [at, sum] of sums.entries()) {
    if (!isItem(sum)) continue
    const { productId, listId, scope } = sum as { productId: string; listId: string; scope: FeeScope }
    const key = itemKey(productId, listId)
    const known = items.get(key)
    const month = sum.rule.endsWith('_restMonthly') ? 13 - sum.count : known?.activationMonth
    items.set(key, {
      productId,
      listId,
      scope,
      activatedOn: known?.activatedOn ?? String(at).padStart(6, '0'),
      ...(month !== undefined && { activationMonth: month }),
      ...inCategory(categoryOf.get(key), categories),
    })
  }
  const specialItems = sums
    .filter(({ scope, rule }) => scope === undefined && rule !== 'custom')
    .flatMap((sum): SpecialItem[] =>
      Array.from({ length: sum.count }, () => ({
        productId: sum.productId ?? '',
        listId: sum.listId ?? '',
        text: sum.text ?? '',
        amount: sum.price,
        hash: sum.rule,
      })),
    )
  return { items: [...items.values()], specialItems }
}
