import { isCallError } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { Job } from '../../domain/job/job.ts'

export interface JobPorts {
  entities: {
    get(id: string): Promise<Entity | undefined>
    put(entity: Entity, options: { expectRev: number; unique?: string[] }): Promise<Entity>
  }
}
const attempts = 10

/**
 * Writes the job's next state; somebody else may write it meanwhile. Where there is none, nothing is written. Gives the
 * job as it is then.
 */
export async function progress<J extends Job>(
  id: string,
  { entities }: JobPorts,
  next: (job: J) => J | undefined | Promise<J | undefined>,
): Promise<J | undefined> {
  for (let attempt = 1; ; attempt++) {
    const job = (await entities.get(id)) as unknown as J | undefined
    const after = job && (await next(job))
    if (!job || !after) return job
    try {
      // Another job may take back what an aborted one did not.
      const unique = after.data.status === 'aborted' ? [] : undefined
      return (await entities.put(after as unknown as Entity, {
        expectRev: job.rev,
        ...(unique && { unique }),
      })) as unknown as J
    } catch (error) {
      if (!isCallError(error) || error.code !== 'revision_conflict' || attempt === attempts) throw error
    }
  }
}
