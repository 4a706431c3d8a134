/** The listing confirmations of the product: looked at, made, sent, deleted as long as they are not sent, and replaced. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useRef, useState } from 'react'
import { listlistingconfirmations } from '../../../../shared/calls/bml/product/listlistingconfirmations.ts'
import { pdflistingconfirmation } from '../../../../shared/calls/bml/product/pdflistingconfirmation.ts'
import { sendlistingconfirmation } from '../../../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { withdrawlistingconfirmation } from '../../../../shared/calls/bml/product/withdrawlistingconfirmation.ts'
import { disable } from '../../../../shared/calls/eav/entity/disable.ts'
import { restore } from '../../../../shared/calls/eav/entity/restore.ts'
import { updatefrompatch } from '../../../../shared/calls/eav/entity/updatefrompatch.ts'
import type { Locale } from '../../../../shared/constants.ts'
import type { Confirmation } from '../../../../shared/model/confirmation.ts'
import { callApi } from '../../../api/client.ts'
import { openDownload } from '../../../api/files/download-file.ts'
import { usePdf } from '../../../api/pdf-ticket.ts'
import { useCall, useSend } from '../../../api/use-call.ts'
import { confirm } from '../../../frame/dialogs.ts'
import { useStartJob } from '../../../frame/use-start-job.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState, ErrorState } from '../../../ui/error-state.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { useFocusNext } from '../../../ui/focus.ts'
import { focusNote, NoteList, placeOfNote, useNotePlaces } from '../../../ui/note-line.tsx'
import { PdfProgress } from '../../../ui/pdf-progress.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useProductPage } from '../page-context.ts'
import { type Act, ConfirmationLine, type Listed } from './line.tsx'
import { NewConfirmationDialog } from './new-dialog.tsx'
import { useOffered } from './use-offered.ts'
import './confirmations.css'

/** Milliseconds between looks at one that is being sent. */
const lookMs = 1_000

/** What a document was made of: it is another one after a change. */
const stateOf = ({ id, rev }: Pick<Confirmation, 'id' | 'rev'>) => `${id} ${rev}`

export function ConfirmationsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('confirmations')
  const ui = useTexts('ui')
  const errorText = useErrorText()
  const { view, name } = useProductPage()
  const { mayMake } = useOffered()
  const [isSending, setSending] = useState(false)
  /** Where the page that is shown begins; the newest without. */
  const [before, setBefore] = useState<string>()
  const { data, error, mutate } = useCall(
    listlistingconfirmations,
    { productId: view.id, ...(before !== undefined && { before }) },
    { refreshInterval: isSending ? lookMs : 0 },
  )
  const isAnySending = data?.list.some(({ state }) => state === 'sending') ?? false
  if (isAnySending !== isSending) setSending(isAnySending)
  const [making, setMaking] = useState<{ replaced?: Confirmation }>()
  const [removed, setRemoved] = useState<{ id: string }>()
  const [failure, setFailure] = useState<{ of: string; error: unknown }>()
  const { pdf, print } = usePdf()
  const removing = useSend(disable, { quiet: true })
  const withdrawing = useSend(withdrawlistingconfirmation, { quiet: true })
  const restoring = useSend(restore)
  const changing = useSend(updatefrompatch, { quiet: true })
  const sending = useStartJob(sendlistingconfirmation, {
    started: t('started'),
    onStarted: () => void mutate(),
  })
  const places = useNotePlaces()
  const undo = useRef<ButtonProps.Ref>(null)
  const focusNext = useFocusNext()
  const goTo = (id: string) => focusNext(() => focusNote(places, Math.max(placeOfNote(places, id), 0)))

  /** What goes wrong is told below what it was tried with. */
  const trying = async (of: string, run: () => Promise<unknown>) => {
    setFailure(undefined)
    sending.forgetError()
    try {
      await run()
    } catch (cause) {
      setFailure({ of, error: cause })
      void mutate()
    }
  }
  const send = async ({ confirmation: { id, data: asked } }: Listed) => {
    const company = data?.companies[asked.companyId] ?? t('someCompany')
    const isSure = await confirm({
      title: t('send.title'),
      text: t('send.text', { company }),
      verb: t('send.verb'),
    })
    if (!isSure) return
    setFailure({ of: id, error: undefined })
    await sending.start({ confirmationId: id })
  }
  const remove = (id: string) =>
    trying(id, async () => {
      await removing.send({ id })
      await mutate()
      setRemoved({ id })
      focusNext(() => undo.current?.focus())
    })
  const withdraw = async ({ confirmation: { id, data: asked } }: Listed) => {
    const isSure = await confirm({
      title: t('withdraw.title'),
      text: t('withdraw.text', { number: asked.number ?? '' }),
      verb: t('withdraw.verb'),
      isDangerous: true,
    })
    if (!isSure) return
    await trying(id, async () => {
      await withdrawing.send({ confirmationId: id })
      await mutate()
      goTo(id)
    })
  }
  const bringBack = async (id: string) => {
    await restoring.send({ id })
    setRemoved(undefined)
    await mutate()
    goTo(id)
  }
  const open = ({ id, rev }: Confirmation) =>
    print(stateOf({ id, rev }), async (signal) => {
      const asked = await callApi(pdflistingconfirmation, { confirmationId: id }, { quiet: true, signal })
      // What is there already. A window that opens long after the click is kept back by browsers: what is printed gets a button.
      if (asked.result !== undefined) openDownload(asked.result)
      return asked
    })
  const changeLanguage = ({ id, rev }: Confirmation, language: Locale) =>
    trying(id, async () => {
      await changing.send({ id, rev, patch: [{ op: 'replace', path: '/language', value: language }] })
      await mutate()
    })
  const turnTo = (place: string | undefined) => {
    setBefore(place)
    setRemoved(undefined)
    setFailure(undefined)
  }
  const acts: Record<Act, (one: Listed) => unknown> = {
    print: ({ confirmation }) => open(confirmation),
    send,
    delete: ({ confirmation }) => remove(confirmation.id),
    withdraw,
    replace: ({ confirmation }) => setMaking({ replaced: confirmation }),
  }
  if (making)
    return (
      <NewConfirmationDialog
        replaced={making.replaced}
        onMade={({ id }) => {
          setMaking(undefined)
          setBefore(undefined)
          void mutate().then(() => goTo(id))
        }}
        onClose={() => setMaking(undefined)}
        onLeave={onClose}
      />
    )
  const pdfOf = (one: Confirmation) =>
    pdf?.of === stateOf(one) && (
      <PdfProgress
        url={pdf.step === 'ready' ? pdf.url : undefined}
        error={pdf.step === 'failed' ? errorText(pdf.error) : undefined}
      />
    )
  const failed = failure?.error ?? sending.error
  return (
    <Dialog
      header={t('title')}
      size="large"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button data-way-out onClick={onClose}>
              {ui('close')}
            </Button>
            {mayMake && (
              <Button variant="primary" onClick={() => setMaking({})}>
                {t('new.title')}
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <div>
        <SpaceBetween size="m">
          <div role="status">
            <Box color="text-body-secondary">{name}</Box>
            {removed && (
              <Alert
                type="success"
                action={
                  <Button ref={undo} loading={restoring.isSending} onClick={() => void bringBack(removed.id)}>
                    {ui('save.undo')}
                  </Button>
                }
              >
                {t('removed')}
              </Alert>
            )}
          </div>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => void mutate()} />
          ) : !data ? (
            <SkeletonLines lines={4} />
          ) : data.list.length === 0 ? (
            <EmptyState title={t('empty.title')} text={t(mayMake ? 'empty.text' : 'empty.reader')} />
          ) : (
            <NoteList label={t('title')}>
              {data.list.map((listed) => {
                const { id } = listed.confirmation
                return (
                  <ConfirmationLine
                    key={id}
                    places={places}
                    listed={listed}
                    companies={data.companies}
                    numberOf={(other) =>
                      data.list.find(({ confirmation }) => confirmation.id === other)?.confirmation.data
                        .number
                    }
                    isBusy={removing.isSending || changing.isSending || sending.isStarting}
                    pdf={
                      <>
                        {pdfOf(listed.confirmation)}
                        {failure?.of === id && failed !== undefined && (
                          <FieldError text={errorText(failed)} />
                        )}
                      </>
                    }
                    onAct={(act) => void acts[act](listed)}
                    onLanguage={(language) => void changeLanguage(listed.confirmation, language)}
                    onLeave={onClose}
                  />
                )
              })}
            </NoteList>
          )}
          {(before !== undefined || data?.older !== undefined) && (
            <SpaceBetween direction="horizontal" size="xs">
              {before !== undefined && <Button onClick={() => turnTo(undefined)}>{t('newest')}</Button>}
              {data?.older !== undefined && <Button onClick={() => turnTo(data.older)}>{t('older')}</Button>}
            </SpaceBetween>
          )}
        </SpaceBetween>
      </div>
    </Dialog>
  )
}
