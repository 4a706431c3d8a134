import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import { releases } from '../../../../shared/rules/approval-refusals.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useAddressParams } from '../../../ui/address.ts'
import { EmptyState } from '../../../ui/error-state.tsx'
import { type ApprovalEntry, approvalEntries, extendableIn, sharedObstacle } from '../model/approvals.ts'
import { useProductPage } from '../page-context.ts'
import { missingOf, useApprovalStatus } from '../use-approval-status.ts'
import { ApprovalMatrix } from './approval-matrix.tsx'
import { ApprovalTable } from './approval-table.tsx'
import { ExtendAllDialog } from './extend-all-dialog.tsx'
import { MissingList } from './missing-list.tsx'
import { UnsavedFirst } from './unsaved-first.tsx'
import '../approvals.css'

/** The approvals of the list, a row for each evaluation standard; or those of all lists at a glance. */
export function ApprovalsTab() {
  const t = useTexts('product')
  const { view, list, lookup, actor, today, isEditable, may } = useProductPage()
  const [params, changeAddress] = useAddressParams()
  const [isExtending, setExtending] = useState(false)
  const { status, isPending } = useApprovalStatus()
  const ofList = status.get(list)
  const hasOwnChanges = ofList?.hasOwnChanges ?? false
  const entries = useMemo(
    () => approvalEntries(view, list, lookup, actor, today, ofList),
    [view, list, lookup, actor, today, ofList],
  )
  const extendable = extendableIn(view, lookup, today)
  const obstacle = sharedObstacle(entries)
  const counting = entries.filter((e) => e.counts).length
  const hasLists = Object.keys(view.data.listData).length > 1
  const isMatrix = hasLists && params.get('lists') === 'all'
  // What is not met on the checklist keeps nobody from approving: it is told apart.
  const { unmet, missing } = missingOf(ofList)
  // What concerns all of them is told once, above the rows.
  const ownObstacle = ofList?.isUnexamined ? 'approvalUnexamined' : 'approvalOwnChanges'
  const isOwn = hasOwnChanges && entries.some((e) => e.obstacle === ownObstacle)
  // Who has initiated it reads the same: it stands beside the name in the row, too.
  const told = new Set<ApprovalEntry['obstacle']>(isOwn ? [ownObstacle, 'approvalFourEyes'] : [])
  if (obstacle) told.add(obstacle)
  for (const { obstacle: own } of entries) if (missing.some(({ key }) => key === own)) told.add(own)
  const releasesAny = entries.some(({ allowed, row, definition }) =>
    [...allowed].some((action) => releases(action, row, definition, today)),
  )
  const notMet = t('checklist.unmetTitle', { count: unmet.length, list: lookup.listTitle(list) })
  const lacksAll = t('approvals.lacksAll', { list: lookup.listTitle(list) })
  return (
    <SpaceBetween size="m">
      <Header
        variant="h2"
        counter={isMatrix ? undefined : `(${counting}/${entries.length})`}
        description={t(may('product:approve') ? 'approvals.intro' : 'approvals.introReadOnly')}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            {hasLists && (
              <SegmentedControl
                label={t('approvals.view.label')}
                selectedId={isMatrix ? 'all' : 'one'}
                options={[
                  { id: 'one', text: t('approvals.view.one') },
                  { id: 'all', text: t('approvals.view.all') },
                ]}
                onChange={({ detail }) =>
                  changeAddress((now) =>
                    detail.selectedId === 'all' ? now.set('lists', 'all') : now.delete('lists'),
                  )
                }
              />
            )}
            {isEditable && Object.keys(extendable).length > 0 && (
              <Button onClick={() => setExtending(true)}>{t('approvals.extendAll')}</Button>
            )}
          </SpaceBetween>
        }
      >
        {isMatrix ? t('approvals.titleAll') : t('approvals.title', { list: lookup.listTitle(list) })}
      </Header>
      {isMatrix ? (
        <ApprovalMatrix status={status} />
      ) : (
        <SpaceBetween size="s">
          {releasesAny && <UnsavedFirst />}
          {isOwn && <Alert type="info">{t(`approvals.obstacle.${ownObstacle}`)}</Alert>}
          {obstacle && missing.length === 0 && (
            <Alert type="warning">{t(`approvals.obstacle.${obstacle}`)}</Alert>
          )}
          {entries.length === 0 ? (
            <EmptyState title={t('approvals.none')} text={t('approvals.noneText')} />
          ) : (
            <ApprovalTable key={list} entries={entries} status={ofList} isPending={isPending} told={told} />
          )}
          {/* Below: it comes later than the table, and would push what is done to an approval from under the mouse. */}
          {missing.length > 0 && entries.length > 0 && (
            <Alert type="warning" header={lacksAll}>
              <MissingList missing={missing} label={lacksAll} />
            </Alert>
          )}
          {unmet.length > 0 && entries.length > 0 && (
            <Alert type="info" header={notMet}>
              <p className="product-muted">{t('approvals.unmetText')}</p>
              <MissingList missing={unmet} label={notMet} />
            </Alert>
          )}
        </SpaceBetween>
      )}
      {isExtending && <ExtendAllDialog extendable={extendable} onClose={() => setExtending(false)} />}
    </SpaceBetween>
  )
}
