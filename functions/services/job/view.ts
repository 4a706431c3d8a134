import type { Actor } from '../../../shared/model/actor.ts'
import type { JobView } from '../../../shared/model/job.ts'
import { entityNotFound, type Refusal } from '../../../shared/rules/refusal.ts'
import { decideUndo, type Job, mayView, undoneKey, viewOf, withSums } from '../../domain/job/job.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { JobReader } from '../../ports/job-store.ts'

export interface OpenPorts {
  entities: Pick<EntityReader, 'get'>
}
export interface ViewPorts {
  entities: { findUnique(key: string): Promise<string | undefined> }
  jobStore: Pick<JobReader, 'counts' | 'undoable'>
  clock: Pick<Clock, 'now' | 'timeZone'>
}

/** The job, or `not_found` for an id that is none and for a job that the actor may not know of. */
export async function openJob(id: string, actor: Actor, { entities }: OpenPorts): Promise<Job | Refusal> {
  const job = await entities.get('batchjob', id)
  return mayView(job, actor) ? job : entityNotFound(id)
}

/** What the actor is told of the job as it is. A complete one holds its sums; of any other they are still counted. */
export async function jobViewOf(
  job: Job,
  actor: Actor,
  { entities, jobStore, clock }: ViewPorts,
  sums = job.data.status === 'complete' ? undefined : jobStore.counts(job.id),
): Promise<JobView> {
  // What the actor may not take back anyhow is not looked at: a list shows many.
  const mayUndo = decideUndo(job, actor, clock.now()) === undefined
  const [known, canUndo] = await Promise.all([
    sums,
    mayUndo ? leavesSomething(job, entities, jobStore) : false,
  ])
  return viewOf(known ? withSums(job, known) : job, canUndo, clock.timeZone)
}

/** Whether there may be something to take back, and nobody has. A job that is aborted may have units that are still under way. */
async function leavesSomething(
  job: Job,
  entities: ViewPorts['entities'],
  jobStore: ViewPorts['jobStore'],
): Promise<boolean> {
  return (await entities.findUnique(undoneKey(job.id))) === undefined && hasChanged(job, jobStore)
}

/** Whether a job may have changed something, as far as can be known without looking at what it was about. */
export async function hasChanged(job: Job, jobStore: ViewPorts['jobStore']): Promise<boolean> {
  if (job.data.status !== 'complete' || (job.data.result['changed'] ?? 0) > 0) return true
  // What was given up may be done all the same.
  const { phases } = await jobStore.counts(job.id)
  for (let phase = 0; phase < phases; phase++)
    if ((await jobStore.undoable(job.id, phase, { limit: 1 })).list.length > 0) return true
  return false
}
