import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Checkbox from '@cloudscape-design/components/checkbox'
import { type RefCallback, useRef, useState } from 'react'
import { type ApprovalAction, releases } from '../../../../shared/rules/approval-refusals.ts'
import { storedDay } from '../../../../shared/rules/dates.ts'
import { productHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { todayText } from '../../../ui/date-text.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { useEdited } from '../../../ui/entity-editor.ts'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import type { Focusable } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { approvalTones, StateBadge } from '../../../ui/state-badge.tsx'
import {
  type ApprovalEntry,
  approvalActionOrder,
  changedText,
  initiatedRevOf,
  isSuggested,
  peopleOf,
  type StepTaken,
} from '../model/approvals.ts'
import { personIn } from '../model/person.ts'
import { periodSaid, periodText } from '../model/row-text.ts'
import { notValidText } from '../model/standing.ts'
import { useProductPage } from '../page-context.ts'
import type { ApprovalStatus } from '../use-approval-status.ts'
import type { TimelineEntry } from '../use-timeline.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { ApprovalEvents } from './approval-events.tsx'
import { MissingList } from './missing-list.tsx'

/** The action that a row offers first: the next step of its state. */
const mainOf = (entry: ApprovalEntry): ApprovalAction | undefined =>
  (['initiate', 'confirm', 'release', 'extend', 'activate', 'grantyear'] as const).find((action) =>
    isSuggested(action, entry),
  )

/** The step that work goes on with. What holds can be extended, and asks for nothing. */
export function openStep(entry: ApprovalEntry): ApprovalAction | undefined {
  const main = mainOf(entry)
  return main === 'extend' ? undefined : main
}

export function useActionName(): (action: ApprovalAction, entry?: ApprovalEntry) => string {
  const t = useTexts('product')
  return (action, entry) =>
    t(
      action === 'confirm' && entry && !entry.definition?.baseApproval
        ? 'approvals.action.approve'
        : `approvals.action.${action}`,
    )
}

/** What stands in the way of an approval, in words. */
export function useObstacle(): (entry: ApprovalEntry) => string | undefined {
  const t = useTexts('product')
  const { lookup } = useProductPage()
  return ({ obstacle, dependency }) =>
    obstacle &&
    t(`approvals.obstacle.${obstacle}`, { standard: dependency ? lookup.standardTitle(dependency) : '' })
}

interface Props {
  entry: ApprovalEntry
  status: ApprovalStatus | undefined
  /** Not known yet whether the viewer may release the data. */
  isPending: boolean
  events: TimelineEntry[]
  /** Obstacles that the tab tells for all. */
  told: ReadonlySet<ApprovalEntry['obstacle']>
  /** Left out where it is empty for all standards. */
  hasNotes: boolean
  /** Absent where nothing can be done to several rows. */
  selection: { isSelected: boolean; onChange(isSelected: boolean): void } | undefined
  /** Gets the first action of the row. */
  actionRef: RefCallback<Focusable>
  /** Focuses the next step of this row or of one after it; false if none has any. */
  focusStep(): boolean
  /** Leads to another standard's row. */
  onStandard(standard: string): void
  rowRef: RefCallback<HTMLTableRowElement>
}

/** One approval: its state, days and people, what it released, what is missing, and what may be done about it. */
export function ApprovalRow(props: Props) {
  const { entry, status, isPending, events, told, selection, hasNotes } = props
  const t = useTexts('product')
  const { view, list, lookup, words, today, isEditable, isActing, editor } = useProductPage()
  const { moment } = useDateFormat()
  const [dialog, setDialog] = useState<ApprovalAction | 'events'>()
  const element = useRef<HTMLTableRowElement>(null)
  const focusNext = useFocusNext()
  const nameOf = useActionName()
  const obstacleOf = useObstacle()
  const { row, state } = entry
  const { state: shown, why } = entry.standing
  const title = lookup.standardTitle(entry.standard)
  /** The day beside what was done, the exact time on hover, and below them who it was. */
  const when = ({ at, account }: StepTaken) => (
    <span title={moment(at)}>
      {words.date(storedDay(todayText(Date.parse(at))))}
      <span className="product-approval-person">{personIn(view, account) ?? t('someone')}</span>
    </span>
  )
  const main = isEditable ? mainOf(entry) : undefined
  const others = isEditable
    ? approvalActionOrder.filter((action) => action !== main && entry.allowed.has(action))
    : []
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  const reasonOf = (action: ApprovalAction) => {
    if (!releases(action, row, entry.definition, today)) return undefined
    // Who saves changes has changed the data, and cannot release them.
    if (hasChanges) return t('approvals.saveFirst')
    return isPending ? t('approvals.checking') : undefined
  }
  const mainReason = main && reasonOf(main)
  const more = [
    ...others.map((action) => {
      const reason = reasonOf(action)
      return {
        id: action,
        text: nameOf(action, entry),
        disabled: reason !== undefined,
        disabledReason: reason,
      }
    }),
    ...(events.length > 0 ? [{ id: 'events', text: t('approvals.history', { count: events.length }) }] : []),
  ]
  const restrictionText = lookup.restrictionTexts.find((r) => r.id === row?.restrictionTextId)?.text

  const dates = periodText(row?.begin, row?.end, words)
  const period = periodSaid(row?.begin, row?.end, words)
  // What is decided on comes first, what holds until then after it. Alone, the days need no name beside the column's.
  const days: Fact[] = []
  if (state === 'initiated')
    days.push([t('approvals.proposed'), periodText(row?.tmp_begin, row?.tmp_end, words)])
  const past = state === 'initiated' ? 'before' : state === 'approvalExpired' ? 'datesBefore' : undefined
  if (dates && past) days.push([t(`approvals.${past}`), period])
  const { initiated, confirmed } = peopleOf(row)
  const people: Fact[] = []
  if (initiated) people.push([t('approvals.initiated'), when(initiated)])
  if (confirmed) people.push([t('approvals.confirmed'), when(confirmed)])
  const notes = [restrictionText, row?.restriction, row?.comment].filter(Boolean)
  // What is in the way of this standard alone; the rest the tab tells for all of them.
  const missing = status?.missing ?? []
  // That it is not active stands beside its state, and the way on is its action.
  const isAlone =
    entry.obstacle !== 'approvalInactive' &&
    !told.has(entry.obstacle) &&
    (entry.obstacle !== 'approvalDependency' || missing.length === 0)
  const { changed } = entry
  // Where there is no room for the heads, each cell that does not say by itself what it tells says so.
  const labelOf = (column: string, isFull: unknown, isNamed = true) => {
    if (!isFull) return { 'data-empty': '' }
    return isNamed ? { 'data-label': t(`approvals.column.${column}`) } : {}
  }

  return (
    <tr
      ref={(tr) => {
        element.current = tr
        props.rowRef(tr)
      }}
      tabIndex={-1}
      className="product-approval"
      aria-label={title}
      data-state={shown}
    >
      {selection && (
        <td>
          <Checkbox
            checked={selection.isSelected}
            ariaLabel={t('approvals.select', { standard: title })}
            onChange={({ detail }) => selection.onChange(detail.checked)}
          />
        </td>
      )}
      <th scope="row">
        {title}
        {entry.definition?.baseApproval && (
          <div className="product-approval-aside">{t('approvals.fourEyes')}</div>
        )}
      </th>
      <td className="product-approval-state">
        <div className="product-approval-states">
          <StateBadge tone={approvalTones[shown]}>{t(`approvals.state.${shown}`)}</StateBadge>
          {!entry.isActive && !why && <StateBadge tone="warning">{t('approvals.inactive')}</StateBadge>}
        </div>
        {why && <div className="product-approval-aside">{notValidText(why, words)}</div>}
        {(missing.length > 0 || (isAlone && entry.obstacle)) && (
          <div className="product-approval-missing">
            <div className="product-approval-aside">{t('approvals.column.missing')}</div>
            {missing.length > 0 && (
              <MissingList
                missing={missing}
                label={t('approvals.lacksUnder', { standard: title })}
                onStandard={props.onStandard}
              />
            )}
            {isAlone && entry.obstacle && <div>{obstacleOf(entry)}</div>}
          </div>
        )}
      </td>
      <td
        className="product-approval-period"
        {...labelOf('period', dates || days.length > 0, dates !== '' && !past)}
      >
        {dates && !past ? <span>{period}</span> : <Facts facts={days} />}
      </td>
      <td className="product-approval-people" {...labelOf('people', people.length > 0, false)}>
        <Facts facts={people} />
      </td>
      <td
        className="product-approval-released"
        {...labelOf('released', status?.releasedRev !== undefined || changed.length > 0)}
      >
        {status?.releasedRev !== undefined && (
          <ScreenLink href={productHref(view.id, list, status.releasedRev)}>
            {t(status.isMigrated ? 'approvals.migratedRev' : 'approvals.releasedRev', {
              rev: status.releasedRev,
            })}
          </ScreenLink>
        )}
        {changed.length > 0 && (
          <div className="product-approval-changed">
            <StateBadge tone="warning">{t('approvals.changed')}</StateBadge>
            <div className="product-approval-aside">{changedText(entry, words)}</div>
          </div>
        )}
      </td>
      {hasNotes && (
        <td {...labelOf('notes', notes.length > 0)}>
          {notes.length > 0 && <div className="product-approval-notes">{notes.join('\n')}</div>}
        </td>
      )}
      <td>
        <div className="product-approval-next">
          {main && (
            <Button
              ref={props.actionRef}
              variant="inline-link"
              disabled={isActing || mainReason !== undefined}
              disabledReason={mainReason}
              onClick={() => setDialog(main)}
              ariaLabel={t('approvals.actionOn', { action: nameOf(main, entry), standard: title })}
            >
              {nameOf(main, entry)}
            </Button>
          )}
          {more.length > 0 && (
            <ButtonDropdown
              ref={main || others.length === 0 ? null : props.actionRef}
              variant="icon"
              disabled={isActing}
              expandToViewport
              ariaLabel={t('approvals.moreOn', { standard: title })}
              items={more}
              onItemClick={({ detail }) => setDialog(detail.id as ApprovalAction | 'events')}
            />
          )}
        </div>
        {dialog === 'events' ? (
          <ApprovalEvents title={title} events={events} onClose={() => setDialog(undefined)} />
        ) : (
          dialog && (
            <ApprovalDialog
              entry={entry}
              action={dialog}
              title={nameOf(dialog, entry)}
              initiatedRev={initiatedRevOf(events)}
              onDone={() => focusNext(() => props.focusStep() || element.current?.focus())}
              onClose={() => setDialog(undefined)}
            />
          )
        )}
      </td>
    </tr>
  )
}
