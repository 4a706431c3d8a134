import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { GetQueueUrlCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect, inject, test } from 'vitest'
import { deploy } from '../../../scripts/cloud/deploy.ts'
import { replay } from '../../../scripts/cloud/replay.ts'
import { openStore } from '../../../scripts/cloud/seed.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { apiAs } from '../../e2e/api.ts'

const { target, deployed } = inject('stage')
const stageName = 'local'
const sqs = new SQSClient(target.cloud.client)

/** Until it is true; fails after two minutes, which is a lot on a busy machine. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it did not come true that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
const urlOf = async (name: string) =>
  (await sqs.send(new GetQueueUrlCommand({ QueueName: `inputlist-${stageName}-${name}` }))).QueueUrl!
/** Bodies that wait in a queue; they stay there. */
async function bodiesIn(name: string): Promise<string[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: await urlOf(name),
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 0,
    }),
  )
  return Messages.map((message) => message.Body!)
}
const listed = async (name: string) => {
  const api = await apiAs('core')
  const found = await api.call(search, {
    pagination: { start: 0, limit: 250 },
    sorting: ['name:asc'],
    columns: ['name'],
  })
  return found.list.some((row) => row.columns['name'] === name)
}

test('a poisoned message ends with the kept dead letters, the one beside it is done', async () => {
  const queue = await urlOf('import')
  const poison = 'not a unit of work'
  const good = JSON.stringify({ kind: 'import', jobId: 'of-nobody', unit: '0' })
  for (const MessageBody of [poison, good])
    await sqs.send(new SendMessageCommand({ QueueUrl: queue, MessageBody }))
  await until('the poison is kept', async () => (await bodiesIn('import-kept')).includes(poison))
  expect(await bodiesIn('import-kept')).toEqual([poison])
  expect([...(await bodiesIn('import')), ...(await bodiesIn('import-dead'))]).toEqual([])

  // A replay brings it back once; it fails again, and is kept again.
  expect(await replay(sqs, stageName, 'import')).toBe(1)
  await until('the poison is kept again', async () => (await bodiesIn('import-kept')).includes(poison))
})

// The emulator knows no partial failures of a stream: that the poison ends under `stream-kept` only AWS itself can show.
test('a poisoned record of the stream holds up nobody: the change behind it is indexed', async () => {
  const dynamo = new DynamoDBClient(target.cloud.client)
  await dynamo.send(
    new PutItemCommand({
      TableName: deployed.table,
      Item: {
        pk: { S: 'E#00000000-0000-4000-8000-000000000001' },
        sk: { S: 'HEAD' },
        class: { S: 'product' },
        rev: { N: '1' },
        meta: { S: 'no JSON' },
        body: { S: 'neither' },
      },
    }),
  )
  const store = openStore(target, deployed)
  const api = await apiAs('core')
  const [first] = await api.productIds()
  const product = (await store.get(first!)) as Entity
  const data = structuredClone(product.data) as { listData: Record<string, Record<string, unknown>> }
  const name = 'AAA behind the poison'
  for (const list of Object.values(data.listData))
    if (list['basis-f1']) list['basis-f1'] = { textValue: name }
  await store.put({ ...product, rev: product.rev + 1, data: data as never }, { expectRev: product.rev })
  await until('the change behind it is in the list', () => listed(name))
})

test('a second deployment changes nothing', async () => {
  expect((await deploy(target as never)).changed).toEqual([])
})
