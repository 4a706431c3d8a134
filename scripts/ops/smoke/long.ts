/** What only an account shows, and what takes up to an hour there: work that fails, its metrics, a restore. */
import { randomUUID } from 'node:crypto'
import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch'
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { type Finding, fine, see, unknown } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'
import { queueUrl, waitingIn } from '../queues.ts'
import { restore } from '../restore.ts'
import type { Step } from './step.ts'

/** Between two looks at what takes its time; on one machine it takes less. */
const pauseOf = ({ isLocal }: Operator) => (isLocal ? 1_000 : 10_000)
const longestMs = 45 * 60_000
/** A restore needs a moment that the table's log has reached. */
const restoreAgoMs = 10 * 60_000

async function until<T>(o: Operator, what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + longestMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > end) throw new Error(`it did not come true within 45 minutes that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseOf(o)))
  }
}

/** Takes a message out of a queue by what it holds, and leaves the others. */
async function takeOut(sqs: SQSClient, QueueUrl: string, holds: string): Promise<true | undefined> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 5 }),
  )
  for (const { Body, ReceiptHandle } of Messages)
    if (Body?.includes(holds)) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
      return true
    }
  return undefined
}

/** Work that nobody can do is tried five times, noted, kept; the queue's metric tells it, of which the alarm is made. */
async function poisonedWork(o: Operator, run: string): Promise<Finding[]> {
  const sqs = new SQSClient(o.client)
  const parked = await queueUrl(sqs, o.stage, 'import-parked')
  const MessageBody = `smoke test ${run}: not a unit of work`
  await sqs.send(new SendMessageCommand({ QueueUrl: await queueUrl(sqs, o.stage, 'import'), MessageBody }))
  try {
    await until(o, 'the work is kept', async () => ((await waitingIn(sqs, parked)) > 0 ? true : undefined))
    const kept = fine('Work that cannot be done was given up and is kept')
    if (o.isLocal) return [kept, unknown('Metrics of queues', 'the emulator publishes none')]
    await until(o, 'the metric of the queue shows it', async () => {
      const { Datapoints = [] } = await new CloudWatchClient(o.client).send(
        new GetMetricStatisticsCommand({
          Namespace: 'AWS/SQS',
          MetricName: 'ApproximateNumberOfMessagesVisible',
          Dimensions: [{ Name: 'QueueName', Value: `inputlist-${o.stage}-import-parked` }],
          StartTime: new Date(Date.now() - 3_600_000),
          EndTime: new Date(),
          Period: 60,
          Statistics: ['Maximum'],
        }),
      )
      return Datapoints.some(({ Maximum = 0 }) => Maximum > 0) ? true : undefined
    })
    return [kept, fine('The metric of the queue shows it: a mail of the alarm must have come by now')]
  } finally {
    await until(o, 'the message is taken away', () => takeOut(sqs, parked, MessageBody))
  }
}

/** A record that cannot be indexed ends in the queue of the stream, and holds up nothing. */
async function poisonedRecord(o: Operator): Promise<Finding> {
  if (o.isLocal) return unknown('A poisoned record', 'the emulator knows no partial failures of a stream')
  const sqs = new SQSClient(o.client)
  const parked = await queueUrl(sqs, o.stage, 'stream-parked')
  const before = await waitingIn(sqs, parked)
  const table = await o.table()
  // Of no class, so that nothing lists it.
  const key = { pk: `E#${randomUUID()}`, sk: 'HEAD' }
  await table.put({ ...key, meta: 'no JSON' })
  try {
    await until(o, 'the record is given up', async () =>
      (await waitingIn(sqs, parked)) > before ? true : undefined,
    )
    await takeOut(sqs, parked, 'DDBStreamBatchInfo')
    return fine('A record that cannot be indexed was given up alone, and is told')
  } finally {
    await table.delete(key)
  }
}

async function rehearsal(o: Operator): Promise<Finding> {
  const to = new Date(Date.now() - (o.isLocal ? 0 : restoreAgoMs)).toISOString()
  const isDone = await restore.run(o, { positionals: [], to })
  if (!isDone) throw new Error('the restore says above what is in its way')
  return fine(`The table was restored to ${to} beside the live one, and compared; delete it as said above`)
}

export const long = (o: Operator, run: string): Step[] => [
  {
    name: 'Work that fails is kept',
    take: () => poisonedWork(o, run),
    todo: `look at the event sources of workers-import; ${see('dead-letters')}`,
  },
  {
    name: 'A record that fails is given up alone',
    take: () => poisonedRecord(o),
    todo: `look at the event source of streams-index-entities; ${see('the-index-lags')}`,
  },
  {
    name: 'A restore is rehearsed',
    take: () => rehearsal(o),
    todo: see('restore'),
  },
]
