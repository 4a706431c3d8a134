/** The revisions of an entity: who changed what and when, and any two of them side by side. Its class says how. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type ReactNode, useState } from 'react'
import { type RevisionEntry, useHistory } from '../api/use-history.ts'
import { useDateFormat } from '../ui/dates.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import './revision-history.css'

interface Props {
  id: string
  /** The newest that is known. */
  rev: number
  /** Texts of the feature: `history.revision`, `.from`, `.to`, `.more`, `.only`; `revert.verb`. */
  t(key: string, params?: Record<string, string>): string
  /** What the revision was, in words. */
  labelOf(entry: RevisionEntry): string
  /** Two revisions side by side; 0 is the nothing before the first. */
  compare(from: number, to: number): ReactNode
  /** Absent where the viewer may not. */
  onRevert?: ((rev: number) => void) | undefined
}

export function RevisionHistory({ id, rev, t, labelOf, compare, onRevert }: Props) {
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
              <span>{labelOf(r)}</span>
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
          {compare(shown.from, shown.to)}
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
