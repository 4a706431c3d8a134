/** What operators do with table and index, on the engines of both, without a deployment. */
import { randomUUID } from 'node:crypto'
import { Client } from '@opensearch-project/opensearch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { createNoteMarks } from '../../functions/adapters/aws/note-marks.ts'
import { createSearchIndex } from '../../functions/adapters/aws/search-index.ts'
import {
  createTable,
  type DynamoLocal,
  missingForDynamo,
  startDynamo,
} from '../../scripts/cloud/dynamo-local.ts'
import { counts, fields, refused } from '../../scripts/ops/doctor/index-there.ts'
import type { Operator } from '../../scripts/ops/operator.ts'
import { reindex } from '../../scripts/ops/reindex.ts'
import { bringBack } from '../../scripts/ops/restore/bring-back.ts'
import { compare, countOf } from '../../scripts/ops/restore/compare.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { entity } from '../ports/store-under-test.ts'
import { openSearchNode, type SearchNode } from './search-node.ts'

const missing = missingForDynamo()
if (missing) console.warn(`not run: ${missing}`)

let dynamo: DynamoLocal
let node: SearchNode
beforeAll(async () => {
  if (missing) return
  dynamo = await startDynamo()
  node = await openSearchNode()
}, 300_000)
afterAll(async () => {
  await dynamo?.stop()
  await node?.stop()
})

/** A stage of a table and an index. */
async function openStage() {
  const name = `ops-${randomUUID()}`
  await createTable(dynamo.client, name)
  const bucket = plainBucket()
  const lines: string[] = []
  const table = async (other = name) => new Dynamo(dynamo.client, other)
  const store = createEntityStore({ dynamo: await table(), bucket })
  const o = {
    stage: name,
    dynamo: dynamo.client,
    say: (line: string) => lines.push(line),
    table,
    files: async () => bucket,
    store: async () => store,
    output: async () => name,
    searchClient: async () => new Client({ node: node.url }),
    async withIndex<T>(work: (index: ReturnType<typeof createSearchIndex>, client: Client) => Promise<T>) {
      const client = new Client({ node: node.url })
      try {
        return await work(createSearchIndex({ client, prefix: `inputlist-${name}`, believe: 0 }), client)
      } finally {
        await client.close()
      }
    },
  }
  return { o: o as unknown as Operator, store, lines, name }
}
const company = (id: string, addresses: object = {}): Entity =>
  entity(id, { baseData: { name: id }, addresses, contactPersons: {} } as never, 'company')

describe.skipIf(missing)('an operator', () => {
  it('builds an index anew but for what the engine refuses, which the doctor names until it is mended', async () => {
    const { o, store, lines } = await openStage()
    const [bad, good] = [randomUUID(), randomUUID()]
    // More rows than an index takes of one document.
    const rows = Array.from({ length: 50_001 }, (_, i) => [`a${i}`, { type: 'main', order: i }])
    await store.put(company(bad, Object.fromEntries(rows)), { expectRev: 0 })
    await store.put(company(good), { expectRev: 0 })

    expect(await reindex.run(o, { positionals: [] })).toBe(false)
    const named = new RegExp(`company ${bad}: .*nested documents`)
    expect(lines).toContainEqual(expect.stringMatching(named))
    expect(lines).toContainEqual(expect.stringMatching(/^The new index is in use, with 1 documents/))
    expect(await refused.look(o)).toMatchObject([{ is: 'wrong', what: expect.stringMatching(named) }])
    expect(await counts.look(o)).toMatchObject({ is: 'fine' })

    const state = company(bad)
    await store.put({ ...state, rev: 2 }, { expectRev: 1 })
    const change = { id: bad, entityclass: 'company', rev: 2 }
    const document = { ...change, fields: { id: bad, rev: 2 }, nested: {} }
    await o.withIndex(async (index) => {
      expect(await index.apply([{ ...change, document }])).toEqual([])
      await index.refresh('company')
    })
    expect(await refused.look(o)).toMatchObject({ is: 'fine' })
    expect(await reindex.run(o, { positionals: [] })).toBe(true)
  }, 120_000)

  it('is told how near an index comes to the fields that it may have', async () => {
    const { o } = await openStage()
    await o.withIndex(async (index, client) => {
      await index.apply([{ id: 'a', entityclass: 'product', rev: 1 }])
      expect(await fields.look(o)).toMatchObject({
        is: 'fine',
        what: expect.stringMatching(/ [1-9]\d* fields of 20000 /),
      })
      const properties = Object.fromEntries(
        Array.from({ length: 16_001 }, (_, i) => [`f${i}`, { type: 'boolean' }]),
      )
      await client.indices.putMapping({
        index: `inputlist-${o.stage}-product`,
        body: { properties } as never,
      })
    })
    expect(await fields.look(o)).toMatchObject([
      { is: 'wrong', what: expect.stringMatching(/-product-first has 16\d{3} fields of 20000 at most$/) },
    ])
  }, 120_000)

  it('brings back what people had read of notes', async () => {
    const { o, name } = await openStage()
    const copy = `${name}-restored`
    await createTable(dynamo.client, copy)
    const [then, now] = [createNoteMarks(await o.table(copy)), createNoteMarks(await o.table())]
    const [product, reader, newcomer, forgotten] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    for (const account of [reader, forgotten]) await then.change(account, product, { n1: 'read' })
    for (const account of [reader, newcomer]) await now.change(account, product, { n2: 'read' })

    const places = { isThere: async () => true, bringBack: async () => true }
    const difference = () =>
      compare(o, copy, places, async (revisions) => {
        expect(revisions).toEqual([])
      })
    const found = await difference()
    expect([found.marks.length, found.marksSince.length]).toEqual([2, 1])
    expect(await bringBack(o, copy, found, places, new Date())).toEqual([])
    for (const account of [reader, forgotten])
      expect((await now.of(account, [product])).get(product)).toEqual({ n1: 'read' })
    expect((await now.of(newcomer, [product])).get(product)).toBeUndefined()
    expect(countOf(await difference())).toBe(0)
  })
})
