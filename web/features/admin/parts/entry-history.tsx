/** The revisions of an entry of administration data, compared field by field; any of them can be brought back. */
import { useMemo } from 'react'
import { get } from '../../../../shared/calls/eav/entity/get.ts'
import { revert } from '../../../../shared/calls/eav/entity/revert.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { callApi } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import type { RevisionEntry } from '../../../api/use-history.ts'
import { confirm } from '../../../frame/dialogs.ts'
import { notify } from '../../../frame/notify.ts'
import { RevisionHistory } from '../../../frame/revision-history.tsx'
import { settleUnsaved } from '../../../frame/unsaved.tsx'
import { DifferenceView } from '../../../ui/difference.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import type { ClassDescription } from '../model/description.ts'
import type { AdminWords } from '../use-admin-words.ts'
import { useMayWrite } from '../use-may-write.ts'

interface Props {
  view: Entity
  description: ClassDescription
  words: AdminWords
  onWritten(entity: Entity): Promise<void>
}

export function EntryHistory({ view, description, words, onWritten }: Props) {
  const { t } = words
  const mayWrite = useMayWrite(description.entityclass)
  /** Writes an older revision as the newest; what was typed is settled first. */
  const goBack = async (toRev: number) => {
    if (!(await settleUnsaved())) return
    const { id } = view
    const [now, then] = await Promise.all([
      callApi(get, { id }).catch(() => undefined),
      callApi(get, { id, rev: toRev }).catch(() => undefined),
    ])
    if (!now || !then) return
    const changes = words.changes(now.data, then.data)
    const noticeId = `revert:${id}`
    const rev = String(toRev)
    if (changes.length === 0) return notify.info({ id: noticeId, text: t('revert.same', { rev }) })
    const isSure = await confirm({
      title: t('revert.title', { rev, name: words.name(now.data) }),
      text: t('revert.text', { rev, next: String(now.rev + 1) }),
      details: (
        <DifferenceView
          rows={changes}
          beforeTitle={t('revert.now')}
          afterTitle={t('history.revision', { rev })}
        />
      ),
      verb: t('revert.verb', { rev }),
      isDangerous: true,
    })
    if (!isSure) return
    const after = await callApi(revert, { id, rev: now.rev, toRev }).catch(() => undefined)
    if (!after) return
    await onWritten(after)
    notify.success({ id: noticeId, text: t('revert.done', { rev }) })
  }
  return (
    <RevisionHistory
      id={view.id}
      rev={view.rev}
      t={words.t}
      labelOf={(entry) => labelOf(entry, words)}
      compare={(from, to) => <Comparison id={view.id} from={from} to={to} words={words} />}
      onRevert={mayWrite && !view.disabled ? (rev) => void goBack(rev) : undefined}
    />
  )
}

const told = ['reverted', 'restored', 'deleted']
function labelOf({ rev, changeset, events = [] }: RevisionEntry, words: AdminWords): string {
  // The stored label is in the language of who saved.
  if (changeset?.paths?.length) return words.titleOfPaths(changeset.paths)
  if (changeset?.label) return changeset.label
  const event = events.find(({ kind }) => told.includes(kind))
  if (event) return words.t(`history.event.${event.kind}`, { rev: event.to ?? '' })
  return rev === 1 ? words.t('history.created') : ''
}

function Comparison({ id, from, to, words }: { id: string; from: number; to: number; words: AdminWords }) {
  const before = useCall(get, from === 0 ? null : { id, rev: from }, { revalidateIfStale: false })
  const after = useCall(get, { id, rev: to }, { revalidateIfStale: false })
  const then = from === 0 ? nothing : before.data?.data
  const rows = useMemo(
    () => (then && after.data ? words.changes(then, after.data.data) : undefined),
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
const nothing: Entity['data'] = {}
