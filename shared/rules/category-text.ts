import type { Category } from '../model/administration.ts'
import type { Localized } from '../model/basics.ts'

type Categories = ReadonlyMap<string, { data: Pick<Category, 'parent' | 'order' | 'title'> }>

/** Deeper trees are broken data. */
const maxDepth = 20

/**
 * `1-3 Fertilisers / Substrates`: a category numbered and named along the path to the root, in the reader's language.
 * Undefined while the categories are not known, or if this one is not among them.
 */
export function categoryText(
  categories: Categories,
  id: string | undefined,
  title: (text: Localized | undefined) => string,
): string | undefined {
  const path: Pick<Category, 'order' | 'title'>[] = []
  for (let at = id; at !== undefined && path.length < maxDepth; ) {
    const category = categories.get(at)?.data
    if (!category) break
    path.unshift(category)
    at = category.parent
  }
  if (path.length === 0) return undefined
  const number = path.map((category) => category.order).join('-')
  return `${number} ${path.map((category) => title(category.title)).join(' / ')}`
}
