import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeFeed } from '../../functions/ports/entity-store.ts'
import { entity, newId, readAll, type StoreUnderTest } from './store-under-test.ts'

/** What every feed promises, the table's stream too. */
export function changeFeedContract(name: string, open: () => Promise<StoreUnderTest>) {
  describe(`change feed: ${name}`, () => {
    let t: StoreUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())

    it('tells every committed write at least once, those of one entity in order, with the state after it', async () => {
      const start = await t.feed.end()
      const ids = Array.from({ length: 12 }, newId)
      await Promise.all(
        ids.map(async (id) => {
          for (let rev = 0; rev < 8; rev++) await t.store.put(entity(id, { id, rev }), { expectRev: rev })
        }),
      )
      const changes = await readAll(t.feed, start)
      for (const id of ids) {
        const own = changes.filter((change) => change.id === id)
        expect([...new Set(own.map((change) => change.rev))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
        for (const change of own) {
          expect(change.entityclass).toBe('product')
          expect(change.entity).toMatchObject({ id, rev: change.rev, data: { id, rev: change.rev - 1 } })
        }
      }
      const positions = changes.map((change) => change.seq)
      expect(positions).toEqual([...positions].sort())
      expect(await t.feed.end()).toBe(positions.at(-1))
    })

    it('tells nothing of a write that was refused', async () => {
      const id = newId()
      await t.store.put(entity(id), { expectRev: 0 })
      const start = await t.feed.end()
      await Promise.allSettled([1, 2, 3].map((n) => t.store.put(entity(id, { n }), { expectRev: 1 })))
      expect((await readAll(t.feed, start)).map((change) => change.rev)).toEqual([2])
    })

    it('reads on from any position, by pages of any size', async () => {
      const start = (await t.feed.end()) ?? undefined
      for (let i = 0; i < 7; i++) await t.store.put(entity(newId(), { i }), { expectRev: 0 })
      const all = (await readAll(t.feed, start)).map((change) => change.seq)
      expect(all).toHaveLength(7)
      for (const limit of [1, 3, 7, 100]) {
        const seen: string[] = []
        for (let after = start; ; after = seen.at(-1)) {
          const page = await t.feed.read(after, limit)
          if (page.length === 0) break
          expect(page.length).toBeLessThanOrEqual(limit)
          seen.push(...page.map((change) => change.seq))
        }
        expect(seen).toEqual(all)
      }
    })
  })
}

/** What a reader relies on that follows the feed by itself; the table's stream has Lambda for that. */
export function followedFeedContract(
  name: string,
  open: () => Promise<StoreUnderTest & { feed: ChangeFeed }>,
) {
  describe(`change feed to follow: ${name}`, () => {
    let t: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())

    it('hints soon after a write, until it is asked to stop', async () => {
      let hints = 0
      let heard: () => void = () => {}
      const first = new Promise<void>((resolve) => {
        heard = resolve
      })
      const stop = t.feed.onChange(() => {
        hints++
        heard()
      })
      await t.store.put(entity(newId()), { expectRev: 0 })
      await first
      stop()
      const before = hints
      await t.store.put(entity(newId()), { expectRev: 0 })
      expect(hints).toBe(before)
    })

    it('says whether everything behind a position can be read', async () => {
      await t.store.put(entity(newId()), { expectRev: 0 })
      expect(await t.feed.holdsAfter((await t.feed.end()) ?? undefined)).toBe(true)
      const [change] = await t.feed.read(undefined, 1)
      expect(await t.feed.holdsAfter(change!.seq)).toBe(true)
    })
  })
}
