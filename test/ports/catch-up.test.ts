/** An index that has lost changes, and the store that has them. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import { streamHandler } from '../../functions/runtime/stream.ts'
import { catchUp, updateSince } from '../../functions/services/index/catch-up.ts'
import { makeDocuments } from '../../functions/services/index/index-documents.ts'
import { allDocuments } from '../../functions/services/index/reindex-all.ts'
import indexEntities from '../../functions/streams/index-entities.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { IndexQuery } from '../../shared/search/index-query.ts'
import { openEmbeddedStore } from './embedded.ts'
import { plainIndex } from './plain-index.ts'
import { entity, newId } from './store-under-test.ts'

async function openWorld() {
  const t = await openEmbeddedStore({})
  const index = plainIndex()
  const applied: string[] = []
  /** An entity that cannot be read. */
  const spoiled = new Set<string>()
  /** An entity that the index refuses. */
  const refused = new Set<string>()
  const read = <T>(ids: string[], work: () => Promise<T>): Promise<T> =>
    ids.some((id) => spoiled.has(id)) ? Promise.reject(new Error('no JSON')) : work()
  const entities = new Proxy(t.store, {
    get: (store, name) => {
      if (name === 'get') return (id: string) => read([id], () => store.get(id))
      if (name === 'getMany') return (ids: string[]) => read(ids, () => store.getMany(ids))
      if (name === 'listByClass')
        return (...of: Parameters<typeof store.listByClass>) =>
          read([...spoiled], () => store.listByClass(...of))
      return Reflect.get(store, name)
    },
  })
  const ports = {
    entities,
    changes: t.feed,
    index: {
      ...index,
      async apply(changes: Parameters<typeof index.apply>[0]) {
        applied.push(...changes.map(({ id }) => id))
        await index.apply(changes.filter(({ id }) => !refused.has(id)))
        return changes
          .filter(({ id }) => refused.has(id))
          .map(({ id, entityclass }) => ({ id, entityclass, reason: 'too large' }))
      },
    },
    jobs: createJobQueue(t.db, t.millis),
    clock: systemClock,
  } as Partial<Ports> as Ports
  let position: string | undefined
  const handle = streamHandler(indexEntities, ports, () => {})
  const lines: Record<string, unknown>[] = []
  return {
    ...t,
    index,
    spoiled,
    refused,
    applied,
    lines,
    async save(id: string, entityclass: string, data: object) {
      const rev = (await t.store.get(id))?.rev ?? 0
      return t.store.put(entity(id, data as Entity['data'], entityclass), { expectRev: rev })
    },
    /** The indexer takes what was saved since it did so last. */
    async follow() {
      const changes = await t.feed.read(position, 1000)
      position = changes.at(-1)?.seq ?? position
      await handle(changes)
    },
    /** What was saved since is given up: the indexer never sees it. */
    async lose() {
      position = (await t.feed.read(position, 1000)).at(-1)?.seq ?? position
    },
    find: async (query: IndexQuery, entityclass = 'product') => {
      const page = { start: 0, limit: 250 }
      return (await index.search({ entityclass, query, sort: [], page, fetch: [] })).rows.map(({ id }) => id)
    },
    updateSince: (since: string) => updateSince(since, ports),
    /** Ids of the documents that a rebuild takes. */
    async rebuilt() {
      const ids: string[] = []
      for await (const page of allDocuments(ports, { log: (line) => lines.push(line) }))
        ids.push(...page.map(({ id }) => id))
      return ids.sort()
    },
    catchUp(options: { since?: string; withRevisions?: boolean } = {}) {
      const { withRevisions = true, ...more } = options
      applied.length = 0
      return catchUp(ports, {
        async *entitiesOf(entityclass) {
          const { list } = await t.store.listByClass(entityclass as 'product', { limit: 500 })
          for (const { id, rev } of list) yield withRevisions ? { id, rev } : { id }
        },
        log: (line) => lines.push(line),
        ...more,
      })
    },
  }
}
let w: Awaited<ReturnType<typeof openWorld>>
beforeEach(async () => {
  w = await openWorld()
})
afterEach(() => w.close())

const product = (name: string, company?: string) => ({
  listData: {
    [fixedIds.list.base]: {
      'basis-f1': { textValue: name },
      _linked: {},
      _companies: company ? { a: { company, role: 'manufacturer' } } : {},
      _components: { base: {}, additional: {} },
      _approval: {},
    },
  },
})
const company = (name: string) => ({ baseData: { name }, addresses: {}, contactPersons: {} })
const words = (field: string, value: string): IndexQuery => ({ op: 'words', field, value })

it.each([true, false])(
  'what is missing, older or erased is put right, the rest left alone (revisions listed: %s)',
  async (withRevisions) => {
    const [missing, older, erased, fine] = [newId(), newId(), newId(), newId()]
    for (const id of [older, erased, fine]) await w.save(id, 'product', product(`Alt ${id}`))
    await w.follow()
    await w.save(missing, 'product', product('Fehlt'))
    await w.save(older, 'product', product('Neu'))
    await w.store.erase(erased, 'super', '2026-02-02T08:00:00.000Z')
    await w.lose()

    expect(await w.catchUp({ withRevisions })).toEqual({ indexed: 2, removed: 1, failed: 0 })
    expect(w.applied.sort()).toEqual([missing, older, erased].sort())
    expect(await w.find(words('name', 'fehlt'))).toEqual([missing])
    expect(await w.find(words('name', 'neu'))).toEqual([older])
    expect((await w.find({ op: 'all' })).sort()).toEqual([missing, older, fine].sort())

    expect(await w.catchUp({ withRevisions })).toEqual({ indexed: 0, removed: 0, failed: 0 })
    expect(w.applied).toEqual([])
  },
)

it('products show the new name of a company whose change was lost', async () => {
  const [maker, shows, other] = [newId(), newId(), newId()]
  await w.save(maker, 'company', company('Alpha'))
  await w.save(shows, 'product', product('Eins', maker))
  await w.save(other, 'product', product('Zwei'))
  await w.follow()
  await w.save(maker, 'company', company('Omega'))
  await w.lose()
  expect(await w.catchUp()).toEqual({ indexed: 1, removed: 0, failed: 0 })
  expect(await w.find(words('manufacturer', 'omega'))).toEqual([shows])
  expect(await w.find(words('manufacturer', 'alpha'))).toEqual([])
  expect(w.applied).not.toContain(other)
})

it('also where the company itself was indexed, and only the step to its products was lost', async () => {
  const [maker, shows] = [newId(), newId()]
  await w.save(maker, 'company', company('Alpha'))
  await w.save(shows, 'product', product('Eins', maker))
  await w.follow()
  const renamed = await w.save(maker, 'company', company('Omega'))
  await w.lose()
  const [document] = (await makeDocuments([renamed], { entities: w.store })).documents
  await w.index.apply([{ ...document!, document: document! }])

  expect(await w.catchUp()).toEqual({ indexed: 0, removed: 0, failed: 0 })
  expect(await w.find(words('manufacturer', 'omega'))).toEqual([])
  await w.catchUp({ since: renamed.updated })
  expect(await w.find(words('manufacturer', 'omega'))).toEqual([shows])
})

it('an entity of which no document can be made is told, and keeps nobody out', async () => {
  const [broken, good] = [newId(), newId()]
  await w.save(broken, 'product', { listData: 'nothing' })
  await w.save(good, 'product', product('Gut'))
  await w.lose()
  expect(await w.catchUp()).toEqual({ indexed: 1, removed: 0, failed: 1 })
  expect(w.lines).toMatchObject([{ level: 'error', catchUp: 'product', id: broken }])
  expect(await w.find({ op: 'all' })).toEqual([good])
})

it('one that cannot be read is told, stays as it is in the index, and keeps nobody out', async () => {
  const [spoiled, good] = [newId(), newId()]
  await w.save(spoiled, 'product', product('Alt'))
  await w.follow()
  await w.save(spoiled, 'product', product('Neu'))
  await w.save(good, 'product', product('Gut'))
  await w.lose()
  w.spoiled.add(spoiled)
  expect(await w.catchUp()).toEqual({ indexed: 1, removed: 0, failed: 1 })
  expect(w.lines).toMatchObject([{ catchUp: 'product', id: spoiled, reason: 'no JSON' }])
  expect((await w.find({ op: 'all' })).sort()).toEqual([spoiled, good].sort())
})

it('a product that cannot be read is told, and keeps no other one from the new name of a company', async () => {
  const [maker, spoiled, good] = [newId(), newId(), newId()]
  await w.save(maker, 'company', company('Alpha'))
  for (const id of [spoiled, good]) await w.save(id, 'product', product('Eins', maker))
  await w.follow()
  await w.save(maker, 'company', company('Omega'))
  await w.lose()
  w.spoiled.add(spoiled)
  expect(await w.catchUp()).toEqual({ indexed: 1, removed: 0, failed: 1 })
  expect(w.lines).toMatchObject([{ catchUp: 'product', id: spoiled, reason: 'no JSON' }])
  expect(await w.find(words('manufacturer', 'omega'))).toEqual([good])
})

it('a product whose company cannot be read is told, and keeps no other one out', async () => {
  const [maker, shows, other] = [newId(), newId(), newId()]
  await w.save(maker, 'company', company('Alpha'))
  await w.save(shows, 'product', product('Eins', maker))
  await w.save(other, 'product', product('Zwei'))
  await w.lose()
  w.spoiled.add(maker)
  expect(await w.catchUp()).toEqual({ indexed: 1, removed: 0, failed: 2 })
  expect(w.lines).toMatchObject([{ id: shows, reason: `${maker} cannot be read` }, { id: maker }])
  expect(await w.find({ op: 'all' })).toEqual([other])
})

it('one that cannot be read is left out of a rebuild, and told', async () => {
  const [spoiled, ...good] = [newId(), newId(), newId()]
  for (const id of [spoiled, ...good]) await w.save(id, 'product', product('Neu'))
  w.spoiled.add(spoiled)
  expect(await w.rebuilt()).toEqual(good.sort())
  expect(w.lines).toEqual([{ level: 'error', reindex: 'product', id: spoiled, reason: 'no JSON' }])
})

it('an index that was built beside an older one learns what changed meanwhile', async () => {
  const [maker, shows] = [newId(), newId()]
  await w.save(maker, 'company', company('Alpha'))
  await w.save(shows, 'product', product('Eins', maker))
  await w.follow()
  const renamed = await w.save(maker, 'company', company('Omega'))
  await w.lose()
  const [document] = (await makeDocuments([renamed], { entities: w.store })).documents
  await w.index.apply([{ ...document!, document: document! }])
  await w.updateSince(renamed.updated)
  expect(await w.find(words('manufacturer', 'omega'))).toEqual([shows])
})

it('one that the index refuses is told, and keeps nobody out', async () => {
  const [bad, good] = [newId(), newId()]
  for (const id of [bad, good])
    await w.save(id, 'company', { baseData: { name: 'Neu' }, addresses: {}, contactPersons: {} })
  await w.lose()
  w.refused.add(bad)
  expect(await w.catchUp()).toEqual({ indexed: 1, removed: 0, failed: 1 })
  expect(await w.find({ op: 'all' }, 'company')).toEqual([good])
  expect(w.lines).toMatchObject([{ level: 'error', catchUp: 'company', id: bad, reason: 'too large' }])
})
