import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Toggle from '@cloudscape-design/components/toggle'
import { useCallback, useState } from 'react'
import { load } from '../../../../shared/calls/bml/product/load.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import type { Difference } from '../../../../shared/rules/compare.ts'
import { useCall } from '../../../api/use-call.ts'
import type { RevisionEntry } from '../../../api/use-history.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DifferenceView } from '../../../ui/difference.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { withoutEchoes } from '../model/differences.ts'
import { useProductPage } from '../page-context.ts'
import { useDifferences } from '../use-differences.ts'

interface Props {
  revisions: readonly RevisionEntry[]
  from: number
  to: number
  onClose(): void
}

/** Compares any two revisions, field by field with the titles of fields. */
export function CompareDialog({ revisions, from, to, onClose }: Props) {
  const t = useTexts('product')
  const { view, list, words } = useProductPage()
  const { moment } = useDateFormat()
  const [pair, setPair] = useState({ from, to })
  const [isThisListOnly, setThisListOnly] = useState(false)
  const before = useCall(load, { id: view.id, rev: pair.from }, { revalidateIfStale: false })
  const after = useCall(load, { id: view.id, rev: pair.to }, { revalidateIfStale: false })
  const a = before.data as ProductView | undefined
  const b = after.data as ProductView | undefined
  const select = useCallback(
    (found: Difference[], was: ProductView, is: ProductView) =>
      isThisListOnly ? found.filter((d) => d.list === list) : withoutEchoes(found, was.data, is.data),
    [isThisListOnly, list],
  )
  const rows = useDifferences(a, b, select)
  const error = before.error ?? after.error
  const options = revisions.map((r) => ({
    value: String(r.rev),
    label: t('history.revision', { rev: r.rev }),
    description: t('status.by', { date: moment(r.updated), name: r.updatedByName }),
  }))
  const option = (rev: number) =>
    options.find((o) => o.value === String(rev)) ?? {
      value: String(rev),
      label: t('history.revision', { rev }),
    }
  return (
    <Dialog
      size="max"
      header={t('history.compare')}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button onClick={onClose}>{t('close')}</Button>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div className="product-fields">
          <FormField label={t('history.before')}>
            <Select
              expandToViewport
              options={options}
              selectedOption={option(pair.from)}
              onChange={({ detail }) => setPair({ ...pair, from: Number(detail.selectedOption.value) })}
            />
          </FormField>
          <FormField label={t('history.after')}>
            <Select
              expandToViewport
              options={options}
              selectedOption={option(pair.to)}
              onChange={({ detail }) => setPair({ ...pair, to: Number(detail.selectedOption.value) })}
            />
          </FormField>
        </div>
        <Toggle checked={isThisListOnly} onChange={({ detail }) => setThisListOnly(detail.checked)}>
          {t('history.thisList', { list: words.lookup.listTitle(list) })}
        </Toggle>
        {error ? (
          <ErrorState error={error} onRetry={() => void Promise.all([before.mutate(), after.mutate()])} />
        ) : rows === undefined ? (
          <SkeletonLines lines={8} />
        ) : (
          <DifferenceView
            rows={rows}
            beforeTitle={t('history.revision', { rev: pair.from })}
            afterTitle={t('history.revision', { rev: pair.to })}
          />
        )}
      </SpaceBetween>
    </Dialog>
  )
}
