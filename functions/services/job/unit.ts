/** Does a unit of a job, and keeps its outcome. */
import { fixedIds } from '../../../shared/constants.ts'
import { isRefusal } from '../../../shared/rules/refusal.ts'
import { isOver } from '../../domain/job/job.ts'
import { messageOf, planTask, unitTask } from '../../domain/job/message.ts'
import { whyOf } from '../../domain/job/why.ts'
import type { JobMessage } from '../../ports/job-queue.ts'
import type { JobOutcome, JobUnit } from '../../ports/job-store.ts'
import { keepSums } from './end.ts'
import type { JobPorts, UndoRequest, UnitRequest, UnitResult } from './kind.ts'
import { failure, isMarked, type Run } from './run.ts'
import { starterOf } from './starter.ts'

/**
 * Does a unit that has no outcome, or one that says that it was given up. Of an aborted job only what had begun before:
 * what such a unit has done is known only when it has been done to its end.
 */
export async function doUnit<C, I>(run: Run<C, I>, phase: number, unit: number): Promise<void> {
  const { kind, job, context } = run
  const { jobStore } = context
  if (isOver(job) && (await takeBackWritten(run, phase, unit))) return
  // What may be taken back is not done behind the back of who does so.
  const isReplay = kind.isReplayable && !isMarked(run) && job.data.status === 'complete'
  const mayHaveBegun = isMarked(run) && job.data.status === 'aborted'
  if (isOver(job) && !isReplay && !mayHaveBegun) {
    // A delivery before may have ended between its outcome and the sums. Of an aborted job thousands may still come.
    if (job.data.status === 'complete') await keepSums(job.id, context)
    return
  }
  const found = await jobStore.getUnit(job.id, phase, unit)
  if (!found) throw new Error(`job ${job.id} has no unit ${unit} in phase ${phase}`)
  if (mayHaveBegun && (found.hasOutcome || (await jobStore.stop(job.id, phase, unit)))) return
  let isReplaced = found.isGivenUp
  if (!found.hasOutcome || found.isGivenUp) {
    const outcome = await outcomeOf(run, phase, unit, found.unit).catch(async (error: unknown) => {
      await takeBackLate(run, phase, unit)
      throw error
    })
    if (!outcome) return
    const isKept = !found.hasOutcome && (await jobStore.putOutcome(job.id, phase, unit, outcome))
    // Also where it was given up meanwhile, while it was still being done.
    if (!isKept) {
      if (!(await jobStore.replaceGivenUp(job.id, phase, unit, outcome)))
        await takeBackLate(run, phase, unit, outcome.note)
      isReplaced = true
    }
  }
  // The job may have ended meanwhile, with the sums from before.
  const known = isReplaced || mayHaveBegun ? await context.entities.get('batchjob', job.id) : job
  if (known && isOver(known)) return keepSums(job.id, context)
  await goOn(messageOf(job, unitTask(phase, unit)), phase, unit, context)
}

/** Does the unit; undefined if it was stopped before. */
async function outcomeOf<C, I>(
  run: Run<C, I>,
  phase: number,
  unit: number,
  planned: JobUnit,
): Promise<JobOutcome | undefined> {
  const { kind, job, context, signal } = run
  const actor = await actorOf(run)
  if (isRefusal(actor)) return failure(planned, unit, whyOf(actor))
  if (isMarked(run) && !(await context.jobStore.begin(job.id, phase, unit))) return undefined
  const request = { job, config: job.data.config as I, phase, unit, actor, signal }
  if (!job.data.undoes)
    return asOutcome(planned, await kind.unit({ ...request, content: planned.content }, context))
  return asOutcome(planned, (await kind.undo?.(await undoRequest(request, planned, context), context)) ?? {})
}

const actorOf = async <C, I>({ kind: { permission }, job, context }: Run<C, I>) =>
  permission === 'system' || job.data.startedBy === fixedIds.account.system
    ? undefined
    : starterOf(job.data, permission, context)

/**
 * Who is still at a unit when another one has ended it, or given it up, and its job was taken back since, has written what
 * nobody takes back any more: so they do. Where they cannot, a new message does: of a unit that was given up none comes
 * again by itself.
 */
async function takeBackLate<C, I>(
  run: Run<C, I>,
  phase: number,
  unit: number,
  note?: unknown,
): Promise<void> {
  const { job, context } = run
  try {
    await takeBackWritten(run, phase, unit, note)
  } catch (error) {
    context.log({ level: 'warn', job: job.id, phase, unit, message: 'is taken back by a new message', error })
    await context.jobs.send([messageOf(job, unitTask(phase, unit))])
  }
}

/** Takes back what was written of a unit after its job was taken back; false if that was not, and nothing is to be done. */
async function takeBackWritten<C, I>(
  run: Run<C, I>,
  phase: number,
  unit: number,
  note?: unknown,
): Promise<boolean> {
  const { kind, job, context } = run
  if (!isMarked(run)) return false
  const found = await context.jobStore.getUnit(job.id, phase, unit)
  if (!found?.isTakenBack) return false
  context.log({ level: 'warn', job: job.id, phase, unit, message: 'done after it was taken back' })
  const { content } = found.unit
  const starter = await actorOf(run)
  const actor = isRefusal(starter) ? undefined : starter
  // The unit's own time may be up.
  const { signal } = new AbortController()
  await kind.undo?.({ job, config: job.data.config as I, phase, unit, content, actor, signal, note }, context)
  return true
}

async function undoRequest<I>(
  request: Omit<UnitRequest<I>, 'content'>,
  planned: JobUnit,
  { jobStore }: JobPorts,
): Promise<UndoRequest<I>> {
  const undoes = request.job.data.undoes!
  const { phase, unit } = planned.content as { phase: number; unit: number }
  // Before its note is read: an outcome that comes later is refused, and taken back by who brings it.
  await jobStore.takeBack(undoes, phase, unit)
  const [found, outcome] = await Promise.all([
    jobStore.getUnit(undoes, phase, unit),
    jobStore.getOutcome(undoes, phase, unit),
  ])
  return { ...request, phase, unit, content: found?.unit.content, note: outcome?.note }
}

/** Rows that a unit says nothing of are done. */
export function asOutcome({ rows }: JobUnit, result: UnitResult): JobOutcome {
  const { failed = 0, counts = {}, reasons = [], note } = result
  return { done: Math.max(0, rows - failed), failed, counts, reasons, ...(note !== undefined && { note }) }
}

/** After an outcome: one unit of a phase that is over has the next phase planned, or the job finished. */
export async function goOn(told: JobMessage, phase: number, unit: number, { jobStore, jobs }: JobPorts) {
  if (await jobStore.endPhase(told.jobId, phase, unit))
    await jobs.send([{ ...told, unit: planTask(phase + 1, 0) }])
}
