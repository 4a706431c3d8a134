/** The approvals of a product's list in one cell: how many are in which state, and which on hover. */
import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import type { Biostandard } from '../../../../shared/model/administration.ts'
import { type ApprovalState, approvalState } from '../../../../shared/rules/approval.ts'
import type { ApprovalSummary } from '../../../../shared/search/approval-summary.ts'

/** What somebody has to do first. */
const order: ApprovalState[] = ['initiated', 'approvalExpired', 'finallyApproved']
const looks: Record<ApprovalState, { icon: IconProps.Name; tone: string }> = {
  open: { icon: 'status-stopped', tone: 'neutral' },
  initiated: { icon: 'status-pending', tone: 'pending' },
  finallyApproved: { icon: 'status-positive', tone: 'positive' },
  approvalExpired: { icon: 'status-negative', tone: 'negative' },
}

interface Words {
  state(state: ApprovalState): string
  standard(id: string): string
}
interface Props {
  approvals: readonly ApprovalSummary[]
  today: string
  definitionOf(standard: string): Pick<Biostandard, 'baseApproval'> | undefined
  words: Words
}

/** As the product's page says it; one that was switched off counts for nothing. */
function stateOf(
  { standard, row, hasTwoPeople }: ApprovalSummary,
  { today, definitionOf }: Props,
): ApprovalState {
  if (!row.active) return 'open'
  const state = approvalState(row, today, undefined)
  const needsTwo = definitionOf(standard)?.baseApproval === true
  return state !== 'initiated' && needsTwo && !hasTwoPeople ? 'open' : state
}

export function ApprovalCell(props: Props) {
  const { approvals, words } = props
  const byState = Map.groupBy(approvals, (one) => stateOf(one, props))
  const shown = order.filter((state) => byState.has(state))
  const states = shown.length > 0 ? shown : (['open'] as const)
  return (
    <span className="il-cell-states">
      {states.map((state) => {
        const standards = (byState.get(state) ?? []).map(({ standard }) => words.standard(standard))
        const count = state === 'open' ? 0 : standards.length
        const word = words.state(state)
        const told = standards.length > 0 ? `${word}: ${standards.join(', ')}` : word
        return (
          <span key={state} className="il-cell-state" data-tone={looks[state].tone} title={told}>
            {/* Nothing done yet is the usual, and needs no sign. */}
            {state !== 'open' && (
              <Icon
                name={looks[state].icon}
                size="small"
                {...(states.length > 1 ? { ariaLabel: word } : {})}
              />
            )}
            {/* One state is said in words; of several there is room for the numbers. */}
            {states.length > 1 ? count : count > 1 ? `${word} (${count})` : word}
          </span>
        )
      })}
    </span>
  )
}
