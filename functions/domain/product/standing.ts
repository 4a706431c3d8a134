import type { asof } from '../../../shared/calls/bml/product/asof.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { approvalCounts, standingOf, standingState } from '../../../shared/rules/approval.ts'
import { responsibleInstitution } from '../../../shared/rules/resolution.ts'
import type { Product, ViewReference } from './context.ts'

type Standing = OutputOf<typeof asof>['standing']

/**
 * Where a product was listed on a day, under which standards, and released by whom. `product` is its revision of that day,
 * `view` what the viewer sees of it: nothing is told of what is not in the view. Standards depend on each other as today.
 */
export function standingOn(
  day: string,
  product: Product,
  view: ProductView,
  { standards }: Pick<ViewReference, 'standards'>,
): Standing {
  const { listData, archived } = product.data
  const ruling = (id: string) => standards.get(id)?.data
  const baseRows = listData[fixedIds.list.base]?._approval
  return Object.entries(view.data.listData).flatMap(([list, seen]) => {
    const stored = listData[list]
    if (!stored) return []
    const rows = stored._approval
    const approvals = Object.entries(seen._approval).flatMap(([standard, shown]) => {
      const row = rows[standard]
      if (!row) return []
      return {
        standard,
        // By what is shown: company users are told nothing of a renewal that is only initiated.
        state: standingState(shown, standingOf(standard, rows, ruling, baseRows), day),
        counts: approvalCounts(standard, rows, ruling, day, baseRows),
        ...(shown.begin !== undefined && { begin: shown.begin }),
        ...(shown.end !== undefined && { end: shown.end }),
        ...(shown.approvalInitiatorAccountId !== undefined && {
          initiatedBy: shown.approvalInitiatorAccountId,
        }),
        ...(shown.finalApprovalAccountId !== undefined && { releasedBy: shown.finalApprovalAccountId }),
        ...(shown.finalApprovalDate !== undefined && { releasedOn: shown.finalApprovalDate }),
      }
    })
    const isOpen = !product.disabled && !archived && !stored._archived
    const isTold = seen._responsible ?? view.data.listData[fixedIds.list.base]?._responsible
    const responsible = isTold && responsibleInstitution(product.data, list)
    return {
      list,
      isListed: stored._active && isOpen,
      ...(responsible !== undefined && { responsible }),
      approvals,
    }
  })
}
