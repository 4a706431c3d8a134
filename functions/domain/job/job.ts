import { fixedIds, jobLifeDays } from '../../../shared/constants.ts'
import { templateOf } from '../../../shared/jobs/templates.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { BatchJob } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { JobAbout, JobReason, JobView } from '../../../shared/model/job.ts'
import { dayMs } from '../../../shared/rules/dates.ts'
import { can, couldEver } from '../../../shared/rules/permissions.ts'
import { type Refusal, refuse, refuseRule } from '../../../shared/rules/refusal.ts'
import type { Filter } from '../../../shared/search/filter.ts'
import { actionKind } from '../invoice/action.ts'
import { runAbout, runKind } from '../invoice/run.ts'
import { givenUp } from './why.ts'

export type Job = Entity<BatchJob>

/** A job that nothing has been done of. `total` counts what its kind counts. */
export function newJob(
  { id, by, sub, now }: { id: string; by: string; sub?: string | undefined; now: string },
  { kind, total, config, result, undoes }: Pick<BatchJob, 'kind' | 'total' | 'config' | 'result' | 'undoes'>,
): Job {
  return {
    id,
    entityclass: 'batchjob',
    attributeset: 'default',
    rev: 1,
    created: now,
    createdBy: by,
    updated: now,
    updatedBy: by,
    disabled: false,
    data: {
      kind,
      status: 'new',
      total,
      done: 0,
      failed: 0,
      errors: [],
      startedBy: by,
      ...(sub !== undefined && { startedBySub: sub }),
      result,
      config,
      ...(undoes && { undoes }),
    },
  }
}

/** Kinds of jobs that the system starts by itself, each day or for single things: nobody looks for them unless something went wrong. */
const routineKinds: BatchJob['kind'][] = ['note-mail', 'message-mail', 'expiry']
/** Those of them that went well, or are under way: what a list of jobs leaves out. */
export const routineDone: Filter = {
  $and: [
    { field: 'kind', comparison: 'in', value: routineKinds },
    { field: 'startedBy', comparison: 'eq', value: fixedIds.account.system },
    { field: 'status', comparison: 'ne', value: 'aborted' },
    { field: 'failed', comparison: 'eq', value: 0 },
  ],
}

export const isOver = ({ data }: Job): boolean => data.status === 'complete' || data.status === 'aborted'
const jobRunning = (): Refusal => refuseRule('jobRunning', 'The job is still running.')

/** A unit comes again until it has ended or was given up, well within this. Milliseconds. */
export const longestUnit = 3_600_000
/** Of a job that was stopped, units end within one hour; what they leave is cleared away behind them. */
const erasableAfterHours = (2 * longestUnit) / 3_600_000

/**
 * Why a job may not be erased yet: its reasons, and what it has not done, would be gone without a word, and units that are at work
 * look for it.
 */
export function jobErasureRefusal(job: Job, now: string): Refusal | undefined {
  if (!isOver(job)) return jobRunning()
  const { status, endedOn = job.updated } = job.data
  const isWorkedOn = Date.parse(now) - Date.parse(endedOn) < erasableAfterHours * 3_600_000
  if (status !== 'aborted' || !isWorkedOn) return undefined
  return refuseRule(
    'jobEnding',
    `The job was stopped, and parts of it may still be at work. It can be erased ${erasableAfterHours} hours after that.`,
    { params: { hours: erasableAfterHours } },
  )
}

/** The job as begun, undefined if it was begun before. */
export function begun(job: Job, now: string): Job | undefined {
  if (job.data.status !== 'new') return undefined
  return { ...job, updated: now, data: { ...job.data, status: 'running', startedOn: now } }
}

/** Sums of what was done of a job. */
export interface Sums {
  total: number
  done: number
  failed: number
  counts: Record<string, number>
}
/** The job with what was done of it: `done` counts failed rows too. */
export const withSums = (job: Job, { total, done, failed, counts }: Sums): Job => ({
  ...job,
  data: {
    ...job.data,
    total: Math.max(job.data.total, total, done + failed),
    done: Math.max(job.data.done, done + failed),
    failed: Math.max(job.data.failed, failed),
    result: { ...job.data.result, ...counts },
  },
})

/**
 * The job as finished. One that is over keeps its status and takes the sums, which outlive what they are made of;
 * undefined if it has them.
 */
export function finished(job: Job, sums: Sums, now: string): Job | undefined {
  if (isOver(job)) return withLastSums(job, sums, now)
  // By now it is known what it was about; when it was asked for, that was expected.
  const { data, ...rest } = withSums({ ...job, data: { ...job.data, total: 0 } }, sums)
  return { ...rest, updated: now, data: { ...data, status: 'complete', endedOn: now } }
}
/** A unit that was given up may be done after all: then fewer rows have failed than the job says. */
function withLastSums(job: Job, sums: Sums, now: string): Job | undefined {
  const failed = job.data.status === 'complete' ? sums.failed : job.data.failed
  const { data } = withSums({ ...job, data: { ...job.data, failed } }, sums)
  const isSame =
    data.total === job.data.total &&
    data.done === job.data.done &&
    data.failed === job.data.failed &&
    Object.entries(sums.counts).every(([name, count]) => job.data.result[name] === count)
  return isSame ? undefined : { ...job, updated: now, data }
}

/** The job as ended because it could not be planned or finished, undefined if it is over. */
export const gaveUp = (job: Job, now: string): Job | undefined =>
  abortedFor(job, { unit: 'plan', unitText: { key: 'jobPlan' }, ...givenUp(job.id) }, now)

/** The job as ended because nothing may come of it, undefined if it is over. */
export const refused = (job: Job, why: Pick<JobReason, 'message' | 'text'>, now: string): Job | undefined =>
  abortedFor(job, { unit: 'job', unitText: { key: 'jobWhole' }, ...why }, now)

const restoredKey = 'jobRestored'
/** A job that ran at the moment that all data is restored to; undefined if it was over. */
export function endedByRestore(job: Job, moment: string): Job | undefined {
  const message = `All data was restored to ${moment}, when the job was running; it was not continued.`
  const text = { key: restoredKey }
  return abortedFor(job, { unit: 'job', unitText: { key: 'jobWhole' }, message, text }, moment)
}
export const wasEndedByRestore = ({ data }: Job): boolean =>
  data.status === 'aborted' && data.errors.some(({ text }) => text?.key === restoredKey)

function abortedFor(job: Job, reason: JobReason, now: string): Job | undefined {
  if (isOver(job)) return undefined
  const { startedOn = now, errors } = job.data
  return {
    ...job,
    updated: now,
    data: { ...job.data, status: 'aborted', startedOn, endedOn: now, errors: [...errors, reason] },
  }
}

/** The job as somebody ended it before its time; undefined if it was aborted before. */
export function decideAbort(job: Job, by: string, now: string): Job | undefined | Refusal {
  if (job.data.status === 'aborted') return undefined
  if (isOver(job)) return refuseRule('jobOver', 'The job has ended already.')
  return {
    ...job,
    updated: now,
    updatedBy: by,
    data: { ...job.data, status: 'aborted', startedOn: job.data.startedOn ?? now, endedOn: now },
  }
}

/** Keeps two jobs from taking back the same one. */
export const undoneKey = (id: string) => `batchjob#/undoes#${id}`
/** Whether another job may take back what this one was to: it was aborted, or could not do some rows. */
export const leavesUndone = ({ data }: Job): boolean =>
  data.status === 'aborted' || (data.undoes !== undefined && data.status === 'complete' && data.failed > 0)

/** A day less than what its units noted is kept. */
const keptDays = jobLifeDays - 1

/** Whether a job of that kind, of that person, may still be taken back by the actor, apart from its having been. */
export function decideUndo(job: Job, actor: Actor, now: string): Refusal | undefined {
  const template = templateOf(job.data.kind)
  if (!template?.isUndoable) return refuseRule('jobNotUndoable', 'A job of this kind cannot be taken back.')
  if (job.data.undoes)
    return refuseRule('jobUndoesAnother', 'A job that takes another one back cannot be taken back itself.')
  if (!isOver(job)) return jobRunning()
  if (!couldEver(actor, template.permission))
    return refuse('forbidden', 'You may not do this.', { key: 'forbidden' })
  const { undoDays = keptDays } = template
  if (Date.parse(now) - Date.parse(job.data.endedOn ?? job.updated) > undoDays * dayMs)
    return refuseRule('jobUndoLate', `A job can be undone for ${undoDays} days.`, {
      params: { days: undoDays },
    })
  return undefined
}

export const mayView = (job: Job | undefined, actor: Actor): job is Job =>
  job?.entityclass === 'batchjob' && can(actor, 'job:view', { startedBy: job.data.startedBy })

/** What a job is about, of what its kind was configured with. */
const aboutOf = (
  {
    kind,
    config,
    config: { source, fileName, entityClass, title, action, dryrun, dryRun, invoice, schedule },
  }: Pick<BatchJob, 'kind' | 'config'>,
  timeZone: string,
): JobAbout => ({
  ...(typeof source === 'string' && { source }),
  ...(typeof fileName === 'string' && { fileName }),
  ...(typeof entityClass === 'string' && { entityClass }),
  ...(typeof title === 'object' && title !== null && { title }),
  ...(action === 'remove' && { isRemoval: true }),
  ...((dryrun ?? dryRun) === true && { isDryRun: true }),
  ...(kind === actionKind && actionNames[String(action)] && { action: actionNames[String(action)] }),
  ...(kind === actionKind && typeof invoice === 'string' && { invoice }),
  ...(kind === runKind && runAbout(config, timeZone)),
  ...(typeof schedule === 'string' && { schedule }),
})
/** What a job does to invoices, where it does not send them. */
const actionNames: Record<string, JobAbout['action']> = {
  delete: 'delete',
  cancel: 'cancel',
  pseudoSent: 'mark',
  unmark: 'mark',
}

/** What a viewer is told of a job that they may see. `canUndo`: they may take it back, and there is something to take back. */
export function viewOf(job: Job, canUndo: boolean, timeZone: string): JobView {
  const { config: _config, errors: _errors, startedBySub: _sub, ...data } = job.data
  return {
    ...data,
    id: job.id,
    created: job.created,
    about: aboutOf(job.data, timeZone),
    canAbort: !isOver(job),
    canUndo,
  }
}
