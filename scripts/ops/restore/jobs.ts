/**
 * Jobs that ran at the moment of a restore. Messages and outcomes of them are of a later time, so nobody could go on with
 * them: they come back as aborted.
 */
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Item } from '../../../functions/adapters/aws/dynamo.ts'
import { classOf, isLive, stateOfItem } from '../../../functions/adapters/aws/entity-items.ts'
import { createJobQueue } from '../../../functions/adapters/aws/job-queue.ts'
import { isOver, type Job, wasEndedByRestore } from '../../../functions/domain/job/job.ts'
import { endTask, messageOf } from '../../../functions/domain/job/message.ts'
import type { FileStore } from '../../../functions/ports/file-store.ts'
import type { JobMessage } from '../../../functions/ports/job-queue.ts'
import { errorMessage } from '../../../shared/errors.ts'
import type { Operator } from '../operator.ts'
import { queueUrl } from '../queues.ts'

export interface RunningJob {
  id: string
  kind: string
  /** What its workers are to be told. */
  end: JobMessage
}

async function jobOf(files: Pick<FileStore, 'get'>, head: Item | undefined): Promise<Job | undefined> {
  if (!isLive(head) || classOf(head) !== 'batchjob') return undefined
  return (await stateOfItem(files, head)).entity as Job
}

/** The job of a head, if it was not over. */
export async function runningJobOf(
  files: Pick<FileStore, 'get'>,
  head: Item,
): Promise<RunningJob | undefined> {
  const job = await jobOf(files, head)
  return job && !isOver(job) ? { id: job.id, kind: job.data.kind, end: messageOf(job, endTask()) } : undefined
}

/** Whether a restore has ended the job of a head. */
export async function isEnded(files: Pick<FileStore, 'get'>, head: Item | undefined): Promise<boolean> {
  const job = await jobOf(files, head)
  return job !== undefined && wasEndedByRestore(job)
}

/** Has the workers clear away what is left of jobs, as after any abort. May be repeated; where it cannot be, says so. */
export async function clearAway(o: Operator, running: readonly RunningJob[]): Promise<void> {
  const sqs = new SQSClient(o.client)
  try {
    for (const { id, kind, end } of running) {
      try {
        const url = await queueUrl(sqs, o.stage, kind)
        await createJobQueue(sqs, () => url).send([end])
      } catch (error) {
        const reason = errorMessage(error)
        o.say(`The job ${id} (${kind}) is aborted, but its files could not be cleared away: ${reason}`)
      }
    }
  } finally {
    sqs.destroy()
  }
}
