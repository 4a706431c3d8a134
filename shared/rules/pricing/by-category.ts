/** What the lines of an invoice come to by main category. */
import { mainCategories } from '../../constants.ts'
import { sumOf } from './decimal.ts'

/** Of special items, of what was added by hand, and of products without one. */
export const noCategory = 'none'
/** All that lines can come under, in the order in which they are told. */
export const lineCategories: readonly string[] = [...mainCategories.map(({ key }) => key), noCategory]
/** What the index keeps an invoice's nets under, and the field of one of them. */
export const categoryNets = 'byCategory'
export const netOfCategory = (key: string): string => `${categoryNets}.${key}`

interface Line {
  amount: number
  mainCategory?: string | undefined
  productCategory?: string | undefined
}
/** Net, by main category; those without a line are left out. Together they are the invoice's net. */
export function netByCategory(lines: readonly Line[]): Partial<Record<string, number>> {
  const byKey = Map.groupBy(
    lines,
    ({ mainCategory, productCategory }) => mainCategory ?? productCategory ?? noCategory,
  )
  return Object.fromEntries([...byKey].map(([key, of]) => [key, sumOf(of.map(({ amount }) => amount))]))
}
