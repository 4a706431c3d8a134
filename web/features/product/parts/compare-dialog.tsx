import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Toggle from '@cloudscape-design/components/toggle'
import { useMemo, useState } from 'react'
import { load } from '../../../../shared/calls/bml/product/load.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { compareRevisions } from '../../../../shared/rules/compare.ts'
import { useCall } from '../../../api/use-call.ts'
import type { RevisionEntry } from '../../../api/use-history.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DifferenceView } from '../../../ui/difference.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import type { Words } from '../model/describe.ts'
import { comparedState, differenceLines, withoutEchoes } from '../model/differences.ts'
import { useProductPage } from '../page-context.ts'
import { namedIn, useNames } from '../use-names.ts'

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
  const named = useMemo(() => namedIn(a?.data, b?.data), [a, b])
  const known = useMemo(() => ({ ...a?.titles, ...b?.titles, ...view.titles }), [a, b, view.titles])
  const nameOf = useNames(named, known)
  const rows = useMemo(() => {
    if (!a || !b) return undefined
    const mine: Words = { ...words, nameOf: (id) => nameOf(id) ?? words.nameOf(id) }
    const found = compareRevisions(comparedState(a), comparedState(b))
    const told = isThisListOnly ? found.filter((d) => d.list === list) : withoutEchoes(found, a.data, b.data)
    return differenceLines(told, mine)
  }, [a, b, words, nameOf, isThisListOnly, list])
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
