import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { chunksOf } from '../../../shared/chunks.ts'
import type { JobMessage, JobQueue } from '../../ports/job-queue.ts'

/** What one SendMessageBatch takes. */
const batchSize = 10
const batchesAtOnce = 8
const tries = 5
const stepMs = 50

/** Whose turns a message has in a fair queue: who has ordered much does not keep the others waiting. */
export const turnsOf = ({ by, jobId }: Pick<JobMessage, 'by' | 'jobId'>): string => by ?? jobId

export interface JobQueueOptions {
  pause?: (ms: number) => Promise<void>
}

/** Sends units of work to the queue of their kind. `urlOf` gives the queue's address. */
export function createJobQueue(
  sqs: SQSClient,
  urlOf: (kind: string) => string,
  { pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }: JobQueueOptions = {},
): JobQueue {
  /** A batch may be taken in part, which is no error for the SDK: what was not taken is sent again here. */
  async function sendBatch(url: string, messages: JobMessage[], delay: number | undefined): Promise<void> {
    let pending = messages.map((message, i) => ({
      Id: String(i),
      MessageBody: JSON.stringify(message),
      MessageGroupId: turnsOf(message),
      ...(delay !== undefined && { DelaySeconds: delay }),
    }))
    for (let attempt = 1; ; attempt++) {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: pending }))
      const failed = new Set(Failed.map(({ Id }) => Id))
      pending = pending.filter(({ Id }) => failed.has(Id))
      if (pending.length === 0) return
      if (attempt >= tries || Failed.some(({ SenderFault }) => SenderFault)) {
        const [first] = Failed
        throw new Error(
          `${pending.length} messages were not taken by the queue: ${first?.Message ?? first?.Code}`,
        )
      }
      await pause(Math.random() * stepMs * 2 ** attempt)
    }
  }
  return {
    async send(messages, delaySeconds) {
      const batches: { url: string; messages: JobMessage[] }[] = []
      for (const [kind, ofKind = []] of Object.entries(Object.groupBy(messages, (m) => m.kind))) {
        const url = urlOf(kind)
        for (const some of chunksOf(ofKind, batchSize)) batches.push({ url, messages: some })
      }
      for (const some of chunksOf(batches, batchesAtOnce))
        await Promise.all(some.map((one) => sendBatch(one.url, one.messages, delaySeconds)))
    },
  }
}
/** Name of the environment variable that holds the address of a kind's queue. */
export const queueVariable = (kind: string) => `QUEUE_${kind.toUpperCase().replaceAll('-', '_')}`
