import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { parkLetters } from '../../functions/adapters/aws/parked-letters.ts'

const sqs = mockClient(SQSClient)
const event = { Records: ['a', 'b', 'c'].map((messageId) => ({ messageId, body: `work ${messageId}` })) }
const failures = (...ids: string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})
const take = (...failed: string[]) =>
  parkLetters(
    async () => failures(...failed),
    new SQSClient({}),
    'https://queue/kept',
    () => {},
  )(event)
const kept = () => sqs.commandCalls(SendMessageCommand).map((call) => call.args[0].input)

beforeEach(() => sqs.reset())

describe('dead letters', () => {
  it('are kept once they are noted', async () => {
    sqs.on(SendMessageCommand).resolves({})
    expect(await take()).toEqual(failures())
    expect(kept()).toEqual(
      ['a', 'b', 'c'].map((id) => ({ QueueUrl: 'https://queue/kept', MessageBody: `work ${id}` })),
    )
  })
  it('stay where they are if they could not be noted', async () => {
    sqs.on(SendMessageCommand).resolves({})
    expect(await take('b')).toEqual(failures('b'))
    expect(kept().map((message) => message.MessageBody)).toEqual(['work a', 'work c'])
  })
  it('come again if they could not be kept', async () => {
    sqs.on(SendMessageCommand).resolves({}).on(SendMessageCommand, { MessageBody: 'work b' }).rejects()
    expect(await take()).toEqual(failures('b'))
  })
})
