import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import { useState } from 'react'
import { approvals } from '../../../../shared/calls/bml/product/approvals.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { type ApprovalAction, releases } from '../../../../shared/rules/approval-refusals.ts'
import { callApi } from '../../../api/client.ts'
import { notify } from '../../../frame/notify.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { type ApprovalEntry, changedText, contextFor, isSuggested, preview } from '../model/approvals.ts'
import { periodText } from '../model/row-text.ts'
import { useProductPage } from '../page-context.ts'
import { useActionName } from './approval-row.tsx'
import { SinceInitiated } from './since-initiated.tsx'

/**
 * The same action on several standards of the list, one after the other: each is confirmed on the revision that the one before
 * has written. It stops where something comes in between.
 */
export function ApprovalManyDialog({
  action,
  entries,
  initiatedRevOf,
  onDone,
  onClose,
}: {
  action: ApprovalAction
  entries: readonly ApprovalEntry[]
  /** Revision in which the approval under a standard was initiated, where that is known. */
  initiatedRevOf(standard: string): number | undefined
  onDone: () => void
  onClose: () => void
}) {
  const t = useTexts('product')
  const { view, name, list, lookup, words, actor, today, act, editor } = useProductPage()
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  const nameOf = useActionName()
  const [isBusy, setBusy] = useState(false)
  // What was chosen when the dialog was opened: each step changes the product.
  const [chosen] = useState(entries)
  const [rows] = useState(() =>
    chosen
      .filter((entry) => isSuggested(action, entry))
      .map((entry) => {
        const title = lookup.standardTitle(entry.standard)
        if (action === 'release') return { entry, title, what: changedText(entry, words) }
        const after = preview(action, contextFor(view, list, entry.standard, lookup, actor, today))
        const what = periodText(
          after?.tmp_begin ?? after?.begin,
          after?.tmp_begin ? after.tmp_end : after?.end,
          words,
        )
        return { entry, title, what }
      }),
  )
  const [since] = useState(() => {
    const revs = action === 'confirm' ? rows.map(({ entry }) => initiatedRevOf(entry.standard)) : []
    const known = revs.filter((rev) => rev !== undefined)
    return known.length > 0 ? Math.min(...known) : undefined
  })
  const skipped = chosen.filter((entry) => !isSuggested(action, entry))
  const isDangerous = action === 'deactivate' || action === 'removedates'
  const id = `approvals:${view.id}:${list}`
  const run = async () => {
    setBusy(true)
    let startRev: number | undefined
    let count = 0
    for (const { entry } of rows) {
      const { standard } = entry
      const after = await act({
        id: `${id}:${standard}`,
        startRev,
        depends: (v) =>
          releases(action, entry.row, entry.definition, today)
            ? [v.rev, v.parentRevs]
            : [v.data.listData[list]?._approval[standard], v.data.listData[list]?._companies],
        call: async (rev, { parentRevs = [] }) =>
          (await callApi(
            approvals,
            { id: view.id, rev, parentRevs, list, standard, action },
            { quiet: true },
          )) as ProductView,
      })
      if (!after) break
      startRev = after.rev
      count++
    }
    setBusy(false)
    const text = t('approvals.many.done', { done: count, all: rows.length })
    if (count === rows.length) notify.success({ id, text })
    else if (count > 0) notify.warning({ id, text })
    onDone()
    onClose()
  }
  return (
    <VerbDialog
      size={since === undefined ? 'medium' : 'large'}
      title={t('approvals.many.title', { action: nameOf(action) })}
      verb={t('approvals.many.action', { action: nameOf(action), count: rows.length })}
      about={[name, lookup.listTitle(list)].join(' · ')}
      isDangerous={isDangerous}
      isBusy={isBusy}
      isBlocked={rows.length === 0}
      onVerb={() => void run()}
      onClose={onClose}
    >
      <Alert type={isDangerous ? 'warning' : 'info'}>
        {action === 'release' && <p>{t('approvals.many.release')}</p>}
        <ul className="product-plain">
          {rows.map(({ entry, title, what }) => (
            <li key={entry.standard}>
              {what === '' || isDangerous
                ? title
                : t('approvals.many.line', { standard: title, period: what })}
            </li>
          ))}
        </ul>
      </Alert>
      {since !== undefined && (
        <SinceInitiated rev={since} standards={rows.map(({ entry }) => entry.standard)} />
      )}
      {skipped.length > 0 && (
        <Box color="text-body-secondary">
          {t('approvals.many.skipped', {
            standards: skipped.map((entry) => lookup.standardTitle(entry.standard)).join(', '),
          })}
        </Box>
      )}
      {hasChanges && <Box color="text-body-secondary">{t('act.savesFirst')}</Box>}
    </VerbDialog>
  )
}
