/** The lines of an invoice as people follow them: those of one rule, price and discount together. Pure. */
import { sumOf } from '../../shared/rules/pricing/decimal.ts'
import type { PricedLine } from '../../shared/rules/pricing/price.ts'

/** A line as it is priced, or as an invoice keeps it. */
export type ShownLine = Pick<PricedLine, 'rule' | 'count' | 'price' | 'amount' | 'products'> & {
  [K in 'discount' | 'scope' | 'productId' | 'listId' | 'mainCategory' | 'text']?: PricedLine[K] | undefined
} & { productName?: string | undefined }

export interface LineGroup {
  key: string
  /** What all of its lines have in common. */
  first: ShownLine
  count: number
  amount: number
  lines: readonly ShownLine[]
}

/** In the order in which the first line of each stands on the invoice. */
export function groupLines(lines: readonly ShownLine[]): LineGroup[] {
  const groups = new Map<string, ShownLine[]>()
  for (const [at, line] of lines.entries()) {
    // What is added by hand may say the same twice, and is meant twice.
    const own = line.rule === 'custom' ? at : ''
    const { rule, price, discount, mainCategory = '' } = line
    // Months are counted in a line; products of different months are no group.
    const months = rule.endsWith('_restMonthly') ? line.count : ''
    const key = [rule, price, discount?.percent, discount?.category, mainCategory, months, own].join(' ')
    const known = groups.get(key)
    if (known) known.push(line)
    else groups.set(key, [line])
  }
  return [...groups].map(([key, of]) => ({
    key,
    first: of[0]!,
    count: of.reduce((sum, { count }) => sum + count, 0),
    amount: sumOf(of.map(({ amount }) => amount)),
    lines: of,
  }))
}
