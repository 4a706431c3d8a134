/** The conversations that one has, the newest message first. The filter is in the address, and kept on this machine. */
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { list } from '../../../shared/calls/bml/conversation/list.ts'
import { conversationPageSize } from '../../../shared/constants.ts'
import type { ConversationView } from '../../../shared/model/conversation-view.ts'
import { isBegun } from '../../../shared/rules/conversation.ts'
import { mayOpen } from '../../../shared/rules/permissions.ts'
import { useSession } from '../../api/session.tsx'
import { useCall } from '../../api/use-call.ts'
import { conversationHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { unreadMessages } from '../../frame/unread-messages.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { EntityTable } from '../../ui/entity-table.tsx'
import { type FittingColumn, fitColumns } from '../../ui/fit-columns.ts'
import { useListState } from '../../ui/list-state.ts'
import { reachOf } from '../../ui/paging.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useSelected } from '../../ui/store.ts'
import type { EntityColumn } from '../../ui/table-columns.tsx'
import { useTablePreferences } from '../../ui/table-preferences.ts'
import { useTableRoom } from '../../ui/table-room.ts'
import { ConversationFilter } from './list-filter.tsx'
import { filterOf, isFiltered, keepFilter, keptFilter, listState, noFilters, startState } from './model.ts'
import { useTalkWords } from './words.ts'
import './messages.css'

const tableId = 'conversations'
type ColumnId = 'about' | 'with' | 'last' | 'state' | 'assignee' | 'folder'
const shapes: readonly (Omit<FittingColumn, 'title' | 'isDefault'> & { id: ColumnId; isFixed?: boolean })[] =
  [
    { id: 'about', width: 320, least: 240, grows: 4, isFixed: true },
    { id: 'with', width: 240, least: 180, grows: 3 },
    { id: 'last', width: 180, least: 160 },
    { id: 'state', width: 190, least: 150 },
    { id: 'assignee', width: 180, least: 140, grows: 1, leaves: 2 },
    { id: 'folder', width: 150, least: 120, grows: 1, leaves: 1 },
  ]

export function MessageCentreScreen() {
  const words = useTalkWords()
  const { t } = words
  const { ago, moment } = useDateFormat()
  // Others have no page of a product yet to begin one on.
  const mayBegin = mayOpen(useSession().actor, 'editor')
  const [state, setState] = useListState(listState, startState)
  // As it was left, where the address says nothing of its own.
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current) {
      // What somebody asked of one product is no way to leave the list.
      if (state.context === '') keepFilter(state)
    } else if (JSON.stringify(state) === JSON.stringify(startState)) setState(keptFilter(), { replace: true })
    isRestored.current = true
  }, [state, setState])
  const room = useTableRoom(tableId)
  const shape = useMemo(() => {
    const named = shapes.map((column) => ({ ...column, title: t(`column.${column.id}`), isDefault: true }))
    return fitColumns(named, room, ({ id }) => id === 'last')
  }, [t, room])
  const columns = useMemo((): EntityColumn<ConversationView>[] => {
    const none = <span className="il-cell-none">–</span>
    const cells: Record<ColumnId, (view: ConversationView) => ReactNode> = {
      about: (view) => (
        <span className={view.unread > 0 ? 'messages-unread' : ''}>{words.titleOf(view)}</span>
      ),
      with: words.withOf,
      last: ({ data: { lastMessageAt } }) => (
        <time dateTime={lastMessageAt} title={moment(lastMessageAt)}>
          {ago(lastMessageAt)}
        </time>
      ),
      state: (view) =>
        view.unread > 0 ? (
          <StateBadge tone="info">{t('unreadCount', { number: view.unread })}</StateBadge>
        ) : !isBegun(view.data) ? (
          <StateBadge tone="pending">{t('state.draft')}</StateBadge>
        ) : words.sideState(view).archived ? (
          <StateBadge tone="neutral">{t('state.archived')}</StateBadge>
        ) : (
          none
        ),
      assignee: (view) => {
        const { assignee } = words.sideState(view)
        return assignee === undefined ? none : (view.names[assignee] ?? none)
      },
      folder: (view) => words.optionTitle(words.sideState(view).folder) ?? none,
    }
    return shape.map((column) => ({
      ...column,
      cell: cells[column.id],
      ...(column.id === 'last' && { sortField: 'lastMessageAt' }),
    }))
  }, [t, words, ago, moment, shape])
  const preferences = useTablePreferences(tableId, shape, { pageSize: conversationPageSize })
  const { pageSize } = preferences
  const answer = useCall(
    list,
    {
      filter: filterOf(state),
      sorting: state.sort,
      pagination: { start: (state.page - 1) * pageSize, limit: pageSize },
      withPeople: true,
    },
    { keepPreviousData: true, revalidateOnFocus: true },
  )
  const { mutate } = answer
  const version = useSelected(unreadMessages, (now) => now.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: that something has changed is the reason to ask again
  useEffect(() => void mutate(), [version, mutate])
  return (
    <Page
      title={t('title')}
      // Where no rows stand, the table says it in their place.
      flashes={
        answer.error && answer.data?.list.length
          ? [{ id: 'load', type: 'error', content: t('error.load') }]
          : []
      }
    >
      <EntityTable<ConversationView>
        id={tableId}
        t={t}
        title={t('title')}
        variant="full-page"
        columns={columns}
        room={room}
        preferences={preferences}
        rows={answer.data?.list}
        total={answer.data?.count}
        isLoading={answer.isLoading}
        isValidating={answer.isValidating && answer.data === undefined}
        error={answer.error}
        onRetry={() => void mutate()}
        rowId={(view) => view.id}
        rowHref={(view) => conversationHref(view.id)}
        rowLabel={(view) => `${words.titleOf(view)}, ${words.withOf(view)}`}
        page={state.page}
        onPage={(page) => setState({ page })}
        sort={state.sort}
        onSort={(sort) =>
          setState({ sort: sort.endsWith(':asc') ? 'lastMessageAt:asc' : 'lastMessageAt:desc', page: 1 })
        }
        maxPage={reachOf(answer.data?.count, pageSize).maxPage}
        isFiltered={isFiltered(state)}
        onClearFilter={() => setState({ ...noFilters, view: 'all', page: 1 })}
        emptyTitle={t('empty.title')}
        emptyText={t(mayBegin ? 'empty.text' : 'empty.textOthers')}
        filter={
          <ConversationFilter
            state={state}
            people={answer.data?.people ?? []}
            context={
              state.context === ''
                ? undefined
                : ((answer.data?.list[0] && words.aboutOf(answer.data.list[0])) ?? '…')
            }
            tooMany={answer.data?.tooManyProducts === true}
            onChange={(change) => setState({ ...change, page: 1 })}
          />
        }
      />
    </Page>
  )
}
