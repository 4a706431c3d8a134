/** Finds the fee schedule of an institution and year. */
import type { EntityOf } from '../../../shared/model/entity-data.ts'
import { feeScheduleKey } from '../../../shared/model/fee-schedule.ts'
import { uniqueKey } from '../../domain/entity/unique-values.ts'
import type { EntityReader } from '../../ports/entity-store.ts'

export async function scheduleOf(
  entities: Pick<EntityReader, 'findUnique' | 'get'>,
  institution: string,
  year: number,
): Promise<EntityOf<'feeschedule'> | undefined> {
  const id = await entities.findUnique(
    uniqueKey('feeschedule', '/key', feeScheduleKey({ institution, year })),
  )
  const found = id === undefined ? undefined : await entities.get('feeschedule', id)
  return found?.disabled ? undefined : found
}
