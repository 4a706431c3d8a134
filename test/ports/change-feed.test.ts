import { describe, expect, it } from 'vitest'
import { createChangeFeed } from '../../functions/adapters/embedded/change-feed.ts'
import { changeFeedContract, followedFeedContract } from './change-feed.suite.ts'
import { openEmbeddedStore } from './embedded.ts'
import { entity, newId, readAll } from './store-under-test.ts'

changeFeedContract('node:sqlite', openEmbeddedStore)
followedFeedContract('node:sqlite', openEmbeddedStore)

describe('change feed of node:sqlite', () => {
  it('drops what all readers are past, but never what one has yet to read', async () => {
    const t = await openEmbeddedStore()
    const feed = createChangeFeed(t.db, t.store, 10)
    for (let i = 0; i < 60; i++) await t.store.put(entity(newId(), { i }), { expectRev: 0 })
    const all = (await readAll(feed)).map((change) => change.seq)

    await feed.acknowledge('slow', all[19]!)
    await feed.acknowledge('quick', all[59]!)
    expect(await feed.holdsAfter(all[19])).toBe(true)
    expect((await readAll(feed, all[19])).map((change) => change.seq)).toEqual(all.slice(20))

    await feed.acknowledge('slow', all[55]!)
    expect(await feed.holdsAfter(undefined)).toBe(false)
    expect(await feed.holdsAfter(all[19])).toBe(false)
    expect(await feed.holdsAfter(all[55])).toBe(true)
    expect((await readAll(feed, all[55])).map((change) => change.seq)).toEqual(all.slice(56))
    await t.close()
  })

  it('counts positions on after everything was dropped and the file was opened again', async () => {
    const t = await openEmbeddedStore()
    const feed = createChangeFeed(t.db, t.store, 0)
    await t.store.put(entity(newId()), { expectRev: 0 })
    const end = (await feed.end())!
    await feed.acknowledge('only', end)
    await t.db.write(() => t.db.prepare('DELETE FROM feed').run())
    await t.db.close()

    const again = await openEmbeddedStore({ folder: t.folder })
    expect(await again.feed.end()).toBe(end)
    expect(await again.feed.holdsAfter(end)).toBe(true)
    expect(await again.feed.holdsAfter(undefined)).toBe(false)
    await again.store.put(entity(newId()), { expectRev: 0 })
    expect((await again.feed.read(end, 10))[0]!.seq > end).toBe(true)
    await again.close()
    await t.close()
  })

  it('knows a position that it has not reached: the file is older than its reader', async () => {
    const t = await openEmbeddedStore()
    await t.store.put(entity(newId()), { expectRev: 0 })
    expect(await t.feed.holdsAfter('0000000000000009')).toBe(false)
    await t.close()
  })
})
