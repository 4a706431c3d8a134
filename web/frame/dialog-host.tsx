/** Draws the dialogs that stores open: questions, warnings, errors. One at a time; errors come first. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type ReactNode, useState } from 'react'
import { useErrorText } from '../texts/error-text.ts'
import { useTexts } from '../texts/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useStore } from '../ui/store.ts'
import { answered, type Question, questions, type UnsavedWay } from './dialogs.ts'
import { type Failure, failures } from './notify.ts'

const Buttons = ({ children }: { children: ReactNode }) => (
  <Box float="right">
    <SpaceBetween direction="horizontal" size="xs">
      {children}
    </SpaceBetween>
  </Box>
)

export function DialogHost() {
  const open = useStore(failures)
  const [first] = useStore(questions)
  if (open.length > 0) return <ErrorDialog failures={open} />
  if (!first) return null
  if (first.kind === 'unsaved') return <UnsavedDialog question={first} />
  if (first.kind === 'warning') return <WarningDialog question={first} />
  return <ConfirmDialog key={first.title} question={first} />
}

/** What a person sends with a bug report. */
export function reportOf(open: readonly Failure[], location: string): string {
  return [
    ...open.flatMap((f) => [
      ...(f.code ? [`Code: ${f.code}`] : []),
      ...(f.requestId ? [`Request ID: ${f.requestId}`] : []),
      ...(f.url ? [`Request URL: ${f.url}`] : []),
      `Message: ${f.message}`,
      '',
    ]),
    `Location: ${location}`,
  ].join('\n')
}

function ErrorDialog({ failures: open }: { failures: readonly Failure[] }) {
  const t = useTexts('frame')
  const say = useErrorText()
  const close = () => failures.set([])
  return (
    <Dialog
      header={t('errorDialog.title')}
      closeAriaLabel={t('close')}
      onDismiss={close}
      footer={
        <Buttons>
          <CopyToClipboard
            copyButtonText={t('errorDialog.copy')}
            textToCopy={reportOf(open, location.href)}
            copySuccessText={t('errorDialog.copied')}
            copyErrorText={t('errorDialog.notCopied')}
          />
          <Button variant="primary" data-way-out onClick={close}>
            {t('close')}
          </Button>
        </Buttons>
      }
    >
      <SpaceBetween size="m">
        {open.map((failure) => (
          <div key={`${failure.url} ${failure.message}`} className="il-failure">
            <div>
              {say({
                message: failure.message,
                code: failure.code,
                details: { key: failure.key, params: failure.params },
              })}
            </div>
            <dl>
              {failure.code && <Line name={t('errorDialog.code')} value={failure.code} />}
              {failure.requestId && <Line name={t('errorDialog.requestId')} value={failure.requestId} />}
              {failure.url && <Line name={t('errorDialog.url')} value={failure.url} />}
              <Line name={t('errorDialog.message')} value={failure.message} />
            </dl>
          </div>
        ))}
        <Box color="text-body-secondary">{t('errorDialog.text')}</Box>
      </SpaceBetween>
    </Dialog>
  )
}
const Line = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

function ConfirmDialog({ question }: { question: Question & { kind: 'confirm' } }) {
  const t = useTexts('frame')
  const [typed, setTyped] = useState('')
  const answer = (yes: boolean) => {
    answered(question)
    question.answer(yes)
  }
  const isReady = question.typeName === undefined || typed.trim() === question.typeName.trim()
  return (
    <Dialog
      size={question.details === undefined ? 'medium' : 'large'}
      header={question.title}
      closeAriaLabel={t('cancel')}
      onDismiss={() => answer(false)}
      footer={
        <Buttons>
          <Button variant="link" onClick={() => answer(false)}>
            {t('cancel')}
          </Button>
          <Button
            variant={question.isDangerous ? 'normal' : 'primary'}
            disabled={!isReady}
            onClick={() => answer(true)}
          >
            {question.verb}
          </Button>
        </Buttons>
      }
    >
      <SpaceBetween size="m">
        <div className="il-dialog-text">{question.text}</div>
        {question.details}
        {question.typeName !== undefined && (
          <FormField label={t('confirm.typeName', { name: question.typeName })}>
            <Input value={typed} onChange={({ detail }) => setTyped(detail.value)} />
          </FormField>
        )}
      </SpaceBetween>
    </Dialog>
  )
}

function UnsavedDialog({ question }: { question: Question & { kind: 'unsaved' } }) {
  const t = useTexts('frame')
  const { way } = question
  const answer = (value: UnsavedWay | 'discard' | 'cancel') => {
    answered(question)
    question.answer(value)
  }
  return (
    <Dialog
      header={t(way === 'fix' ? 'unsaved.wrongTitle' : 'unsaved.title')}
      closeAriaLabel={t('cancel')}
      onDismiss={() => answer('cancel')}
      footer={
        <Buttons>
          <Button variant="link" onClick={() => answer('cancel')}>
            {t('cancel')}
          </Button>
          <Button onClick={() => answer('discard')}>{t('unsaved.discard')}</Button>
          {way && (
            <Button variant="primary" onClick={() => answer(way)}>
              {t(`unsaved.${way}`)}
            </Button>
          )}
        </Buttons>
      }
    >
      {t(way === 'fix' ? 'unsaved.wrongText' : 'unsaved.text')}
    </Dialog>
  )
}

function WarningDialog({ question }: { question: Question & { kind: 'warning' } }) {
  const t = useTexts('frame')
  const close = () => {
    answered(question)
    question.answer()
  }
  return (
    <Dialog
      header={question.title}
      closeAriaLabel={t('close')}
      onDismiss={close}
      footer={
        <Buttons>
          <Button variant="primary" onClick={close}>
            {t('close')}
          </Button>
        </Buttons>
      }
    >
      <div className="il-dialog-text">{question.text}</div>
    </Dialog>
  )
}
