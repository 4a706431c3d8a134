import type { BatchJob } from '../../../shared/model/administration.ts'
import type { Job } from './progress.ts'

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
