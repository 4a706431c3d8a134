/** Runs of schedules that somebody has started, so that the last one is found, however long ago that was. */
import type { EntityReader } from '../../ports/entity-store.ts'
import type { JobStart } from './start.ts'

type Reader = Pick<EntityReader, 'counter' | 'findUnique'>
const counterOf = (schedule: string) => `schedule-runs:${schedule}`
const uniqueOf = (schedule: string, nth: number) => `batchjob#/byHand#${schedule}#${nth}`

/** What makes a job the next run of the schedule by hand. */
export async function nextByHand(
  entities: Pick<Reader, 'counter'>,
  schedule: string,
): Promise<NonNullable<JobStart['asNth']>> {
  const at = await entities.counter(counterOf(schedule))
  return { unique: uniqueOf(schedule, at + 1), turn: { counter: counterOf(schedule), at } }
}

/** Id of the job of the last run by hand. */
export const lastByHand = async (entities: Reader, schedule: string): Promise<string | undefined> =>
  entities.findUnique(uniqueOf(schedule, await entities.counter(counterOf(schedule))))
