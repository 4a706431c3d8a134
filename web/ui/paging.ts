/** How far paging by offset reaches, and how many hits there are. */
import { offsetPagingLimit } from '../../shared/constants.ts'
import { useTexts } from '../texts/texts.ts'
import { useNumberFormat } from './numbers.ts'

/** Hits that a list counts; of more it says "10,000+" until somebody asks. More than paging reaches. */
export const listCountTo = 10_000

/** How many there are in all, as far as they were counted. */
export interface Total {
  count: number
  isAtLeast?: true | undefined
}
export function useTotalText(): (total: Total) => string {
  const ui = useTexts('ui')
  const { format } = useNumberFormat()
  return ({ count, isAtLeast }) => (isAtLeast ? ui('table.atLeast', { n: format(count) }) : format(count))
}

/** The last page that can be shown, and whether there are more hits behind it. */
export function reachOf(total: number | undefined, pageSize: number) {
  const maxPage = Math.floor(offsetPagingLimit / pageSize)
  return { maxPage, isCut: total !== undefined && total > maxPage * pageSize }
}
/** A page that is gone (rows were deleted, the filter changed elsewhere) becomes the last one that is there. */
export const lastPage = (total: number, pageSize: number): number =>
  Math.max(1, Math.min(Math.ceil(total / pageSize), reachOf(total, pageSize).maxPage))
