/** The approvals of a product's list in one cell: how many are in which state, and which on hover. */
import { shownState, shownStates } from '../../shared/rules/approval.ts'
import type { ApprovalSummary } from '../../shared/search/approval-summary.ts'
import { useTexts } from '../texts/texts.ts'
import { approvalTones } from './state-badge.tsx'
import { StateCounts } from './state-counts.tsx'

interface Props {
  approvals: readonly ApprovalSummary[]
  today: string
  /** The title of a standard. */
  standard(id: string): string
}

export function ApprovalCell({ approvals, today, standard }: Props) {
  const t = useTexts('ui')
  const byState = Map.groupBy(approvals, (one) => shownState(one.row, one.own, one.standing, today))
  // Open is worth a word only where nothing else is.
  const shown = shownStates.filter((state) => state !== 'open' && byState.has(state))
  return (
    <StateCounts
      states={(shown.length > 0 ? shown : (['open'] as const)).map((state) => {
        const names = state === 'open' ? [] : (byState.get(state) ?? []).map((one) => standard(one.standard))
        const word = t(`approvalState.${state}`)
        return { id: state, tone: approvalTones[state], word, count: names.length, names }
      })}
    />
  )
}
