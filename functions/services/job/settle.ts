/**
 * After an abort: which units were done, and which never will be. Each unit is either stopped before anybody began it, or
 * it has begun and ends with an outcome.
 */

import { chunksOf } from '../../../shared/chunks.ts'
import { type Job, longestUnit } from '../../domain/job/job.ts'
import { givenUp } from '../../domain/job/why.ts'
import type { JobUnit } from '../../ports/job-store.ts'
import type { TimeLimit } from '../time-limit.ts'
import type { JobPorts } from './kind.ts'
import { failure } from './run.ts'

export interface Place {
  phase: number
  unit: number
}
/** Seconds until it is looked again whether units under way have ended. */
export const settlePause = 5
const unitsAtOnce = 25

/**
 * Settles the units of an aborted job from a place on. Gives the place to go on from where the time was over, or
 * where it has to wait for units under way; none if every unit is settled.
 */
export async function settle(
  job: Job,
  from: Place,
  ports: Pick<JobPorts, 'jobStore' | 'clock'>,
  time: TimeLimit,
): Promise<{ place?: Place; isWaiting?: boolean }> {
  const { jobStore, clock } = ports
  // Where a message was lost, nobody is waited for for ever.
  const isLate = clock.millis() - Date.parse(job.data.endedOn ?? job.updated) > longestUnit
  for (let { phase, unit: next } = from; ; phase++, next = 0) {
    for (let n = 0; ; n++) {
      const step = await jobStore.getStep(job.id, phase, n)
      if (!step && n === 0) return {}
      if (!step) break
      const units = [...step.units.entries()].map(([i, unit]) => ({ number: step.first + i, unit }))
      const left = units.filter(({ number }) => number >= next)
      for (const some of chunksOf(left, unitsAtOnce)) {
        const settled = await Promise.all(
          some.map(({ number, unit }) => settleUnit(job.id, phase, number, unit, isLate, ports)),
        )
        const waiting = settled.indexOf(false)
        if (waiting >= 0) return { place: { phase, unit: some[waiting]!.number }, isWaiting: true }
        if (time.isOver()) return { place: { phase, unit: some.at(-1)!.number + 1 } }
      }
      if (step.cursor === undefined) break
    }
  }
}

/** Whether a unit was stopped, or has its outcome. */
async function settleUnit(
  jobId: string,
  phase: number,
  number: number,
  unit: JobUnit,
  isLate: boolean,
  { jobStore }: Pick<JobPorts, 'jobStore'>,
): Promise<boolean> {
  if (await jobStore.stop(jobId, phase, number)) return true
  const found = await jobStore.getUnit(jobId, phase, number)
  if (found?.hasOutcome || !isLate) return found?.hasOutcome ?? false
  const outcome = failure(unit, number, givenUp(jobId))
  await jobStore.putOutcome(jobId, phase, number, { ...outcome, isGivenUp: true })
  return true
}
