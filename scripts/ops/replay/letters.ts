import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { turnsOf } from '../../../functions/adapters/aws/job-queue.ts'
import type { JobMessage } from '../../../functions/ports/job-queue.ts'
import { queueUrl, waitingIn } from '../queues.ts'

/** Whose turns the letter had; a letter that nobody could read had nobody's. */
function groupOf(body: string): { MessageGroupId?: string } {
  try {
    const { by, jobId } = JSON.parse(body) as Partial<JobMessage>
    return typeof jobId === 'string' ? { MessageGroupId: turnsOf({ jobId, ...(by && { by }) }) } : {}
  } catch {
    return {}
  }
}

/**
 * Sends the parked dead letters of a kind of job back to its queue. Each is sent before it is removed: one that is cut
 * off in between comes twice, which changes nothing. Gives how many; as many as there were at the start, so that one
 * that fails again does not go round in circles.
 */
export async function replay(sqs: SQSClient, stage: string, kind: string): Promise<number> {
  const [from, to] = [await queueUrl(sqs, stage, `${kind}-parked`), await queueUrl(sqs, stage, kind)]
  const waiting = await waitingIn(sqs, from)
  let count = 0
  while (count < waiting) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: from, MaxNumberOfMessages: 10, WaitTimeSeconds: 2 }),
    )
    if (Messages.length === 0) break
    for (const { Body, ReceiptHandle } of Messages) {
      await sqs.send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body!, ...groupOf(Body!) }))
      await sqs.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }))
      count++
    }
  }
  return count
}
