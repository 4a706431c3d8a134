/** Notes of a product's list as rows of the index. */
import type { ListData } from '../model/product.ts'
import { date, row, text } from './document-parts.ts'

export const noteRows = (notes: ListData['_notes'] | undefined) =>
  Object.entries(notes ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { text: says, label, by, at, read }]) =>
      row({ text: says?.trim() ? text(says) : undefined, label, by, at: date(at), settled: read }),
    )

/** ISO in UTC: the greatest is the latest. */
export const newestNote = (notes: ListData['_notes'] | undefined) =>
  date(
    Object.values(notes ?? {})
      .map(({ at }) => at)
      .sort()
      .at(-1),
  )
