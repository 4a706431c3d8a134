/** The messages of a conversation, the oldest first; who wrote each, and whether the other side has read it. */
import Button from '@cloudscape-design/components/button'
import { useState } from 'react'
import { loadmessage } from '../../../shared/calls/bml/message/loadmessage.ts'
import { otherSide } from '../../../shared/model/conversation.ts'
import type { ConversationView, MessageView } from '../../../shared/model/conversation-view.ts'
import { callApi } from '../../api/client.ts'
import { downloadFile } from '../../api/files/download-file.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { EmptyState } from '../../ui/error-state.tsx'
import { LinkedText } from './linked-text.tsx'
import { useTalkWords } from './words.ts'

interface Props {
  view: ConversationView
  messages: readonly MessageView[]
  /** Where older ones go on. */
  older: number | undefined
}

export function Thread({ view, messages, older }: Props) {
  const { t } = useTalkWords()
  const [before, setBefore] = useState<{ list: MessageView[]; older: number | undefined }>()
  const [isLoading, setLoading] = useState(false)
  const next = before ? before.older : older
  const first = messages[0]?.n ?? Number.POSITIVE_INFINITY
  const all = [...(before?.list.filter(({ n }) => n < first) ?? []), ...messages]
  const more = async () => {
    if (next === undefined) return
    setLoading(true)
    try {
      const page = await callApi(loadmessage, { conversationId: view.id, before: next })
      setBefore((now) => ({ list: [...page.messages, ...(now?.list ?? messages)], older: page.older }))
    } catch {
      // The error dialog has told it; the button is still there.
    } finally {
      setLoading(false)
    }
  }
  if (all.length === 0)
    return <EmptyState title={t('empty.conversation')} text={t('empty.conversationText')} />
  return (
    <>
      {next !== undefined && (
        <div className="messages-older">
          <Button loading={isLoading} onClick={() => void more()}>
            {t('older')}
          </Button>
        </div>
      )}
      <ol className="messages-thread" aria-label={t('messages')}>
        {all.map((message) => (
          <Line key={message.id} view={view} message={message} />
        ))}
      </ol>
    </>
  )
}

function Line({ view, message }: { view: ConversationView; message: MessageView }) {
  const { t, partyOf } = useTalkWords()
  const { moment, ago } = useDateFormat()
  const { side, sent, content, attachments, byName, isRead } = message
  const isMine = view.mine.includes(side)
  const party = partyOf(view, side)
  const readAt = view.data[otherSide(side)].lastReadMessages
  return (
    <li className="messages-line" data-mine={isMine ? '' : undefined}>
      <div className="messages-by">
        <strong>{byName && byName !== party ? `${byName}, ${party}` : party}</strong>
        <time dateTime={sent} title={moment(sent)}>
          {ago(sent)}
        </time>
      </div>
      <LinkedText text={content} />
      {attachments.length > 0 && (
        <ul className="messages-files">
          {attachments.map(({ fileId, fileName }) => (
            <li key={fileId}>
              <Button
                variant="inline-link"
                iconName="download"
                onClick={() => void downloadFile({ id: fileId, fileName }).catch(() => undefined)}
              >
                {fileName}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isMine && (
        <div className="messages-receipt" title={isRead && readAt ? moment(readAt) : undefined}>
          {t(isRead ? 'receipt.read' : 'receipt.sent', { name: partyOf(view, otherSide(side)) })}
        </div>
      )}
    </li>
  )
}
