/** The contract of the store on DynamoDB's own engine. */
import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrafts } from '../../functions/adapters/aws/drafts.ts'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { createImportMemory } from '../../functions/adapters/aws/import-memory.ts'
import { namesLayout } from '../../functions/adapters/aws/names-layout.ts'
import { createNoteMarks } from '../../functions/adapters/aws/note-marks.ts'
import { storeText } from '../../functions/adapters/aws/overflow.ts'
import {
  createTable,
  type DynamoLocal,
  missingForDynamo,
  startDynamo,
} from '../../scripts/cloud/dynamo-local.ts'
import { markNewTable } from '../../scripts/ops/new-table.ts'
import { upgradeTable } from '../../scripts/ops/upgrade.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { changeFeedContract } from '../ports/change-feed.suite.ts'
import { draftsContract } from '../ports/drafts.suite.ts'
import { entityNamesContract } from '../ports/entity-names.suite.ts'
import { entityStoreContract } from '../ports/entity-store.suite.ts'
import { importMemoryContract } from '../ports/import-memory.suite.ts'
import { noteMarksContract } from '../ports/note-marks.suite.ts'
import { entity, newId, readAll, refusal } from '../ports/store-under-test.ts'
import { openTableStream } from './table-stream.ts'

const missing = missingForDynamo()
if (missing) console.warn(`not run: ${missing}`)

let dynamo: DynamoLocal
let tables = 0
beforeAll(async () => {
  if (!missing) dynamo = await startDynamo()
})
afterAll(() => dynamo?.stop())

async function open(shared: { table?: string; bucket?: ReturnType<typeof plainBucket> } = {}) {
  const table = shared.table ?? `items-${++tables}`
  if (!shared.table) await createTable(dynamo.client, table)
  const bucket = shared.bucket ?? plainBucket()
  let ahead = 0
  const millis = () => Date.now() + ahead
  const store = createEntityStore({ dynamo: new Dynamo(dynamo.client, table), bucket, now: millis })
  return {
    table,
    store,
    bucket,
    feed: await openTableStream(dynamo.endpoint, dynamo.client, table, bucket),
    feedKeepsErased: true,
    now: () => millis() / 1000,
    passTime: (seconds: number) => {
      ahead += seconds * 1000
    },
    close: async () => {},
  }
}
/** All items of an entity, as they lie in the table. */
async function itemsOf(table: string, id: string) {
  const { Items = [] } = await dynamo.client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: `E#${id}` } },
    }),
  )
  return Items
}
/** An entity as an Inputlist wrote it that knew no names and kept a class in one partition. */
async function writeOlder(table: string, one: Entity) {
  const meta = JSON.stringify({ attributeset: 'default', created: '', disabled: one.disabled })
  const Item = {
    pk: { S: `E#${one.id}` },
    sk: { S: 'HEAD' },
    class: { S: one.entityclass },
    rev: { N: '1' },
    meta: { S: meta },
    body: { S: JSON.stringify(one.data) },
  }
  await dynamo.client.send(new PutItemCommand({ TableName: table, Item }))
}
const large = (n: number) => ({ noise: randomBytes(400_000).toString('base64'), n })

describe.skipIf(missing)('on DynamoDB Local', () => {
  entityStoreContract('DynamoDB', open, { writers: 50, saves: 2, modelRuns: 25 })
  entityNamesContract('DynamoDB', open, { rounds: 40, modelRuns: 8 })
  describe('a table of an older Inputlist', () => {
    it('is found whole as it is, follows with each save, and by the upgrade', async () => {
      const t = await open()
      const company = newId()
      const ids = Array.from({ length: 40 }, newId).sort()
      const client = new Dynamo(dynamo.client, t.table)
      await client.delete({ pk: 'L#names', sk: 'L' })
      await writeOlder(t.table, entity(company, {}, 'company'))
      for (const id of ids) await writeOlder(t.table, entity(id, { derivedProductId: company }))
      const listed = async () => {
        const found: string[] = []
        let cursor: string | undefined
        do {
          const page = await t.store.listByClass('product', { cursor, limit: 7 })
          found.push(...page.list.map((one) => one.id))
          cursor = page.cursor
        } while (cursor !== undefined)
        return found
      }
      const naming = async () => (await t.store.listNaming(company, { limit: 100 })).list.map((one) => one.id)
      expect(await listed()).toEqual(ids)
      // Some are saved before the upgrade: each notes all that it names, also what it named before.
      for (const id of ids.slice(0, 15))
        await t.store.put(entity(id, { derivedProductId: company, n: 1 }), { expectRev: 1 })
      expect(await listed()).toEqual(ids)
      expect(await naming()).toEqual(ids.slice(0, 15))
      // What names the company was written before names were noted: nobody may believe that nothing does.
      await markNewTable(dynamo.client, client)
      const at = '2026-02-02T08:00:00.000Z'
      const gone = { ...entity(company, {}, 'company'), disabled: true }
      const isPending = { code: 'rule_violated', key: 'upgradePending' }
      expect(await refusal(t.store.erase(company, 'super', at))).toMatchObject(isPending)
      expect(await refusal(t.store.put(gone, { expectRev: 1, onlyIfUnnamed: true }))).toMatchObject(isPending)
      const answer = { fingerprint: 'x', data: 1 }
      await dynamo.client.send(
        new PutItemCommand({
          TableName: t.table,
          Item: {
            pk: { S: 'T#idempotency' },
            sk: { S: 'idempotency#kept' },
            meta: { S: JSON.stringify(answer) },
            expires: { N: String(Math.ceil(t.now()) + 600) },
          },
        }),
      )
      expect(await upgradeTable(dynamo.client, client, t.bucket)).toEqual({ heads: 26, shortLived: 1 })
      expect(await upgradeTable(dynamo.client, client, t.bucket)).toEqual({ heads: 0, shortLived: 0 })
      expect(await listed()).toEqual(ids)
      expect(await naming()).toEqual(ids)
      expect(await t.store.getTransient('idempotency#kept')).toEqual(answer)
      expect(await refusal(t.store.erase(company, 'super', at))).toMatchObject({ key: 'stillNamed' })
      expect(await refusal(t.store.put(gone, { expectRev: 1, onlyIfUnnamed: true }))).toMatchObject({
        key: 'stillNamed',
      })
      const partitions = new Set<string>()
      for (const id of ids) partitions.add((await itemsOf(t.table, id))[0]!['class']!.S!)
      expect(partitions.size).toBeGreaterThan(8)
      await t.store.erase(ids[0]!, 'super', at)
      expect(await naming()).toEqual(ids.slice(1))
    })
    it('is looked at again where a stage went back to a version before, and forward again', async () => {
      const t = await open()
      const client = new Dynamo(dynamo.client, t.table)
      const [company, before, meanwhile] = [newId(), newId(), newId()]
      await t.store.put(entity(company, {}, 'company'), { expectRev: 0 })
      await t.store.put(entity(before, { derivedProductId: company }), { expectRev: 0 })
      await markNewTable(dynamo.client, client)
      await upgradeTable(dynamo.client, client, t.bucket)
      // The version before notes no names of what it writes, and its own upgrade has said so.
      await writeOlder(t.table, entity(meanwhile, { derivedProductId: company }))
      await client.put({ pk: 'L#names', sk: 'L', layout: namesLayout - 1 })
      const at = '2026-02-02T08:00:00.000Z'
      const remove = async () => refusal((await open(t)).store.erase(company, 'super', at))
      expect(await remove()).toMatchObject({ key: 'upgradePending' })
      expect(await upgradeTable(dynamo.client, client, t.bucket)).toMatchObject({ heads: 1 })
      expect(await remove()).toMatchObject({ key: 'stillNamed' })
      // Nobody believes what the heads say of themselves where it is told so.
      expect(await upgradeTable(dynamo.client, client, t.bucket)).toMatchObject({ heads: 0 })
      expect(await upgradeTable(dynamo.client, client, t.bucket, { again: true })).toMatchObject({ heads: 3 })
      const naming = (await t.store.listNaming(company, { limit: 100 })).list.map((one) => one.id)
      expect(naming).toEqual([before, meanwhile].sort())
      expect(await remove()).toMatchObject({ key: 'stillNamed' })
    })
  })
  changeFeedContract('DynamoDB stream', open)
  importMemoryContract('DynamoDB', async () => {
    const t = await open()
    const table = new Dynamo(dynamo.client, t.table)
    return {
      memory: createImportMemory(table, t.bucket),
      store: t.store,
      async putFormer(pk, sk, value) {
        const stored = await storeText(t.bucket, 'lasting', 'meta', JSON.stringify(value))
        await table.put({ pk, sk, ...stored.attributes, expires: 1 })
      },
      close: t.close,
    }
  })

  noteMarksContract('DynamoDB', async () => {
    const t = await open()
    const marks = () => createNoteMarks(new Dynamo(dynamo.client, t.table))
    return { marks: marks(), other: marks(), store: t.store, close: t.close }
  })

  draftsContract('DynamoDB', async () => {
    const t = await open()
    const drafts = () => createDrafts(new Dynamo(dynamo.client, t.table))
    return { drafts: drafts(), other: drafts(), store: t.store, close: t.close }
  })

  it('keeps one state of a large import memory in the bucket: the one that is named', async () => {
    const t = await open()
    const memory = createImportMemory(new Dynamo(dynamo.client, t.table), t.bucket)
    const [thing, id] = [{ source: 'reg', kind: 'product', key: newId() }, newId()]
    const kept = () => [...t.bucket.files.keys()].filter((place) => place.includes('import-memory'))
    const values = [1, 2, 3, 4].map((n) => ({ n, hashes: large(n) }))
    await memory.put({ thing, value: values[0] })
    const [first] = kept()
    await memory.put({ thing, value: values[1] })
    await t.store.put(entity(id), { expectRev: 0, memory: { thing, value: values[2] } })
    expect(kept()).toHaveLength(1)
    expect(kept()).not.toContain(first)
    // A refused write takes nothing away.
    const late = t.store.put(entity(id), { expectRev: 0, memory: { thing, value: values[3] } })
    expect(await refusal(late)).toMatchObject({ code: 'revision_conflict' })
    expect(await memory.get(thing)).toMatchObject({ n: 3 })
    await memory.put({ thing, value: { n: 5 } })
    expect(kept()).toEqual([])
    expect(await memory.get(thing)).toEqual({ n: 5 })
  })

  it('listens on loopback only', async () => {
    const { port } = new URL(dynamo.endpoint)
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of others)
      await expect(
        fetch(`http://${address}:${port}/`, { signal: AbortSignal.timeout(2000) }),
      ).rejects.toThrow()
  })

  it('keeps each state of a large entity in the bucket, once, and removes them all with it', async () => {
    const t = await open()
    const id = newId()
    const states = [large(1), large(2), large(3)]
    for (const [rev, data] of states.entries()) await t.store.put(entity(id, data), { expectRev: rev })
    expect(t.bucket.files.size).toBe(3)
    expect((await t.store.getRevision(id, 2))?.entity.data).toEqual(states[1])
    expect((await t.store.get(id))?.data).toEqual(states[2])
    expect((await readAll(t.feed)).map(({ entity }) => entity?.data)).toEqual(states)
    expect(await refusal(t.store.put(entity(id, large(4)), { expectRev: 1 }))).toMatchObject({
      currentRev: 3,
    })
    expect(t.bucket.files.size).toBe(3)

    await t.store.erase(id, 'super', '2026-02-02T08:00:00.000Z')
    expect(t.bucket.files.size).toBe(0)
    expect((await itemsOf(t.table, id)).map(({ sk }) => sk?.S)).toEqual(['HEAD'])
    // What the stream told before the erasure can no longer be read, and reads as the erasure.
    expect((await readAll(t.feed)).every(({ entity }) => entity === undefined)).toBe(true)
  })

  it('shows nothing of an entity whose erasure was cut off, and ends it when it is asked again', async () => {
    const t = await open()
    const id = newId()
    for (const rev of [0, 1, 2]) await t.store.put(entity(id, large(rev)), { expectRev: rev })
    const broken = { ...t.bucket, delete: () => Promise.reject(new Error('killed')) }
    const dying = createEntityStore({ dynamo: new Dynamo(dynamo.client, t.table), bucket: broken })
    await expect(dying.erase(id, 'super', 'now')).rejects.toThrow('killed')
    expect(await t.store.get(id)).toBeUndefined()
    expect(await t.store.getRevision(id, 2)).toBeUndefined()
    expect((await itemsOf(t.table, id)).length).toBeGreaterThan(1)
    await t.store.erase(id, 'super', 'now')
    expect(await itemsOf(t.table, id)).toHaveLength(1)
    expect(t.bucket.files.size).toBe(0)
  })

  it('goes on correctly where another container has saved in between', async () => {
    const t = await open()
    const other = await open(t)
    const id = newId()
    const unique = (value: string) => [`product#/importKey#${id}${value}`]
    await t.store.put(entity(id), { expectRev: 0, unique: unique('a') })
    await other.store.get(id)
    await other.store.put(entity(id), { expectRev: 1, unique: unique('b') })
    expect(await refusal(t.store.put(entity(id), { expectRev: 1 }))).toMatchObject({ currentRev: 2 })
    await t.store.put(entity(id), { expectRev: 2 })
    expect(await t.store.findUnique(unique('a')[0]!)).toBeUndefined()
    expect(await t.store.findUnique(unique('b')[0]!)).toBe(id)
    await other.store.erase(id, 'super', 'now')
    expect(await t.store.findUnique(unique('b')[0]!)).toBeUndefined()
    expect(await refusal(t.store.put(entity(id), { expectRev: 3 }))).toMatchObject({ currentRev: 4 })
  })

  it('raises one counter for many who save different entities at once', async () => {
    const t = await open()
    const counter = newId()
    await Promise.all(
      Array.from({ length: 40 }, () =>
        t.store.put(entity(newId()), { expectRev: 0, counters: [{ name: counter, by: 1 }] }),
      ),
    )
    expect(await t.store.counter(counter)).toBe(40)
  })
})
