import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Multiselect from '@cloudscape-design/components/multiselect'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import { historyPageSize } from '../../../../shared/constants.ts'
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
  const timeline = useTimeline(view.id, newestRev, {
    ...(list ? { list } : {}),
    kinds,
    limit: historyPageSize,
  })
  const { list: events, error, hasMore, isLoadingMore, more, refresh } = timeline
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
          onChange={({ detail }) => setList(detail.selectedOption.value ?? '')}
        />
      </FormField>
      <FormField label={t('timeline.kinds')}>
        <Multiselect
          expandToViewport
          placeholder={t('timeline.allKinds')}
          deselectAriaLabel={(option) => t('remove', { name: option.label ?? '' })}
          options={timelineKinds.map((kind) => ({ value: kind, label: t(`event.${kind}`) }))}
          selectedOptions={kinds.map((kind) => ({ value: kind, label: t(`event.${kind}`) }))}
          onChange={({ detail }) => setKinds(detail.selectedOptions.map((o) => o.value as TimelineKind))}
        />
      </FormField>
      {error ? (
        <ErrorState error={error} onRetry={() => void refresh()} />
      ) : !events ? (
        <SkeletonLines lines={8} />
      ) : events.length === 0 ? (
        <EmptyState title={t('timeline.none')} />
      ) : (
        <ol className="product-events" aria-label={t('history.timeline')}>
          {events.map((event, index) => (
            <EventLine
              key={`${event.rev}-${event.kind}-${event.list ?? ''}-${event.standard ?? index}`}
              event={event}
            />
          ))}
        </ol>
      )}
      {hasMore && (
        <Button loading={isLoadingMore} onClick={() => void more()}>
          {t('history.older')}
        </Button>
      )}
    </SpaceBetween>
  )
}
