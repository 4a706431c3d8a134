import Box from '@cloudscape-design/components/box'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useCallback } from 'react'
import { load } from '../../../../shared/calls/bml/product/load.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import type { Difference } from '../../../../shared/rules/compare.ts'
import { useCall } from '../../../api/use-call.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DifferenceView } from '../../../ui/difference.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useProductPage } from '../page-context.ts'
import { useDifferences } from '../use-differences.ts'

/**
 * What has changed in the list since approvals were initiated in revision `rev`: its data, and their own days and words. So the
 * second pair of eyes sees what it confirms.
 */
export function SinceInitiated({ rev, standards }: { rev: number; standards: readonly string[] }) {
  const t = useTexts('product')
  const { view, list } = useProductPage()
  const then = useCall(load, { id: view.id, rev }, { revalidateIfStale: false })
  const concerned = standards.join(' ')
  const select = useCallback(
    (found: Difference[]) =>
      found.filter(
        ({ list: of, key, row }) =>
          of === list &&
          key !== '_notes' &&
          (key !== '_approval' || (row !== undefined && concerned.split(' ').includes(row))),
      ),
    [list, concerned],
  )
  const rows = useDifferences(then.data as ProductView | undefined, view, select)
  if (then.error) return <ErrorState error={then.error} onRetry={() => void then.mutate()} />
  if (rows === undefined) return <SkeletonLines lines={2} />
  if (rows.length === 0) return <Box color="text-body-secondary">{t('approvals.since.none')}</Box>
  return (
    <SpaceBetween size="xs">
      <Box variant="strong">{t('approvals.since.title')}</Box>
      <DifferenceView
        rows={rows.map(({ place: _, ...row }) => row)}
        beforeTitle={t('approvals.since.before')}
        afterTitle={t('revert.now')}
      />
    </SpaceBetween>
  )
}
