/** What the lines of an invoice come to by main category. */
import { mainCategories } from '../../constants.ts'
import { sumOf } from './decimal.ts'

/** Of special items, of what was added by hand, and of products without one. */
export const noCategory = 'none'
/** All that lines can come under, in the order in which they are told. */
export const lineCategories: readonly string[] = [...mainCategories.map(({ key }) => key), noCategory]
/** Field of the index that keeps an invoice's net in a main category. */
export const netOfCategory = (key: string): string => `byCategory.${key}`

interface Line {
  amount: number
  mainCategory?: string | undefined
  productCategory?: string | undefined
}
/** Net, by main category; those without a line are left out. Together they are the invoice's net. */
export function netByCategory(lines: readonly Line[]): Partial<Record<string, number>> {
  const amounts = new Map<string, number[]>()
  for (const { amount, mainCategory, productCategory } of lines) {
    const key = mainCategory ?? productCategory ?? noCategory
    amounts.set(key, [...(amounts.get(key) ?? []), amount])
  }
  return Object.fromEntries([...amounts].map(([key, of]) => [key, sumOf(of)]))
}
