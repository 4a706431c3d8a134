/** Work that cannot be done: the rest goes on, it is kept, somebody is told, and a replay brings it back. */
import { randomUUID } from 'node:crypto'
import { DeleteItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { afterAll, expect, inject, test } from 'vitest'
import { createFileStore } from '../../../functions/adapters/aws/file-store.ts'
import { importKind, itemsFile } from '../../../functions/domain/import/job.ts'
import { newJob } from '../../../functions/domain/job/job.ts'
import { planTask } from '../../../functions/domain/job/message.ts'
import { openStore } from '../../../scripts/cloud/seed.ts'
import { demoAccount } from '../../../scripts/seed/people.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { apiAs, baseList, takeProduct } from '../../e2e/api.ts'
import {
  bodiesIn,
  cloudWatch,
  isListed,
  lambda,
  ops,
  sqs,
  stageName,
  until,
  urlOf,
  visibleIn,
} from './tools.ts'

const { target, deployed, pids } = inject('stage')
const dynamo = new DynamoDBClient(target.cloud.client)
const store = openStore(target, deployed)
const isOurs = (view: ProductView) => view.may[baseList]?.includes('product:edit') === true
const renamed = (name: string) => [
  { op: 'replace' as const, path: `/listData/${baseList}/basis-f1/textValue`, value: name },
]

afterAll(async () => {
  for (const kind of ['import', 'stream'])
    await sqs.send(new PurgeQueueCommand({ QueueUrl: await urlOf(`${kind}-parked`) }))
})

/** An import of one company, whose job nobody can read until `heal`. */
async function spoiledJob() {
  const id = randomUUID()
  const now = new Date().toISOString()
  const config = { source: 'healed', dryrun: false, phases: [[1]], hasRetire: false }
  const by = demoAccount('admin')
  const job = newJob({ id, by, now }, { kind: importKind, total: 1, config, result: {} })
  await store.put(job as unknown as Entity, { expectRev: 0 })
  const items = [{ kind: 'company', key: '1', data: { baseData: { name: `Geheilt ${id}` } } }]
  const files = createFileStore(
    new S3Client({ ...target.cloud.client, forcePathStyle: true }),
    deployed.files,
  )
  await files.put(itemsFile(id, 0, 0), new TextEncoder().encode(JSON.stringify(items)), 'application/json')
  const TableName = deployed.table
  const Key = { pk: { S: `E#${id}` }, sk: { S: 'HEAD' } }
  const { Item } = await dynamo.send(new GetItemCommand({ TableName, Key }))
  await dynamo.send(
    new PutItemCommand({ TableName, Item: { ...Item, meta: { S: 'no JSON' }, body: { S: 'neither' } } }),
  )
  return { id, heal: () => dynamo.send(new PutItemCommand({ TableName, Item: Item! })) }
}

test('a poisoned message is kept and the alarm goes off, the one beside it is done; a replay brings back what can be done by now', async () => {
  const queue = await urlOf('import')
  const job = await spoiledJob()
  const spoiled = JSON.stringify({ kind: 'import', jobId: job.id, unit: planTask(0, 0) })
  const poison = 'not a unit of work'
  const good = JSON.stringify({ kind: 'import', jobId: 'of-nobody', unit: planTask(0, 0) })
  for (const MessageBody of [poison, spoiled, good])
    await sqs.send(new SendMessageCommand({ QueueUrl: queue, MessageBody }))
  await until('what cannot be done is kept', async () => (await visibleIn('import-parked')) === 2)
  expect((await bodiesIn('import-parked')).sort()).toEqual([poison, spoiled].sort())
  expect([...(await bodiesIn('import')), ...(await bodiesIn('import-dead-letters'))]).toEqual([])

  // The emulator's SQS publishes no metrics. So the number that SQS makes this metric of is published here, where the
  // alarm looks for it; that it looks there, and what it makes of it, is the deployment's.
  const QueueName = `inputlist-${stageName}-import-parked`
  const name = `inputlist-${stageName}-import-dead-letters`
  const alarm = () => cloudWatch('DescribeAlarms', { 'AlarmNames.member.1': name })
  const described = await alarm()
  expect(described).toContain('<MetricName>ApproximateNumberOfMessagesVisible</MetricName>')
  expect(described).not.toContain('<StateValue>ALARM</StateValue>')
  await cloudWatch('PutMetricData', {
    Namespace: 'AWS/SQS',
    'MetricData.member.1.MetricName': 'ApproximateNumberOfMessagesVisible',
    'MetricData.member.1.Dimensions.member.1.Name': 'QueueName',
    'MetricData.member.1.Dimensions.member.1.Value': QueueName,
    'MetricData.member.1.Value': String(await visibleIn('import-parked')),
  })
  await until('the alarm is on', async () => (await alarm()).includes('<StateValue>ALARM</StateValue>'))
  // The emulator asks for no dimension, so the alarms of the other queues went off too; here nobody but we ends them.
  const on = await cloudWatch('DescribeAlarms', { StateValue: 'ALARM' })
  for (const [, AlarmName = ''] of on.matchAll(/<AlarmName>([^<]+)</g))
    await cloudWatch('SetAlarmState', { AlarmName, StateValue: 'OK', StateReason: 'it was seen' })

  await job.heal()
  expect(await ops('replay', 'import')).toContain('2 messages are on their way again')
  await until('the job is complete', async () => (await store.get(job.id))?.data['status'] === 'complete')
  expect((await store.get(job.id))?.data).toMatchObject({ done: 1, failed: 0, result: { created: 1 } })
  await until('the poison is kept again', async () => (await visibleIn('import-parked')) === 1)
  expect(await bodiesIn('import-parked')).toEqual([poison])
})

// The emulator knows no partial failures of a stream: that the poison alone ends under `stream-parked` only AWS itself
// can show. What the function answers to such a batch is held by test/calls/lambda.test.ts.
const poisoned = '00000000-0000-4000-8000-000000000001'
test('a poisoned record of the stream holds up nobody: the change behind it is indexed', async () => {
  await dynamo.send(
    new PutItemCommand({
      TableName: deployed.table,
      Item: {
        pk: { S: `E#${poisoned}` },
        sk: { S: 'HEAD' },
        class: { S: 'product' },
        rev: { N: '1' },
        meta: { S: 'no JSON' },
        body: { S: 'neither' },
      },
    }),
  )
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const name = `Hinter dem Gift ${Date.now()}`
  await api.call(save, { id: product.id, rev: product.rev, patch: renamed(name) })
  await until('the change behind it is found', () => isListed(api, name))
})

interface Mapping {
  UUID: string
  MaximumRecordAgeInSeconds: number
}
/** The indexer gives up what it cannot index within a second; its limits are as before afterwards. */
async function withShortRetries<T>(work: () => Promise<T>): Promise<T> {
  const name = `inputlist-${stageName}-streams-index-entities`
  const { EventSourceMappings: mappings } = await lambda<{ EventSourceMappings: Mapping[] }>(
    'GET',
    `event-source-mappings/?FunctionName=${name}`,
  )
  const { UUID, MaximumRecordAgeInSeconds } = mappings[0]!
  const { Timeout } = await lambda<{ Timeout: number }>('GET', `functions/${name}/configuration`)
  const set = async (age: number, timeout: number) => {
    await lambda('PUT', `event-source-mappings/${UUID}`, { MaximumRecordAgeInSeconds: age })
    await lambda('PUT', `functions/${name}/configuration`, { Timeout: timeout })
  }
  await set(1, 25)
  try {
    return await work()
  } finally {
    await set(MaximumRecordAgeInSeconds, Timeout)
  }
}

test('changes that the stream has given up are told under stream-parked; a replay finds in the table what they were', async () => {
  const api = await apiAs('core')
  const [lost, later] = [await takeProduct(api, isOurs), await takeProduct(api, isOurs)]
  const stamp = Date.now()
  const [lostName, laterName] = [`Verloren ${stamp}`, `Danach ${stamp}`]
  await withShortRetries(async () => {
    process.kill(pids.index, 'SIGSTOP')
    try {
      await api.call(save, { id: lost.id, rev: lost.rev, patch: renamed(lostName) })
      await until('the change is given up', async () => (await visibleIn('stream-parked')) > 0)
    } finally {
      process.kill(pids.index, 'SIGCONT')
    }
  })
  expect(JSON.parse((await bodiesIn('stream-parked'))[0]!)).toMatchObject({
    DDBStreamBatchInfo: { batchSize: expect.any(Number), streamArn: expect.stringContaining(deployed.table) },
  })
  // The stream has gone on past it.
  await api.call(save, { id: later.id, rev: later.rev, patch: renamed(laterName) })
  await until('the next change is found', () => isListed(api, laterName))
  expect(await isListed(api, lostName)).toBe(false)

  // The record that is poisoned still is: it is named, and no success.
  const told = await ops('replay', 'stream').then(
    () => 'all is right',
    (error: Error) => error.message,
  )
  expect(told).toMatch(/^[1-9]\d* notes: [1-9]\d* entities were missing or older/m)
  expect(told).toContain(poisoned)
  await until('what was lost is found', () => isListed(api, lostName))
  expect(await visibleIn('stream-parked')).toBe(0)
  const Key = { pk: { S: `E#${poisoned}` }, sk: { S: 'HEAD' } }
  await dynamo.send(new DeleteItemCommand({ TableName: deployed.table, Key }))
  expect(await ops('replay', 'stream')).toMatch(/^0 notes: 0 entities/m)
})
