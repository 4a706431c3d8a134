/** The fee schedules of all institutions: a few for each year, so all of them at once. */
import { useMemo } from 'react'
import { execute } from '../../../../shared/calls/search/search/execute.ts'
import { searchPageSize } from '../../../../shared/constants.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { type EntityOf, isOfClass } from '../../../../shared/model/entity-data.ts'
import { isEntity } from '../../../api/hits.ts'
import { useCall } from '../../../api/use-call.ts'

export type ScheduleEntity = EntityOf<'feeschedule'>
const isSchedule = (one: Entity): one is ScheduleEntity => isOfClass('feeschedule', one) && !one.disabled

/** Those of the latest years; undefined until they are there. */
export function useFeeSchedules() {
  const { data, error, isLoading, mutate } = useCall(
    execute,
    {
      entityClass: 'feeschedule',
      sorting: ['year:desc'],
      pagination: { start: 0, limit: searchPageSize },
    },
    { revalidateOnFocus: true },
  )
  const list = useMemo(() => data?.list.filter(isEntity).filter(isSchedule), [data])
  return { list, error, isLoading, refresh: () => mutate() }
}
