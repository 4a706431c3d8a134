import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Checkbox from '@cloudscape-design/components/checkbox'
import { useRef, useState } from 'react'
import { type ApprovalAction, releases } from '../../../../shared/rules/approval-refusals.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import type { Focusable } from '../../../ui/field-places.ts'
import { type ApprovalEntry, initiatedRevOf, isSuggested } from '../model/approvals.ts'
import { useProductPage } from '../page-context.ts'
import type { ListStatus } from '../use-approval-status.ts'
import { type TimelineKind, useTimeline } from '../use-timeline.ts'
import { ApprovalManyDialog } from './approval-many-dialog.tsx'
import { ApprovalRow, openStep, useActionName, useObstacle } from './approval-row.tsx'
import { RowActionsHead } from './row-actions.tsx'

const approvalKinds: TimelineKind[] = [
  'approvalInitiated',
  'approvalConfirmed',
  'approvalReleased',
  'approvalChanged',
  'approvalExtended',
  'approvalEnded',
  'approvalMigrated',
]
const columns = ['standard', 'state', 'period', 'people', 'released', 'notes'] as const
/** What may be done to several at once; the first ones have buttons of their own. */
const buttons = ['confirm', 'extend'] as const satisfies ApprovalAction[]
const more = [
  'release',
  'initiate',
  'grantyear',
  'activate',
  'deactivate',
  'removedates',
] as const satisfies ApprovalAction[]

/** The approvals of the list: what is done to one stands in its row, what is done to several above them. */
export function ApprovalTable({
  entries,
  status,
  isPending,
  told,
}: {
  entries: readonly ApprovalEntry[]
  status: ListStatus | undefined
  /** Not known yet whether the viewer may release the data. */
  isPending: boolean
  told: ReadonlySet<ApprovalEntry['obstacle']>
}) {
  const t = useTexts('product')
  const { view, list, today, isEditable, isActing, editor } = useProductPage()
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  const nameOf = useActionName()
  const obstacleOf = useObstacle()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [action, setAction] = useState<ApprovalAction>()
  const { list: events = [] } = useTimeline(view.id, view.rev, { list, kinds: approvalKinds, limit: 250 })
  const eventsOf = Map.groupBy(events, (event) => event.standard ?? '')
  const statusOf = new Map(status?.approvals.map((one) => [one.standard, one]))
  const actions = useRef(new Map<string, Focusable>())
  const rows = useRef(new Map<string, HTMLTableRowElement>())
  const keep =
    <T,>(places: Map<string, T>, standard: string) =>
    (place: T | null) => {
      if (place) places.set(standard, place)
      else places.delete(standard)
    }
  // Asked once what was done is drawn.
  const latest = useRef(entries)
  latest.current = entries
  /** The first open step from a standard's row on. */
  const focusStep = (standard: string): boolean => {
    const from = latest.current.findIndex((entry) => entry.standard === standard)
    const next = latest.current.slice(from).find((entry) => openStep(entry) !== undefined)
    const action = next && actions.current.get(next.standard)
    action?.focus()
    return action !== undefined
  }
  const showStandard = (standard: string) => {
    const row = rows.current.get(standard)
    row?.scrollIntoView({ block: 'center' })
    ;(actions.current.get(standard) ?? row)?.focus()
  }
  const hasNotes = entries.some(({ row }) => row?.comment || row?.restriction || row?.restrictionTextId)
  const isSelectable = isEditable && entries.length > 1 && entries.some((e) => e.allowed.size > 0)
  const chosen = entries.filter((entry) => selected.has(entry.standard))
  const countOf = (one: ApprovalAction) => chosen.filter((entry) => isSuggested(one, entry)).length
  const labelOf = (one: ApprovalAction) =>
    t('approvals.many.action', { action: nameOf(one), count: countOf(one) })
  /** Why nothing of it can be done to what is chosen, in words. */
  const reasonOf = (one: ApprovalAction): string | undefined => {
    if (chosen.length === 0) return t('approvals.many.choose')
    const possible = chosen.filter((entry) => isSuggested(one, entry))
    if (possible.length > 0) {
      if (!possible.some(({ row, definition }) => releases(one, row, definition, today))) return undefined
      if (hasChanges) return t('approvals.saveFirst')
      return isPending ? t('approvals.checking') : undefined
    }
    const told = one === 'extend' ? [] : chosen.map(obstacleOf)
    return [...new Set(told.filter((text) => text !== undefined))].join(' ') || t('approvals.many.impossible')
  }
  const itemOf = (one: ApprovalAction) => {
    const reason = reasonOf(one)
    return { id: one, text: labelOf(one), disabled: reason !== undefined, disabledReason: reason }
  }
  const select = (standard: string) => (isSelected: boolean) =>
    setSelected((now) => {
      const next = new Set(now)
      if (isSelected) next.add(standard)
      else next.delete(standard)
      return next
    })
  return (
    <div className="product-approvals">
      {isSelectable && (
        <fieldset className="product-approvals-bar" aria-label={t('approvals.many.label')}>
          {buttons.map((one) => {
            const reason = reasonOf(one)
            return (
              <Button
                key={one}
                disabled={isActing || reason !== undefined}
                disabledReason={reason}
                variant={one === 'confirm' && countOf(one) > 0 ? 'primary' : 'normal'}
                onClick={() => setAction(one)}
              >
                {labelOf(one)}
              </Button>
            )
          })}
          <ButtonDropdown
            disabled={isActing || chosen.length === 0}
            {...(chosen.length === 0 && { disabledReason: t('approvals.many.choose') })}
            expandToViewport
            // Closed until something is chosen.
            items={chosen.length === 0 ? [] : more.map(itemOf)}
            onItemClick={({ detail }) => setAction(detail.id as ApprovalAction)}
          >
            {t('more')}
          </ButtonDropdown>
          <span className="product-muted" role="status">
            {t('approvals.many.selected', { count: chosen.length })}
          </span>
        </fieldset>
      )}
      <div className="product-approvals-scroll">
        <table aria-label={t('tabs.approvals')} data-notes={hasNotes ? '' : undefined}>
          <thead>
            <tr>
              {isSelectable && (
                <td>
                  <Checkbox
                    ariaLabel={t('approvals.selectAll')}
                    checked={chosen.length === entries.length}
                    indeterminate={chosen.length > 0 && chosen.length < entries.length}
                    onChange={({ detail }) =>
                      setSelected(new Set(detail.checked ? entries.map((entry) => entry.standard) : []))
                    }
                  />
                </td>
              )}
              {columns
                .filter((column) => column !== 'notes' || hasNotes)
                .map((column) => (
                  <th key={column} scope="col" data-column={column}>
                    {t(`approvals.column.${column}`)}
                  </th>
                ))}
              <RowActionsHead />
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <ApprovalRow
                key={entry.standard}
                entry={entry}
                status={statusOf.get(entry.standard)}
                isPending={isPending}
                events={eventsOf.get(entry.standard) ?? []}
                told={told}
                hasNotes={hasNotes}
                selection={
                  isSelectable
                    ? { isSelected: selected.has(entry.standard), onChange: select(entry.standard) }
                    : undefined
                }
                actionRef={keep(actions.current, entry.standard)}
                rowRef={keep(rows.current, entry.standard)}
                focusStep={() => focusStep(entry.standard)}
                onStandard={showStandard}
              />
            ))}
          </tbody>
        </table>
      </div>
      {action && (
        <ApprovalManyDialog
          action={action}
          entries={chosen}
          initiatedRevOf={(standard) => initiatedRevOf(eventsOf.get(standard) ?? [])}
          onDone={() => setSelected(new Set())}
          onClose={() => setAction(undefined)}
        />
      )}
    </div>
  )
}
