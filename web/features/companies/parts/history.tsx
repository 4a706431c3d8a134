/** The revisions of a company: who changed what and when, and any two of them side by side, in titles. */
import { useMemo } from 'react'
import { load } from '../../../../shared/calls/bml/company/load.ts'
import { type CompanyData, type CompanyView, companyData } from '../../../../shared/model/company.ts'
import { useCall } from '../../../api/use-call.ts'
import type { RevisionEntry } from '../../../api/use-history.ts'
import { RevisionHistory } from '../../../frame/revision-history.tsx'
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
  return (
    <RevisionHistory
      id={id}
      rev={rev}
      t={words.t}
      labelOf={(entry) => labelOf(entry, view.data, words)}
      compare={(from, to) => <Comparison id={id} from={from} to={to} words={words} />}
      onRevert={onRevert}
    />
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
