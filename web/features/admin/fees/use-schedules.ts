/** The fee schedules of all institutions: a few for each year, so all of them at once. */
import { useMemo } from 'react'
import { execute } from '../../../../shared/calls/search/search/execute.ts'
import { searchPageSize } from '../../../../shared/constants.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { type EntityOf, isOfClass } from '../../../../shared/model/entity-data.ts'
import { isEntity } from '../../../api/hits.ts'
import { useCall } from '../../../api/use-call.ts'

export type ScheduleEntity = EntityOf<'feeschedule'>
const isSchedule = (one: Entity): one is ScheduleEntity => isOfClass('feeschedule', one)

/** Those of the latest years; undefined until they are there. `deleted`: they hold their year, and nothing else shows them. */
export function useFeeSchedules() {
  const { data, error, isLoading, mutate } = useCall(
    execute,
    {
      entityClass: 'feeschedule',
      attributeFilter: { field: 'deleted', comparison: 'in', value: [false, true] },
      sorting: ['year:desc'],
      pagination: { start: 0, limit: searchPageSize },
    },
    { revalidateOnFocus: true },
  )
  const all = useMemo(() => data?.list.filter(isEntity).filter(isSchedule), [data])
  const list = useMemo(() => all?.filter(({ disabled }) => !disabled), [all])
  const deleted = useMemo(() => all?.filter(({ disabled }) => disabled), [all])
  return { list, deleted, error, isLoading, refresh: () => mutate() }
}
