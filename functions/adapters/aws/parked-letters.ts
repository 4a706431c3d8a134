import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'

interface Batch {
  Records: { messageId: string; body: string }[]
}
interface Answer {
  batchItemFailures: { itemIdentifier: string }[]
}

/**
 * Notes dead letters and passes on those that were noted to the queue where they wait for a replay. One that could not
 * be passed on has failed: it is noted again, which changes nothing, and then passed on.
 */
export const parkLetters =
  <E extends Batch, C>(
    note: (event: E, context?: C) => Promise<Answer>,
    sqs: SQSClient,
    queueUrl: string,
    log: (fields: Record<string, unknown>) => void,
  ) =>
  async (event: E, context?: C): Promise<Answer> => {
    const { batchItemFailures } = await note(event, context)
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    for (const { messageId, body } of event.Records) {
      if (failed.has(messageId)) continue
      try {
        await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }))
      } catch (error) {
        log({ level: 'error', message: 'a dead letter could not be parked', messageId, error })
        failed.add(messageId)
      }
    }
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) }
  }
