import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Multiselect from '@cloudscape-design/components/multiselect'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import { historyPageSize, searchPageSize } from '../../../../shared/constants.ts'
import { timelineKinds } from '../../../../shared/model/entity.ts'
import { useTexts } from '../../../texts/texts.ts'
import { EmptyState, ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useProductPage } from '../page-context.ts'
import { type TimelineKind, useTimeline } from '../use-timeline.ts'
import { EventLine } from './event-line.tsx'

/** What happened to the product, newest first, by list and kind. */
export function TimelineView() {
  const t = useTexts('product')
  const { view, newestRev, lookup } = useProductPage()
  const [list, setList] = useState('')
  const [kinds, setKinds] = useState<TimelineKind[]>([])
  const [limit, setLimit] = useState<number>(historyPageSize)
  // Of a very long history the part ahead of a revision, where the newer part did not hold enough.
  const [before, setBefore] = useState<number>()
  const { data, error, mutate } = useTimeline(view.id, newestRev, {
    ...(list ? { list } : {}),
    kinds,
    limit,
    ...(before === undefined ? {} : { before }),
  })
  const isMoreKnown = data !== undefined && data.list.length < data.count && limit < searchPageSize
  const lists = [
    { value: '', label: t('timeline.allLists') },
    ...lookup.orderedLists
      .filter((l) => Object.hasOwn(view.data.listData, l.id))
      .map((l) => ({ value: l.id, label: l.name })),
  ]
  return (
    <SpaceBetween size="m">
      <FormField label={t('timeline.list')}>
        <Select
          expandToViewport
          options={lists}
          selectedOption={lists.find((l) => l.value === list) ?? null}
          onChange={({ detail }) => {
            setList(detail.selectedOption.value ?? '')
            setBefore(undefined)
          }}
        />
      </FormField>
      <FormField label={t('timeline.kinds')}>
        <Multiselect
          expandToViewport
          placeholder={t('timeline.allKinds')}
          deselectAriaLabel={(option) => t('remove', { name: option.label ?? '' })}
          options={timelineKinds.map((kind) => ({ value: kind, label: t(`event.${kind}`) }))}
          selectedOptions={kinds.map((kind) => ({ value: kind, label: t(`event.${kind}`) }))}
          onChange={({ detail }) => {
            setKinds(detail.selectedOptions.map((o) => o.value as TimelineKind))
            setBefore(undefined)
          }}
        />
      </FormField>
      {error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : !data ? (
        <SkeletonLines lines={8} />
      ) : data.list.length === 0 ? (
        <EmptyState title={t('timeline.none')} />
      ) : (
        <ol className="product-events" aria-label={t('history.timeline')}>
          {data.list.map((event, index) => (
            <EventLine
              key={`${event.rev}-${event.kind}-${event.list ?? ''}-${event.standard ?? index}`}
              event={event}
            />
          ))}
        </ol>
      )}
      {(isMoreKnown || data?.next !== undefined) && (
        <Button
          onClick={() =>
            isMoreKnown ? setLimit(Math.min(limit + historyPageSize, searchPageSize)) : setBefore(data?.next)
          }
        >
          {t('history.older')}
        </Button>
      )}
    </SpaceBetween>
  )
}
