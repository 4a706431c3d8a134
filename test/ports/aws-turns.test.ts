/** Whose turns a message has in a cloud's queue is still known when it is sent again. */
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, it } from 'vitest'
import { createJobQueue } from '../../functions/adapters/aws/job-queue.ts'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { lambdaOfDeadLetters, lambdaOfWorker } from '../../functions/runtime/lambda.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import flag from '../../functions/workers/flag.ts'
import { replay } from '../../scripts/ops/replay/letters.ts'
import { CallError } from '../../shared/errors.ts'
import { captureLogs } from '../fixtures/capture-logs.ts'
import { sqsEvent } from '../fixtures/lambda-events.ts'

const client = new SQSClient({})
const sqs = mockClient(client)
beforeEach(() => {
  sqs.reset()
  captureLogs()
  sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] })
})
const job = { kind: 'flag', jobId: 'job' }
const ports = {
  clock: systemClock,
  jobs: createJobQueue(client, (kind) => kind),
  entities: {
    get: async () => {
      throw new CallError('too_many_requests', 'the table is busy')
    },
  },
  jobStore: { getUnit: async () => ({ hasOutcome: true }), endPhase: async () => true },
} as unknown as Partial<Ports>
const sent = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args }) => args[0].input.Entries!)
    .map(({ MessageGroupId, MessageBody }) => [MessageGroupId, JSON.parse(MessageBody!)])

it('a message that waits keeps the person who ordered its job', async () => {
  const work = lambdaOfWorker(
    async () => flag as never,
    ports,
    async () => 1,
  )
  const messages = { m1: { ...job, unit: 'unit:0:0', by: 'anna' }, m2: { ...job, unit: 'unit:0:1' } }
  expect(await work(sqsEvent(messages))).toEqual({ batchItemFailures: [] })
  expect(sent()).toEqual([
    ['anna', { ...job, unit: 'wait:1:unit:0:0', by: 'anna' }],
    ['job', { ...job, unit: 'wait:1:unit:0:1' }],
  ])
})
it('a job that goes on behind a dead letter does, too', async () => {
  const take = lambdaOfDeadLetters(async () => flag as never, ports)
  await take(sqsEvent({ m1: { ...job, unit: 'unit:0:0', by: 'anna' } }))
  expect(sent()).toEqual([['anna', { ...job, unit: 'plan:1:0', by: 'anna' }]])
})
it('so do letters that are replayed; what could not be read has no turns', async () => {
  const bodies = [
    JSON.stringify({ ...job, unit: 'unit:0:0', by: 'anna' }),
    JSON.stringify(job),
    'no json',
    'null',
  ]
  sqs.on(GetQueueUrlCommand).callsFake(({ QueueName }) => ({ QueueUrl: QueueName }))
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: '4' } })
  sqs.on(ReceiveMessageCommand).resolves({ Messages: bodies.map((Body) => ({ Body, ReceiptHandle: Body })) })
  sqs.on(SendMessageCommand).resolves({})
  sqs.on(DeleteMessageCommand).resolves({})
  expect(await replay(client, 'prod', 'flag')).toBe(4)
  const inputs = sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input)
  expect(inputs.map(({ MessageBody, MessageGroupId }) => [MessageBody, MessageGroupId])).toEqual([
    [bodies[0], 'anna'],
    [bodies[1], 'job'],
    [bodies[2], undefined],
    [bodies[3], undefined],
  ])
})
