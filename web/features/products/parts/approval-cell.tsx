/** The approvals of a product's list in one cell: how many are in which state, and which on hover. */
import { type ApprovalState, standingState } from '../../../../shared/rules/approval.ts'
import type { ApprovalSummary } from '../../../../shared/search/approval-summary.ts'
import { approvalTones } from '../../../ui/state-badge.tsx'
import { StateCounts } from '../../../ui/state-counts.tsx'

/** What somebody has to do first. */
const order = ['initiated', 'approvalExpired', 'finallyApproved'] as const

interface Props {
  approvals: readonly ApprovalSummary[]
  today: string
  words: { state(state: ApprovalState): string; standard(id: string): string }
}

export function ApprovalCell(props: Props) {
  const { approvals, today, words } = props
  const byState = Map.groupBy(approvals, ({ row, standing }) => standingState(row, standing, today))
  const shown = order.filter((state) => byState.has(state))
  const states: readonly ApprovalState[] = shown.length > 0 ? shown : ['open']
  return (
    <StateCounts
      states={states.map((state) => {
        const names =
          state === 'open' ? [] : (byState.get(state) ?? []).map((one) => words.standard(one.standard))
        return { id: state, tone: approvalTones[state], word: words.state(state), count: names.length, names }
      })}
    />
  )
}
