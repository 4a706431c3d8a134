/** How far paging by offset reaches. */
import { offsetPagingLimit } from '../../shared/constants.ts'

/** The last page that can be shown, and whether there are more hits behind it. */
export function reachOf(total: number | undefined, pageSize: number) {
  const maxPage = Math.floor(offsetPagingLimit / pageSize)
  return { maxPage, isCut: total !== undefined && total > maxPage * pageSize }
}
/** A page that is gone (rows were deleted, the filter changed elsewhere) becomes the last one that is there. */
export const lastPage = (total: number, pageSize: number): number =>
  Math.max(1, Math.min(Math.ceil(total / pageSize), reachOf(total, pageSize).maxPage))
