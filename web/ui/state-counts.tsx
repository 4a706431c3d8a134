/** How many of something are in which state: one state in words, several as signs with numbers and words on hover. */
import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import type { BadgeTone } from './state-badge.tsx'

export interface StateCount {
  id: string
  tone: Extract<BadgeTone, 'positive' | 'pending' | 'negative' | 'neutral'>
  word: string
  count: number
  /** What is in the state, told on hover. */
  names?: readonly string[]
}
const icons: Record<StateCount['tone'], IconProps.Name> = {
  positive: 'status-positive',
  pending: 'status-pending',
  negative: 'status-negative',
  neutral: 'status-stopped',
}

export function StateCounts({ states }: { states: readonly StateCount[] }) {
  const isMany = states.length > 1
  return (
    <span className="il-cell-states">
      {states.map(({ id, tone, word, count, names = [] }) => (
        <span
          key={id}
          className="il-cell-state"
          data-tone={tone}
          title={names.length > 0 ? `${word}: ${names.join(', ')}` : word}
        >
          {/* Nothing done yet is the usual, and needs no sign. */}
          {tone !== 'neutral' && (
            <Icon name={icons[tone]} size="small" {...(isMany ? { ariaLabel: word } : {})} />
          )}
          {isMany ? count : count > 1 ? `${word} (${count})` : word}
        </span>
      ))}
    </span>
  )
}
