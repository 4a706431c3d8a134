/** The revisions of an entity: who changed what and when, and any two of them side by side. Its class says how. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import type * as z from 'zod'
import type { Contract } from '../../shared/contract.ts'
import { useCall } from '../api/use-call.ts'
import { type RevisionEntry, useHistory } from '../api/use-history.ts'
import { useDateFormat } from '../ui/dates.tsx'
import { type DifferenceRow, DifferenceView } from '../ui/difference.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import './revision-history.css'

/** What is read of an entity, now and at a revision. */
type LoadContract<D> = Contract<z.ZodType<unknown, { id: string; rev?: number }>, z.ZodType<{ data: D }>>
type T = (key: string, params?: Record<string, string>) => string
interface Compared<D> {
  id: string
  /** Texts of the feature: `history.revision`, `.from`, `.to`, `.more`, `.only`, `.created`, `.event.*`; `revert.verb`. */
  t: T
  load: LoadContract<D>
  /** What differs, in words; `before` is undefined of the first revision. Kept by the caller as long as it says the same. */
  changes(before: D | undefined, after: D): readonly DifferenceRow[]
}
interface Props<D> extends Compared<D> {
  /** The newest that is known. */
  rev: number
  titleOfPaths(paths: readonly string[]): string
  /** Absent where the viewer may not. */
  onRevert?: ((rev: number) => void) | undefined
}

export function RevisionHistory<D>({ rev, titleOfPaths, onRevert, ...compared }: Props<D>) {
  const { id, t } = compared
  const { moment, ago } = useDateFormat()
  const { list, error, hasMore, isLoadingMore, more, refresh } = useHistory(id, rev)
  const [pair, setPair] = useState<{ from: number; to: number } | undefined>()
  const newest = list?.[0]?.rev
  const shown = pair ?? (newest !== undefined && newest > 1 ? { from: newest - 1, to: newest } : undefined)
  if (error && !list) return <ErrorState error={error} onRetry={() => void refresh()} />
  if (!list) return <SkeletonLines lines={6} />
  const options = list.map((r) => ({
    value: String(r.rev),
    label: t('history.revision', { rev: String(r.rev) }),
    description: `${moment(r.updated)}, ${r.updatedByName}`,
  }))
  const choose = (side: 'from' | 'to') => (
    <Select
      ariaLabel={t(`history.${side}`)}
      inlineLabelText={t(`history.${side}`)}
      options={options}
      selectedOption={options.find((o) => Number(o.value) === shown?.[side]) ?? null}
      expandToViewport
      onChange={({ detail }) => shown && setPair({ ...shown, [side]: Number(detail.selectedOption.value) })}
    />
  )
  return (
    <SpaceBetween size="m">
      <ol className="il-history">
        {list.map((r) => (
          <li key={r.rev} aria-current={r.rev === shown?.to ? 'true' : undefined}>
            <button type="button" onClick={() => setPair({ from: r.rev - 1, to: r.rev })}>
              <strong>{t('history.revision', { rev: String(r.rev) })}</strong>
              <span>{labelOf(r, titleOfPaths, t)}</span>
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
          {t('history.more')}
        </Button>
      )}
      {shown ? (
        <SpaceBetween size="s">
          {shown.from > 0 && (
            <div className="il-history-pair">
              {choose('from')}
              {choose('to')}
            </div>
          )}
          <Comparison {...compared} {...shown} />
          {onRevert && shown.to < rev && (
            <Button iconName="undo" onClick={() => onRevert(shown.to)}>
              {t('revert.verb', { rev: String(shown.to) })}
            </Button>
          )}
        </SpaceBetween>
      ) : (
        <Box color="text-body-secondary">{t('history.only')}</Box>
      )}
    </SpaceBetween>
  )
}

const told: ReadonlySet<string> = new Set([
  'reverted',
  'companyMerged',
  'companyMergeUndone',
  'restored',
  'deleted',
])
/** What the revision was: what was changed, or what was done to the entity as a whole. */
function labelOf(
  { rev, changeset, events = [] }: RevisionEntry,
  titleOfPaths: (paths: readonly string[]) => string,
  t: T,
): string {
  // The stored label is in the language of who saved.
  if (changeset?.paths?.length) return titleOfPaths(changeset.paths)
  if (changeset?.label) return changeset.label
  const event = events.find(({ kind }) => told.has(kind))
  if (event) return t(`history.event.${event.kind}`, { rev: event.to ?? '' })
  return rev === 1 ? t('history.created') : ''
}

/** Two revisions side by side; 0 is the nothing before the first. */
function Comparison<D>({
  id,
  from,
  to,
  t,
  load,
  changes,
}: Compared<D> & Readonly<Record<'from' | 'to', number>>) {
  const before = useCall(load, from === 0 ? null : { id, rev: from }, { revalidateIfStale: false })
  const after = useCall(load, { id, rev: to }, { revalidateIfStale: false })
  const [then, now] = [before.data?.data, after.data?.data]
  const isRead = now !== undefined && (from === 0 || then !== undefined)
  const rows = useMemo(() => (isRead ? changes(then, now) : undefined), [isRead, then, now, changes])
  const failed = before.error ?? after.error
  if (failed)
    return <ErrorState error={failed} onRetry={() => void Promise.all([before.mutate(), after.mutate()])} />
  if (!rows) return <SkeletonLines lines={4} />
  return (
    <DifferenceView
      rows={rows}
      isFirst={from === 0}
      beforeTitle={t('history.revision', { rev: String(from) })}
      afterTitle={t('history.revision', { rev: String(to) })}
    />
  )
}
