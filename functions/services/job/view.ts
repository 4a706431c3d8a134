import { notFound } from '../../../shared/errors.ts'
import { templateOf } from '../../../shared/jobs/templates.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { JobView } from '../../../shared/model/job.ts'
import { type Job, mayView, undoneKey, viewOf } from '../../domain/job/job.ts'

export interface ViewPorts {
  entities: {
    get(id: string): Promise<Entity | undefined>
    findUnique(key: string): Promise<string | undefined>
  }
}

/** The job, if the actor may know of it. Errors: `not_found`. */
export async function openJob(id: string, actor: Actor, { entities }: ViewPorts): Promise<Job> {
  const job = (await entities.get(id)) as Job | undefined
  if (!mayView(job, actor)) throw notFound(id)
  return job
}

/** What the actor is told of the job as it is. */
export async function jobViewOf(job: Job, actor: Actor, { entities }: ViewPorts): Promise<JobView> {
  const isUndone =
    templateOf(job.data.kind)?.isUndoable === true &&
    (await entities.findUnique(undoneKey(job.id))) !== undefined
  return viewOf(job, actor, isUndone)
}
