import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import { createJobStore } from '../../functions/adapters/embedded/job-store.ts'
import { runQueues } from '../../functions/adapters/embedded/queue-runner.ts'
import { startTask } from '../../functions/domain/job/message.ts'
import type { RebuildPlace, SearchIndex } from '../../functions/ports/search-index.ts'
import { givenUpIn } from '../../functions/runtime/given-up.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import { queueHandler } from '../../functions/runtime/queue.ts'
import { type Follower, followFeed, streamHandler } from '../../functions/runtime/stream.ts'
import { allDocuments, reindexAll } from '../../functions/services/index/reindex-all.ts'
import indexEntities from '../../functions/streams/index-entities.ts'
import reindexWorker from '../../functions/workers/reindex.ts'
import { fixedIds } from '../../shared/constants.ts'
import { CallError } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { IndexDocument, IndexQuery } from '../../shared/search/index-query.ts'
import { openEmbeddedStore } from './embedded.ts'
import { plainIndex } from './plain-index.ts'
import { entity, newId } from './store-under-test.ts'

const base = fixedIds.list.base

/** One process writes (`store`), another one indexes, with a store and caches of its own. */
async function openWorld(kept = plainIndex()) {
  const t = await openEmbeddedStore()
  const indexing = await openEmbeddedStore({ folder: t.folder })
  const queue = createJobQueue(indexing.db, t.millis)
  const lines: Record<string, unknown>[] = []
  const log = (line: Record<string, unknown>) => void lines.push(line)
  /** What the index was told, to see what was left alone. */
  const applied: string[] = []
  let isAway = false
  let refused: string | undefined
  const index: SearchIndex = {
    ...kept,
    async apply(changes) {
      if (isAway) throw new CallError('search_unavailable', 'the index is away')
      applied.push(...changes.map((change) => change.id))
      await kept.apply(changes.filter(({ id }) => id !== refused))
      return changes
        .filter(({ id }) => id === refused)
        .map(({ id, entityclass }) => ({ id, entityclass, reason: 'cannot be put into the index' }))
    },
  }
  const ports = {
    entities: indexing.store,
    changes: indexing.feed,
    index,
    jobs: queue,
    jobStore: createJobStore(t.db, t.millis),
    clock: systemClock,
  } as Partial<Ports> as Ports
  const follow = (): Follower =>
    followFeed({
      feed: indexing.feed,
      reader: 'index',
      handle: streamHandler(indexEntities, ports, log),
      position: index.position,
      setPosition: index.setPosition,
      async startOver(signal) {
        const from = (await indexing.feed.end()) ?? undefined
        await index.rebuild(allDocuments(ports, { signal, log }))
        return from
      },
      givenUp: givenUpIn(indexing.store, 'index'),
      log,
    })
  const save = async (id: string, entityclass: string, data: object) => {
    const rev = (await t.store.get(id))?.rev ?? 0
    return t.store.put(entity(id, data as Entity['data'], entityclass), { expectRev: rev })
  }
  const find = async (query: IndexQuery, entityclass = 'product') => {
    const page = { start: 0, limit: 250 }
    const hits = await index.search({ entityclass, query, sort: [], page, fetch: [] })
    return hits.rows.map((row) => row.id)
  }
  const setAway = (value: boolean) => {
    isAway = value
  }
  /** The entity that the index refuses, until told otherwise. */
  const setRefused = (id: string | undefined) => {
    refused = id
  }
  const close = async () => {
    await indexing.close()
    await t.close()
  }
  return {
    ...t,
    close,
    queue,
    lines,
    log,
    applied,
    ports,
    index,
    kept,
    follow,
    save,
    find,
    setAway,
    setRefused,
  }
}
type World = Awaited<ReturnType<typeof openWorld>>

interface ListOptions {
  name?: string
  linked?: Record<string, string>
  company?: string
  category?: string
  component?: string
}
const list = ({ name, linked = {}, company, category, component }: ListOptions) => ({
  ...(name !== undefined && { 'basis-f1': { textValue: name } }),
  ...(category && { _category: category }),
  _linked: linked,
  _companies: company ? { a: { company, role: 'manufacturer' } } : {},
  _components: { base: component ? { a: { component, secrecy: 'public' } } : {}, additional: {} },
  _approval: {},
})
const product = (options: ListOptions, more: object = {}) => ({
  ...more,
  listData: { [base]: list(options) },
})
const company = (name: string, more: object = {}) => ({
  baseData: { name, ...more },
  addresses: {},
  contactPersons: {},
})
const words = (field: string, value: string): IndexQuery => ({ op: 'words', field, value })

describe('the index follows the store', () => {
  let w: World
  let follower: Follower
  beforeEach(async () => {
    w = await openWorld()
    follower = w.follow()
  })
  afterEach(async () => {
    await follower.stop()
    await w.close()
  })

  it('finds what was written, in its last state, and no longer what was erased', async () => {
    const [first, second] = [newId(), newId()]
    await w.save(first, 'product', product({ name: 'Kompost' }))
    await w.save(second, 'product', product({ name: 'Torf' }))
    await w.save(second, 'product', product({ name: 'Rinde' }))
    await follower.caughtUp()
    expect(await w.find(words('name', 'kompost'))).toEqual([first])
    expect(await w.find(words('name', 'rinde'))).toEqual([second])
    expect(await w.find(words('name', 'torf'))).toEqual([])
    expect(await w.index.position()).toBe(await w.feed.end())
    await w.store.erase(second, 'super', '2026-02-02T08:00:00.000Z')
    await follower.caughtUp()
    expect(await w.find({ op: 'all' })).toEqual([first])
  })

  it('keeps what it could not take, goes on with the rest, and takes it at a later start', async () => {
    const [bad, good] = [newId(), newId()]
    w.setRefused(bad)
    await w.save(bad, 'product', product({ name: 'Kompost' }))
    await w.save(good, 'product', product({ name: 'Torf' }))
    await follower.caughtUp()
    expect(await w.find({ op: 'all' })).toEqual([good])
    for (const isMended of [false, true, true]) {
      await follower.stop()
      if (isMended) w.setRefused(undefined)
      follower = w.follow()
      await follower.caughtUp()
      expect(await w.find(words('name', 'kompost'))).toEqual(isMended ? [bad] : [])
    }
    const told = w.lines.filter(({ message }) => message === 'took what was given up')
    expect(told.map(({ of, failed }) => [of, failed])).toEqual([
      [1, 1],
      [1, 0],
    ])
  })

  it('renames a company at its products, and leaves them alone when something else of it changes', async () => {
    const [maker, one, two] = [newId(), newId(), newId()]
    await w.save(maker, 'company', company('Alpha'))
    await w.save(one, 'product', product({ name: 'Eins', company: maker }))
    await w.save(two, 'product', product({ name: 'Zwei' }))
    await follower.caughtUp()
    expect(await w.find(words('manufacturer', 'alpha'))).toEqual([one])

    w.applied.length = 0
    await w.save(maker, 'company', company('Alpha', { taxId: '12' }))
    await follower.caughtUp()
    expect(w.applied).toEqual([maker])

    w.applied.length = 0
    await w.save(maker, 'company', company('Beta', { taxId: '12' }))
    await follower.caughtUp()
    expect(w.applied).toEqual([maker, one])
    expect(await w.find(words('manufacturer', 'beta'))).toEqual([one])
    expect(await w.find(words('manufacturer', 'alpha'))).toEqual([])
  })

  it('moves products with their category, and renames their components', async () => {
    const [root, other, leaf, component, id] = [newId(), newId(), newId(), newId(), newId()]
    const category = (title: string, parent?: string) => ({
      title: { de_DE: title },
      ...(parent && { parent }),
      order: 1,
      mainCategoryKey: 'fertilisers',
    })
    await w.save(root, 'category', category('Dünger'))
    await w.save(other, 'category', category('Futter'))
    await w.save(leaf, 'category', category('Guano', root))
    await w.save(component, 'component', { title: { de_DE: 'Kalk' } })
    await w.save(id, 'product', product({ name: 'Eins', category: leaf, component }))
    await follower.caughtUp()
    const inCategory = (of: string) => w.find({ op: 'terms', field: 'inCategory', values: [of] })
    expect(await inCategory(root)).toEqual([id])

    await w.save(leaf, 'category', category('Guano', other))
    await follower.caughtUp()
    expect(await inCategory(root)).toEqual([])
    expect(await inCategory(other)).toEqual([id])
    expect(await w.find(words('categoryTree', 'futter'))).toEqual([id])

    await w.save(component, 'component', { title: { de_DE: 'Branntkalk' } })
    await follower.caughtUp()
    const named = (of: string): IndexQuery => ({
      op: 'nested',
      path: 'lists',
      of: { op: 'nested', path: 'components', of: words('name', of) },
    })
    expect(await w.find(named('branntkalk'))).toEqual([id])
  })

  it('brings the values of a derived product to all generations below it', async () => {
    const ids = Array.from({ length: 4 }, newId)
    await w.save(ids[0]!, 'product', product({ name: 'Urahn' }))
    for (let i = 1; i < ids.length; i++) {
      const linked = { 'basis-f1': 'derived' }
      await w.save(ids[i]!, 'product', product({ linked }, { derivedProductId: ids[i - 1] }))
    }
    await follower.caughtUp()
    expect(await w.find(words('name', 'urahn'))).toEqual([...ids].sort())

    await w.save(ids[0]!, 'product', product({ name: 'Neuling' }))
    await follower.caughtUp()
    expect(await w.find(words('name', 'neuling'))).toEqual([...ids].sort())

    w.applied.length = 0
    const archived = { ...product({ name: 'Neuling' }), archived: true }
    await w.save(ids[0]!, 'product', archived)
    await follower.caughtUp()
    expect(w.applied).toEqual([ids[0]])

    await w.store.erase(ids[0]!, 'super', '2026-02-02T08:00:00.000Z', { evenIfNamed: true })
    await follower.caughtUp()
    expect(await w.find(words('name', 'neuling'))).toEqual([])
  })

  it('passes over a record that cannot be read, tells of it, and takes the others', async () => {
    const [bad, good] = [newId(), newId()]
    await Promise.all([
      w.save(bad, 'product', { listData: { [base]: null } }),
      w.save(good, 'product', product({ name: 'Gut' })),
    ])
    await follower.caughtUp()
    expect(await w.find(words('name', 'gut'))).toEqual([good])
    expect(w.lines.filter((line) => line['poisoned'])).toMatchObject([{ poisoned: bad, rev: 1 }])
    await w.save(bad, 'product', product({ name: 'Geheilt' }))
    await follower.caughtUp()
    expect(await w.find(words('name', 'geheilt'))).toEqual([bad])
  })

  it('waits for an index that is away, and loses nothing', async () => {
    const id = newId()
    w.setAway(true)
    await w.save(id, 'product', product({ name: 'Geduld' }))
    // What another process wrote is looked for at once where somebody waits for it.
    const caughtUp = follower.caughtUp()
    await expect.poll(() => w.lines.length).toBeGreaterThan(0)
    expect(await w.find({ op: 'all' })).toEqual([])
    w.setAway(false)
    await caughtUp
    expect(await w.find(words('name', 'geduld'))).toEqual([id])
    expect(w.lines.some((line) => line['poisoned'])).toBe(false)
  })

  it('queues the rest where very many products are affected, and still reaches all', async () => {
    const maker = newId()
    await w.save(maker, 'company', company('Alpha'))
    const ids = Array.from({ length: 800 }, newId)
    await Promise.all(ids.map((id) => w.save(id, 'product', product({ name: id, company: maker }))))
    await follower.caughtUp()
    await w.save(maker, 'company', company('Omega'))
    await follower.caughtUp()
    expect(w.queue.isEmpty('reindex')).toBe(false)
    // A batch that was cut off behind it comes again, and begins no second job.
    const renamed = (await w.ports.changes.read(undefined, 2000)).filter(
      ({ id, rev }) => id === maker && rev === 2,
    )
    expect(await streamHandler(indexEntities, w.ports, w.log)(renamed)).toEqual([])
    const handle = queueHandler(reindexWorker, w.ports, w.log)
    const runner = runQueues(w.queue, [{ kind: 'reindex', handle, handleDead: async () => [] }], w)
    await runner.idle()
    await runner.stop()
    expect(await w.index.count('product', words('manufacturer', 'omega'))).toBe(800)
    expect(await w.index.count('product', words('manufacturer', 'alpha'))).toBe(0)
    const { list } = await w.store.listByClass('batchjob', { limit: 5 })
    expect(list).toMatchObject([{ data: { kind: 'reindex', status: 'complete', done: 300, failed: 0 } }])
  })

  it('brings a class of large entities up to date without holding many of them, by their ids alone', async () => {
    const ids = Array.from({ length: 30 }, newId)
    const notes = 'wort '.repeat(100_000)
    for (const id of ids) await w.save(id, 'product', product({ name: 'gross' }, { notes }))
    await follower.caughtUp()
    const { entities } = w.ports
    const held: number[] = []
    const counting = {
      ...entities,
      listByClass: () => Promise.reject(new Error('reads what it need not')),
      async getMany(asked: string[]) {
        held.push(asked.length)
        return entities.getMany(asked)
      },
    }
    w.applied.length = 0
    const groups: number[] = []
    const index: SearchIndex = {
      ...w.index,
      async apply(changes) {
        groups.push(changes.length)
        return w.index.apply(changes)
      },
    }
    const ports = { ...w.ports, entities: counting, index } as Ports
    await w.queue.send([{ kind: 'reindex', jobId: newId(), unit: startTask({ entityClass: 'product' }) }])
    const handle = queueHandler(reindexWorker, ports, w.log)
    const runner = runQueues(w.queue, [{ kind: 'reindex', handle, handleDead: async () => [] }], w)
    await runner.idle()
    await runner.stop()
    // The job itself is indexed, too.
    expect(w.applied.filter((id) => ids.includes(id)).sort()).toEqual(ids.sort())
    expect(Math.max(...held)).toBeLessThanOrEqual(10)
    expect(Math.max(...groups)).toBeLessThanOrEqual(20)
  })

  it('a job of reindexing does all but the product that the index refuses, and names it with the reason', async () => {
    const ids = Array.from({ length: 30 }, newId)
    for (const id of ids) await w.save(id, 'product', product({ name: 'alt' }))
    await follower.caughtUp()
    const [bad] = ids
    w.setRefused(bad)
    w.applied.length = 0
    await w.queue.send([{ kind: 'reindex', jobId: newId(), unit: startTask({ entityClass: 'product' }) }])
    const handle = queueHandler(reindexWorker, w.ports, w.log)
    const runner = runQueues(w.queue, [{ kind: 'reindex', handle, handleDead: async () => [] }], w)
    await runner.idle()
    await runner.stop()
    expect(new Set(w.applied.filter((id) => ids.includes(id)))).toEqual(new Set(ids))
    const { list } = await w.store.listByClass('batchjob', { limit: 5 })
    expect(list).toMatchObject([{ data: { status: 'complete', done: 30, failed: 1 } }])
    const reasons = await w.ports.jobStore.reasons(list[0]!.id, { limit: 10 })
    expect(reasons.list).toEqual([{ unit: bad, message: 'cannot be put into the index' }])
  })

  it('rebuilds while others write: searches go on, and nothing is missed', async () => {
    const ids = Array.from({ length: 300 }, newId)
    await Promise.all(ids.map((id) => w.save(id, 'product', product({ name: 'alt' }))))
    await follower.caughtUp()
    let isDone = false
    const rebuilding = follower.startOver().then(() => {
      isDone = true
    })
    let written = 0
    while (!isDone) {
      const id = ids[written++ % ids.length]!
      await w.save(id, 'product', product({ name: `neu ${written}` }))
      expect(await w.index.count('product', { op: 'all' })).toBeGreaterThanOrEqual(299)
    }
    await w.store.erase(ids[299]!, 'super', '2026-02-02T08:00:00.000Z')
    await rebuilding
    await follower.caughtUp()
    const rows = await w.index.search({
      entityclass: 'product',
      query: { op: 'all' },
      sort: [],
      page: { start: 0, limit: 250 },
      fetch: [],
    })
    expect(rows.count).toBe(299)
    for (const row of rows.rows) expect(row.rev).toBe((await w.store.get(row.id))?.rev)
    expect(await w.index.position()).toBe(await w.feed.end())
  })
})

describe('the index after an interruption', () => {
  it('goes on from its position; repeated changes do no harm', async () => {
    const w = await openWorld()
    const ids = Array.from({ length: 5 }, newId)
    const first = w.follow()
    for (const id of ids.slice(0, 3)) await w.save(id, 'product', product({ name: 'da' }))
    await first.caughtUp()
    const earlier = (await w.feed.read(undefined, 1))[0]!.seq
    await first.stop()
    for (const id of ids.slice(2)) await w.save(id, 'product', product({ name: 'später' }))
    await w.index.setPosition(earlier)

    const second = w.follow()
    await second.caughtUp()
    await second.stop()
    expect(await w.find(words('name', 'da'))).toEqual(ids.slice(0, 2))
    expect(await w.find(words('name', 'spater'))).toEqual(ids.slice(2))
    await w.close()
  })

  it('starts over from the store when the feed no longer reaches back to its position', async () => {
    const w = await openWorld()
    const [gone, kept] = [newId(), newId()]
    const stale: IndexDocument = { id: gone, entityclass: 'product', rev: 1, fields: {}, nested: {} }
    await w.kept.apply([{ id: gone, entityclass: 'product', rev: 1, document: stale }])
    await w.save(kept, 'product', product({ name: 'Bleibt' }))
    await w.db.write(() => w.db.prepare('DELETE FROM feed').run())

    const follower = w.follow()
    await follower.caughtUp()
    await follower.stop()
    expect(await w.find({ op: 'all' })).toEqual([kept])
    expect(await w.index.position()).toBe(await w.feed.end())
    await w.close()
  })

  it('can be built on from where the building was cut off', async () => {
    const w = await openWorld()
    const wanted: string[] = []
    for (let i = 0; i < 250; i++) {
      const id = newId()
      wanted.push(id)
      await w.save(id, 'company', company(`Nr ${i}`))
    }
    const at: RebuildPlace = { store: 'one', since: '2026-01-01T00:00:00.000Z' }
    const found: string[] = []
    let asked = 0
    for await (const page of allDocuments(w.ports, { at })) {
      // The page that it is cut off in is lost, and the place is behind one that is not.
      if (page.length > 0 && ++asked === 3) break
      found.push(...page.map(({ id }) => id))
    }
    expect(at.place).toBeDefined()
    for await (const page of allDocuments(w.ports, { at })) found.push(...page.map(({ id }) => id))
    expect(new Set(found)).toEqual(new Set(wanted))
    // Only what was on its way is given once more.
    expect(found.length).toBeLessThan(wanted.length + 101)
    await w.close()
  })

  it('begins anew at a place that another version noted in classes of its own, and ends where all was read', async () => {
    const w = await openWorld()
    const id = newId()
    await w.save(id, 'company', company('Alpha'))
    const read = async (place: object) => {
      const at: RebuildPlace = {
        store: 'one',
        since: '2026-01-01T00:00:00.000Z',
        place: JSON.stringify(place),
      }
      const found: string[] = []
      for await (const page of allDocuments(w.ports, { at })) found.push(...page.map((one) => one.id))
      return { found, place: at.place! }
    }
    const anew = await read({ class: 'parcel', cursor: 'x' })
    expect(anew.found).toEqual([id])
    expect((await read({ class: 7 })).found).toEqual([id])
    expect((await read(JSON.parse(anew.place))).found).toEqual([])
    await w.close()
  })

  it('is right about what changed while pages were on their way, before the place moves on', async () => {
    const w = await openWorld()
    const [maker, id] = [newId(), newId()]
    await w.save(maker, 'company', company('Alpha'))
    await w.save(id, 'product', product({ name: 'Eins', company: maker }))
    const at: RebuildPlace = { store: 'one', since: '2026-01-01T00:00:00.000Z' }
    const places: (string | undefined)[] = []
    let times = 0
    for await (const page of allDocuments(w.ports, { at })) {
      await w.kept.apply(page.map((document) => ({ ...document, document })))
      if (!page.some((one) => one.id === id)) continue
      places.push(at.place)
      if (++times === 1) await w.save(maker, 'company', company('Beta'))
    }
    expect(times).toBe(2)
    expect(places[1]).toBe(places[0])
    expect(at.place).not.toBe(places[0])
    expect(await w.find(words('manufacturer', 'beta'))).toEqual([id])
    await w.close()
  })

  it('is built anew by the reindex of a store at rest', async () => {
    const w = await openWorld()
    const [maker, id] = [newId(), newId()]
    await w.save(maker, 'company', company('Alpha'))
    await w.save(id, 'product', product({ name: 'Eins', company: maker }))
    const progress: number[] = []
    await reindexAll(w.ports, (count) => progress.push(count))
    expect(progress.at(-1)).toBe(2)
    expect(await w.find(words('manufacturer', 'alpha'))).toEqual([id])
    expect(await w.find(words('name', 'alpha'), 'company')).toEqual([maker])
    expect(await w.index.position()).toBe(await w.feed.end())
    await w.close()
  })
})
