import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import type { ReactNode } from 'react'

import type { ShownState } from '../../shared/rules/approval.ts'

export type BadgeTone = 'positive' | 'pending' | 'negative' | 'warning' | 'info' | 'neutral'
/** The sign of a tone. */
export const badgeIcons: Record<BadgeTone, IconProps.Name> = {
  positive: 'status-positive',
  pending: 'status-pending',
  negative: 'status-negative',
  warning: 'status-warning',
  info: 'status-info',
  neutral: 'status-stopped',
}

/** Of the states of an approval; `notValid` is given, and yet does not count today. */
export const approvalTones = {
  open: 'neutral',
  initiated: 'pending',
  finallyApproved: 'positive',
  approvalExpired: 'negative',
  notValid: 'warning',
} as const satisfies Record<ShownState, BadgeTone>

/** State of a thing in a word, with a sign beside the colour. */
export function StateBadge({
  tone,
  children,
  title,
  isFact = false,
}: {
  tone: BadgeTone
  children: ReactNode
  title?: string
  /** Says a fact beside the states, which has no sign. */
  isFact?: boolean
}) {
  return (
    <span className="il-badge" data-tone={tone} title={title}>
      {!isFact && <Icon name={badgeIcons[tone]} size="small" />}
      <span>{children}</span>
    </span>
  )
}
