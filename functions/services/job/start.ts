import { type Job, newJob, undoneKey } from '../../domain/job/job.ts'
import { messageOf, planTask } from '../../domain/job/message.ts'
import type { Turn } from '../../ports/entity-store.ts'
import type { JobMessage } from '../../ports/job-queue.ts'
import { untilSaved } from '../entity/turns.ts'

export interface StartPorts<K extends string = string> {
  entities: {
    get(entityclass: 'batchjob', id: string): Promise<Job | undefined>
    put(job: Job, options: { expectRev: number; unique?: string[]; turn?: Turn }): Promise<Job>
  }
  jobs: { send(messages: JobMessage<K>[]): Promise<void> }
  clock: { now(): string }
}
export interface JobStart<K extends string = string> {
  /** Of the job. The same request again brings the same id, and goes on with its job. */
  id: string
  kind: K
  /** Account that it is started by. */
  by: string
  /** Person who signed in to it. Absent where nobody did. */
  sub?: string
  config: Record<string, unknown>
  /** Rows that it is about, where that is known before it is planned. */
  total?: number
  undoes?: string
  /** What it is found by, and the turn that no other one takes. */
  asNth?: { unique: string; turn: Turn }
}

/** Stores the job as new, and has it planned. What it is about is found out by its worker. Errors: `duplicate`; `too_many_requests`, where another one took the turn. */
export async function startJob<K extends string>(
  start: JobStart<K>,
  { entities, jobs, clock }: StartPorts<K>,
): Promise<Job> {
  const { id, kind, by, sub, config, total = 0, undoes, asNth } = start
  const unique = [...(undoes ? [undoneKey(undoes)] : []), ...(asNth ? [asNth.unique] : [])]
  // The same request, twice at the same moment, is one job.
  const job = await untilSaved(
    async () =>
      (await entities.get('batchjob', id)) ??
      entities.put(
        newJob(
          { id, by, sub, now: clock.now() },
          { kind: kind as Job['data']['kind'], total, config, result: {}, undoes },
        ),
        { expectRev: 0, ...(unique.length > 0 && { unique }), ...(asNth && { turn: asNth.turn }) },
      ),
  )
  if (job.data.status === 'new') await jobs.send([{ ...messageOf(job, planTask(0, 0)), kind }])
  return job
}
