/** One conversation: its messages, what one writes, and how the own side keeps it. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import FormField from '@cloudscape-design/components/form-field'
import Header from '@cloudscape-design/components/header'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { save } from '../../../shared/calls/bml/conversation/save.ts'
import { loadmessage } from '../../../shared/calls/bml/message/loadmessage.ts'
import { readmessages } from '../../../shared/calls/bml/message/readmessages.ts'
import { saveAttempts } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { isCallError, isSavedMeanwhile } from '../../../shared/errors.ts'
import type { ConversationView } from '../../../shared/model/conversation-view.ts'
import type { JsonPatch } from '../../../shared/model/entity.ts'
import { isBegun } from '../../../shared/rules/conversation.ts'
import { callApi } from '../../api/client.ts'
import { useReference } from '../../api/reference.ts'
import { confirm } from '../../frame/dialogs.ts'
import { messagesHref, talkHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page } from '../../frame/page.tsx'
import { askUnread } from '../../frame/watch-messages.tsx'
import { useErrorText } from '../../texts/error-text.ts'
import { useLocale } from '../../texts/texts.ts'
import { useTitle } from '../../ui/localized.tsx'
import { byLabel, type SelectOption } from '../../ui/select-options.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { Compose } from './compose.tsx'
import { Thread } from './thread.tsx'
import { useOptionsOf, useTalkWords } from './words.ts'

interface Props {
  view: ConversationView
  loaded: OutputOf<typeof loadmessage>
  onReload(): Promise<void>
  onView(view: ConversationView): void
}

export function ConversationPage({ view, loaded, onReload, onView }: Props) {
  const words = useTalkWords()
  const { t } = words
  const navigate = useNavigate()
  const { key, id } = view.about
  const own = view.writesAs ?? view.mine[0]
  const isArchived = own !== undefined && view.data[own].archived !== undefined
  const keep = useKeep(view, onView)
  useReading(view, loaded.messages.at(-1)?.n, onReload)
  const archive = async () => {
    const isSure = await confirm({
      title: t('archive.title'),
      text: t('archive.text', { name: words.titleOf(view) }),
      verb: t('archive.verb'),
      isDangerous: true,
    })
    if (isSure && own !== undefined)
      await keep([{ op: 'add', path: `/${own}/archived`, value: new Date().toISOString() }])
  }
  const end = useRef<HTMLDivElement>(null)
  // It opens where one goes on reading; later nothing moves by itself.
  useEffect(() => void end.current?.scrollIntoView?.({ block: 'nearest' }), [])
  const href = words.hrefOf(view.about, view.data.productId)
  return (
    <Page
      title={words.titleOf(view)}
      subtitle={words.withOf(view)}
      badges={
        <>
          {!isBegun(view.data) && <StateBadge tone="pending">{t('state.draft')}</StateBadge>}
          {isArchived && <StateBadge tone="neutral">{t('state.archived')}</StateBadge>}
          {own === undefined && <StateBadge tone="info">{t('state.readOnly')}</StateBadge>}
        </>
      }
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={() => void navigate(messagesHref)}>{t('all')}</Button>
          {key !== 'requestId' && view.about.title !== undefined && (
            <Button onClick={() => void navigate(`${talkHref(key, id)}&other=1`)}>{t('another')}</Button>
          )}
          {own !== undefined && !isArchived && (
            <Button onClick={() => void archive()}>{t('archive.verb')}</Button>
          )}
        </SpaceBetween>
      }
    >
      <div className="messages-page">
        <Container header={<Header variant="h2">{t('messages')}</Header>}>
          <SpaceBetween size="l">
            <Thread view={view} messages={loaded.messages} older={loaded.older} />
            {view.writesAs !== undefined && <Compose view={view} draft={loaded.draft} onSent={onReload} />}
          </SpaceBetween>
          <div ref={end} />
        </Container>
        <div className="messages-facts">
          <Container header={<Header variant="h2">{t('facts')}</Header>}>
            <SpaceBetween size="m">
              <div>
                <strong>{t('column.about')}</strong>
                <div className="messages-about">
                  {href === undefined ? words.aboutOf(view) : <Link to={href}>{words.aboutOf(view)}</Link>}
                </div>
                <div className="messages-about">
                  <Link to={`${messagesHref}?context=${id}&archived=`}>{t('allAbout')}</Link>
                </div>
              </div>
              <div>
                <strong>{t('column.with')}</strong>
                <div>{words.partyOf(view, 'sender')}</div>
                <div>{words.partyOf(view, 'recipient')}</div>
              </div>
              {own !== undefined && <Keeping own={own} view={view} people={loaded.people} onKeep={keep} />}
            </SpaceBetween>
          </Container>
        </div>
      </div>
    </Page>
  )
}

type Keep = (patch: JsonPatch) => Promise<void>
/** Saves how the own side keeps it; a message that came meanwhile is no reason to be asked. */
function useKeep(view: ConversationView, onView: (view: ConversationView) => void): Keep {
  const { t } = useTalkWords()
  const errorText = useErrorText()
  return async (patch) => {
    let { rev } = view
    for (let attempt = 1; ; attempt++)
      try {
        return onView(await callApi(save, { id: view.id, rev, patch }, { quiet: true }))
      } catch (error) {
        // As it is already: nothing to tell.
        if (isCallError(error) && error.details.key === 'noChange') return
        if (!isSavedMeanwhile(error) || attempt === saveAttempts) {
          return notify.error({ id: `talk:${view.id}`, text: `${t('error.save')} ${errorText(error)}` })
        }
        const now = await callApi(loadmessage, { conversationId: view.id }, { quiet: true }).catch(
          () => undefined,
        )
        rev = now?.conversation?.rev ?? rev
      }
  }
}

/** What is shown while somebody looks is read. */
function useReading(view: ConversationView, last: number | undefined, onRead: () => Promise<void>) {
  const isUnread = view.unread > 0
  const reading = useRef<number>(undefined)
  const [isSeen, setSeen] = useState(() => document.visibilityState !== 'hidden')
  useEffect(() => {
    const look = () => setSeen(document.visibilityState !== 'hidden')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    if (!isUnread || !isSeen || last === undefined || reading.current === last) return
    reading.current = last
    callApi(readmessages, { conversationId: view.id, n: last }, { quiet: true, background: true }).then(
      async () => {
        await onRead()
        askUnread()
      },
      // It stays unread, and is told again with the next look.
      () => {
        reading.current = undefined
      },
    )
  }, [view.id, isUnread, isSeen, last, onRead])
}

function Keeping({
  own,
  view,
  people,
  onKeep,
}: {
  own: 'sender' | 'recipient'
  view: ConversationView
  people: OutputOf<typeof loadmessage>['people']
  onKeep: Keep
}) {
  const { t } = useTalkWords()
  const title = useTitle()
  const { locale } = useLocale()
  const { selectoptions } = useReference()
  const [busy, setBusy] = useState<string>()
  const side = view.data[own]
  const none = { value: '', label: t('keep.none') }
  const folders = useOptionsOf('message-folder')
  const persons = byLabel(
    people.map(({ id, fullname }) => ({ value: id, label: fullname })),
    locale,
  )
  const select = (key: 'folder' | 'assignee', options: SelectOption[], label: string | undefined) => {
    const value = side[key] ?? ''
    return (
      <FormField label={t(`column.${key}`)}>
        <Select
          options={[none, ...options]}
          selectedOption={
            options.find((one) => one.value === value) ??
            (value === '' ? none : { value, label: label ?? '…' })
          }
          disabled={busy !== undefined}
          filteringType="auto"
          expandToViewport
          onChange={async ({ detail }) => {
            const path = `/${own}/${key}`
            const to = detail.selectedOption.value ?? ''
            if (to === value) return
            setBusy(key)
            await onKeep(to === '' ? [{ op: 'remove', path }] : [{ op: 'add', path, value: to }])
            setBusy(undefined)
          }}
        />
      </FormField>
    )
  }
  return (
    <SpaceBetween size="m">
      {side.kind !== 'user' && select('assignee', persons, side.assignee && view.names[side.assignee])}
      {select('folder', folders, side.folder && title(selectoptions.get(side.folder)?.data.title))}
    </SpaceBetween>
  )
}
