/**
 * Runs jobs of any kind: plans them step by step, does their units side by side, and ends them once. Every step may be
 * cut off, and may come again: what it needs to go on lies in the store.
 */
import { fixedIds } from '../../../shared/constants.ts'
import { begun, gaveUp, isOver } from '../../domain/job/job.ts'
import { endTask, readTask, waitingTask, waitsOf } from '../../domain/job/message.ts'
import { givenUp, type Why } from '../../domain/job/why.ts'
import type { JobMessage } from '../../ports/job-queue.ts'
import type { JobOutcome, JobUnit } from '../../ports/job-store.ts'
import { dueJobId } from './due.ts'
import { endAborted } from './end.ts'
import type { GivenUpRequest, JobKind, JobPorts, JobRunPorts, UnitResult } from './kind.ts'
import { planPhases } from './plan.ts'
import { progress } from './progress.ts'
import { maxWaits, pauseAfter } from './retry.ts'
import { failure, type Run } from './run.ts'
import { startJob } from './start.ts'
import { asOutcome, doUnit, goOn } from './unit.ts'

/**
 * Does what a message asks for. Errors: those of the kind and of the ports; then the message comes again. An index that is away, or a
 * table that takes no more, is no fault of the work, which waits for it without using up its tries: a new message takes the place of
 * this one, up to `maxWaits` times.
 */
export async function runTask<C, I>(
  kind: JobKind<C, I>,
  message: JobMessage,
  context: C & JobRunPorts,
  signal: AbortSignal,
): Promise<void> {
  try {
    await doTask(kind, message, context, signal)
  } catch (error) {
    const pause = pauseAfter(error)
    const waits = waitsOf(message.unit) + 1
    // Whose time is up comes again by itself.
    if (pause === undefined || waits > maxWaits || signal.aborted) throw error
    context.log({ level: 'warn', worker: kind.kind, ...message, message: 'waits, and is tried again', error })
    await context.jobs.send([{ ...message, unit: waitingTask(message.unit, waits) }], pause)
  }
}

async function doTask<C, I>(
  kind: JobKind<C, I>,
  { jobId, unit }: JobMessage,
  context: C & JobRunPorts,
  signal: AbortSignal,
): Promise<void> {
  const task = readTask(unit)
  if (task.task === 'due')
    return startAlone(kind.kind, await dueJobId(jobId, task.at), { schedule: jobId, due: task.at }, context)
  if (task.task === 'start') return startAlone(kind.kind, jobId, task.config, context)
  const job = await context.entities.get('batchjob', jobId)
  if (!job) return context.log({ level: 'warn', job: jobId, message: 'a message of a job that is not there' })
  const run: Run<C, I> = { kind, job, context, signal }
  if (task.task === 'unit') return doUnit(run, task.phase, task.unit)
  if (task.task === 'end') return endAborted(run, task)
  if (isOver(job)) return
  if (job.data.status === 'new') {
    const running = await progress(jobId, context, (known) => begun(known, context.clock.now()))
    if (!running || isOver(running)) return
    run.job = running
  }
  await planPhases(run, task.phase, task.step)
}

/** Starts a job that nobody ordered, once for each id. */
async function startAlone(
  kind: string,
  id: string,
  config: Record<string, unknown>,
  context: JobPorts,
): Promise<void> {
  await startJob({ id, kind, by: fixedIds.account.system, config }, context)
}

/** What a unit had done before it was given up, where its kind can tell. */
export type AssessGivenUp = (request: GivenUpRequest) => Promise<UnitResult>

/** Notes that a message was given up after its last try, so that its job ends all the same. `reason` goes to the log alone. */
export async function giveUpTask(
  told: JobMessage,
  reason: string,
  context: JobPorts,
  assess?: AssessGivenUp,
): Promise<void> {
  const { kind, jobId, unit } = told
  const task = readTask(unit)
  if (task.task === 'end') return
  context.log({ level: 'error', worker: kind, jobId, unit, reason: reason.slice(0, 2000), dead: true })
  if (task.task === 'due' || task.task === 'start') return
  if (task.task === 'plan') {
    await progress(jobId, context, (job) => gaveUp(job, context.clock.now()))
    return context.jobs.send([{ ...told, unit: endTask() }])
  }
  const { phase, unit: number } = task
  const found = await context.jobStore.getUnit(jobId, phase, number)
  if (!found) return
  // Somebody wrote when the job had been taken back: that stays, until the dead letter is replayed.
  if (found.isTakenBack) return
  if (!found.hasOutcome) {
    const outcome = await outcomeOfGivenUp(
      { jobId, phase, unit: number, why: givenUp(jobId) },
      found.unit,
      context,
      assess,
    )
    // The kind may find nothing done, and somebody may still be at it.
    const isUncertain = outcome.note === undefined && { isUncertain: true as const }
    await context.jobStore.putOutcome(jobId, phase, number, { ...outcome, isGivenUp: true, ...isUncertain })
  }
  await goOn(told, phase, number, context)
}

/** Rows count as done only where the kind finds them so; where it cannot look, none does. */
async function outcomeOfGivenUp(
  at: { jobId: string; phase: number; unit: number; why: Why },
  planned: JobUnit,
  context: JobPorts,
  assess: AssessGivenUp | undefined,
): Promise<JobOutcome> {
  const { jobId, phase, unit, why } = at
  const job = assess && (await context.entities.get('batchjob', jobId))
  if (job && !job.data.undoes)
    try {
      const { content } = planned
      const request = { job, config: job.data.config, phase, unit, content, why }
      return asOutcome(planned, await assess(request))
    } catch (error) {
      context.log({ level: 'warn', jobId, phase, unit, message: 'what was done is not known', error })
    }
  return failure(planned, unit, why)
}
