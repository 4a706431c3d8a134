/**
 * Sends, cancels, deletes or marks invoices: before it starts the job it says how many they are and what they come to; of one which it
 * is, and to whom it goes.
 */
import Box from '@cloudscape-design/components/box'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import { type ReactNode, useState } from 'react'
import { cancelinvoices } from '../../../../shared/calls/bml/invoice/cancelinvoices.ts'
import { deleteInvoices } from '../../../../shared/calls/bml/invoice/deleteInvoices.ts'
import { load } from '../../../../shared/calls/bml/invoice/load.ts'
import { markinvoicesaspseudosent } from '../../../../shared/calls/bml/invoice/markinvoicesaspseudosent.ts'
import { sendInvoices } from '../../../../shared/calls/bml/invoice/sendInvoices.ts'
import { totals } from '../../../../shared/calls/bml/invoice/totals.ts'
import { type InvoiceState, type InvoiceView, invoiceState } from '../../../../shared/model/invoice.ts'
import type { InvoiceChoice } from '../../../../shared/model/invoice-choice.ts'
import { useCall } from '../../../api/use-call.ts'
import { useStartJob } from '../../../frame/use-start-job.ts'
import { useErrorText, useMessageText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { useMoney } from '../../../ui/money.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { filterOf } from '../model/chosen.ts'
import { invoiceName } from './invoice-name.ts'

export const invoiceActions = ['send', 'resend', 'cancel', 'pseudoSent', 'unmark', 'delete'] as const
export type InvoiceAction = (typeof invoiceActions)[number]
/** They take something away. */
const dangerous: ReadonlySet<InvoiceAction> = new Set(['cancel', 'delete'])

/** They mail something to the company. */
const mailing: ReadonlySet<InvoiceAction> = new Set(['send', 'resend', 'cancel'])
const inState: Record<InvoiceState, readonly InvoiceAction[]> = {
  draft: ['send', 'pseudoSent', 'delete'],
  sending: [],
  unsent: ['send', 'cancel'],
  sent: ['resend', 'cancel'],
  pseudoSent: ['unmark'],
  // Its cancellation can be mailed once more; it itself nobody is to pay.
  cancelled: [],
}
/** What can be done with an invoice as it is. A cancellation is itself not cancelled. */
export const actionsOf = ({ data }: Pick<InvoiceView, 'data'>): InvoiceAction[] =>
  inState[invoiceState(data)].filter((one) => one !== 'cancel' || !data.cancels)

interface Props {
  action: InvoiceAction
  of: InvoiceChoice
  onStarted(jobId: string): void
  onClose(): void
}

export function ActionDialog(props: Props) {
  const { ids } = props.of
  return ids?.length === 1 ? <OfOne {...props} id={ids[0]!} /> : <OfMany {...props} />
}

function OfOne({ action, of, id, onStarted, onClose }: Props & { id: string }) {
  const t = useTexts('invoices')
  const { money } = useMoney()
  const errorText = useErrorText()
  const say = useMessageText()
  const { data: view, error } = useCall(load, { id })
  const unable = view && whyNot(view, action)
  const facts = (): Fact[] => {
    if (!view) return []
    const { recipients, data } = view
    return [
      [t('sum.gross'), money(data.totals.gross, data.currency)],
      ...(recipients && mailing.has(action)
        ? [
            recipients.length > 0
              ? ([t('action.to'), recipients.join(', ')] as const)
              : ([t('sending'), t('action.byPost')] as const),
          ]
        : []),
    ]
  }
  return (
    <Asking
      action={action}
      of={of}
      texts={{
        title: t(`action.${action}.titleOne`),
        text: t(`action.${action}.textOne`),
        verb: t([`action.${action}.verbOne`, `action.${action}.verb`]),
        started: t(`action.${action}.startedOne`),
      }}
      about={view && invoiceName(view, t)}
      isBlocked={!view || unable !== undefined}
      onStarted={onStarted}
      onClose={onClose}
    >
      <div aria-live="polite">
        {view ? <Facts facts={facts()} /> : error ? null : <SkeletonLines lines={2} />}
        {unable === 'state' && (
          <FieldError text={t('action.notNow', { state: t(`state.${invoiceState(view!.data)}`) })} />
        )}
        {unable === 'post' && <FieldError text={say({ key: 'invoiceByPost' }) ?? ''} />}
        {error !== undefined && <FieldError text={errorText(error)} />}
      </div>
    </Asking>
  )
}

/** Why it cannot be done with this one. */
function whyNot(view: InvoiceView, action: InvoiceAction): 'state' | 'post' | undefined {
  if (!actionsOf(view).includes(action)) return 'state'
  return action === 'resend' && view.recipients?.length === 0 ? 'post' : undefined
}

function OfMany({ action, of, onStarted, onClose }: Props) {
  const t = useTexts('invoices')
  const { money } = useMoney()
  const { format } = useNumberFormat()
  const told = useCall(totals, { attributeFilter: filterOf(of) })
  const facts: Fact[] = (told.data?.totals ?? []).map(({ currency, count, gross }) => [
    t('action.invoices', { number: format(count) }),
    money(gross, currency),
  ])
  return (
    <Asking
      action={action}
      of={of}
      texts={{
        title: t(`action.${action}.title`),
        text: t(`action.${action}.text`),
        verb: t(`action.${action}.verb`),
        started: t(`action.${action}.started`),
      }}
      onStarted={onStarted}
      onClose={onClose}
    >
      <div aria-live="polite">
        {told.data ? <Facts facts={facts} isColumns /> : told.error ? null : <SkeletonLines lines={1} />}
      </div>
    </Asking>
  )
}

interface AskingProps extends Props {
  texts: { title: string; text: string; verb: string; started: string }
  about?: string | undefined
  isBlocked?: boolean
  children: ReactNode
}
function Asking({ action, of, texts, about, isBlocked = false, children, onStarted, onClose }: AskingProps) {
  const t = useTexts('invoices')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const { start, isStarting, error } = useStartActions(texts.started, onStarted)
  return (
    <VerbDialog
      title={texts.title}
      verb={texts.verb}
      {...(about !== undefined && { about })}
      isDangerous={dangerous.has(action)}
      isBusy={isStarting}
      isBlocked={isBlocked}
      onVerb={() => void start(action, of, reason.trim())}
      onClose={onClose}
    >
      <Box>{texts.text}</Box>
      {children}
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
    pseudoSent: (of) => marking.start({ ...of, marked: true }),
    unmark: (of) => marking.start({ ...of, marked: false }),
  }
  return {
    start: (action: InvoiceAction, of: InvoiceChoice, reason: string) => starts[action](of, reason),
    isStarting: all.some((one) => one.isStarting),
    error: all.find((one) => one.error !== undefined)?.error,
  }
}
