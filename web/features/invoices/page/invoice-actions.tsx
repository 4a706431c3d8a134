/** What can be done with an invoice: its PDF, and by who may, to send, cancel, delete or mark it. */
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { createinvoicepdf } from '../../../../shared/calls/bml/invoice/createinvoicepdf.ts'
import type { InvoiceState, InvoiceView } from '../../../../shared/model/invoice.ts'
import { callApi } from '../../../api/client.ts'
import { usePdf } from '../../../api/pdf-ticket.ts'
import { settleUnsaved } from '../../../frame/unsaved.tsx'
import { useErrorText } from '../../../texts/error-text.ts'
import { focusOrPage } from '../../../ui/focus.ts'
import { PdfProgress } from '../../../ui/pdf-progress.tsx'
import { ActionDialog, actionsOf, type InvoiceAction } from '../parts/action-dialog.tsx'

interface Props {
  view: InvoiceView
  state: InvoiceState
  mayEdit: boolean
  t: TFunction
}

export function InvoiceActions({ view, state, mayEdit, t }: Props) {
  const errorText = useErrorText()
  const { pdf, print } = usePdf()
  const [acting, setActing] = useState<InvoiceAction>()
  const pdfButton = useRef<ButtonProps.Ref>(null)
  const hasActed = useRef(false)
  // What was pressed to send or cancel it is gone once that is done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state takes the buttons away
  useEffect(() => {
    if (hasActed.current && !acting && document.activeElement === document.body)
      focusOrPage(pdfButton.current)
  }, [state, acting])
  const offered = mayEdit ? actionsOf(view) : []
  const [first, ...others] = offered
  const isMain = first === 'send'
  const menu = isMain ? others : offered
  const choose = async (action: InvoiceAction) => {
    if (await settleUnsaved()) setActing(action)
  }
  const printed = `${view.id}:${view.rev}`
  const ask = (signal: AbortSignal) =>
    callApi(
      createinvoicepdf,
      { invoiceId: view.id },
      { quiet: true, signal, idempotencyKey: crypto.randomUUID() },
    )
  // What is not saved does not stand in it.
  const show = async () => {
    if (await settleUnsaved()) await print(printed, ask)
  }
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="center">
      {pdf?.of === printed && (
        <PdfProgress
          url={pdf.step === 'ready' ? pdf.url : undefined}
          error={pdf.step === 'failed' ? errorText(pdf.error) : undefined}
        />
      )}
      {pdf?.of !== printed && (
        <Button
          ref={pdfButton}
          iconName="file"
          disabled={state === 'pseudoSent' && !view.hasDocument}
          onClick={() => void show()}
        >
          {t(view.hasDocument ? 'pdf.open' : 'pdf.preview')}
        </Button>
      )}
      {menu.length > 0 && (
        <ButtonDropdown
          items={menu.map((id) => ({ id, text: t([`action.${id}.menuOne`, `action.${id}.menu`]) }))}
          onItemClick={({ detail }) => void choose(detail.id as InvoiceAction)}
        >
          {t('actions')}
        </ButtonDropdown>
      )}
      {isMain && (
        <Button
          variant="primary"
          iconName="send"
          disabled={view.problems.length > 0}
          onClick={() => void choose('send')}
        >
          {t('action.send.menu')}
        </Button>
      )}
      {acting && (
        <ActionDialog
          action={acting}
          of={{ ids: [view.id] }}
          onStarted={() => {
            hasActed.current = true
            setActing(undefined)
          }}
          onClose={() => setActing(undefined)}
        />
      )}
    </SpaceBetween>
  )
}
