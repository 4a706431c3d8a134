/** Ends a job: when its last phase is over, or when it was aborted. */

import { finished, refused } from '../../domain/job/job.ts'
import { endTask, messageOf } from '../../domain/job/message.ts'
import { timeLimit } from '../time-limit.ts'
import type { JobPorts } from './kind.ts'
import { progress } from './progress.ts'
import { isMarked, type Run, stepsBudget } from './run.ts'
import { type Place, settle, settlePause } from './settle.ts'

/** Ends the job: however often it is tried, the job is written as complete once. */
export async function finish<C, I>({ kind, job, context, signal }: Run<C, I>): Promise<void> {
  const sums = await context.jobStore.counts(job.id)
  const isAborted = job.data.status === 'aborted'
  if (!job.data.undoes) {
    const why = await kind.finish?.({ job, config: job.data.config as I, sums, isAborted, signal }, context)
    if (why) await progress(job.id, context, (known) => refused(known, why, context.clock.now()))
  }
  await keepSums(job.id, context)
}

/** Ends an aborted job. Where it can be taken back, units under way end first: they may need what is cleared away. */
export async function endAborted<C, I>(run: Run<C, I>, from: Place): Promise<void> {
  const { job, context } = run
  if (isMarked(run) && job.data.status === 'aborted') {
    const { place, isWaiting } = await settle(job, from, context, timeLimit(stepsBudget))
    if (place) {
      const unit = endTask(place.phase, place.unit)
      return context.jobs.send([messageOf(job, unit)], isWaiting ? settlePause : 0)
    }
  }
  await finish(run)
}

/**
 * Writes the job as finished, with its sums: they are read after the job, so that of two writers the later one has the
 * later sums. Looks again afterwards, for a unit that took another outcome meanwhile and found the job still running.
 */
export async function keepSums(jobId: string, context: JobPorts): Promise<void> {
  const { jobStore, clock } = context
  for (let look = 1; look <= 2; look++)
    await progress(jobId, context, async (job) => finished(job, await jobStore.counts(jobId), clock.now()))
}
