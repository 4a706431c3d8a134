import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Drawer from '@cloudscape-design/components/drawer'
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import { eventsOnce } from '../../../../shared/rules/events-once.ts'
import { type RevisionEntry, useHistory } from '../../../api/use-history.ts'
import { productHref } from '../../../frame/links.ts'
import { labelled, useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { EmptyState, ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { flagTitle } from '../model/flags.ts'
import { placeOf } from '../model/place.ts'
import { useProductPage } from '../page-context.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { eventText, isOfFlag } from './event-line.tsx'
import { HistoryFilterBar } from './history-filter.tsx'
import { HistoryPicture } from './history-picture.tsx'
import { TimelineView } from './timeline-view.tsx'

/** History of the product: its revisions, each to open, compare and go back to; its timeline, and when it stood where as a picture. */
export function HistoryDrawer({ onRevert }: { onRevert: (rev: number) => void }) {
  const t = useTexts('product')
  const [tab, setTab] = useState('revisions')
  return (
    <Drawer header={<h2>{t('history.title')}</h2>}>
      <SpaceBetween size="m">
        <SegmentedControl
          label={t('history.title')}
          selectedId={tab}
          onChange={({ detail }) => setTab(detail.selectedId)}
          options={[
            { id: 'revisions', text: t('history.revisions') },
            { id: 'timeline', text: t('history.timeline') },
            { id: 'picture', text: t('timeline.picture') },
          ]}
        />
        {tab === 'revisions' && <Revisions onRevert={onRevert} />}
        {tab === 'timeline' && <TimelineView />}
        {tab === 'picture' && <HistoryPicture />}
      </SpaceBetween>
    </Drawer>
  )
}

function Revisions({ onRevert }: { onRevert: (rev: number) => void }) {
  const t = useTexts('product')
  const { view, newestRev, list: ofList } = useProductPage()
  const [compared, setCompared] = useState<{ from: number; to: number }>()
  const [field, setField] = useState('')
  const [person, setPerson] = useState('')
  const isFiltered = field !== '' || person !== ''
  const all = useHistory(view.id, newestRev)
  const chosen = useHistory(view.id, newestRev, {
    ...(person !== '' && { by: person }),
    ...(field !== '' && { value: { list: ofList, key: field } }),
  })
  const { list, count, error, hasMore, isLoadingMore, more, refresh, from } = isFiltered ? chosen : all
  const people = useMemo(() => {
    const found = new Map((all.list ?? []).map((one) => [one.updatedBy, one.updatedByName]))
    return [...found].filter(([, name]) => name !== '').map(([id, name]) => ({ id, name }))
  }, [all.list])
  if (error && !list) return <ErrorState error={error} onRetry={() => void refresh()} />
  if (!list) return <SkeletonLines lines={8} />
  return (
    <SpaceBetween size="s">
      <HistoryFilterBar
        field={field}
        person={person}
        people={people}
        onField={setField}
        onPerson={setPerson}
      />
      {isFiltered && list.length === 0 ? (
        <EmptyState title={t('history.noneFound')} />
      ) : (
        <Box color="text-body-secondary">{t('history.count', { count })}</Box>
      )}
      {isFiltered && from !== undefined && (
        <Box color="text-body-secondary">{t('history.lookedThrough', { rev: from })}</Box>
      )}
      <ol className="product-revisions" aria-label={t('history.revisions')}>
        {list.map((entry) => (
          <RevisionLine
            key={entry.rev}
            entry={entry}
            isShown={entry.rev === view.rev}
            isCurrent={entry.rev === newestRev}
            onCompare={(from, to) => setCompared({ from, to })}
            onRevert={onRevert}
          />
        ))}
      </ol>
      {hasMore && (
        <Button loading={isLoadingMore} onClick={() => void more()}>
          {t('history.older')}
        </Button>
      )}
      {compared && (
        <CompareDialog
          revisions={isFiltered ? (all.list ?? list) : list}
          from={compared.from}
          to={compared.to}
          onClose={() => setCompared(undefined)}
        />
      )}
    </SpaceBetween>
  )
}

function RevisionLine({
  entry,
  isShown,
  isCurrent,
  onCompare,
  onRevert,
}: {
  entry: RevisionEntry
  isShown: boolean
  isCurrent: boolean
  onCompare: (from: number, to: number) => void
  onRevert: (rev: number) => void
}) {
  const t = useTexts('product')
  const { view, list, may, newestRev } = useProductPage()
  const { moment, ago } = useDateFormat()
  const navigate = useNavigate()
  const { rev } = entry
  const summary = useSummary(entry)
  const actions = [
    { id: 'open', text: t('history.open'), disabled: isShown },
    ...(rev > 1 ? [{ id: 'previous', text: t('history.compareBefore') }] : []),
    ...(isCurrent ? [] : [{ id: 'newest', text: t('history.compareNewest') }]),
    ...(isCurrent || !may('product:edit') ? [] : [{ id: 'revert', text: t('history.revert') }]),
  ]
  const run = (action: string) => {
    if (action === 'open')
      navigate(`${productHref(view.id, list, isCurrent ? undefined : rev)}?drawer=history`)
    if (action === 'previous') onCompare(rev - 1, rev)
    if (action === 'newest') onCompare(rev, newestRev)
    if (action === 'revert') onRevert(rev)
  }
  return (
    <li aria-current={isShown ? 'true' : undefined}>
      <div className="product-revision-head">
        <strong>{t('history.revision', { rev })}</strong>
        {isCurrent && <span className="product-muted">{t('history.newest')}</span>}
        <span className="product-revision-menu">
          <ButtonDropdown
            variant="inline-icon"
            expandToViewport
            ariaLabel={t('history.actions', { rev })}
            items={actions}
            onItemClick={({ detail }) => run(detail.id)}
          />
        </span>
      </div>
      <time className="product-muted" dateTime={entry.updated} title={moment(entry.updated)}>
        {t('status.by', { date: ago(entry.updated), name: entry.updatedByName })}
      </time>
      {summary.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {/* Of what one may not see, one sees that there was something. */}
      {summary.length === 0 && <div className="product-muted">{t('history.elsewhere')}</div>}
      {rev > 1 && summary.length > 0 && (
        <Button
          variant="inline-link"
          ariaLabel={t('history.changesOf', { rev })}
          onClick={() => onCompare(rev - 1, rev)}
        >
          {t('history.changes')}
        </Button>
      )}
    </li>
  )
}

/** What kind of change it was, where, and which fields it touched, in titles. */
function useSummary(entry: RevisionEntry): string[] {
  const t = useTexts('product')
  const { words, lookup } = useProductPage()
  const all = entry.events ?? []
  const renamed = new Set(all.flatMap(({ kind, list }) => (kind === 'nameChanged' ? [list] : [])))
  const fields = new Map<string | undefined, Set<string>>()
  for (const path of entry.changeset?.paths ?? []) {
    const place = placeOf(path, words)
    if (place.key === tradeNamePath && renamed.has(place.list)) continue
    const known = fields.get(place.list) ?? new Set()
    fields.set(place.list, known.add(place.title.split(' › ')[0] ?? place.title))
  }
  const named = (said: string, titles: ReadonlySet<string> | undefined) => {
    const all = [...(titles ?? [])]
    const more = all.length > 4 ? ` ${t('history.more', { count: all.length - 4 })}` : ''
    return all.length === 0 ? said : labelled(said, `${all.slice(0, 4).join(', ')}${more}`)
  }
  const events = eventsOnce(all, entry.changeset).map((event) => {
    const at = [
      event.list === undefined ? undefined : lookup.listTitle(event.list),
      event.standard === undefined ? undefined : lookup.standardTitle(event.standard),
      isOfFlag(event) ? flagTitle(event.to ?? event.from ?? '', lookup) : undefined,
    ].filter(Boolean)
    const said = [eventText(event, t), ...at].join(' · ')
    return event.kind === 'saved' ? named(said, fields.get(event.list)) : said
  })
  return [...new Set([...events, ...(entry.changeset?.label ? [entry.changeset.label] : [])])]
}
