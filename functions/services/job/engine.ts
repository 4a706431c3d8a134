/**
 * Runs jobs of any kind: plans them step by step, does their units side by side, and ends them once. Every step may be
 * cut off, and may come again: what it needs to go on lies in the store.
 */
import { fixedIds } from '../../../shared/constants.ts'
import { isCallError } from '../../../shared/errors.ts'
import { idOf } from '../../../shared/id-of.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { begun, finished, gaveUp, isOver, type Job } from '../../domain/job/job.ts'
import { endTask, planTask, readTask, unitTask } from '../../domain/job/message.ts'
import type { JobMessage } from '../../ports/job-queue.ts'
import type { JobOutcome, JobUnit, PlanStep } from '../../ports/job-store.ts'
import type { JobKind, JobPorts, JobRunPorts, Planned, UnitResult } from './kind.ts'
import { progress } from './progress.ts'
import { startJob } from './start.ts'
import { starterOf } from './starter.ts'

/** Milliseconds after which a plan goes on with another message. */
const planBudget = 20_000
/** More are a fault of the kind, and would never end. */
const maxSteps = 100_000
const maxPhases = 10_000

interface Run<C, I> {
  kind: JobKind<C, I>
  job: Job
  context: C & JobRunPorts
  signal: AbortSignal
}

/** Seconds until work that needs the index is tried again while that is away. */
const indexPause = 30

/**
 * Does what a message asks for. Errors: those of the kind and of the ports; then the message comes again. An index that
 * is away is no fault of the work, which waits for it without using up its tries: a new message takes the place of this one.
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
    if (!isCallError(error) || error.code !== 'search_unavailable') throw error
    context.log({ level: 'warn', worker: kind.kind, ...message, message: 'waiting for the index', error })
    await context.jobs.send([message], indexPause)
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
    return startAlone(
      kind.kind,
      await idOf(`${jobId}@${task.at}`),
      { schedule: jobId, due: task.at },
      context,
    )
  if (task.task === 'start') return startAlone(kind.kind, jobId, task.config, context)
  const job = (await context.entities.get(jobId)) as Job | undefined
  if (!job) return context.log({ level: 'warn', job: jobId, message: 'a message of a job that is not there' })
  const run: Run<C, I> = { kind, job, context, signal }
  if (task.task === 'unit') return doUnit(run, task.phase, task.unit)
  if (task.task === 'end') return finish(run)
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
  try {
    await startJob({ id, kind, by: fixedIds.account.system, config }, context)
  } catch (error) {
    // Another one was faster, and has it planned.
    if (!isCallError(error) || error.code !== 'revision_conflict') throw error
  }
}

/** Notes that a message was given up after its last try, so that its job ends all the same. */
export async function giveUpTask(
  { kind, jobId, unit }: JobMessage,
  reason: string,
  context: JobPorts,
): Promise<void> {
  const task = readTask(unit)
  const message = reason.slice(0, 2000)
  if (task.task === 'end') return
  if (task.task === 'due' || task.task === 'start')
    return context.log({ level: 'error', worker: kind, jobId, unit, reason: message, dead: true })
  if (task.task === 'plan') {
    await progress(jobId, context, (job) => gaveUp(job, message, context.clock.now()))
    return context.jobs.send([{ kind, jobId, unit: endTask }])
  }
  const { phase, unit: number } = task
  const found = await context.jobStore.getUnit(jobId, phase, number)
  if (!found) return
  const outcome: JobOutcome = { ...failure(found.unit, number, givenUp(message)), isGivenUp: true }
  if (!found.hasOutcome) await context.jobStore.putOutcome(jobId, phase, number, outcome)
  await goOn(kind, jobId, phase, number, context)
}

const givenUp = (message: string) => ({
  message,
  details: { key: 'jobUnitGivenUp', params: { reason: message } },
})
/** All rows of a unit were not done. */
const failure = (
  { rows, name }: JobUnit,
  unit: number,
  { message, details: { key, params } }: Pick<Refusal, 'message' | 'details'>,
): JobOutcome => ({
  done: 0,
  failed: rows,
  counts: {},
  reasons: [
    {
      unit: name ?? String(unit + 1),
      message,
      ...(name === undefined && { unitText: { key: 'jobUnit', params: { number: unit + 1 } } }),
      ...(key !== undefined && { text: { key, ...(params && { params }) } }),
    },
  ],
})

/** Plans from a step on, as far as the time allows; phases without units are passed over. */
async function planPhases<C, I>(run: Run<C, I>, fromPhase: number, fromStep: number): Promise<void> {
  const { job, context } = run
  const until = context.clock.millis() + planBudget
  let step = fromStep
  for (let phase = fromPhase; ; phase++, step = 0) {
    if (phase >= maxPhases) throw new Error('the job has phases without end')
    // What is sealed was sent, too: a message that comes again sends nothing again.
    if (!(await context.jobStore.isSealed(job.id, phase))) {
      const planned = await planPhase(run, phase, step, until)
      if (planned === 'absent') return finish(run)
      if (planned === 'cut') return
      await context.jobStore.seal(job.id, phase, planned.units, planned.rows)
    }
    if (!(await context.jobStore.endPhase(job.id, phase, 'plan'))) return
  }
}

type PlannedPhase = 'absent' | 'cut' | { units: number; rows: number }

async function planPhase<C, I>(
  run: Run<C, I>,
  phase: number,
  fromStep: number,
  until: number,
): Promise<PlannedPhase> {
  const { job, context } = run
  const { jobStore, jobs, clock } = context
  const kind = job.data.kind
  let before = fromStep === 0 ? undefined : await jobStore.getStep(job.id, phase, fromStep - 1)
  for (let n = fromStep; ; n++) {
    const step = await planStep(run, phase, n, before)
    if (!step) return 'absent'
    const messages = step.units.map((_, i) => ({
      kind,
      jobId: job.id,
      unit: unitTask(phase, step.first + i),
    }))
    await jobs.send(messages)
    const { units, rows } = sumOf(step)
    if (step.cursor === undefined) return { units, rows }
    if (n + 1 >= maxSteps || (step.units.length === 0 && step.cursor === before?.cursor))
      throw new Error(`the plan of phase ${phase} does not end`)
    if (clock.millis() >= until) {
      await jobs.send([{ kind, jobId: job.id, unit: planTask(phase, n + 1) }])
      return 'cut'
    }
    const now = (await context.entities.get(job.id)) as Job | undefined
    if (!now || isOver(now)) return 'cut'
    before = step
  }
}
const sumOf = ({ first, rowsBefore, units }: PlanStep) => ({
  units: first + units.length,
  rows: units.reduce((sum, { rows }) => sum + rows, rowsBefore),
})

/** The step that holds: planned now, unless it was planned before. Undefined where the kind has no such phase. */
async function planStep<C, I>(
  { kind, job, context }: Run<C, I>,
  phase: number,
  n: number,
  before: PlanStep | undefined,
): Promise<PlanStep | undefined> {
  const { jobStore } = context
  const known = await jobStore.getStep(job.id, phase, n)
  // Also a known one is put: its units may not have been written when it was cut off.
  if (known) return jobStore.putStep(job.id, phase, n, known)
  const cursor = before?.cursor
  const planned: Planned | undefined = job.data.undoes
    ? await planUndo(job.data.undoes, phase, cursor, context)
    : await kind.plan({ job, config: job.data.config as I, phase, cursor }, context)
  if (!planned) {
    if (n > 0) throw new Error(`phase ${phase} ended in the middle`)
    return undefined
  }
  const { units, rows } = before ? sumOf(before) : { units: 0, rows: 0 }
  return jobStore.putStep(job.id, phase, n, { first: units, rowsBefore: rows, ...planned })
}

const notedAtOnce = 500
/** The units of another job that left a note, its last phase first. */
async function planUndo(
  undoes: string,
  phase: number,
  cursor: string | undefined,
  { jobStore }: JobPorts,
): Promise<Planned | undefined> {
  const { phases } = await jobStore.counts(undoes)
  const of = phases - 1 - phase
  if (of < 0) return undefined
  const page = await jobStore.noted(undoes, of, { cursor, limit: notedAtOnce })
  return {
    units: page.list.map(({ unit, rows }) => ({ rows, content: { phase: of, unit } })),
    ...(page.cursor !== undefined && { cursor: page.cursor }),
  }
}

async function doUnit<C, I>(run: Run<C, I>, phase: number, unit: number): Promise<void> {
  const { kind, job, context } = run
  const { jobStore } = context
  if (isOver(job) && !(kind.isReplayable && job.data.status === 'complete')) return
  const found = await jobStore.getUnit(job.id, phase, unit)
  if (!found) throw new Error(`job ${job.id} has no unit ${unit} in phase ${phase}`)
  let known: Job | undefined = job
  if (found.isGivenUp) {
    await jobStore.replaceGivenUp(job.id, phase, unit, await outcomeOf(run, phase, unit, found.unit))
    // It may have ended meanwhile, with the sums from before.
    known = (await context.entities.get(job.id)) as Job | undefined
  } else if (!found.hasOutcome)
    await jobStore.putOutcome(job.id, phase, unit, await outcomeOf(run, phase, unit, found.unit))
  if (known && isOver(known)) return keepSums(job.id, context)
  await goOn(kind.kind, job.id, phase, unit, context)
}

async function outcomeOf<C, I>(
  { kind, job, context, signal }: Run<C, I>,
  phase: number,
  unit: number,
  planned: JobUnit,
): Promise<JobOutcome> {
  const actor =
    kind.permission === 'system' || job.data.startedBy === fixedIds.account.system
      ? undefined
      : await starterOf(job.data, kind.permission, context)
  if (isRefusal(actor)) return failure(planned, unit, actor)
  const request = { job, config: job.data.config as I, phase, unit, actor, signal }
  let result: UnitResult
  if (job.data.undoes) {
    const of = planned.content as { phase: number; unit: number }
    const { note } = (await context.jobStore.getOutcome(job.data.undoes, of.phase, of.unit)) ?? {}
    result = (await kind.undo?.({ ...request, note }, context)) ?? {}
  } else result = await kind.unit({ ...request, content: planned.content }, context)
  const { failed = 0, counts = {}, reasons = [], note } = result
  const done = Math.max(0, planned.rows - failed)
  return { done, failed, counts, reasons, ...(note !== undefined && { note }) }
}

/** After an outcome: one unit of a phase that is over has the next phase planned, or the job finished. */
async function goOn(kind: string, jobId: string, phase: number, unit: number, { jobStore, jobs }: JobPorts) {
  if (await jobStore.endPhase(jobId, phase, unit))
    await jobs.send([{ kind, jobId, unit: planTask(phase + 1, 0) }])
}

/** Ends the job: however often it is tried, the job is written as complete once. */
async function finish<C, I>({ kind, job, context }: Run<C, I>): Promise<void> {
  const sums = await context.jobStore.counts(job.id)
  const isAborted = job.data.status === 'aborted'
  if (!job.data.undoes) await kind.finish?.({ job, config: job.data.config as I, sums, isAborted }, context)
  await keepSums(job.id, context)
}

/**
 * Writes the job as finished, with its sums: they are read after the job, so that of two writers the later one has the
 * later sums. Looks again afterwards, for a unit that took another outcome meanwhile and found the job still running.
 */
async function keepSums(jobId: string, context: JobPorts): Promise<void> {
  const { jobStore, clock } = context
  for (let look = 1; look <= 2; look++)
    await progress<Job>(jobId, context, async (job) =>
      finished(job, await jobStore.counts(jobId), clock.now()),
    )
}
