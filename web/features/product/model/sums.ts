/** Sums of the amounts of components, by their unit. Pure. */
import type { ComponentRow } from '../../../../shared/model/product.ts'

/** Amounts have at most this many decimals; a sum of floats has more. */
const precision = 1e6

/** A row for each unit that two amounts or more have; what has one amount is its own sum. */
export function sumsOf(rows: readonly ComponentRow[]): ComponentRow[] {
  const filled = rows.filter((row) => row.amount !== undefined)
  return [...Map.groupBy(filled, (row) => row.unit ?? '').values()]
    .filter((same) => same.length > 1)
    .map((same) => ({
      ...same[0]!,
      amount: Math.round(same.reduce((sum, row) => sum + (row.amount ?? 0), 0) * precision) / precision,
    }))
}
