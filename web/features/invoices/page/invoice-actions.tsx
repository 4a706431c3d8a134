/** What can be done with an invoice: its PDF, and by who may, to send, cancel, delete or mark it. */
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { createinvoicepdf } from '../../../../shared/calls/bml/invoice/createinvoicepdf.ts'
import type { InvoiceState, InvoiceView } from '../../../../shared/model/invoice.ts'
import { callApi } from '../../../api/client.ts'
import { openDownload } from '../../../api/files/download-file.ts'
import { usePdf } from '../../../api/pdf-ticket.ts'
import { talkHref } from '../../../frame/links.ts'
import { settleUnsaved } from '../../../frame/unsaved.tsx'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
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
  const ui = useTexts('ui')
  const errorText = useErrorText()
  const { pdf, print } = usePdf()
  const navigate = useNavigate()
  const [acting, setActing] = useState<InvoiceAction>()
  const pdfButton = useRef<ButtonProps.Ref>(null)
  const hasActed = useRef(false)
  // What was pressed to send or cancel it is gone once that is done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state takes the buttons away
  useEffect(() => {
    if (!hasActed.current || acting || document.activeElement !== document.body) return
    hasActed.current = false
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
  const ask = async (signal: AbortSignal) => {
    const how = { quiet: true, signal, idempotencyKey: crypto.randomUUID() }
    const asked = await callApi(createinvoicepdf, { invoiceId: view.id }, how)
    // What is there already. A window that opens long after the click is kept back by browsers: what is printed gets a button.
    if (asked.result !== undefined) openDownload(asked.result)
    return asked
  }
  // What is not saved does not stand in it.
  const show = async () => {
    if (await settleUnsaved()) await print(printed, ask)
  }
  const mine = pdf?.of === printed ? pdf : undefined
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="center">
      {mine?.step === 'failed' && <FieldError text={errorText(mine.error)} />}
      {mine?.step === 'ready' && !view.hasDocument && <PdfProgress url={mine.url} error={undefined} />}
      <Button
        ref={pdfButton}
        iconName={view.hasDocument ? 'download' : 'file'}
        disabled={state === 'pseudoSent' && !view.hasDocument}
        loading={mine?.step === 'printing'}
        loadingText={ui('pdf.printing')}
        onClick={() => void show()}
      >
        {view.hasDocument ? ui('pdf.download') : t('pdf.preview')}
      </Button>
      {!view.disabled && (
        <Button iconName="envelope" onClick={() => void navigate(talkHref('invoiceId', view.id))}>
          {t('message')}
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
