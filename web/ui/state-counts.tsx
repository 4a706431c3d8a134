/** How many of something are in which state: one state in words, several as signs with numbers, and words where there is room. */

import Icon from '@cloudscape-design/components/icon'
import { labelled } from '../texts/texts.ts'
import { type BadgeTone, badgeIcons } from './state-badge.tsx'

export interface StateCount {
  id: string
  tone: BadgeTone
  word: string
  count: number
  /** What is in the state, told on hover. */
  names?: readonly string[]
}

export function StateCounts({ states }: { states: readonly StateCount[] }) {
  const isMany = states.length > 1
  return (
    <span className="il-cell-states" data-states={states.length}>
      {states.map(({ id, tone, word, count, names = [] }) => (
        <span
          key={id}
          className="il-cell-state"
          data-tone={tone}
          title={names.length > 0 ? labelled(word, names.join(', ')) : word}
        >
          {/* Nothing done yet is the usual, and needs no sign. */}
          {tone !== 'neutral' && (
            <Icon name={badgeIcons[tone]} size="small" {...(isMany ? { ariaLabel: word } : {})} />
          )}
          {isMany ? count : count > 1 ? `${word} (${count})` : word}
          {/* Its sign is called so already. */}
          {isMany && (
            <span className="il-cell-word" aria-hidden>
              {word}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
