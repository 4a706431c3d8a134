/** An entry beside the list: its form, or its history. */
import Drawer from '@cloudscape-design/components/drawer'
import Tabs from '@cloudscape-design/components/tabs'
import { useCallback, useMemo, useState } from 'react'
import { get } from '../../../../shared/calls/eav/entity/get.ts'
import { isCallError } from '../../../../shared/errors.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { unstored } from '../../../../shared/model/entity-data.ts'
import { useTakeEntity } from '../../../api/reference.ts'
import { useSession } from '../../../api/session.tsx'
import { useCall, useKeepAnswer } from '../../../api/use-call.ts'
import { EmptyState, ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import type { ClassDescription } from '../model/description.ts'
import { blankData } from '../model/draft.ts'
import { newEntry } from '../model/list.ts'
import type { AdminWords } from '../use-admin-words.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryHistory } from './entry-history.tsx'

export interface EntryDrawerProps {
  /** Of an entry, or `new`. */
  id: string
  description: ClassDescription
  words: AdminWords
  /** What a new entry is to hold. */
  preset: Entity['data']
  onCreated(id: string): void
  /** What a new entry is called until it has a title. */
  newTitle?: string | undefined
  /** What is below it, and goes with it when it is deleted. */
  goesAlong?: readonly Entity[]
  /** Of a tree: chooses another place; absent where it stays where it is. */
  onMove?: (() => void) | undefined
  /** It was deleted, perhaps with others. */
  onRemoved?(): void
}

export function EntryDrawer(props: EntryDrawerProps) {
  const { id, description, words } = props
  const { t } = words
  const { account } = useSession()
  const { data, error, mutate } = useCall(get, id === newEntry ? null : { id })
  const take = useTakeEntity()
  const keep = useKeepAnswer()
  const onWritten = useCallback(
    async (entity: Entity) => {
      await Promise.all([keep(get, { id: entity.id }, entity), take(entity)])
    },
    [keep, take],
  )
  // Made once: a new entry begins with what was chosen as it was opened.
  const [blank] = useState(() => ({ ...blankData(description), ...props.preset }))
  const unsaved = useMemo(() => unstored(description.entityclass, newEntry, blank), [description, blank])
  const view = id === newEntry ? unsaved : data?.entityclass === description.entityclass ? data : undefined
  const isMissing =
    (data !== undefined && view === undefined) ||
    (isCallError(error) && (error.code === 'not_found' || error.code === 'invalid_input'))
  const title =
    !view || id === newEntry
      ? id === newEntry
        ? (props.newTitle ?? t('new'))
        : t('one')
      : words.name(view.data)
  return (
    <Drawer header={<h2>{title}</h2>}>
      {isMissing ? (
        <EmptyState title={t('notFound')} />
      ) : view && account ? (
        <Entry
          {...props}
          view={view}
          account={account.id}
          onWritten={onWritten}
          onReload={() => mutate()}
          onCreated={async (entity) => {
            await onWritten(entity)
            props.onCreated(entity.id)
          }}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}

function Entry({
  id,
  view,
  ...rest
}: Omit<EntryDrawerProps, 'onCreated'> & {
  view: Entity
  account: string
  onWritten(entity: Entity): Promise<void>
  onReload(): Promise<unknown>
  onCreated(entity: Entity): Promise<void>
}) {
  const { t } = rest.words
  const [tab, setTab] = useState('form')
  if (id === newEntry) return <EntryForm {...rest} view={view} />
  return (
    <Tabs
      ariaLabel={t('one')}
      activeTabId={tab}
      onChange={({ detail }) => setTab(detail.activeTabId)}
      tabs={[
        // Stays while the history is looked at: what was typed is there.
        {
          id: 'form',
          label: t('tab.form'),
          content: <EntryForm {...rest} view={view} />,
          contentRenderStrategy: 'eager',
        },
        {
          id: 'history',
          label: t('history.title'),
          content: tab === 'history' && <EntryHistory {...rest} view={view} />,
        },
      ]}
    />
  )
}
