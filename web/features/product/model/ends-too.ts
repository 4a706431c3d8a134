/** Which other approvals an action on one ends: those that depend on it, in all lists that the viewer sees. Pure. */
import type { ApprovalRow, ProductView } from '../../../../shared/model/product.ts'
import { approvalCounts } from '../../../../shared/rules/approval.ts'
import { baseList } from './draft.ts'
import type { Lookup } from './lookup.ts'
import { liveStandard } from './standing.ts'

/**
 * Approvals that count today, and do not once the row of `standard` in `list` is `after`; the one that is acted upon is left
 * out. Lists in the order of the product, archived ones left out.
 */
export function endsToo(
  view: ProductView,
  list: string,
  standard: string,
  after: ApprovalRow,
  lookup: Lookup,
  today: string,
): Array<{ list: string; standard: string }> {
  const { listData } = view.data
  const rowsOf = (id: string) => listData[id]?._approval ?? {}
  const changed = { ...rowsOf(list), [standard]: after }
  const rowsAfter = (id: string) => (id === list ? changed : rowsOf(id))
  const rulings = (id: string) => liveStandard(lookup, id)
  const counts = (of: (id: string) => typeof changed, at: string, id: string) =>
    approvalCounts(id, of(at), rulings, today, of(baseList))
  return Object.keys(listData)
    .filter((at) => !listData[at]?._archived)
    .flatMap((at) =>
      Object.keys(rowsOf(at))
        .filter((id) => at !== list || id !== standard)
        .filter((id) => counts(rowsOf, at, id) && !counts(rowsAfter, at, id))
        .map((id) => ({ list: at, standard: id })),
    )
}
