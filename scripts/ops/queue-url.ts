import { GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Address of a stage's queue, by its name without the stage: `import`, `import-parked`. Errors: a queue that is not there. */
export const queueUrl = async (sqs: SQSClient, stage: string, name: string): Promise<string> =>
  (await sqs.send(new GetQueueUrlCommand({ QueueName: `inputlist-${stage}-${name}` }))).QueueUrl!
