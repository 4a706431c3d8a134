import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { EmptyState } from '../../../ui/error-state.tsx'
import type { Focusable } from '../../../ui/field-places.ts'
import { approvalEntries, extendableIn, sharedObstacle } from '../model/approvals.ts'
import { useProductPage } from '../page-context.ts'
import { type TimelineKind, useTimeline } from '../use-timeline.ts'
import { ApprovalCard } from './approval-card.tsx'
import { ExtendAllDialog } from './extend-all-dialog.tsx'

const approvalKinds: TimelineKind[] = [
  'approvalInitiated',
  'approvalConfirmed',
  'approvalChanged',
  'approvalExtended',
  'approvalEnded',
  'approvalLeft',
]

/** The approvals of the list, one card for each evaluation standard. */
export function ApprovalsTab() {
  const t = useTexts('product')
  const { view, list, lookup, actor, today, isEditable, may } = useProductPage()
  const [isExtending, setExtending] = useState(false)
  const entries = useMemo(
    () => approvalEntries(view, list, lookup, actor, today),
    [view, list, lookup, actor, today],
  )
  const extendable = extendableIn(view, lookup, today)
  const { list: told = [] } = useTimeline(view.id, view.rev, { list, kinds: approvalKinds, limit: 250 })
  const events = Map.groupBy(told, (event) => event.standard ?? '')
  const obstacle = sharedObstacle(entries)
  const actions = useRef(new Map<string, Focusable>())
  const actionRef = (standard: string) => (action: Focusable | null) => {
    if (action) actions.current.set(standard, action)
    else actions.current.delete(standard)
  }
  /** The first action from a standard's card on. */
  const focusAction = (standard: string): boolean => {
    const standards = entries.map((entry) => entry.standard)
    const next = standards.slice(standards.indexOf(standard)).find((one) => actions.current.has(one))
    if (next !== undefined) actions.current.get(next)?.focus()
    return next !== undefined
  }
  const counting = entries.filter((e) => e.counts).length
  return (
    <SpaceBetween size="m">
      <Header
        variant="h2"
        counter={`(${counting}/${entries.length})`}
        description={t(may('product:approve') ? 'approvals.intro' : 'approvals.introReadOnly')}
        actions={
          isEditable &&
          Object.keys(extendable).length > 0 && (
            <Button onClick={() => setExtending(true)}>{t('approvals.extendAll')}</Button>
          )
        }
      >
        {t('approvals.title', { list: lookup.listTitle(list) })}
      </Header>
      {obstacle && <Alert type="warning">{t(`approvals.obstacle.${obstacle}`)}</Alert>}
      {entries.length === 0 ? (
        <EmptyState title={t('approvals.none')} text={t('approvals.noneText')} />
      ) : (
        <div className="product-approvals">
          {entries.map((entry) => (
            <ApprovalCard
              key={entry.standard}
              entry={entry}
              events={events.get(entry.standard) ?? []}
              told={obstacle}
              actionRef={actionRef(entry.standard)}
              focusAction={() => focusAction(entry.standard)}
            />
          ))}
        </div>
      )}
      {isExtending && <ExtendAllDialog extendable={extendable} onClose={() => setExtending(false)} />}
    </SpaceBetween>
  )
}
