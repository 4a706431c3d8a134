/** The revisions of a company: who changed what and when, and any two of them side by side, in titles. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import { load } from '../../../../shared/calls/bml/company/load.ts'
import { useCall } from '../../../api/use-call.ts'
import { useHistory } from '../../../api/use-history.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { DifferenceView } from '../../../ui/difference.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { changesBetween } from '../model/changes.ts'
import type { Words } from '../model/titles.ts'

export function CompanyHistory({
  id,
  rev,
  words,
  onRevert,
}: {
  id: string
  rev: number
  words: Words
  /** Absent where the viewer may not. */
  onRevert?: ((rev: number) => void) | undefined
}) {
  const { moment } = useDateFormat()
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
            <button
              type="button"
              disabled={r.rev === 1}
              onClick={() => setPair({ from: r.rev - 1, to: r.rev })}
            >
              <strong>{words.t('history.revision', { rev: String(r.rev) })}</strong>
              <span>{r.changeset?.label ?? (r.rev === 1 ? words.t('history.created') : '')}</span>
              <small>
                {moment(r.updated)} · {r.updatedByName}
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
          <div className="companies-compare">
            {choose('from')}
            {choose('to')}
          </div>
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

function Comparison({ id, from, to, words }: { id: string; from: number; to: number; words: Words }) {
  const before = useCall(load, { id, rev: from }, { revalidateIfStale: false })
  const after = useCall(load, { id, rev: to }, { revalidateIfStale: false })
  const rows = useMemo(
    () => (before.data && after.data ? changesBetween(before.data.data, after.data.data, words) : undefined),
    [before.data, after.data, words],
  )
  const failed = before.error ?? after.error
  if (failed) return <ErrorState error={failed} />
  if (!rows) return <SkeletonLines lines={4} />
  return (
    <DifferenceView
      rows={rows}
      beforeTitle={words.t('history.revision', { rev: String(from) })}
      afterTitle={words.t('history.revision', { rev: String(to) })}
    />
  )
}
