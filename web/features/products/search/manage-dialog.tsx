/** Every search that the person can open: theirs, and what others share. */
import Badge from '@cloudscape-design/components/badge'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Input from '@cloudscape-design/components/input'
import Link from '@cloudscape-design/components/link'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import { useMemo, useState } from 'react'
import { disable } from '../../../../shared/calls/eav/entity/disable.ts'
import { restore } from '../../../../shared/calls/eav/entity/restore.ts'
import { fold } from '../../../../shared/search/fold.ts'
import { useCan } from '../../../api/can.ts'
import type { SavedSearchEntity } from '../../../api/saved-searches.ts'
import { useSend } from '../../../api/use-call.ts'
import { notify } from '../../../frame/notify.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

export function ManageDialog(props: {
  searches: readonly SavedSearchEntity[] | undefined
  sentenceOf(search: SavedSearchEntity): string
  onOpen(search: SavedSearchEntity): void
  onChanged(): void
  onClose(): void
}) {
  const t = useTexts('search')
  const ui = useTexts('ui')
  const can = useCan()
  const { ago, moment } = useDateFormat()
  const [typed, setTyped] = useState('')
  const removing = useSend(disable)
  const restoring = useSend(restore)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(
    () =>
      (props.searches ?? []).filter(
        ({ id, data }) => !gone.has(id) && fold(`${data.folder ?? ''} ${data.title}`).includes(fold(typed)),
      ),
    [props.searches, typed, gone],
  )
  const remove = async (search: SavedSearchEntity) => {
    await removing.send({ id: search.id })
    setGone((now) => new Set([...now, search.id]))
    props.onChanged()
    notify.success({
      id: `search:${search.id}`,
      text: t('manage.removed', { title: search.data.title }),
      action: {
        label: t('build.undo'),
        run: () =>
          void restoring.send({ id: search.id }).then(() => {
            setGone((now) => new Set([...now].filter((id) => id !== search.id)))
            props.onChanged()
          }),
      },
    })
  }
  return (
    <Dialog size="max" header={t('manage.title')} onDismiss={props.onClose}>
      <Table
        variant="embedded"
        loading={props.searches === undefined}
        loadingText={ui('loading')}
        items={shown}
        trackBy="id"
        filter={
          <Input
            type="search"
            ariaLabel={ui('select.search')}
            placeholder={ui('select.search')}
            value={typed}
            onChange={({ detail }) => setTyped(detail.value)}
          />
        }
        empty={<Box color="text-body-secondary">{t(typed ? 'manage.noMatch' : 'manage.empty')}</Box>}
        ariaLabels={{ tableLabel: t('manage.title') }}
        columnDefinitions={[
          {
            id: 'title',
            header: t('save.name'),
            isRowHeader: true,
            cell: (search) => (
              <>
                <Link onFollow={() => props.onOpen(search)}>{search.data.title}</Link>
                <Box fontSize="body-s" color="text-body-secondary">
                  {props.sentenceOf(search)}
                </Box>
              </>
            ),
          },
          { id: 'folder', header: t('save.folder'), width: 140, cell: ({ data }) => data.folder ?? '' },
          {
            id: 'audience',
            header: t('save.audience'),
            width: 160,
            cell: ({ data }) =>
              data.isPublic || data.visibleForInstitutions.length > 0 ? (
                <Badge color="blue">{t(data.isPublic ? 'audience.all' : 'audience.institutions')}</Badge>
              ) : (
                t('audience.me')
              ),
          },
          {
            id: 'updated',
            header: t('manage.changed'),
            width: 130,
            cell: ({ updated }) => <span title={moment(updated)}>{ago(updated)}</span>,
          },
          {
            id: 'actions',
            header: t('manage.actions'),
            width: 110,
            cell: (search) =>
              can('saved:edit', search) && (
                <SpaceBetween direction="horizontal" size="xxs">
                  <Button
                    variant="icon"
                    iconName="remove"
                    ariaLabel={t('manage.remove', { title: search.data.title })}
                    onClick={() => void remove(search)}
                  />
                </SpaceBetween>
              ),
          },
        ]}
      />
    </Dialog>
  )
}
