import type { TFunction } from 'i18next'
import type { InvoiceState } from '../../../../shared/model/invoice.ts'
import { type BadgeTone, StateBadge } from '../../../ui/state-badge.tsx'

const tones: Record<InvoiceState, BadgeTone> = {
  draft: 'neutral',
  sending: 'pending',
  unsent: 'warning',
  sent: 'positive',
  pseudoSent: 'neutral',
  cancelled: 'negative',
}

export const InvoiceBadge = ({ state, t }: { state: InvoiceState; t: TFunction }) => (
  <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
)
