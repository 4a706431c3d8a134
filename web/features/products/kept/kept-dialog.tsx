/** Everything of one kind that the person can open: theirs, and what others share. */

import Alert from '@cloudscape-design/components/alert'
import Badge from '@cloudscape-design/components/badge'
import Box from '@cloudscape-design/components/box'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import Link from '@cloudscape-design/components/link'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table, { type TableProps } from '@cloudscape-design/components/table'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { create } from '../../../../shared/calls/eav/entity/create.ts'
import { disable } from '../../../../shared/calls/eav/entity/disable.ts'
import { restore } from '../../../../shared/calls/eav/entity/restore.ts'
import { fold } from '../../../../shared/search/fold.ts'
import { useCan } from '../../../api/can.ts'
import type { Kept, KeptEntity } from '../../../api/kept.ts'
import { useSend } from '../../../api/use-call.ts'
import { notify } from '../../../frame/notify.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { startFocus, useFocusNext } from '../../../ui/focus.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import { copyTitle } from './kept-fields.tsx'
import './kept.css'

const pageSize = 25

interface KeptDialogProps<E extends KeptEntity> {
  title: string
  all: Kept<E>
  words: {
    empty: string
    noMatch: string
    removed(title: string): string
    saved(title: string): string
  }
  /** What is said below the name. */
  summaryOf(entry: E): string
  /** What stands beside the name of the one that a list opens with. */
  badgeOf?(entry: E): string | undefined
  /** Before the name. */
  lead?: TableProps.ColumnDefinition<E>
  /** What can be done with each besides editing, duplicating and deleting. */
  actionsOf?(entry: E): ButtonDropdownProps.Item[]
  onAct?(action: string, entry: E): void
  onOpen(entry: E): void
  /** The dialog for its name, and whom it is shown to: in the place of this one, until it is done. */
  editing(entry: E, onDone: () => void): ReactNode
  onClose(): void
}
export function KeptDialog<E extends KeptEntity>(props: KeptDialogProps<E>) {
  const t = useTexts('search')
  const ui = useTexts('ui')
  const { ago, moment } = useDateFormat()
  const { tag } = useLocale()
  const compare = useMemo(() => titleOrder(tag), [tag])
  const { all, words } = props
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(1)
  const [edited, setEdited] = useState<E>()
  /** The one that was edited last: its page is shown, and its row has the focus. */
  const [back, setBack] = useState<string>()
  const removing = useSend(disable)
  const restoring = useSend(restore)
  const copying = useSend(create)
  // A toast would lie behind the dialog, out of reach.
  const [removed, setRemoved] = useState<E>()
  const undo = useRef<ButtonProps.Ref>(null)
  const find = useRef<InputProps.Ref>(null)
  const focusNext = useFocusNext()
  const shown = useMemo(
    () =>
      (all.entries ?? [])
        .filter(({ data }) => fold(`${data.folder ?? ''} ${data.title}`).includes(fold(typed)))
        .sort((a, b) => compare(a.data.title, b.data.title)),
    [all.entries, typed, compare],
  )
  const pages = Math.max(1, Math.ceil(shown.length / pageSize))
  const backAt = shown.findIndex(({ id }) => id === back)
  const page = backAt < 0 ? Math.min(asked, pages) : Math.floor(backAt / pageSize) + 1
  const toPage = (next: number) => {
    setAsked(next)
    setBack(undefined)
  }
  const remove = async (entry: E) => {
    await removing.send({ id: entry.id })
    all.drop(entry.id)
    toPage(page)
    setRemoved(entry)
    focusNext(() => undo.current?.focus())
  }
  const bringBack = async ({ id }: E) => {
    all.put(await restoring.send({ id }))
    setRemoved(undefined)
    focusNext(() => find.current?.focus())
  }
  const duplicate = async ({ entityclass, data: of }: E) => {
    // For whoever makes it, until they share it, too.
    const { isPublic: _, visibleForInstitutions: __, ...data } = of
    const title = copyTitle(t('save.copyOf', { title: of.title }))
    all.put(await copying.send({ entityclass, data: { ...data, title } }))
    notify.success({ id: 'kept:saved', text: words.saved(title) })
  }
  const actions: Record<string, (entry: E) => void> = {
    edit: (entry) => {
      setEdited(entry)
      setBack(entry.id)
    },
    duplicate: (entry) => void duplicate(entry),
    remove: (entry) => void remove(entry),
  }
  if (edited) return <Suspense>{props.editing(edited, () => setEdited(undefined))}</Suspense>
  return (
    <Dialog size="max" header={props.title} onDismiss={props.onClose}>
      <div role="status">
        {removed && (
          <Alert
            type="success"
            action={
              <Button ref={undo} loading={restoring.isSending} onClick={() => void bringBack(removed)}>
                {t('build.undo')}
              </Button>
            }
          >
            {words.removed(removed.data.title)}
          </Alert>
        )}
      </div>
      <Table
        variant="embedded"
        wrapLines
        loading={all.entries === undefined && !all.error}
        loadingText={ui('loading')}
        items={shown.slice((page - 1) * pageSize, page * pageSize)}
        trackBy="id"
        filter={
          <Input
            ref={find}
            type="search"
            ariaLabel={ui('select.search')}
            placeholder={ui('select.search')}
            value={typed}
            onChange={({ detail }) => {
              setTyped(detail.value)
              toPage(1)
            }}
          />
        }
        pagination={
          pages > 1 && (
            <Pagination
              currentPageIndex={page}
              pagesCount={pages}
              onChange={({ detail }) => toPage(detail.currentPageIndex)}
            />
          )
        }
        empty={
          all.error && !all.entries ? (
            <ErrorState error={all.error} onRetry={all.retry} />
          ) : (
            <Box color="text-body-secondary">{typed ? words.noMatch : words.empty}</Box>
          )
        }
        ariaLabels={{ tableLabel: props.title }}
        columnDefinitions={[
          ...(props.lead ? [props.lead] : []),
          {
            id: 'title',
            header: t('save.name'),
            isRowHeader: true,
            minWidth: 200,
            cell: (entry) => (
              <div className="il-entry-name">
                <SpaceBetween direction="horizontal" size="xs">
                  <Link onFollow={() => props.onOpen(entry)}>{entry.data.title}</Link>
                  {props.badgeOf?.(entry) && <Badge>{props.badgeOf(entry)}</Badge>}
                </SpaceBetween>
                <Box fontSize="body-s" color="text-body-secondary">
                  {props.summaryOf(entry)}
                </Box>
              </div>
            ),
          },
          {
            id: 'folder',
            header: t('save.folder'),
            width: 110,
            cell: ({ data }) => <div className="il-entry-name">{data.folder}</div>,
          },
          {
            id: 'audience',
            header: t('save.audience'),
            width: 190,
            cell: ({ data }) =>
              data.isPublic || data.visibleForInstitutions.length > 0 ? (
                <span className="il-entry-audience">
                  <Badge color="blue">{t(data.isPublic ? 'audience.all' : 'audience.institutions')}</Badge>
                </span>
              ) : (
                t('audience.me')
              ),
          },
          {
            id: 'updated',
            header: t('manage.changed'),
            width: 110,
            cell: ({ updated }) => <span title={moment(updated)}>{ago(updated)}</span>,
          },
          {
            id: 'actions',
            header: t('manage.actions'),
            width: 80,
            cell: (entry) => (
              <RowActions
                entry={entry}
                isStart={entry.id === back}
                more={props.actionsOf?.(entry) ?? []}
                onAct={(id) => (actions[id] ?? ((entry: E) => props.onAct?.(id, entry)))(entry)}
              />
            ),
          },
        ]}
      />
    </Dialog>
  )
}

function RowActions({
  entry,
  isStart,
  more,
  onAct,
}: {
  entry: KeptEntity
  /** The dialog begins here. */
  isStart: boolean
  more: readonly ButtonDropdownProps.Item[]
  onAct(id: string): void
}) {
  const t = useTexts('search')
  const can = useCan()
  const mayChange = can('saved:edit', entry)
  const item = (id: string): ButtonDropdownProps.Item => ({ id, text: t(`manage.act.${id}`) })
  return (
    <ButtonDropdown
      ref={isStart ? startFocus : null}
      variant="inline-icon"
      expandToViewport
      ariaLabel={t('manage.actionsOf', { title: entry.data.title })}
      items={[
        ...(mayChange ? [item('edit')] : []),
        item('duplicate'),
        ...more,
        ...(mayChange ? [item('remove')] : []),
      ]}
      onItemClick={({ detail }) => onAct(detail.id)}
    />
  )
}
