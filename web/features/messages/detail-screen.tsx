/** A conversation, or the way to one: about what the address names, with whom is chosen. */
import { useParams } from 'react-router-dom'
import { loadmessage } from '../../../shared/calls/bml/message/loadmessage.ts'
import { id } from '../../../shared/model/basics.ts'
import { useCall } from '../../api/use-call.ts'
import { messagesHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { ErrorState, NotFoundState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { ConversationPage } from './conversation-page.tsx'
import { NewConversation } from './new-conversation.tsx'
import './messages.css'

/** What others write in the open one is seen within 20 s. */
const refreshMs = 15_000

export function MessagingDetailScreen() {
  const { conversationId = '' } = useParams()
  return conversationId === 'new' ? (
    <NewConversation />
  ) : (
    <Conversation key={conversationId} conversationId={conversationId} />
  )
}

function Conversation({ conversationId }: { conversationId: string }) {
  const t = useTexts('messages')
  const isId = id.safeParse(conversationId).success
  const answer = useCall(loadmessage, isId ? { conversationId } : null, {
    refreshInterval: refreshMs,
    revalidateOnFocus: true,
  })
  const { data, error, mutate } = answer
  if (!isId || error?.code === 'not_found')
    return (
      <Page title={t('one')}>
        <NotFoundState title={t('notFound')} text={t('notFoundText')} back={t('title')} href={messagesHref} />
      </Page>
    )
  if (!data?.conversation)
    return (
      <Page title={t('one')}>
        {error ? (
          <>
            <p>{t('error.open')}</p>
            <ErrorState error={error} onRetry={() => void mutate()} />
          </>
        ) : (
          <SkeletonLines />
        )}
      </Page>
    )
  return (
    <ConversationPage
      view={data.conversation}
      loaded={data}
      onReload={async () => void (await mutate())}
      onView={(conversation) => void mutate({ ...data, conversation }, { revalidate: true })}
    />
  )
}
