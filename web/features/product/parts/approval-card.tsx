import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Container from '@cloudscape-design/components/container'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import Icon from '@cloudscape-design/components/icon'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type RefCallback, useRef, useState } from 'react'
import type { ApprovalAction } from '../../../../shared/rules/approval-refusals.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import type { Focusable } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { approvalTones, StateBadge } from '../../../ui/state-badge.tsx'
import { type ApprovalEntry, approvalActionOrder } from '../model/approvals.ts'
import { periodText } from '../model/describe.ts'
import { personIn } from '../model/person.ts'
import { useProductPage } from '../page-context.ts'
import type { TimelineEntry } from '../use-timeline.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { EventLine } from './event-line.tsx'

/** The action that a card offers first: the next step of its state. */
const mainOf = ({ allowed }: ApprovalEntry): ApprovalAction | undefined =>
  (['initiate', 'confirm', 'extend', 'activate', 'grantyear'] as const).find((action) => allowed.has(action))

/** One approval: its state, what is missing, and what may be done about it. */
export function ApprovalCard({
  entry,
  events,
  told,
  actionRef,
  focusAction,
}: {
  entry: ApprovalEntry
  events: TimelineEntry[]
  /** The obstacle that the tab tells for all. */
  told: ApprovalEntry['obstacle']
  /** Gets the first action of the card. */
  actionRef: RefCallback<Focusable>
  /** Focuses the first action of this card or of one after it; false if none has any. */
  focusAction(): boolean
}) {
  const t = useTexts('product')
  const { view, lookup, words, isEditable, isActing } = useProductPage()
  const { moment } = useDateFormat()
  const [dialog, setDialog] = useState<ApprovalAction>()
  const section = useRef<HTMLElement>(null)
  const focusNext = useFocusNext()
  const { row, state } = entry
  const title = lookup.standardTitle(entry.standard)
  const by = (account: string | undefined) => personIn(view, account) ?? t('someone')
  const main = isEditable ? mainOf(entry) : undefined
  const others = isEditable
    ? approvalActionOrder.filter((action) => action !== main && entry.allowed.has(action))
    : []
  const name = (action: ApprovalAction) =>
    t(
      action === 'confirm' && !entry.definition?.baseApproval
        ? 'approvals.action.approve'
        : `approvals.action.${action}`,
    )
  const restrictionText = lookup.restrictionTexts.find((r) => r.id === row?.restrictionTextId)?.text

  const facts: Fact[] = []
  const dates = periodText(row?.begin, row?.end, words)
  const period = row?.end || !row?.begin ? dates : `${dates}, ${t('approvals.noEnd')}`
  if (dates && state !== 'initiated')
    facts.push([t(state === 'approvalExpired' ? 'approvals.datesBefore' : 'approvals.dates'), period])
  // What is decided on comes first, what holds until then after it.
  if (state === 'initiated') {
    facts.push([t('approvals.proposed'), periodText(row?.tmp_begin, row?.tmp_end, words)])
    facts.push([
      t('approvals.initiated'),
      t('status.by', {
        date: moment(row?.approvalInitiationDate),
        name: by(row?.approvalInitiatorAccountId),
      }),
    ])
    if (dates) facts.push([t('approvals.before'), period])
  }
  if (row?.finalApprovalDate && row.begin)
    facts.push([
      t('approvals.confirmed'),
      t('status.by', { date: moment(row.finalApprovalDate), name: by(row.finalApprovalAccountId) }),
    ])
  // What is missing is told once: by the note where it is in the way.
  if (entry.dependency && entry.obstacle !== 'approvalDependency')
    facts.push([
      t('approvals.dependsOn'),
      <span key="dependency" className="product-dependency">
        <Icon
          name={entry.isDependencyMissing ? 'status-negative' : 'status-positive'}
          variant={entry.isDependencyMissing ? 'error' : 'success'}
          size="small"
        />
        {lookup.standardTitle(entry.dependency)}
        {` – ${t(entry.isDependencyMissing ? 'approvals.dependencyMissing' : 'approvals.dependencyMet')}`}
      </span>,
    ])
  if (restrictionText || row?.restriction)
    facts.push([t('approvals.restriction'), [restrictionText, row?.restriction].filter(Boolean).join('\n')])
  if (row?.comment) facts.push([t('approvals.comment'), row.comment])

  return (
    <section ref={section} tabIndex={-1} className="product-approval" aria-label={title} data-state={state}>
      <Container
        fitHeight
        header={
          <Header
            variant="h3"
            description={entry.definition?.baseApproval ? t('approvals.fourEyes') : undefined}
          >
            {title}
          </Header>
        }
        footer={
          (main || others.length > 0) && (
            <div className="product-actions">
              {main && (
                <Button
                  ref={actionRef}
                  // Filled is what comes next; what leads to no approval as long as something is missing is not.
                  variant={
                    main === 'extend' || main === 'grantyear' || entry.obstacle !== undefined
                      ? 'normal'
                      : 'primary'
                  }
                  disabled={isActing}
                  onClick={() => setDialog(main)}
                  ariaLabel={t('approvals.actionOn', { action: name(main), standard: title })}
                >
                  {name(main)}
                </Button>
              )}
              {others.length > 0 && (
                <ButtonDropdown
                  ref={main ? null : actionRef}
                  variant="normal"
                  disabled={isActing}
                  expandToViewport
                  ariaLabel={t('approvals.moreOn', { standard: title })}
                  items={others.map((action) => ({ id: action, text: name(action) }))}
                  onItemClick={({ detail }) => setDialog(detail.id as ApprovalAction)}
                >
                  {t('more')}
                </ButtonDropdown>
              )}
            </div>
          )
        }
      >
        <SpaceBetween size="s">
          <SpaceBetween direction="horizontal" size="xs">
            <StateBadge tone={approvalTones[state]}>{t(`approvals.state.${state}`)}</StateBadge>
            {!entry.isActive && <StateBadge tone="warning">{t('approvals.inactive')}</StateBadge>}
            {state === 'finallyApproved' && !entry.counts && (
              <StateBadge tone="warning">{t('approvals.doesNotCount')}</StateBadge>
            )}
          </SpaceBetween>
          <Facts facts={facts} />
          {state === 'approvalExpired' && <p className="product-note">{t('approvals.expiredText')}</p>}
          {entry.obstacle && entry.obstacle !== told && (
            <p className="product-note" data-tone="warning">
              <Icon name="status-warning" variant="warning" size="small" />
              <span>
                {t(`approvals.obstacle.${entry.obstacle}`, {
                  standard: entry.dependency ? lookup.standardTitle(entry.dependency) : '',
                })}
              </span>
            </p>
          )}
          {events.length > 0 && (
            <ExpandableSection headerText={t('approvals.history', { count: events.length })} variant="footer">
              <ol className="product-events">
                {events.map((event) => (
                  <EventLine key={`${event.rev}-${event.kind}`} event={event} isShort />
                ))}
              </ol>
            </ExpandableSection>
          )}
        </SpaceBetween>
      </Container>
      {dialog && (
        <ApprovalDialog
          entry={entry}
          action={dialog}
          title={name(dialog)}
          onDone={() => focusNext(() => focusAction() || section.current?.focus())}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  )
}
