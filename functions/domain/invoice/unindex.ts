/** Lists that are marked as no longer to be billed, and what becomes of them on 1 January. */
import type { Invoice } from '../../../shared/model/invoice.ts'
import type { ListData } from '../../../shared/model/product.ts'
import { compareDays, dayIn } from '../../../shared/rules/dates.ts'
import type { InvoiceOf } from './rules.ts'

export const unindexKind = 'unindex'

type Mark = Invoice['unindex'][number]
/** A marked list of a product, the institution that bills it, and the 1 January on which it is to be deactivated. */
export interface Unindexed extends Pick<Mark, 'productId' | 'listId'> {
  institution: string
  from: string
}

/** The 1 January on which a marked list is deactivated: behind the year that was billed, and behind the mark. */
export function unindexDay(targetYear: number, { on }: Pick<Mark, 'on'>, timeZone: string): string {
  const marked = on === undefined ? targetYear : Number(dayIn(timeZone, on).slice(0, 4))
  return `${Math.max(targetYear, marked) + 1}-01-01`
}

/** Marked lists of an invoice that are due on a day. */
export const dueMarks = ({ data }: InvoiceOf, today: string, timeZone: string): Unindexed[] =>
  data.unindex
    .map(({ productId, listId, on }) => ({
      productId,
      listId,
      institution: data.institution,
      from: unindexDay(data.targetYear, { on }, timeZone),
    }))
    .filter(({ from }) => compareDays(from, today) <= 0)

/** Whoever activates a list after it was deactivated wants it, and has it billed: the mark has had its effect. */
export const hasReturned = (
  list: Pick<ListData, 'activatedOn'> | undefined,
  from: string,
  timeZone: string,
): boolean => list?.activatedOn !== undefined && compareDays(dayIn(timeZone, list.activatedOn), from) >= 0
