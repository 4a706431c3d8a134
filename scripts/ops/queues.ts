import { GetQueueAttributesCommand, GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Address of a stage's queue, by its name without the stage: `import`, `import-parked`. Errors: a queue that is not there. */
export const queueUrl = async (sqs: SQSClient, stage: string, name: string): Promise<string> =>
  (await sqs.send(new GetQueueUrlCommand({ QueueName: `inputlist-${stage}-${name}` }))).QueueUrl!

async function count(
  sqs: SQSClient,
  QueueUrl: string,
  name: 'ApproximateNumberOfMessages' | 'ApproximateNumberOfMessagesNotVisible',
) {
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [name] }))
  return Number(Attributes?.[name] ?? 0)
}
/** Messages that nobody has taken yet, about. */
export const waitingIn = (sqs: SQSClient, queueUrl: string): Promise<number> =>
  count(sqs, queueUrl, 'ApproximateNumberOfMessages')
/** Messages that somebody is at, or failed at a moment ago, about. */
export const takenIn = (sqs: SQSClient, queueUrl: string): Promise<number> =>
  count(sqs, queueUrl, 'ApproximateNumberOfMessagesNotVisible')
