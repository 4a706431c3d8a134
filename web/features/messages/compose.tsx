/** Writes a message: text, files, and a draft that keeps itself. Ctrl and Enter send. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import FileInput from '@cloudscape-design/components/file-input'
import FormField from '@cloudscape-design/components/form-field'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea'
import { useEffect, useRef, useState } from 'react'
import { loadmessage } from '../../../shared/calls/bml/message/loadmessage.ts'
import { sendmessage } from '../../../shared/calls/bml/message/sendmessage.ts'
import { maxAttachments, maxMessageLength } from '../../../shared/model/conversation.ts'
import type { ConversationView, Draft } from '../../../shared/model/conversation-view.ts'
import { isBegun } from '../../../shared/rules/conversation.ts'
import { isAbort } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { callApi } from '../../api/client.ts'
import { uploadFile } from '../../api/files/upload-file.ts'
import { useSend } from '../../api/use-call.ts'
import { askUnread } from '../../frame/watch-messages.tsx'
import { useErrorText } from '../../texts/error-text.ts'
import { useTexts } from '../../texts/texts.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { useMessageDraft } from './use-message-draft.ts'

interface Props {
  view: ConversationView
  draft: Draft | undefined
  onSent(): Promise<void>
}

export function Compose({ view, draft, onSent }: Props) {
  const t = useTexts('messages')
  const errorText = useErrorText()
  const mayAttach = useCan()('file:upload', undefined)
  const writing = useMessageDraft(view.id, draft)
  const { written, state } = writing
  const { send, isSending } = useSend(sendmessage, { quiet: true })
  const [failure, setFailure] = useState<unknown>()
  const [uploading, setUploading] = useState<string>()
  /** Names of files that a message has no room for. */
  const [leftOver, setLeftOver] = useState<readonly string[]>([])
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(new DOMException('left', 'AbortError')), [])
  const area = useRef<TextareaProps.Ref>(null)
  const isTooLong = written.text.length > maxMessageLength
  const isEmpty = written.text.trim() === '' && written.attachments.length === 0
  const mayBeSent = !isEmpty && !isTooLong && uploading === undefined && !isSending

  /** Why it was not sent, or a file not attached: no fault of the text. */
  const wrong =
    failure !== undefined
      ? errorText(failure)
      : leftOver.length > 0 && t('compose.tooManyFiles', { max: maxAttachments, names: leftOver.join(', ') })
  const submit = async () => {
    if (!mayBeSent) return
    setFailure(undefined)
    setLeftOver([])
    try {
      await send({ conversationId: view.id, message: written.text, attachments: [...written.attachments] })
      await writing.sent()
      await onSent()
      askUnread()
      area.current?.focus()
    } catch (error) {
      setFailure(error)
    }
  }
  const attach = async (files: readonly File[]) => {
    setFailure(undefined)
    controller.current = new AbortController()
    const { signal } = controller.current
    let attachments = [...written.attachments]
    const room = maxAttachments - attachments.length
    setLeftOver(files.slice(room).map(({ name }) => name))
    for (const file of files.slice(0, room)) {
      const fileName = file.name.normalize('NFC')
      setUploading(fileName)
      try {
        const fileId = await uploadFile(file, { signal, onStep: () => undefined })
        attachments = [...attachments.filter((one) => one.fileId !== fileId), { fileId, fileName }]
        writing.change({ attachments })
      } catch (error) {
        if (!isAbort(error)) setFailure(error)
        break
      }
    }
    setUploading(undefined)
  }
  const settle = async (takesIt: boolean) => {
    const { draft: other } = await callApi(loadmessage, { conversationId: view.id })
    writing.settle(other, takesIt)
  }
  return (
    <form
      className="messages-compose"
      aria-label={t('compose.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <SpaceBetween size="s">
        {state === 'differs' && (
          <Alert
            type="warning"
            action={
              <SpaceBetween direction="horizontal" size="xs">
                <Button onClick={() => void settle(true)}>{t('compose.takeOther')}</Button>
                <Button onClick={() => void settle(false)}>{t('compose.keepMine')}</Button>
              </SpaceBetween>
            }
          >
            {t('compose.differs')}
          </Alert>
        )}
        <FormField
          label={t('compose.title')}
          stretch
          errorText={isTooLong ? t('compose.tooLong') : ''}
          description={t('compose.keys')}
        >
          <Textarea
            ref={area}
            value={written.text}
            rows={5}
            // What was just opened is to be written; one that is read begins with what others say.
            autoFocus={!isBegun(view.data)}
            onChange={({ detail }) => writing.change({ text: detail.value })}
            onKeyDown={(event) => {
              const { detail } = event
              if (detail.key !== 'Enter' || !(detail.ctrlKey || detail.metaKey)) return
              event.preventDefault()
              void submit()
            }}
          />
        </FormField>
        {written.attachments.length > 0 && (
          <ul className="messages-files" aria-label={t('compose.files')}>
            {written.attachments.map(({ fileId, fileName }) => (
              <li key={fileId}>
                {fileName}{' '}
                <Button
                  variant="inline-link"
                  ariaLabel={t('compose.removeFile', { name: fileName })}
                  onClick={() =>
                    writing.change({
                      attachments: written.attachments.filter((one) => one.fileId !== fileId),
                    })
                  }
                >
                  {t('compose.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <FieldError text={wrong} />
        <div className="messages-send">
          <SpaceBetween direction="horizontal" size="xs">
            <Button
              variant="primary"
              formAction="submit"
              disabled={!mayBeSent && !isSending}
              loading={isSending}
            >
              {t('compose.send')}
            </Button>
            {mayAttach && (
              <FileInput multiple value={[]} onChange={({ detail }) => void attach(detail.value)}>
                {t('compose.attach')}
              </FileInput>
            )}
          </SpaceBetween>
          <span role="status">
            {uploading !== undefined
              ? t('compose.uploading', { name: uploading })
              : state === 'kept'
                ? t('compose.kept')
                : state === 'failed'
                  ? t('compose.notKept')
                  : state === 'typing'
                    ? t('compose.saving')
                    : ''}
          </span>
        </div>
      </SpaceBetween>
    </form>
  )
}
