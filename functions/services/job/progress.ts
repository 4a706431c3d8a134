import { isCallError } from '../../../shared/errors.ts'
import { type Job, leavesUndone } from '../../domain/job/job.ts'

export interface JobPorts {
  entities: {
    get(entityclass: 'batchjob', id: string): Promise<Job | undefined>
    put(job: Job, options: { expectRev: number; unique?: string[] }): Promise<Job>
  }
}
const attempts = 10

/**
 * Writes the job's next state; somebody else may write it meanwhile. Where there is none, nothing is written. Gives the
 * job as it is then.
 */
export async function progress(
  id: string,
  { entities }: JobPorts,
  next: (job: Job) => Job | undefined | Promise<Job | undefined>,
): Promise<Job | undefined> {
  for (let attempt = 1; ; attempt++) {
    const job = await entities.get('batchjob', id)
    const after = job && (await next(job))
    if (!job || !after) return job
    try {
      const unique = leavesUndone(after) ? [] : undefined
      return await entities.put(after, {
        expectRev: job.rev,
        ...(unique && { unique }),
      })
    } catch (error) {
      if (!isCallError(error) || error.code !== 'revision_conflict' || attempt === attempts) throw error
    }
  }
}
