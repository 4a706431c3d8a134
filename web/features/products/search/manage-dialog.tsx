/** Every search that the person can open: theirs, and what others share. */

import Alert from '@cloudscape-design/components/alert'
import Badge from '@cloudscape-design/components/badge'
import Box from '@cloudscape-design/components/box'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import Link from '@cloudscape-design/components/link'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import { useMemo, useRef, useState } from 'react'
import { create } from '../../../../shared/calls/eav/entity/create.ts'
import { disable } from '../../../../shared/calls/eav/entity/disable.ts'
import { restore } from '../../../../shared/calls/eav/entity/restore.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { fold } from '../../../../shared/search/fold.ts'
import { useCan } from '../../../api/can.ts'
import type { SavedSearchEntity, useSavedSearches } from '../../../api/saved-searches.ts'
import { useSend } from '../../../api/use-call.ts'
import { notify } from '../../../frame/notify.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useFocusNext } from '../../../ui/focus.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import { copyTitle } from './save-dialog.tsx'
import type { Favourites } from './use-favourites.ts'

const pageSize = 25

interface ManageDialogProps {
  title: string
  all: ReturnType<typeof useSavedSearches>
  own: Favourites
  sentenceOf(search: SavedSearchEntity): string
  onOpen(search: SavedSearchEntity): void
  /** Its name, and whom it is shown to. */
  onEdit(search: SavedSearchEntity): void
  onCopyLink(search: SavedSearchEntity): void
  onClose(): void
}
export function ManageDialog(props: ManageDialogProps) {
  const t = useTexts('search')
  const ui = useTexts('ui')
  const { ago, moment } = useDateFormat()
  const { tag } = useLocale()
  const compare = useMemo(() => titleOrder(tag), [tag])
  const { own, all } = props
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(1)
  const removing = useSend(disable)
  const restoring = useSend(restore)
  const copying = useSend(create)
  // A toast would lie behind the dialog, out of reach.
  const [removed, setRemoved] = useState<SavedSearchEntity>()
  const undo = useRef<ButtonProps.Ref>(null)
  const find = useRef<InputProps.Ref>(null)
  const focusNext = useFocusNext()
  const shown = useMemo(
    () =>
      (all.searches ?? [])
        .filter(({ data }) => fold(`${data.folder ?? ''} ${data.title}`).includes(fold(typed)))
        .sort((a, b) => compare(a.data.title, b.data.title)),
    [all.searches, typed, compare],
  )
  const pages = Math.max(1, Math.ceil(shown.length / pageSize))
  const page = Math.min(asked, pages)
  const remove = async (search: SavedSearchEntity) => {
    await removing.send({ id: search.id })
    all.drop(search.id)
    setRemoved(search)
    focusNext(() => undo.current?.focus())
  }
  const bringBack = async ({ id }: SavedSearchEntity) => {
    all.put((await restoring.send({ id })) as Entity)
    setRemoved(undefined)
    focusNext(() => find.current?.focus())
  }
  const duplicate = async ({ data: { title, tree, inList, folder } }: SavedSearchEntity) => {
    const copy = copyTitle(t('save.copyOf', { title }))
    const data = { title: copy, tree, ...(inList && { inList }), ...(folder && { folder }) }
    all.put((await copying.send({ entityclass: 'savedsearch', data })) as Entity)
    notify.success({ id: 'search:saved', text: t('save.done', { title: copy }) })
  }
  const actions: Record<string, (search: SavedSearchEntity) => void> = {
    edit: props.onEdit,
    duplicate: (search) => void duplicate(search),
    copyLink: props.onCopyLink,
    start: ({ id }) => void own.setStart(id),
    noStart: () => void own.setStart(undefined),
    remove: (search) => void remove(search),
  }
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
            {t('manage.removed', { title: removed.data.title })}
          </Alert>
        )}
      </div>
      <Table
        variant="embedded"
        wrapLines
        loading={all.searches === undefined && !all.error}
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
              setAsked(1)
            }}
          />
        }
        pagination={
          pages > 1 && (
            <Pagination
              currentPageIndex={page}
              pagesCount={pages}
              onChange={({ detail }) => setAsked(detail.currentPageIndex)}
            />
          )
        }
        empty={
          all.error && !all.searches ? (
            <ErrorState error={all.error} onRetry={all.retry} />
          ) : (
            <Box color="text-body-secondary">{t(typed ? 'manage.noMatch' : 'manage.empty')}</Box>
          )
        }
        ariaLabels={{ tableLabel: props.title }}
        columnDefinitions={[
          {
            id: 'favourite',
            header: t('manage.favourite'),
            width: 78,
            cell: ({ id, data: { title } }) => {
              const isFavourite = own.favourites.has(id)
              return (
                <Button
                  variant="icon"
                  iconName={isFavourite ? 'star-filled' : 'star'}
                  disabled={own.isBusy}
                  ariaLabel={t(isFavourite ? 'manage.noFavourite' : 'manage.makeFavourite', { title })}
                  onClick={() => void own.setFavourite(id, !isFavourite)}
                />
              )
            },
          },
          {
            id: 'title',
            header: t('save.name'),
            isRowHeader: true,
            minWidth: 200,
            cell: (search) => (
              <div className="il-search-name">
                <SpaceBetween direction="horizontal" size="xs">
                  <Link onFollow={() => props.onOpen(search)}>{search.data.title}</Link>
                  {own.start === search.id && <Badge>{t('manage.start')}</Badge>}
                </SpaceBetween>
                <Box fontSize="body-s" color="text-body-secondary">
                  {props.sentenceOf(search)}
                </Box>
              </div>
            ),
          },
          {
            id: 'folder',
            header: t('save.folder'),
            width: 110,
            cell: ({ data }) => <div className="il-search-name">{data.folder}</div>,
          },
          {
            id: 'audience',
            header: t('save.audience'),
            width: 140,
            cell: ({ data }) =>
              data.isPublic || data.visibleForInstitutions.length > 0 ? (
                <span className="il-search-audience">
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
            cell: (search) => (
              <RowActions
                search={search}
                isStart={own.start === search.id}
                onAct={(id) => actions[id]?.(search)}
              />
            ),
          },
        ]}
      />
    </Dialog>
  )
}

function RowActions({
  search,
  isStart,
  onAct,
}: {
  search: SavedSearchEntity
  isStart: boolean
  onAct(id: string): void
}) {
  const t = useTexts('search')
  const can = useCan()
  const mayChange = can('saved:edit', search)
  const item = (id: string): ButtonDropdownProps.Item => ({ id, text: t(`manage.act.${id}`) })
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={t('manage.actionsOf', { title: search.data.title })}
      items={[
        ...(mayChange ? [item('edit')] : []),
        item('duplicate'),
        item('copyLink'),
        item(isStart ? 'noStart' : 'start'),
        ...(mayChange ? [item('remove')] : []),
      ]}
      onItemClick={({ detail }) => onAct(detail.id)}
    />
  )
}
