/** A product, its parent and its children belong to one main category. */
import { fixedIds } from '../../../shared/constants.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { issue } from '../../../shared/rules/product-validity.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { categoryOf } from './contradictions.ts'

const base = fixedIds.list.base
type Context = Parameters<typeof categoryOf>[0]
type Categories = Context['reference']['categories']

export const mainCategoryOf = (c: Context, data: ProductData, list: string = base): string | undefined =>
  categoryOf(c, data, list).mainCategory

/** Of the category that is changed: a form shows it there. */
export const mainCategoriesDiffer = (): Refusal =>
  refuseRule('mainCategoriesDiffer', 'Main categories do not match!', {
    issues: [issue('mainCategoriesDiffer', `/listData/${base}/_category`)],
  })

/** `data` is the product with this parent, which it gets now. */
export function mainCategoriesRefusal(
  c: Context,
  data: ProductData,
  parent: ProductData,
): Refusal | undefined {
  const [own, parents] = [data, parent].map((one) => mainCategoryOf(c, one))
  return own === parents ? undefined : refuseRule('mainCategoriesDiffer', 'Main categories do not match!')
}

/** Does the product read its category from its parent? */
export const readsCategory = ({ listData }: ProductData): boolean =>
  listData[base]?._linked._category !== undefined

/** Is the category chosen, or read, as it was? */
export const hasSameCategory = (before: ProductData, after: ProductData): boolean =>
  readsCategory(before) === readsCategory(after) &&
  before.listData[base]?._category === after.listData[base]?._category &&
  before.derivedProductId === after.derivedProductId

/** Where the main category comes from: chosen, or read from which parent. */
function sourceOf(data: ProductData, categories: Categories): string | undefined {
  if (readsCategory(data)) return `of ${data.derivedProductId}`
  const id = data.listData[base]?._category
  return id === undefined ? undefined : categories.get(id)?.data.mainCategoryKey
}
/** May the product be of another main category after the change, or get it from elsewhere? */
export const movesMainCategory = (before: ProductData, after: ProductData, categories: Categories): boolean =>
  sourceOf(before, categories) !== sourceOf(after, categories)

/**
 * Is the child, or one of its lists that are not archived where it reads its category, of another main category than `main`?
 * One without a category has yet to choose.
 */
export const differsFrom = (main: string | undefined, c: Context, child: ProductData): boolean =>
  Object.entries(child.listData)
    .filter(([id, list]) => id === base || (readsCategory(child) && !list._archived))
    .map(([id]) => mainCategoryOf(c, child, id))
    .some((one) => one !== undefined && one !== main)
