/** The emulated cloud refuses what AWS refuses for its size (docs/limits.md): what passes there is no proof otherwise. */
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { CreateKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
import {
  CreateEventSourceMappingCommand,
  CreateFunctionCommand,
  InvokeCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda'
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTable, region } from '../../scripts/cloud/dynamo-local.ts'
import { type Emulator, missingForEmulator, startEmulator } from './emulator.ts'
import { eventSourceLimits } from './limits.event-sources.suite.ts'

const missing = missingForEmulator()
if (missing) console.warn(`not run: ${missing}`)

let cloud: Emulator
beforeAll(async () => {
  if (!missing) cloud = await startEmulator()
})
afterAll(() => cloud?.stop())

const kB = 1024
const named = (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`
/** How a request is refused; empty where it is not. */
const refusal = (request: Promise<unknown>): Promise<string> => request.then(() => '', named)

describe.skipIf(missing)('a table', () => {
  const TableName = 'limits'
  let dynamo: DynamoDBClient
  beforeAll(async () => {
    dynamo = new DynamoDBClient(cloud.client)
    await createTable(dynamo, TableName)
  })
  const item = (n: number, bytes = 1) => ({
    pk: { S: `p${n}` },
    sk: { S: 's' },
    value: { S: 'x'.repeat(bytes) },
  })
  const many = (count: number, bytes?: number) => Array.from({ length: count }, (_, n) => item(n, bytes))

  it('refuses an item of more than 400 kB', async () => {
    const put = (bytes: number) =>
      refusal(dynamo.send(new PutItemCommand({ TableName, Item: item(0, bytes) })))
    expect(await put(399 * kB)).toBe('')
    expect(await put(401 * kB)).toContain('ValidationException')
  })
  it('refuses a transaction of more than 100 items, or of more than 4 MB', async () => {
    const transact = (items: ReturnType<typeof item>[]) =>
      refusal(
        dynamo.send(
          new TransactWriteItemsCommand({
            TransactItems: items.map((Item) => ({ Put: { TableName, Item } })),
          }),
        ),
      )
    expect(await transact(many(100))).toBe('')
    expect(await transact(many(101))).toContain('ValidationException')
    expect(await transact(many(12, 390 * kB))).toContain('ValidationException')
  })
  it('takes 25 writes and 100 reads at once, no more', async () => {
    const write = (count: number) =>
      refusal(
        dynamo.send(
          new BatchWriteItemCommand({
            RequestItems: { [TableName]: many(count).map((Item) => ({ PutRequest: { Item } })) },
          }),
        ),
      )
    const read = (count: number) =>
      refusal(
        dynamo.send(
          new BatchGetItemCommand({
            RequestItems: { [TableName]: { Keys: many(count).map(({ pk, sk }) => ({ pk, sk })) } },
          }),
        ),
      )
    expect([await write(25), await read(100)]).toEqual(['', ''])
    expect(await write(26)).toContain('ValidationException')
    expect(await read(101)).toContain('ValidationException')
  })
  it('answers a query with pages of 1 MB', async () => {
    for (let n = 0; n < 4; n++)
      await dynamo.send(
        new PutItemCommand({
          TableName,
          Item: { pk: { S: 'page' }, sk: { S: String(n) }, value: { S: 'x'.repeat(390 * kB) } },
        }),
      )
    const { Items, LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'page' } },
      }),
    )
    expect(Items!.length).toBeLessThan(4)
    expect(LastEvaluatedKey).toBeDefined()
  })
})

describe.skipIf(missing)('a queue', () => {
  let sqs: SQSClient
  let QueueUrl: string
  beforeAll(async () => {
    sqs = new SQSClient(cloud.client)
    QueueUrl = (await sqs.send(new CreateQueueCommand({ QueueName: 'limits' }))).QueueUrl!
  })
  const mib = 1024 * kB

  it('refuses a message of more than 1 MiB', async () => {
    const send = (bytes: number) =>
      refusal(sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x'.repeat(bytes) })))
    expect(await send(mib)).toBe('')
    expect(await send(mib + 1)).not.toBe('')
  })
  it('refuses a batch of more than ten messages, or of more than 1 MiB', async () => {
    const send = (count: number, bytes: number) =>
      refusal(
        sqs.send(
          new SendMessageBatchCommand({
            QueueUrl,
            Entries: Array.from({ length: count }, (_, n) => ({
              Id: String(n),
              MessageBody: 'x'.repeat(bytes),
            })),
          }),
        ),
      )
    expect(await send(10, 1)).toBe('')
    expect(await send(11, 1)).toContain('TooManyEntries')
    expect(await send(2, 600 * kB)).toContain('BatchRequestTooLong')
  })
})

describe.skipIf(missing)('a function', () => {
  beforeAll(async () => {
    const trust = {
      Effect: 'Allow',
      Principal: { Service: 'lambda.amazonaws.com' },
      Action: 'sts:AssumeRole',
    }
    const answer = await fetch(cloud.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        Action: 'CreateRole',
        Version: '2010-05-08',
        RoleName: 'any',
        AssumeRolePolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [trust] }),
      }),
    })
    expect(answer.ok).toBe(true)
  })
  const code = (source: string) => zipSync({ 'index.mjs': strToU8(source) })
  const create = (FunctionName: string, source: string, Variables: Record<string, string> = {}) =>
    new LambdaClient(cloud.client).send(
      new CreateFunctionCommand({
        FunctionName,
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Role: 'arn:aws:iam::000000000000:role/any',
        Timeout: 2,
        Code: { ZipFile: code(source) },
        Environment: { Variables },
      }),
    )
  const invoke = async (FunctionName: string, payload: unknown) => {
    const answer = await new LambdaClient(cloud.client).send(
      new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(payload)) }),
    )
    const text = Buffer.from(answer.Payload ?? []).toString()
    return { isError: answer.FunctionError !== undefined, text: text.slice(0, 400) }
  }

  it('has variables of 4 kB at most', async () => {
    expect(await refusal(create('fits', 'export const handler = () => 1', { A: 'x'.repeat(4000) }))).toBe('')
    expect(
      await refusal(create('too-large', 'export const handler = () => 1', { A: 'x'.repeat(4100) })),
    ).toContain('InvalidParameterValueException')
  })
  it('answers with 6 MB at most', async () => {
    await create('answers', 'export const handler = async ({ bytes }) => "x".repeat(bytes)')
    expect(await invoke('answers', { bytes: 6_000_000 })).toMatchObject({ isError: false })
    expect(await invoke('answers', { bytes: 6_300_000 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('ResponseSizeTooLarge'),
    })
  })
  it('is asked with 6 MB at most', async () => {
    await create('asked', 'export const handler = async ({ text }) => text.length')
    expect(await refusal(invoke('asked', { text: 'x'.repeat(6_300_000) }))).toContain('RequestTooLarge')
  })
  it('is stopped when it has fed itself 16 times', async () => {
    const sqs = new SQSClient(cloud.client)
    const made = async (QueueName: string, Attributes: Record<string, string> = {}) =>
      (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl!
    const arn = (name: string) => `arn:aws:sqs:${region}:000000000000:${name}`
    const [seen, stopped] = [await made('seen'), await made('stopped')]
    // What was stopped is not tried again: it lies in the second queue as soon as it would be.
    const loop = await made('loop', {
      VisibilityTimeout: '20',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn('stopped'), maxReceiveCount: 1 }),
    })
    const source = `
      const { SQSClient, SendMessageCommand } = require('@aws-sdk/client-sqs')
      const sqs = new SQSClient({ endpoint: '${cloud.endpoint}' })
      exports.handler = async () => {
        await sqs.send(new SendMessageCommand({ QueueUrl: '${seen}', MessageBody: 'round' }))
        await sqs.send(new SendMessageCommand({ QueueUrl: '${loop}', MessageBody: 'round' }))
      }`
    const lambda = new LambdaClient(cloud.client)
    await lambda.send(
      new CreateFunctionCommand({
        ...{ FunctionName: 'loops', Runtime: 'nodejs22.x', Handler: 'index.handler', Timeout: 20 },
        Role: 'arn:aws:iam::000000000000:role/any',
        Code: { ZipFile: zipSync({ 'index.js': strToU8(source) }) },
      }),
    )
    await lambda.send(
      new CreateEventSourceMappingCommand({
        FunctionName: 'loops',
        EventSourceArn: arn('loop'),
        BatchSize: 1,
      }),
    )
    await sqs.send(new SendMessageCommand({ QueueUrl: loop, MessageBody: 'first' }))
    const count = async (QueueUrl: string) => {
      const AttributeNames = ['ApproximateNumberOfMessages' as const]
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))
      return Number(Attributes?.['ApproximateNumberOfMessages'])
    }
    await vi.waitUntil(async () => (await count(stopped)) === 1, { timeout: 170_000, interval: 200 })
    expect(await count(seen)).toBe(16)
  }, 180_000)
  eventSourceLimits(() => cloud)
  it('is cut off at its time limit', async () => {
    await create('waits', 'export const handler = () => new Promise(() => setInterval(() => {}, 1000))')
    expect(await invoke('waits', {})).toMatchObject({
      isError: true,
      text: expect.stringMatching(/timed out/i),
    })
  })
})

describe.skipIf(missing)('a key', () => {
  it('signs a message of 4,096 bytes at most', async () => {
    const kms = new KMSClient(cloud.client)
    const made = await kms.send(new CreateKeyCommand({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' }))
    const signed = (bytes: number) =>
      refusal(
        kms.send(
          new SignCommand({
            KeyId: made.KeyMetadata!.KeyId!,
            Message: Buffer.alloc(bytes),
            SigningAlgorithm: 'ECDSA_SHA_256',
          }),
        ),
      )
    expect(await signed(4096)).toBe('')
    expect(await signed(4097)).toContain('ValidationException')
  })
})

describe.skipIf(missing)('the gateway', () => {
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${cloud.endpoint}/_aws/execute-api/none/$default/${path}`, { headers })).status
  it('takes 10,240 bytes of address and headers', async () => {
    expect(await ask('api/x', { authorization: 'x'.repeat(9000) })).not.toBe(431)
    expect(await ask('api/x', { authorization: 'x'.repeat(10_240) })).toBe(431)
    expect(await ask(`api/x?${'x'.repeat(10_240)}`)).toBe(431)
  })
})
