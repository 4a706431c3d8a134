/** How far an invoice is, by its data or by a row of a list. */
import type { TFunction } from 'i18next'
import type { Row } from '../../shared/model/answers.ts'
import { type InvoiceState, invoiceState } from '../../shared/model/invoice.ts'
import { type BadgeTone, StateBadge } from './state-badge.tsx'

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

/** By the columns `number`, `sendDate` and `cancellationDate` of a row. */
export const stateOfRow = ({ columns }: Pick<Row, 'columns'>): InvoiceState =>
  invoiceState({
    ...(typeof columns['number'] === 'string' && { number: columns['number'] }),
    ...(typeof columns['sendDate'] === 'string' && { sendDate: columns['sendDate'] }),
    ...(typeof columns['cancellationDate'] === 'string' && {
      cancellationDate: columns['cancellationDate'],
    }),
  })
