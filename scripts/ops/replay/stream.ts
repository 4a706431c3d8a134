import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { classIndex } from '../../../functions/adapters/aws/class-index.ts'
import type { Dynamo } from '../../../functions/adapters/aws/dynamo.ts'
import type { createEntityStore } from '../../../functions/adapters/aws/entity-store.ts'
import { createJobQueue } from '../../../functions/adapters/aws/job-queue.ts'
import type { SearchIndex } from '../../../functions/ports/search-index.ts'
import { reindexKind } from '../../../functions/services/index/affected-products.ts'
import { type CaughtUp, catchUp } from '../../../functions/services/index/catch-up.ts'
import { queueUrl } from '../queues.ts'

/** Longer than any run, so that nobody else takes them meanwhile; if this one is cut off they come back. Seconds. */
const hiddenSeconds = 3600
/** The stream's times are approximate, and a save takes its own time before it is committed. */
const earlierMs = 5 * 60_000

/**
 * A parked letter of the stream tells where changes stood, not what they were, and the stream forgets them after a day.
 * So the index is compared with the table instead, and then these notes are removed. Gives how many there were.
 */
export async function replayStream(options: {
  sqs: SQSClient
  stage: string
  dynamo: Dynamo
  entities: ReturnType<typeof createEntityStore>
  index: SearchIndex
  log: (fields: Record<string, unknown>) => void
}): Promise<CaughtUp & { notes: number }> {
  const { sqs, stage, dynamo, entities, index, log } = options
  const [parked, reindex] = [
    await queueUrl(sqs, stage, 'stream-parked'),
    await queueUrl(sqs, stage, reindexKind),
  ]
  const notes: Message[] = []
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: parked,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: hiddenSeconds,
        WaitTimeSeconds: 1,
      }),
    )
    if (Messages.length === 0) break
    notes.push(...Messages)
  }
  const since = sinceOf(notes.map(({ Body }) => Body ?? ''))
  const done = await catchUp(
    {
      entities,
      index,
      jobs: createJobQueue(sqs, () => reindex),
    },
    {
      entitiesOf: (entityclass) => classIndex(dynamo, entityclass),
      ...(since && { since }),
      log,
    },
  )
  for (const { ReceiptHandle } of notes)
    await sqs.send(new DeleteMessageCommand({ QueueUrl: parked, ReceiptHandle }))
  return { ...done, notes: notes.length }
}

/** When the first of the changes arrived that were given up. Notes that nobody can read tell nothing. */
function sinceOf(notes: string[]): string | undefined {
  const times = notes.flatMap((note) => {
    try {
      const { DDBStreamBatchInfo: info } = JSON.parse(note) as {
        DDBStreamBatchInfo?: { approximateArrivalOfFirstRecord?: string }
      }
      const time = Date.parse(info?.approximateArrivalOfFirstRecord ?? '')
      return Number.isNaN(time) ? [] : [time]
    } catch {
      return []
    }
  })
  return times.length > 0 ? new Date(Math.min(...times) - earlierMs).toISOString() : undefined
}

/** What came of it, in one line. */
export const streamReplayed = ({ notes, indexed, removed, failed }: CaughtUp & { notes: number }): string =>
  `${notes} notes: ${indexed} entities were missing or older in the index, ${removed} were no more; all are right now` +
  `${failed > 0 ? `, but ${failed} that cannot be read, or that the index refuses (above)` : ''}.`
