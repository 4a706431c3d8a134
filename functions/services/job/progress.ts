import { type Job, leavesUndone } from '../../domain/job/job.ts'
import { untilSaved } from '../entity/turns.ts'

export interface JobPorts {
  entities: {
    get(entityclass: 'batchjob', id: string): Promise<Job | undefined>
    put(job: Job, options: { expectRev: number; unique?: string[] }): Promise<Job>
  }
}
/**
 * Writes the job's next state; somebody else may write it meanwhile. Where there is none, nothing is written. Gives the
 * job as it is then.
 */
export async function progress(
  id: string,
  { entities }: JobPorts,
  next: (job: Job) => Job | undefined | Promise<Job | undefined>,
): Promise<Job | undefined> {
  return untilSaved(async () => {
    const job = await entities.get('batchjob', id)
    const after = job && (await next(job))
    if (!job || !after) return job
    const unique = leavesUndone(after) ? [] : undefined
    return entities.put(after, {
      expectRev: job.rev,
      ...(unique && { unique }),
    })
  })
}
