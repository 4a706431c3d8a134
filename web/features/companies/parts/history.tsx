/** The revisions of a company: who changed what and when, and any two of them side by side, in titles. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import { load } from '../../../../shared/calls/bml/company/load.ts'
import { type CompanyData, type CompanyView, companyData } from '../../../../shared/model/company.ts'
import { useCall } from '../../../api/use-call.ts'
import { type RevisionEntry, useHistory } from '../../../api/use-history.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { DifferenceView } from '../../../ui/difference.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { changesBetween, titleOfPaths } from '../model/changes.ts'
import type { Words } from '../model/titles.ts'

export function CompanyHistory({
  view,
  words,
  onRevert,
}: {
  view: CompanyView
  words: Words
  /** Absent where the viewer may not. */
  onRevert?: ((rev: number) => void) | undefined
}) {
  const { id, rev } = view
  const { moment, ago } = useDateFormat()
  const { list, error, hasMore, isLoadingMore, more, refresh } = useHistory(id, rev)
  const [pair, setPair] = useState<{ from: number; to: number } | undefined>()
  const newest = list?.[0]?.rev
  const shown = pair ?? (newest !== undefined && newest > 1 ? { from: newest - 1, to: newest } : undefined)
  if (error && !list) return <ErrorState error={error} onRetry={() => void refresh()} />
  if (!list) return <SkeletonLines lines={6} />
  const options = list.map((r) => ({
    value: String(r.rev),
    label: words.t('history.revision', { rev: String(r.rev) }),
    description: `${moment(r.updated)}, ${r.updatedByName}`,
  }))
  const choose = (side: 'from' | 'to') => (
    <Select
      ariaLabel={words.t(`history.${side}`)}
      inlineLabelText={words.t(`history.${side}`)}
      options={options}
      selectedOption={options.find((o) => Number(o.value) === shown?.[side]) ?? null}
      expandToViewport
      onChange={({ detail }) => shown && setPair({ ...shown, [side]: Number(detail.selectedOption.value) })}
    />
  )
  return (
    <SpaceBetween size="m">
      <ol className="companies-history">
        {list.map((r) => (
          <li key={r.rev} aria-current={r.rev === shown?.to ? 'true' : undefined}>
            <button type="button" onClick={() => setPair({ from: r.rev - 1, to: r.rev })}>
              <strong>{words.t('history.revision', { rev: String(r.rev) })}</strong>
              <span>{labelOf(r, view.data, words)}</span>
              <small>
                <time dateTime={r.updated} title={moment(r.updated)}>
                  {ago(r.updated)}
                </time>{' '}
                · {r.updatedByName}
              </small>
            </button>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button loading={isLoadingMore} onClick={() => void more()}>
          {words.t('history.more')}
        </Button>
      )}
      {shown ? (
        <SpaceBetween size="s">
          {shown.from > 0 && (
            <div className="companies-compare">
              {choose('from')}
              {choose('to')}
            </div>
          )}
          <Comparison id={id} {...shown} words={words} />
          {onRevert && shown.to < rev && (
            <Button iconName="undo" onClick={() => onRevert(shown.to)}>
              {words.t('revert.verb', { rev: String(shown.to) })}
            </Button>
          )}
        </SpaceBetween>
      ) : (
        <Box color="text-body-secondary">{words.t('history.only')}</Box>
      )}
    </SpaceBetween>
  )
}

/** What the revision was: what was changed, or what was done to the company as a whole. */
function labelOf({ rev, changeset, events = [] }: RevisionEntry, now: CompanyData, words: Words): string {
  // The stored label is in the language of who saved.
  if (changeset?.paths?.length) return titleOfPaths(changeset.paths, [now], words)
  if (changeset?.label) return changeset.label
  const [event] = events.filter(({ kind }) => isTold(kind))
  if (event) return words.t(`history.event.${event.kind}`, { rev: event.to ?? '' })
  return rev === 1 ? words.t('history.created') : ''
}
const isTold = (kind: string) => kind === 'reverted' || kind === 'restored' || kind === 'deleted'

/** Before the first revision there was nothing. */
const nothing = companyData.parse({ baseData: { name: '' } })

function Comparison({ id, from, to, words }: { id: string; from: number; to: number; words: Words }) {
  const before = useCall(load, from === 0 ? null : { id, rev: from }, { revalidateIfStale: false })
  const after = useCall(load, { id, rev: to }, { revalidateIfStale: false })
  const then = from === 0 ? nothing : before.data?.data
  const rows = useMemo(
    () => (then && after.data ? changesBetween(then, after.data.data, words) : undefined),
    [then, after.data, words],
  )
  const failed = before.error ?? after.error
  if (failed)
    return <ErrorState error={failed} onRetry={() => void Promise.all([before.mutate(), after.mutate()])} />
  if (!rows) return <SkeletonLines lines={4} />
  return (
    <DifferenceView
      rows={rows}
      isFirst={from === 0}
      beforeTitle={words.t('history.revision', { rev: String(from) })}
      afterTitle={words.t('history.revision', { rev: String(to) })}
    />
  )
}
