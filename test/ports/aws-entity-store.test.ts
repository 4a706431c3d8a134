/** What a save writes, and where: keys, conditions, what is too large for an item. The rest is the contract suite's. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { Dynamo, type Item, type WriteItem } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { namesLayout } from '../../functions/adapters/aws/names-layout.ts'
import { overflowAbove } from '../../functions/adapters/aws/overflow.ts'
import type { Written } from '../../functions/adapters/common/observable-store.ts'
import type { PutOptions } from '../../functions/ports/entity-store.ts'
import { standardInUseRefusal } from '../../functions/services/entity/standard-in-use.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { entity, newId, refusal } from './store-under-test.ts'

const sent = mockClient(DynamoDBDocumentClient)
const client = new DynamoDBClient({ region: 'eu-central-1' })
function open() {
  const bucket = plainBucket()
  const dynamo = new Dynamo(client, 'items', { pause: async () => {} })
  return { bucket, store: createEntityStore({ dynamo, bucket, now: () => 1_000_000 }) }
}
let t: ReturnType<typeof open>
beforeEach(() => {
  sent.reset()
  t = open()
})
const written = (): WriteItem[] =>
  (sent.commandCalls(TransactWriteCommand).at(-1)?.args[0].input.TransactItems ?? []) as WriteItem[]
const itemAt = (place: number) => written()[place]!.Put!.Item as Item
const cancelled = (...reasons: { Code: string; Item?: { rev: { N: string } } }[]) =>
  Object.assign(new Error('cancelled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: reasons,
  })
const head = (id: string, rev: number, unique?: string[]) => ({
  pk: `E#${id}`,
  class: 'product',
  rev,
  meta: JSON.stringify({ unique }),
  body: '{}',
})
/** Text that cannot be packed. */
const noise = (length: number) => {
  let seed = 7
  let text = ''
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647
    text += seed.toString(36)
  }
  return text.slice(0, length)
}
const put = (id: string, options: PutOptions, data: Record<string, unknown> = {}) =>
  t.store.put(entity(id, data), options)

describe('a first save', () => {
  it('writes head and revision, unique values on condition, counters; and reads nothing', async () => {
    sent.on(TransactWriteCommand).resolves({})
    const id = newId()
    const counters = [
      { name: 'n', by: 2 },
      { name: 'm', by: 1 },
      { name: 'n', by: 3 },
    ]
    await put(
      id,
      { expectRev: 0, unique: ['product#/importKey#x'], counters, changeset: { label: 'new' } },
      { a: 1 },
    )
    expect(sent.calls()).toHaveLength(1)
    expect(written()).toHaveLength(5)
    expect(written()[0]!.Put).toMatchObject({
      TableName: 'items',
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      Item: {
        pk: `E#${id}`,
        sk: 'HEAD',
        class: expect.stringMatching(/^product#\d+$/),
        rev: 1,
        body: '{"a":1}',
      },
    })
    // A revision has no `class`, so that the index by class holds heads only.
    expect(Object.keys(itemAt(1)).sort()).toEqual(['body', 'meta', 'ofclass', 'pk', 'rev', 'sk'])
    expect(itemAt(1)).toMatchObject({ sk: 'R#0000000001', ofclass: 'product' })
    expect(JSON.parse(itemAt(1)['meta'] as string)).toMatchObject({ changeset: { label: 'new' } })
    expect(written()[2]!.Put).toMatchObject({
      Item: { pk: 'U#product#/importKey#x', sk: 'U', meta: id },
      ConditionExpression: 'attribute_not_exists(pk)',
    })
    expect(
      written()
        .slice(3)
        .map(({ Update }) => [Update?.Key?.['pk'], Update?.ExpressionAttributeValues?.[':by']]),
    ).toEqual([
      ['C#n', 5],
      ['C#m', 1],
    ])
  })
})

describe('a later save', () => {
  const unique = (value: string) => `product#/importKey#${value}`
  it('is on condition of the revision and of a head that is no tombstone; frees what it lost', async () => {
    const id = newId()
    sent.on(GetCommand).resolves({ Item: head(id, 4, [unique('a'), unique('b')]) })
    sent.on(TransactWriteCommand).resolves({})
    await put(id, { expectRev: 4, unique: [unique('b'), unique('c')] })
    expect(written()[0]!.Put).toMatchObject({
      ConditionExpression: 'rev = :rev AND attribute_exists(#class)',
      ExpressionAttributeNames: { '#class': 'class' },
      ExpressionAttributeValues: { ':rev': 4 },
      Item: { rev: 5 },
    })
    expect(written()).toHaveLength(4)
    expect(itemAt(2)['pk']).toEqual(`U#${unique('c')}`)
    expect(written()[3]!.Delete?.Key?.['pk']).toEqual(`U#${unique('a')}`)
  })
  it('reads the head once: what was read or written here lately is known', async () => {
    const id = newId()
    sent.on(GetCommand).resolves({ Item: { ...head(id, 4, [unique('a')]), body: '{}' } })
    sent.on(TransactWriteCommand).resolves({})
    await t.store.get(id)
    await put(id, { expectRev: 4 })
    await put(id, { expectRev: 5, unique: [] })
    expect(sent.commandCalls(GetCommand)).toHaveLength(1)
    expect(written()[2]!.Delete?.Key?.['pk']).toEqual(`U#${unique('a')}`)
  })
  it('holds on to no state that was read or written here, whatever it remembers of it', async () => {
    sent.on(TransactWriteCommand).resolves({})
    const read = async (id: string) => new WeakRef((await t.store.get(id))!)
    const write = async (id: string) => {
      const one = entity(id, { text: 'written' })
      await t.store.put(one, { expectRev: 4 })
      return new WeakRef(one)
    }
    const held = []
    for (const act of [read, write]) {
      const id = newId()
      sent.on(GetCommand).resolves({ Item: head(id, 4) })
      held.push(await act(id))
    }
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    // What was looked at lives until the task ends.
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    expect(held.map((one) => one.deref())).toEqual([undefined, undefined])
  })
  it('that loses hears which revision won, without another reading', async () => {
    const id = newId()
    sent.on(GetCommand).resolves({ Item: head(id, 4) })
    sent
      .on(TransactWriteCommand)
      .rejects(cancelled({ Code: 'ConditionalCheckFailed', Item: { rev: { N: '6' } } }, { Code: 'None' }))
    expect(await refusal(put(id, { expectRev: 4 }))).toMatchObject({
      code: 'revision_conflict',
      expectedRev: 4,
      currentRev: 6,
    })
    expect(sent.commandCalls(GetCommand)).toHaveLength(1)
    expect(await refusal(put(id, { expectRev: 3 }))).toMatchObject({
      code: 'revision_conflict',
      currentRev: 4,
    })
    expect(sent.commandCalls(TransactWriteCommand)).toHaveLength(1)
  })
  it('names the value that another entity holds', async () => {
    sent
      .on(TransactWriteCommand)
      .rejects(
        cancelled({ Code: 'None' }, { Code: 'None' }, { Code: 'None' }, { Code: 'ConditionalCheckFailed' }),
      )
    const save = put(newId(), { expectRev: 0, unique: [unique('a'), 'product#/baseData/number#7#b'] })
    expect(await refusal(save)).toMatchObject({ code: 'duplicate', path: '/baseData/number' })
  })
  it('whose turn somebody else took says so, unlike one that the table has no room for', async () => {
    const passed = Array.from({ length: 2 }, () => ({ Code: 'None' }))
    const turn = { counter: 'a', at: 3 }
    sent.on(TransactWriteCommand).rejects(cancelled(...passed, { Code: 'ConditionalCheckFailed' }))
    expect(await refusal(put(newId(), { expectRev: 0, turn }))).toMatchObject({
      code: 'too_many_requests',
      key: 'turnTaken',
    })
    sent.on(TransactWriteCommand).rejects(cancelled(...passed, { Code: 'ThrottlingError' }))
    expect(await refusal(put(newId(), { expectRev: 0, turn }))).toMatchObject({ key: 'too_many_requests' })
  })
  it('that keeps meeting others is refused for now; or lost, if one of them saved this entity', async () => {
    const id = newId()
    sent.on(GetCommand).resolves({ Item: head(id, 4) })
    sent.on(TransactWriteCommand).rejects(cancelled({ Code: 'TransactionConflict' }, { Code: 'None' }))
    expect(await refusal(put(id, { expectRev: 4 }))).toMatchObject({
      code: 'too_many_requests',
      retryAfter: 1,
    })
    sent.on(GetCommand).resolves({ Item: head(id, 5) })
    expect(await refusal(put(id, { expectRev: 4 }))).toMatchObject({
      code: 'revision_conflict',
      currentRev: 5,
    })
  })
})

describe('what is too large for an item', () => {
  it('lies in the bucket, named by head and revision', async () => {
    sent.on(TransactWriteCommand).resolves({})
    const id = newId()
    const data = { text: noise(3 * overflowAbove) }
    await put(id, { expectRev: 0 }, data)
    const place = itemAt(0)['bodyAt']
    expect(place).toMatch(new RegExp(`^overflow/entity-${id}/[0-9a-f-]{36}$`))
    expect(itemAt(1)['bodyAt']).toEqual(place)
    expect(itemAt(0)['body']).toBeUndefined()
    expect([...t.bucket.files.keys()]).toEqual([place])

    sent.on(GetCommand).resolves({ Item: itemAt(0) })
    expect((await t.store.get(id))?.data).toEqual(data)
  })
  it('stays in the item where it packs small enough', async () => {
    sent.on(TransactWriteCommand).resolves({})
    await put(newId(), { expectRev: 0 }, { text: 'again and again '.repeat(100_000) })
    expect((itemAt(0)['body'] as Uint8Array).byteLength).toBeLessThan(overflowAbove)
    expect(t.bucket.files.size).toBe(0)
  })
  it('may be a changeset too: no item ever comes near its limit of 400 KB', async () => {
    sent.on(TransactWriteCommand).resolves({})
    const id = newId()
    const text = noise(500_000)
    const paths = Array.from({ length: 1000 }, (_, i) => text.slice(i * 500, i * 500 + 500))
    const unique = Array.from(
      { length: 90 },
      (_, i) => `product#/importKey#${text.slice(i * 200, i * 200 + 200)}`,
    )
    await put(id, { expectRev: 0, unique, changeset: { label: 'wide', paths } }, { text: noise(2_000_000) })
    for (const place of [0, 1]) {
      const bytes = Object.values(itemAt(place)).map((value) =>
        value instanceof Uint8Array ? value.byteLength : Buffer.byteLength(String(value)),
      )
      expect(bytes.reduce((a, b) => a + b)).toBeLessThan(350_000)
    }
    expect(itemAt(1)['metaAt']).toBeDefined()
    sent.on(GetCommand).resolves({ Item: itemAt(1) })
    sent
      .on(GetCommand, { ProjectionExpression: '#pk, #sk, #class' })
      .resolves({ Item: { pk: 'E#x', class: 'product' } })
    expect((await t.store.getRevision(id, 1))?.changeset).toEqual({ label: 'wide', paths })
  })
  it('is taken back when the save was refused, and stays when nobody knows', async () => {
    const data = { text: noise(3 * overflowAbove) }
    sent.on(TransactWriteCommand).rejects(cancelled({ Code: 'ConditionalCheckFailed' }, { Code: 'None' }))
    expect(await refusal(put(newId(), { expectRev: 0 }, data))).toMatchObject({ code: 'revision_conflict' })
    expect(t.bucket.files.size).toBe(0)
    sent.on(TransactWriteCommand).rejects(new Error('no answer'))
    await expect(put(newId(), { expectRev: 0 }, data)).rejects.toThrow('no answer')
    expect(t.bucket.files.size).toBe(1)
  })
  it('writes nothing to the bucket for a save that has too many items', async () => {
    const unique = Array.from({ length: 99 }, (_, i) => `product#/importKey#${i}`)
    const save = put(newId(), { expectRev: 0, unique }, { text: noise(3 * overflowAbove) })
    expect(await refusal(save)).toMatchObject({ code: 'too_large' })
    expect(t.bucket.files.size).toBe(0)
    expect(sent.calls()).toHaveLength(0)
  })
  it('reads as gone while its entity is being erased, and is an error where it is not', async () => {
    const id = newId()
    const { meta } = head(id, 1)
    const live = { ...head(id, 1), meta, bodyAt: `overflow/entity-${id}/gone` }
    sent.on(GetCommand).resolvesOnce({ Item: live }).resolves({ Item: {} })
    expect(await t.store.get(id)).toBeUndefined()
    sent.on(GetCommand).resolves({ Item: live })
    await expect(t.store.get(id)).rejects.toThrow(/revision 1 is not in the bucket/)
  })
})

describe('short-lived items', () => {
  it('may be as large as an answer of ours', async () => {
    const items: Item[] = []
    sent.onAnyCommand().callsFake((input) => void (input.Item && items.push(input.Item)))
    const value = { data: noise(3 * overflowAbove) }
    expect(await t.store.putTransient('idempotency#a', value, 2_000, { ifAbsent: true })).toBe(true)
    expect(items[0]).toMatchObject({
      pk: 'T#idempotency#a',
      sk: 'idempotency#a',
      expires: 2000,
    })
    expect(items[0]!['metaAt']!).toMatch(/^overflow\/transient\//)
    await t.store.putTransient('import#a', value, 1_000 + 10 * 365 * 86_400)
    expect(items[1]!['metaAt']!).toMatch(/^overflow\/lasting\//)
    expect(sent.call(0).args[0].input).toMatchObject({
      ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
      ExpressionAttributeValues: { ':now': 1000 },
    })
    sent.on(GetCommand).resolves({ Item: items[0]! })
    expect(await t.store.getTransient('idempotency#a')).toEqual(value)
    // The bucket empties the first folder by itself.
    t.bucket.files.clear()
    expect(await t.store.getTransient('idempotency#a')).toBeUndefined()
  })
})

describe('a save that rests on what it names, or that others rest on', () => {
  const naming = (company: string) => ({ listData: { x: { _companies: { a: { company } } } } })
  const batch = (...items: object[]) =>
    sent.on(BatchGetCommand).resolves({ Responses: { items: items as Record<string, unknown>[] } })
  beforeEach(() => {
    sent.on(BatchWriteCommand).resolves({})
    sent.on(TransactWriteCommand).resolves({})
    sent.on(UpdateCommand).resolves({})
  })
  it('writes nothing where what is named has another revision than was seen, and takes the name back', async () => {
    const standard = newId()
    batch({ ...head(standard, 3), sk: 'HEAD' })
    const save = (rev: number) =>
      put(newId(), { expectRev: 0, namesAt: { [standard]: rev } }, naming(standard))
    expect(await refusal(save(2))).toMatchObject({ code: 'too_many_requests' })
    expect(sent.commandCalls(TransactWriteCommand)).toHaveLength(0)
    const [said, back] = sent.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems)
    expect(said!['items']![0]!.PutRequest!.Item).toMatchObject({ pk: `N#${standard}` })
    expect(back!['items']![0]!.DeleteRequest!.Key).toMatchObject({ pk: `N#${standard}` })
    expect((await save(3)).rev).toBe(1)
  })
  it('says a name again that it had before, where it rests on it from now on', async () => {
    const [standard, product] = [newId(), newId()]
    batch({ ...head(standard, 3), sk: 'HEAD' })
    await put(product, { expectRev: 0 }, naming(standard))
    const said = () =>
      sent
        .commandCalls(BatchWriteCommand)
        .flatMap(({ args }) => args[0].input.RequestItems!['items']!)
        .flatMap(({ PutRequest }) => String(PutRequest?.Item?.['sk'] ?? '').split('#')[2] || [])
    expect(
      await refusal(put(product, { expectRev: 1, namesAt: { [standard]: 2 } }, naming(standard))),
    ).toMatchObject({
      code: 'too_many_requests',
    })
    expect(said()).toEqual(['1', '2'])
    expect((await put(product, { expectRev: 1, namesAt: { [standard]: 3 } }, naming(standard))).rev).toBe(2)
  })
  it('waits for nobody but the class that may not name it', async () => {
    const [standard, list, product] = [newId(), newId(), newId()]
    const said = (entityclass: string, id: string) => ({
      pk: `N#${standard}`,
      sk: `${entityclass}#${id}#1#t`,
      at: 0,
    })
    sent.on(GetCommand).resolves({ Item: { ...head(standard, 1), sk: 'HEAD' } })
    sent.on(GetCommand, { Key: { pk: 'L#names', sk: 'L' } }).resolves({
      Item: { pk: 'L#names', sk: 'L', layout: namesLayout },
    })
    const save = () =>
      t.store.put(entity(standard, {}, 'biostandard'), { expectRev: 1, onlyIfUnnamedBy: 'product' })
    sent.on(QueryCommand).resolves({ Items: [said('list', list)] })
    expect((await save()).rev).toBe(2)
    const body = JSON.stringify(naming(standard))
    const meta = JSON.stringify({ disabled: true })
    batch({ ...head(product, 1), sk: 'HEAD', meta, body })
    sent.on(QueryCommand).resolves({ Items: [said('list', list), said('product', product)] })
    t = open()
    expect(await refusal(save())).toMatchObject({ code: 'rule_violated', key: 'stillNamed' })
  })
})

describe('a table with entities of an older layout', () => {
  it('lets nothing be deleted or erased until all their names are noted', async () => {
    const id = newId()
    sent.on(GetCommand).resolves({ Item: head(id, 1) })
    sent.on(QueryCommand).resolves({ Items: [] })
    sent.on(UpdateCommand).resolves({})
    sent.on(TransactWriteCommand).resolves({})
    const marker = { Key: { pk: 'L#names', sk: 'L' } }
    sent.on(GetCommand, marker).resolves({})
    const gone = { ...entity(id), disabled: true }
    const remove = () => t.store.put(gone, { expectRev: 1, onlyIfUnnamed: true })
    for (const act of [remove, () => t.store.erase(id, 'super', 'now')])
      expect(await refusal(act())).toMatchObject({ code: 'rule_violated', key: 'upgradePending' })
    expect(sent.commandCalls(UpdateCommand)).toHaveLength(0)
    expect(sent.commandCalls(TransactWriteCommand)).toHaveLength(0)
    // Nor is a base approval changed; who only shows what names it, shows what is known.
    const [before, after] = [true, false].map((baseApproval) => entity(id, { baseApproval }, 'biostandard'))
    const change = () => standardInUseRefusal(before!, after!, t.store)
    expect(await refusal(change())).toMatchObject({ code: 'rule_violated', key: 'upgradePending' })
    expect(await t.store.listNaming(id, { limit: 5 })).toEqual({ list: [] })
    // The upgrade has come to its end.
    sent.on(GetCommand, marker).resolves({ Item: { ...marker.Key, layout: namesLayout } })
    expect((await remove()).rev).toBe(2)
    expect(await change()).toBeUndefined()
  })
})

it('an erasure deletes the states in the bucket side by side', async () => {
  const id = newId()
  sent.on(GetCommand).resolves({ Item: { pk: `E#${id}`, sk: 'HEAD', rev: 61, meta: '{}' } })
  const revisions = Array.from({ length: 60 }, (_, n) => ({
    pk: `E#${id}`,
    sk: `R#${n}`,
    bodyAt: `overflow/x/${n}`,
  }))
  sent.on(QueryCommand).resolvesOnce({ Items: revisions }).resolves({ Items: [] })
  sent.on(BatchWriteCommand).resolves({})
  let [open, most, all] = [0, 0, 0]
  const bucket = {
    ...t.bucket,
    async delete() {
      all++
      most = Math.max(most, ++open)
      await new Promise((resolve) => setImmediate(resolve))
      open--
    },
  }
  const dynamo = new Dynamo(client, 'items', { pause: async () => {} })
  await createEntityStore({ dynamo, bucket }).erase(id, 'super', 'now')
  expect([most, all]).toEqual([25, 60])
})

describe('a deletion of what many deleted entities name', () => {
  const deleted = Array.from({ length: 250 }, newId)
  const id = newId()
  const layout = { pk: 'L#names', sk: 'L' }
  let millis = 0
  let perRead = 0
  const remove = () => {
    const dynamo = new Dynamo(client, 'items', { pause: async () => {} })
    const store = createEntityStore({ dynamo, bucket: t.bucket, now: () => millis })
    return store.put({ ...entity(id), disabled: true }, { expectRev: 1, onlyIfUnnamed: true })
  }
  const read: { count: number; attributes: string }[] = []
  beforeEach(() => {
    read.length = 0
    millis = 0
    sent.on(GetCommand).resolves({ Item: { ...head(id, 1), sk: 'HEAD' } })
    sent.on(GetCommand, { Key: layout }).resolves({ Item: { ...layout, layout: namesLayout } })
    sent.on(UpdateCommand).resolves({})
    sent.on(TransactWriteCommand).resolves({})
    sent.on(QueryCommand).callsFake(({ ExclusiveStartKey, Limit }) => {
      const from = Number(ExclusiveStartKey?.sk ?? 0)
      const Items = deleted
        .slice(from, from + Limit)
        .map((one) => ({ pk: `N#${id}`, sk: `product#${one}#1#t` }))
      const next = from + Items.length
      return { Items, ...(next < deleted.length && { LastEvaluatedKey: { pk: 'x', sk: String(next) } }) }
    })
    sent.on(BatchGetCommand).callsFake((input) => {
      const { Keys, ProjectionExpression = 'all' } = input.RequestItems.items
      millis += perRead
      read.push({ count: Keys.length, attributes: ProjectionExpression })
      const meta = JSON.stringify({ disabled: true })
      return {
        Responses: { items: Keys.map(({ pk }: Item) => ({ ...head(pk.slice(2), 1), sk: 'HEAD', meta })) },
      }
    })
  })
  it('reads their heads alone', async () => {
    perRead = 0
    expect((await remove()).rev).toBe(2)
    expect(read.map(({ count }) => count)).toEqual([100, 100, 50])
    for (const { attributes } of read) expect(attributes).not.toMatch(/all|body/)
  })
  it('gives up in words before nobody waits any more, and leaves the entity open', async () => {
    perRead = 7_000
    expect(await refusal(remove())).toMatchObject({ code: 'rule_violated', key: 'tooManyNamers' })
    expect(sent.commandCalls(TransactWriteCommand)).toHaveLength(0)
    const updates = sent.commandCalls(UpdateCommand).map(({ args }) => args[0].input.UpdateExpression)
    expect(updates).toEqual(['SET closing = :token, closingAt = :at', 'REMOVE closing, closingAt'])
  })
})

describe('the table’s answers', () => {
  it('list a class by its index, then read the heads', async () => {
    sent.on(QueryCommand).resolves({ Items: [] })
    await t.store.listByClass('label', { cursor: 'abc', limit: 5 })
    expect(sent.call(0).args[0].input).toMatchObject({
      TableName: 'items',
      IndexName: 'by-class',
      KeyConditionExpression: '#class = :class AND pk > :after',
      ExpressionAttributeNames: { '#class': 'class' },
      ExpressionAttributeValues: { ':class': 'label', ':after': 'E#abc' },
      Limit: 6,
    })
  })
  it('count a class in its index, all partitions side by side, page by page', async () => {
    sent.on(QueryCommand).resolves({ Count: 3 })
    const ofPart = { ExpressionAttributeValues: { ':class': 'product#5' } }
    sent
      .on(QueryCommand, ofPart)
      .resolvesOnce({ Count: 9_000, LastEvaluatedKey: { pk: 'E#x', sk: 'HEAD', class: 'product#5' } })
      .resolvesOnce({ Count: 1_000 })
    expect(await t.store.countByClass('product')).toBe(10_000 + 16 * 3)
    const asked = sent.commandCalls(QueryCommand).map(({ args }) => args[0].input)
    expect(asked).toHaveLength(18)
    for (const input of asked) expect(input).toMatchObject({ IndexName: 'by-class', Select: 'COUNT' })
  })
  it('page through a history backwards from where it was asked, without states', async () => {
    sent.on(GetCommand).resolves({ Item: head('x', 60) })
    sent.on(QueryCommand).resolves({ Items: [] })
    expect(await t.store.history('x', { start: 50, limit: 5 })).toEqual({ revisions: [], count: 60 })
    expect(sent.commandCalls(QueryCommand)[0]!.args[0].input).toMatchObject({
      ExpressionAttributeValues: {
        ':pk': 'E#x',
        ':first': 'R#',
        ':last': 'R#0000000010',
      },
      ProjectionExpression: '#pk, #sk, #ofclass, #rev, #meta, #metaAt',
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: 5,
    })
    await t.store.history('x', { start: 60, limit: 5 })
    await t.store.history('x', { start: 0, limit: 0 })
    expect(sent.commandCalls(QueryCommand)).toHaveLength(1)
  })
})

describe('writes', () => {
  it('are told in this process, also where nobody knows whether they happened', async () => {
    const told: Written[] = []
    const stop = t.store.onWrite((one) => told.push(one))
    const [a, b] = [newId(), newId()]
    sent.on(TransactWriteCommand).resolvesOnce({}).rejectsOnce(new Error('no answer'))
    await put(a, { expectRev: 0 })
    await expect(put(b, { expectRev: 0 })).rejects.toThrow()
    expect(told).toEqual([
      { id: a, entityclass: 'product' },
      { id: b, entityclass: 'product' },
    ])
    stop()
    await put(newId(), { expectRev: 0 })
    expect(told).toHaveLength(2)
  })
})
