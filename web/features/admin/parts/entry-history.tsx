/** The revisions of an entry of administration data, compared field by field; any of them can be brought back. */
import { useCallback } from 'react'
import { get } from '../../../../shared/calls/eav/entity/get.ts'
import { revert } from '../../../../shared/calls/eav/entity/revert.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { callApi } from '../../../api/client.ts'
import { confirm } from '../../../frame/dialogs.ts'
import { notify } from '../../../frame/notify.ts'
import { RevisionHistory } from '../../../frame/revision-history.tsx'
import { settleUnsaved } from '../../../frame/unsaved.tsx'
import { DifferenceView } from '../../../ui/difference.tsx'
import type { ClassDescription } from '../model/description.ts'
import type { Data } from '../model/draft.ts'
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
  const changes = useCallback(
    (before: Data | undefined, after: Data) => words.changes(before ?? {}, after),
    [words],
  )
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
      t={t}
      load={get}
      changes={changes}
      titleOfPaths={words.titleOfPaths}
      onRevert={mayWrite && !view.disabled ? (rev) => void goBack(rev) : undefined}
    />
  )
}
