import type { BatchJob } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'

export type Job = Entity<BatchJob>

/** A job that nothing has been done of. `total` counts what its kind counts. */
export function newJob(
  { id, by, now }: { id: string; by: string; now: string },
  { kind, total, config, result }: Pick<BatchJob, 'kind' | 'total' | 'config' | 'result'>,
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
    data: { kind, status: 'new', total, done: 0, failed: 0, errors: [], startedBy: by, result, config },
  }
}

export const isOver = ({ data }: Job): boolean => data.status === 'complete' || data.status === 'aborted'

/** The job as begun, undefined if it was begun before. */
export function begun(job: Job, now: string): Job | undefined {
  if (job.data.status !== 'new') return undefined
  return { ...job, updated: now, data: { ...job.data, status: 'running', startedOn: now } }
}
