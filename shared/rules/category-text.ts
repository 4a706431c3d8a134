import type { Category } from '../model/administration.ts'
import type { Localized } from '../model/basics.ts'
import { categoryPath } from './category-path.ts'

type Categories = ReadonlyMap<string, { data: Pick<Category, 'parent' | 'order' | 'title'> }>

/**
 * `1-3 Fertilisers / Substrates`: a category numbered and named along the path to the root, in the reader's language.
 * Undefined while the categories are not known, or if this one is not among them.
 */
export function categoryText(
  categories: Categories,
  id: string | undefined,
  title: (text: Localized | undefined) => string,
): string | undefined {
  const path = categoryPath(id, categories).toReversed()
  if (path.length === 0) return undefined
  const steps = path.map((one) => categories.get(one)!.data)
  const number = steps.map(({ order }) => order).join('-')
  return `${number} ${steps.map((step) => title(step.title)).join(' / ')}`
}
