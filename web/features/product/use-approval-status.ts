import { useEffect, useMemo } from 'react'
import { getapprovals } from '../../../shared/calls/bml/product/getapprovals.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { useCall } from '../../api/use-call.ts'
import { useProductPage } from './page-context.ts'

export type ListStatus = OutputOf<typeof getapprovals>['lists'][number]
export type ApprovalStatus = ListStatus['approvals'][number]
/** What the approvals of the product's lists released and lack, by list; empty until it is known, and for older revisions. */
export type StatusByList = ReadonlyMap<string, ListStatus>
const none: StatusByList = new Map()

/** What approvals of a list lack: what they cannot be without, and what is not met on the checklist, which hinders none. */
export function missingOf(status: ListStatus | undefined) {
  const all = status?.missing ?? []
  return {
    missing: all.filter(({ key }) => key !== 'checklistUnmet'),
    unmet: all.filter(({ key }) => key === 'checklistUnmet'),
  }
}

/**
 * Asked again whenever the product has a new revision. `isPending` until the answer for that one is there: whether the viewer may
 * release its data is not known before.
 */
export function useApprovalStatus(): { status: StatusByList; isPending: boolean } {
  const { view, newestRev } = useProductPage()
  const isNewest = view.rev === newestRev
  const { data, error, mutate } = useCall(getapprovals, isNewest ? { id: view.id } : null)
  const isOld = data !== undefined && data.rev < view.rev
  useEffect(() => {
    if (isOld) void mutate()
  }, [isOld, mutate])
  // Until the new answer is there the old one stays, so that nothing jumps.
  const status = useMemo(
    () => (isNewest && data ? new Map(data.lists.map((one) => [one.list, one])) : none),
    [isNewest, data],
  )
  // Where it cannot be read now, the server decides.
  return { status, isPending: isNewest && !error && (!data || isOld) }
}
