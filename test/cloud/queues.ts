/** Queues with dead-letter queues as lib/queues-stack.ts makes them, and what Lambda's event source does with them. */
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { createJobQueue } from '../../functions/adapters/aws/job-queue.ts'
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import { limitTries, type QueueHandler, type QueueRecord } from '../../functions/runtime/queue.ts'
import { maxReceiveCount } from '../../shared/constants.ts'
import type { QueueUnderTest } from '../ports/job-queue.suite.ts'

export async function openQueues(sqs: SQSClient, kinds: string[], stamp: number): Promise<QueueUnderTest> {
  const tries = new Map<string, number>()
  const countTry = async (id: string) => {
    tries.set(id, (tries.get(id) ?? 0) + 1)
    return tries.get(id)!
  }
  const create = async (name: string, more: Record<string, string> = {}) =>
    (
      await sqs.send(
        new CreateQueueCommand({ QueueName: name, Attributes: { VisibilityTimeout: '30', ...more } }),
      )
    ).QueueUrl!
  const queues = new Map<string, { url: string; dead: string }>()
  for (const kind of kinds) {
    const dead = await create(`${kind}-dead-letters-${stamp}`)
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: dead, AttributeNames: ['QueueArn'] }),
    )
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes!['QueueArn'], maxReceiveCount })
    queues.set(kind, { url: await create(`${kind}-${stamp}`, { RedrivePolicy }), dead })
  }

  /** One round over a queue. What failed is visible again at once. True if there was something. */
  async function round(url: string, handle: QueueHandler): Promise<boolean> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    )
    const records = Messages.map(
      (message): QueueRecord => ({
        id: message.MessageId!,
        tries: Number(message.Attributes!['ApproximateReceiveCount']),
        message: JSON.parse(message.Body!) as JobMessage,
      }),
    )
    if (records.length === 0) return false
    const failures = await handle(records).catch(() => records)
    const failed = new Set(failures.map(({ id }) => id))
    const end = ({ MessageId, ReceiptHandle }: Message) =>
      failed.has(MessageId!)
        ? sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 }))
        : sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }))
    await Promise.all(Messages.map(end))
    return true
  }
  async function depth(QueueUrl: string): Promise<number> {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    )
    return Object.values(Attributes).reduce((sum, n) => sum + Number(n), 0)
  }

  return {
    queue: createJobQueue(sqs, (kind) => queues.get(kind)!.url),
    work(consumers) {
      let isStopped = false
      const workers = consumers.map(async ({ kind, handle, handleDead }) => {
        const { url, dead } = queues.get(kind)!
        while (!isStopped) {
          const limited = limitTries(handle, countTry, () => {})
          const had = [await round(url, limited), await round(dead, handleDead)]
          if (!had.includes(true)) await new Promise((resolve) => setTimeout(resolve, 20))
        }
      })
      return {
        async idle() {
          const urls = consumers.flatMap(({ kind }) => Object.values(queues.get(kind)!))
          for (;;) {
            const depths = await Promise.all(urls.map(depth))
            if (depths.every((n) => n === 0)) return
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
        },
        async stop() {
          isStopped = true
          await Promise.all(workers)
        },
      }
    },
    close: async () => {},
  }
}
