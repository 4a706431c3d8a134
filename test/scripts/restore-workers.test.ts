/** A restore writes alone: also workers that had begun something have ended. */
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda'
import { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, it } from 'vitest'
import { createOperator } from '../../scripts/ops/operator.ts'
import { untilWorkersEnded } from '../../scripts/ops/restore/workers.ts'

const client = { region: 'eu-central-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } }
const o = createOperator({ stage: 'test', client, say: () => {} })
const lambda = mockClient(LambdaClient)
const sqs = mockClient(SQSClient)
const from = (name: string) => ({
  UUID: name,
  FunctionArn: `arn:aws:lambda:eu-central-1:1:function:inputlist-test-${name}`,
  EventSourceArn: `arn:aws:sqs:eu-central-1:1:inputlist-test-${name}`,
})

beforeEach(() => {
  lambda.reset()
  sqs.reset()
  lambda.on(ListEventSourceMappingsCommand).resolves({ EventSourceMappings: [from('export'), from('flag')] })
  sqs.on(GetQueueUrlCommand).callsFake(({ QueueName }) => ({ QueueUrl: `https://sqs/${QueueName}` }))
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessagesNotVisible: '0' } })
})
const exports = () => sqs.on(GetQueueAttributesCommand, { QueueUrl: 'https://sqs/inputlist-test-export' })

it('waits for what a worker is at', async () => {
  exports()
    .resolvesOnce({ Attributes: { ApproximateNumberOfMessagesNotVisible: '2' } })
    .resolves({ Attributes: { ApproximateNumberOfMessagesNotVisible: '0' } })
  await untilWorkersEnded(o)
  const asked = sqs.commandCalls(GetQueueAttributesCommand).map(({ args }) => args[0].input.QueueUrl)
  expect(asked.filter((url) => url?.endsWith('export'))).toHaveLength(2)
})
it('ends in words where one does not end', async () => {
  exports().resolves({ Attributes: { ApproximateNumberOfMessagesNotVisible: '1' } })
  await expect(untilWorkersEnded(o, -1)).rejects.toThrow(
    'Workers that are still at something: inputlist-test-export',
  )
})
