/** Sends, cancels, deletes or marks invoices: says how many and what they come to before it starts the job. */
import Box from '@cloudscape-design/components/box'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import { useState } from 'react'
import { cancelinvoices } from '../../../../shared/calls/bml/invoice/cancelinvoices.ts'
import { deleteInvoices } from '../../../../shared/calls/bml/invoice/deleteInvoices.ts'
import { markinvoicesaspseudosent } from '../../../../shared/calls/bml/invoice/markinvoicesaspseudosent.ts'
import { sendInvoices } from '../../../../shared/calls/bml/invoice/sendInvoices.ts'
import { totals } from '../../../../shared/calls/bml/invoice/totals.ts'
import type { InvoiceChoice } from '../../../../shared/model/invoice-choice.ts'
import { useCall } from '../../../api/use-call.ts'
import { useStartJob } from '../../../frame/use-start-job.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { useMoney } from '../../../ui/money.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { filterOf } from '../model/chosen.ts'

export const invoiceActions = ['send', 'resend', 'cancel', 'pseudoSent', 'delete'] as const
export type InvoiceAction = (typeof invoiceActions)[number]
/** They take something away. */
const dangerous: ReadonlySet<InvoiceAction> = new Set(['cancel', 'delete', 'pseudoSent'])

interface Props {
  action: InvoiceAction
  of: InvoiceChoice
  /** Name of the one invoice that it is about. */
  name?: string
  onStarted(jobId: string): void
  onClose(): void
}

export function ActionDialog({ action, of, name, onStarted, onClose }: Props) {
  const t = useTexts('invoices')
  const { money } = useMoney()
  const { format } = useNumberFormat()
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const told = useCall(totals, { attributeFilter: filterOf(of) })
  const { start, isStarting, error } = useStartActions(t(`action.${action}.started`), onStarted)
  const facts: Fact[] = (told.data?.totals ?? []).map(({ currency, count, gross }) => [
    t('action.invoices', { number: format(count) }),
    money(gross, currency),
  ])
  return (
    <VerbDialog
      title={t(`action.${action}.title`)}
      verb={t(`action.${action}.verb`)}
      {...(name !== undefined && { about: name })}
      isDangerous={dangerous.has(action)}
      isBusy={isStarting}
      onVerb={() => void start(action, of, reason.trim())}
      onClose={onClose}
    >
      <Box>{t(`action.${action}.text`)}</Box>
      <div aria-live="polite">
        {told.data ? <Facts facts={facts} isColumns /> : told.error ? null : <SkeletonLines lines={1} />}
      </div>
      {action === 'cancel' && (
        <FormField label={t('action.reason')} description={t('action.reasonText')}>
          <Input value={reason} onChange={({ detail }) => setReason(detail.value)} />
        </FormField>
      )}
      {error !== undefined && <FieldError text={`${t('action.notStarted')} ${errorText(error)}`} />}
    </VerbDialog>
  )
}

function useStartActions(started: string, onStarted: (jobId: string) => void) {
  const how = { started, onStarted }
  const sending = useStartJob(sendInvoices, how)
  const cancelling = useStartJob(cancelinvoices, how)
  const deleting = useStartJob(deleteInvoices, how)
  const marking = useStartJob(markinvoicesaspseudosent, how)
  const all = [sending, cancelling, deleting, marking]
  const starts: Record<InvoiceAction, (of: InvoiceChoice, reason: string) => Promise<void>> = {
    send: (of) => sending.start({ ...of, again: false }),
    resend: (of) => sending.start({ ...of, again: true }),
    cancel: (of, reason) => cancelling.start({ ...of, ...(reason && { reason }) }),
    delete: (of) => deleting.start(of),
    pseudoSent: (of) => marking.start(of),
  }
  return {
    start: (action: InvoiceAction, of: InvoiceChoice, reason: string) => starts[action](of, reason),
    isStarting: all.some((one) => one.isStarting),
    error: all.find((one) => one.error !== undefined)?.error,
  }
}
