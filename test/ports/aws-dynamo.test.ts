/** What the table is asked, and how often: retries, leftovers, tokens. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { Dynamo, type WriteItem } from '../../functions/adapters/aws/dynamo.ts'
import { createNoteMarks } from '../../functions/adapters/aws/note-marks.ts'
import { refusal } from './store-under-test.ts'

const sent = mockClient(DynamoDBDocumentClient)
let pauses: number[] = []
const dynamo = new Dynamo(new DynamoDBClient({ region: 'eu-central-1' }), 'items', {
  random: () => 0.5,
  pause: async (ms) => void pauses.push(ms),
})
beforeEach(() => {
  sent.reset()
  pauses = []
})
const failure = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more })
const cancelled = (...codes: string[]) =>
  failure('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) })
const key = (n: number | string) => ({ pk: `E#${n}`, sk: 'HEAD' })
const keys = (count: number) => Array.from({ length: count }, (_, n) => key(n))
const tries = 9

describe('reading', () => {
  it('is consistent, and spells attributes through placeholders', async () => {
    sent.on(GetCommand).resolves({ Item: { rev: 3 } })
    expect(await dynamo.get(key('a'), ['rev', 'class'])).toEqual({ rev: 3 })
    expect(sent.call(0).args[0].input).toEqual({
      TableName: 'items',
      Key: { pk: 'E#a', sk: 'HEAD' },
      ConsistentRead: true,
      ProjectionExpression: '#pk, #sk, #rev, #class',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk', '#rev': 'rev', '#class': 'class' },
    })
  })
  it('asks for many by 100, and again for what was left over', async () => {
    const asked: number[] = []
    sent.on(BatchGetCommand).callsFake((input) => {
      const { Keys } = input.RequestItems.items
      asked.push(Keys.length)
      const [done, left] = [Keys.slice(0, 60), Keys.slice(60)]
      return { Responses: { items: done }, UnprocessedKeys: left.length > 0 ? { items: { Keys: left } } : {} }
    })
    expect(await dynamo.getMany(keys(230))).toHaveLength(230)
    expect(asked.sort((a, b) => b - a)).toEqual([100, 100, 40, 40, 30])
    expect(sent.call(0).args[0].input).toMatchObject({ RequestItems: { items: { ConsistentRead: true } } })
    expect(await dynamo.getMany([])).toEqual([])
  })
  it('gives up politely on a batch of which nothing is done', async () => {
    sent.on(BatchGetCommand).callsFake((input) => ({ Responses: {}, UnprocessedKeys: input.RequestItems }))
    expect(await refusal(dynamo.getMany(keys(3)))).toMatchObject({ code: 'too_many_requests', retryAfter: 1 })
    expect(sent.calls()).toHaveLength(tries)
  })
  it('follows a query over its pages', async () => {
    const next = { pk: 'p' }
    sent
      .on(QueryCommand)
      .resolvesOnce({ Items: [{}], LastEvaluatedKey: next })
      .resolves({ Items: [{}, {}] })
    const pages = []
    for await (const page of dynamo.pages({ KeyConditionExpression: 'pk = :pk' })) pages.push(page.length)
    expect(pages).toEqual([1, 2])
    expect(sent.call(1).args[0].input).toMatchObject({ ExclusiveStartKey: next })
  })
})

describe('transient errors', () => {
  it('are tried again, after pauses that grow up to a limit and differ by chance', async () => {
    for (const name of ['ThrottlingException', 'TransactionConflictException', 'InternalServerError']) {
      sent.reset()
      pauses = []
      sent.on(PutCommand).rejectsOnce(failure(name)).rejectsOnce(failure(name)).resolves({})
      expect(await dynamo.put(key('a'))).toBe(true)
      expect(pauses).toEqual([6, 12])
    }
  })
  it('that do not pass are a 429 with the time to wait', async () => {
    sent.on(GetCommand).rejects(failure('ProvisionedThroughputExceededException'))
    expect(await refusal(dynamo.get(key('a')))).toMatchObject({ code: 'too_many_requests', retryAfter: 1 })
    expect(sent.calls()).toHaveLength(tries)
    expect(pauses).toEqual([6, 12, 24, 48, 96, 192, 350, 350])
  })
  it('of the engine itself stay what they are, and so do errors that never pass', async () => {
    sent.on(GetCommand).rejects(failure('InternalServerError'))
    await expect(dynamo.get(key('a'))).rejects.toMatchObject({ name: 'InternalServerError' })
    sent.reset()
    sent.on(GetCommand).rejects(failure('ValidationException'))
    await expect(dynamo.get(key('a'))).rejects.toMatchObject({ name: 'ValidationException' })
    expect(sent.calls()).toHaveLength(1)
  })
})

describe('writing', () => {
  it('says false where a condition does not hold', async () => {
    sent.on(PutCommand).rejects(failure('ConditionalCheckFailedException'))
    const condition = { expression: 'attribute_not_exists(pk)', values: { ':now': 1 } }
    expect(await dynamo.put(key('a'), condition)).toBe(false)
    expect(sent.call(0).args[0].input).toEqual({
      TableName: 'items',
      Item: key('a'),
      ConditionExpression: 'attribute_not_exists(pk)',
      ExpressionAttributeValues: { ':now': 1 },
    })
  })
  it('deletes many by 25, and again what was left over', async () => {
    const asked: number[] = []
    sent.on(BatchWriteCommand).callsFake((input) => {
      const requests = input.RequestItems.items
      asked.push(requests.length)
      return requests.length === 25 ? { UnprocessedItems: { items: requests.slice(0, 2) } } : {}
    })
    await dynamo.deleteMany(keys(30))
    expect(asked).toEqual([25, 2, 5])
  })
})

describe('transactions', () => {
  const items: WriteItem[] = [{ Delete: { TableName: 'items', Key: { pk: 'a', sk: 'U' } } }]
  const tokens = () =>
    sent.calls().map(({ args }) => (args[0].input as { ClientRequestToken: string }).ClientRequestToken)

  it('answer a failed condition at once, with the state that it met', async () => {
    // The client leaves what errors hold as the table spelled it.
    const Item = { rev: { N: '7' } }
    sent.on(TransactWriteCommand).rejects(
      failure('TransactionCanceledException', {
        CancellationReasons: [
          { Code: 'ConditionalCheckFailed', Item },
          { Code: 'TransactionConflict' },
          { Code: 'None' },
        ],
      }),
    )
    expect(await dynamo.transact(items)).toEqual({
      cancelled: [
        { code: 'ConditionalCheckFailed', item: { rev: 7 } },
        { code: 'TransactionConflict' },
        { code: 'None' },
      ],
    })
    expect(sent.calls()).toHaveLength(1)
  })
  it('are new ones after a conflict, but the same one where the answer was lost', async () => {
    sent
      .on(TransactWriteCommand)
      .rejectsOnce(failure('InternalServerError'))
      .rejectsOnce(cancelled('TransactionConflict'))
      .resolves({})
    expect(await dynamo.transact(items)).toBe('written')
    const [first, again, other] = tokens()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
  it('answer a conflict that does not pass, and refuse for now where they are throttled', async () => {
    sent.on(TransactWriteCommand).rejects(cancelled('None', 'TransactionConflict'))
    expect(await dynamo.transact(items)).toMatchObject({
      cancelled: [{ code: 'None' }, { code: 'TransactionConflict' }],
    })
    expect(sent.calls()).toHaveLength(tries)
    sent.reset()
    sent.on(TransactWriteCommand).rejects(cancelled('ThrottlingError'))
    expect(await refusal(dynamo.transact(items))).toMatchObject({ code: 'too_many_requests' })
  })
  it('fail on what is a fault of ours', async () => {
    sent.on(TransactWriteCommand).rejects(cancelled('None', 'ValidationError'))
    await expect(dynamo.transact(items)).rejects.toThrow('ValidationError')
    expect(sent.calls()).toHaveLength(1)
  })
})

it('marks of notes that do not fit into an item are refused in words', async () => {
  sent.on(UpdateCommand).rejects(
    failure('ValidationException', {
      message: 'Item size to update has exceeded the maximum allowed size',
    }),
  )
  const marks = createNoteMarks(dynamo)
  expect(await refusal(marks.change('me', 'product', { n: '2026-03-01T08:00:00.000Z' }))).toMatchObject({
    code: 'rule_violated',
    key: 'noteMarksTooMany',
  })
})
