/** What is done to a company as a whole: taken back to an older revision, or brought back after it was deleted. */
import { useCallback } from 'react'
import { load } from '../../../shared/calls/bml/company/load.ts'
import { revert } from '../../../shared/calls/bml/company/revert.ts'
import { restore as restoreCall } from '../../../shared/calls/eav/entity/restore.ts'
import type { CompanyView } from '../../../shared/model/company.ts'
import { callApi } from '../../api/client.ts'
import { confirm } from '../../frame/dialogs.ts'
import { notify } from '../../frame/notify.ts'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useTexts } from '../../texts/texts.ts'
import { DifferenceView } from '../../ui/difference.tsx'
import { changesBetween } from './model/changes.ts'
import type { Words } from './model/titles.ts'

export function useCompanyStates(view: CompanyView, words: Words, onSaved: (view: CompanyView) => void) {
  const t = useTexts('companies')
  /** Writes an older revision as the newest; what was typed is settled first. */
  const goBack = async (toRev: number) => {
    if (!(await settleUnsaved())) return
    const { id, rev } = view
    const then = await callApi(load, { id, rev: toRev }).catch(() => undefined)
    if (!then) return
    const changes = changesBetween(view.data, then.data, words)
    const noticeId = `revert:company:${id}`
    if (changes.length === 0) return notify.info({ id: noticeId, text: t('revert.same', { rev: toRev }) })
    const isSure = await confirm({
      title: t('revert.title', { rev: toRev, name: view.data.baseData.name || t('unnamed') }),
      text: t('revert.text', { rev: toRev, next: rev + 1 }),
      details: (
        <DifferenceView
          rows={changes}
          beforeTitle={t('revert.now')}
          afterTitle={t('history.revision', { rev: toRev })}
        />
      ),
      verb: t('revert.verb', { rev: toRev }),
      isDangerous: true,
    })
    if (!isSure) return
    const after = await callApi(revert, { id, rev, toRev }).catch(() => undefined)
    if (!after) return
    onSaved(after)
    notify.success({ id: noticeId, text: t('revert.done', { rev: toRev }) })
  }
  /** Brings the deleted company back, as it was; true if it did. */
  const restore = useCallback(async () => {
    const { id, rev } = view
    const after = await callApi(restoreCall, { id, rev })
      .then(() => callApi(load, { id }))
      .catch(() => undefined)
    if (!after) return false
    onSaved(after)
    notify.success({ id: `restore:company:${id}`, text: t('restore.done') })
    return true
  }, [view, onSaved, t])
  return { goBack, restore }
}
