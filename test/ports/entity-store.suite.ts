import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PutOptions } from '../../functions/ports/entity-store.ts'
import { maxEntityBytes } from '../../shared/constants.ts'
import { isCallError } from '../../shared/errors.ts'
import { compareWithModel, operation } from './entity-store.model.ts'
import { entity, newId, readAll, refusal, type StoreUnderTest } from './store-under-test.ts'

/** Writers and saves of the heaviest test; smaller for stores behind a network. */
export interface StoreScale {
  writers: number
  saves: number
  modelRuns: number
}

/** Every promise of the port's docs. Run it on each adapter. */
export function entityStoreContract(
  name: string,
  open: () => Promise<StoreUnderTest>,
  scale: StoreScale = { writers: 50, saves: 200, modelRuns: 150 },
) {
  describe(`entity store: ${name}`, () => {
    let t: StoreUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())

    describe('put and get', () => {
      it('creates revision 1 and gives back what was written', async () => {
        const id = newId()
        const data = { name: 'Grünkraft', nested: { list: [1, { a: null }], empty: {} }, constructor: 'ü€𝄞' }
        const written = await t.store.put(entity(id, data), { expectRev: 0 })
        expect(written).toMatchObject({ id, rev: 1, data })
        expect(await t.store.get(id)).toEqual({ ...entity(id, data), rev: 1 })
      })
      it('counts the revision up with each write', async () => {
        const id = newId()
        for (let rev = 0; rev < 4; rev++) {
          await t.store.put({ ...entity(id, { rev }), disabled: rev === 3 }, { expectRev: rev })
        }
        expect(await t.store.get(id)).toEqual({ ...entity(id, { rev: 3 }), rev: 4, disabled: true })
      })
      it('knows nothing of an id that was never written', async () => {
        expect(await t.store.get(newId())).toBeUndefined()
        expect(await t.store.getRevision(newId(), 1)).toBeUndefined()
        expect(await t.store.history(newId(), { start: 0, limit: 10 })).toEqual({ revisions: [], count: 0 })
      })
      it('refuses a write on a revision that is not the current one, and says which is', async () => {
        const id = newId()
        await t.store.put(entity(id, { n: 1 }), { expectRev: 0 })
        await t.store.put(entity(id, { n: 2 }), { expectRev: 1 })
        for (const expectRev of [0, 1, 3]) {
          expect(await refusal(t.store.put(entity(id, { n: 9 }), { expectRev }))).toMatchObject({
            code: 'revision_conflict',
            expectedRev: expectRev,
            currentRev: 2,
          })
        }
        expect((await t.store.get(id))?.data).toEqual({ n: 2 })
        expect(await refusal(t.store.put(entity(newId()), { expectRev: 4 }))).toMatchObject({
          code: 'revision_conflict',
          currentRev: 0,
        })
      })
      it('is not touched by what happens to objects that it took or gave', async () => {
        const id = newId()
        const mine = entity(id, { tags: ['a'] })
        await t.store.put(mine, { expectRev: 0 })
        ;(mine.data['tags'] as string[]).push('b')
        const given = await t.store.get(id)
        expect(() => (given!.data['tags'] as string[]).push('c')).toThrow(TypeError)
        expect(() => {
          given!.data['more'] = 1
        }).toThrow(TypeError)
        expect((await t.store.get(id))?.data).toEqual({ tags: ['a'] })
        expect((await t.store.getRevision(id, 1))?.entity.data).toEqual({ tags: ['a'] })
      })
      it('keeps an entity of nearly 5 MB, and refuses a larger one in plain words', async () => {
        const id = newId()
        const big = entity(id, { text: 'ö'.repeat(maxEntityBytes / 2 - 500) })
        await t.store.put(big, { expectRev: 0 })
        expect((await t.store.get(id))?.data).toEqual(big.data)
        const over = entity(id, { text: 'x'.repeat(maxEntityBytes) })
        await expect(t.store.put(over, { expectRev: 1 })).rejects.toThrow(/MB/)
        expect(await refusal(t.store.put(over, { expectRev: 1 }))).toMatchObject({ code: 'too_large' })
        expect((await t.store.get(id))?.rev).toBe(1)
      })
      it('gets many in the order of the ids, without the missing ones', async () => {
        const ids = [newId(), newId(), newId()]
        for (const id of ids) await t.store.put(entity(id), { expectRev: 0 })
        const asked = [ids[2]!, newId(), ids[0]!, ids[1]!]
        const found = await t.store.getMany(asked)
        expect(found.map((one) => one.id)).toEqual([ids[2], ids[0], ids[1]])
        expect(await t.store.getMany([])).toEqual([])
        const many = Array.from({ length: 501 }, newId)
        expect(await refusal(t.store.getMany(many))).toMatchObject({ code: 'too_large' })
        expect(await t.store.getMany(many.slice(0, 500))).toEqual([])
      })
    })

    describe('revisions', () => {
      it('gives every state as it was, with its changeset and events', async () => {
        const id = newId()
        const text = 'long enough to be worth packing '.repeat(100)
        for (let rev = 0; rev < 5; rev++) {
          await t.store.put(entity(id, { rev, text }), {
            expectRev: rev,
            changeset: { label: `step ${rev + 1}` },
            events: [{ kind: 'saved', list: 'one' }],
          })
        }
        for (let rev = 1; rev <= 5; rev++) {
          expect(await t.store.getRevision(id, rev)).toEqual({
            entity: { ...entity(id, { rev: rev - 1, text }), rev },
            changeset: { label: `step ${rev}` },
            events: [{ kind: 'saved', list: 'one' }],
          })
        }
        expect(await t.store.getRevision(id, 6)).toBeUndefined()
        expect(await t.store.getRevision(id, 0)).toBeUndefined()
      })
      it('lists them newest first, by pages, without their states', async () => {
        const id = newId()
        for (let rev = 0; rev < 7; rev++) {
          const state = { ...entity(id, { rev }), updatedBy: `person ${rev + 1}` }
          await t.store.put(state, { expectRev: rev, ...(rev === 6 && { changeset: { label: 'last' } }) })
        }
        const first = await t.store.history(id, { start: 0, limit: 3 })
        expect(first.count).toBe(7)
        expect(first.revisions.map((one) => one.entity.rev)).toEqual([7, 6, 5])
        expect(first.revisions[0]).toMatchObject({
          changeset: { label: 'last' },
          entity: { id, updatedBy: 'person 7', entityclass: 'product' },
        })
        expect(first.revisions[0]!.entity).not.toHaveProperty('data')
        const later = await t.store.history(id, { start: 3, limit: 10 })
        expect(later.revisions.map((one) => one.entity.rev)).toEqual([4, 3, 2, 1])
        expect((await t.store.history(id, { start: 7, limit: 10 })).revisions).toEqual([])
      })
    })

    describe('unique values', () => {
      it('holds a value for one entity only, and says which field is taken', async () => {
        const [first, second] = [newId(), newId()]
        const key = `company#/baseData/customerNumber#${first}#with#hashes`
        await t.store.put(entity(first), { expectRev: 0, unique: [key] })
        expect(await t.store.findUnique(key)).toBe(first)
        expect(await refusal(t.store.put(entity(second), { expectRev: 0, unique: [key] }))).toMatchObject({
          code: 'duplicate',
          path: '/baseData/customerNumber',
        })
        expect(await t.store.get(second)).toBeUndefined()
      })
      it('moves with the entity: what it lost is free, what it keeps is not', async () => {
        const [first, second] = [newId(), newId()]
        const [a, b, c] = ['a', 'b', 'c'].map((value) => `product#/importKey#${first}${value}`)
        await t.store.put(entity(first), { expectRev: 0, unique: [a!, b!] })
        await t.store.put(entity(first), { expectRev: 1, unique: [b!, c!] })
        expect(await t.store.findUnique(a!)).toBeUndefined()
        await t.store.put(entity(second), { expectRev: 0, unique: [a!] })
        expect(await t.store.findUnique(a!)).toBe(second)
        expect(await refusal(t.store.put(entity(second), { expectRev: 1, unique: [b!] }))).toMatchObject({
          code: 'duplicate',
        })
        expect(await t.store.findUnique(a!)).toBe(second)
      })
      it('keeps them where a write says nothing about them', async () => {
        const id = newId()
        const key = `product#/importKey#${id}`
        await t.store.put(entity(id), { expectRev: 0, unique: [key, key] })
        await t.store.put(entity(id), { expectRev: 1 })
        expect(await t.store.findUnique(key)).toBe(id)
        await t.store.put(entity(id), { expectRev: 2, unique: [] })
        expect(await t.store.findUnique(key)).toBeUndefined()
      })
      it('gives a value to exactly one of many who ask at once', async () => {
        const key = `product#/importKey#${newId()}`
        const asked = Array.from({ length: 20 }, newId)
        const results = await Promise.allSettled(
          asked.map((id) => t.store.put(entity(id), { expectRev: 0, unique: [key] })),
        )
        expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
        const winner = asked[results.findIndex((result) => result.status === 'fulfilled')]
        expect(await t.store.findUnique(key)).toBe(winner)
        expect((await t.store.getMany(asked)).map((one) => one.id)).toEqual([winner])
      })
    })

    describe('whole or not at all', () => {
      it('writes nothing when a later condition of the same write fails', async () => {
        const [holder, id] = [newId(), newId()]
        const [free, taken] = [`product#/importKey#${id}`, `product#/importKey#${holder}`]
        const counter = `count-${id}`
        await t.store.put(entity(holder), { expectRev: 0, unique: [taken] })
        await t.store.put(entity(id, { n: 1 }), { expectRev: 0, counters: [{ name: counter, by: 1 }] })
        const before = await t.feed.end()
        const put = t.store.put(entity(id, { n: 2 }), {
          expectRev: 1,
          unique: [free, taken],
          counters: [{ name: counter, by: 10 }],
        })
        expect(await refusal(put)).toMatchObject({ code: 'duplicate' })
        expect((await t.store.get(id))?.data).toEqual({ n: 1 })
        expect(await t.store.getRevision(id, 2)).toBeUndefined()
        expect((await t.store.history(id, { start: 0, limit: 5 })).count).toBe(1)
        expect(await t.store.findUnique(free)).toBeUndefined()
        expect(await t.store.counter(counter)).toBe(1)
        expect(await readAll(t.feed, before)).toEqual([])
      })
      it('refuses a write of more than 100 items, and takes one of 100', async () => {
        const id = newId()
        const unique = Array.from({ length: 99 }, (_, i) => `product#/importKey#${id}-${i}`)
        expect(await refusal(t.store.put(entity(id), { expectRev: 0, unique }))).toMatchObject({
          code: 'too_large',
        })
        expect(await t.store.get(id)).toBeUndefined()
        await t.store.put(entity(id), { expectRev: 0, unique: unique.slice(1) })
        expect(await t.store.findUnique(unique[98]!)).toBe(id)
      })
      it('raises counters with the write', async () => {
        const id = newId()
        expect(await t.store.counter(id)).toBe(0)
        await t.store.put(entity(id), { expectRev: 0, counters: [{ name: id, by: 2 }] })
        await t.store.put(entity(id), { expectRev: 1, counters: [{ name: id, by: 40 }] })
        expect(await t.store.counter(id)).toBe(42)
      })
    })

    describe('several entities in one write', () => {
      const put = (id: string, n: number, options: Partial<PutOptions> = {}) => ({
        entity: entity(id, { n }),
        options: { expectRev: 1, ...options },
      })
      const two = async () => {
        const ids = [newId(), newId()] as const
        for (const id of ids) await t.store.put(entity(id, { n: 1 }), { expectRev: 0 })
        return ids
      }
      it('writes all, each with its revision and its place in the feed', async () => {
        const [first, second] = await two()
        const before = await t.feed.end()
        const events = [{ kind: 'moved' as const, list: 'one' }]
        const written = await t.store.putAll([put(first, 2, { events }), put(second, 3)])
        expect(written.map(({ id, rev, data }) => [id, rev, data])).toEqual([
          [first, 2, { n: 2 }],
          [second, 2, { n: 3 }],
        ])
        expect((await t.store.getMany([first, second])).map(({ data }) => data)).toEqual([{ n: 2 }, { n: 3 }])
        expect((await t.store.getRevision(first, 2))?.events).toEqual(events)
        expect((await t.store.getRevision(second, 1))?.entity.data).toEqual({ n: 1 })
        const told = (await readAll(t.feed, before)).map(({ id, rev }) => [id, rev])
        if (before !== null) expect(told.sort()).toEqual([first, second].map((id) => [id, 2]).sort())
      })
      it('writes none where one is not as it was seen, whichever it is', async () => {
        const [first, second] = await two()
        await t.store.put(entity(second, { n: 5 }), { expectRev: 1 })
        for (const writes of [
          [put(first, 2), put(second, 2)],
          [put(second, 2), put(first, 2)],
        ]) {
          expect(await refusal(t.store.putAll(writes))).toMatchObject({
            code: 'revision_conflict',
            expectedRev: 1,
            currentRev: 2,
          })
        }
        expect((await t.store.getMany([first, second])).map(({ rev, data }) => [rev, data])).toEqual([
          [1, { n: 1 }],
          [2, { n: 5 }],
        ])
      })
      it('writes none where a value of one is taken, or there are more than 100 items in all', async () => {
        const [first, second] = await two()
        const key = `product#/importKey#${second}`
        await t.store.put(entity(newId()), { expectRev: 0, unique: [key] })
        const refused = t.store.putAll([put(first, 2), put(second, 2, { unique: [key] })])
        expect(await refusal(refused)).toMatchObject({ code: 'duplicate' })
        const many = (id: string) => Array.from({ length: 49 }, (_, i) => `product#/importKey#${id}-${i}`)
        const tooLarge = [first, second].map((id) => put(id, 2, { unique: many(id) }))
        expect(await refusal(t.store.putAll(tooLarge))).toMatchObject({ code: 'too_large' })
        expect((await t.store.getMany([first, second])).map(({ rev }) => rev)).toEqual([1, 1])
      })
      it('hands a unique value over from one to the other, and both at once the other way', async () => {
        const [first, second] = await two()
        const keys = [first, second].map((id) => `company#/baseData/customerNumber#${id}`)
        const [own, others] = [[keys[0]!], [keys[1]!]]
        await t.store.putAll([put(first, 2, { unique: own }), put(second, 2, { unique: others })])
        const at = (id: string, n: number, expectRev: number, unique: string[]) => ({
          entity: entity(id, { n }),
          options: { expectRev, unique },
        })
        await t.store.putAll([at(first, 3, 2, others), at(second, 3, 2, own)])
        expect(await Promise.all(keys.map((key) => t.store.findUnique(key)))).toEqual([second, first])
        // What one gives away the other one takes, in either order.
        await t.store.putAll([at(first, 4, 3, keys), at(second, 4, 3, [])])
        expect(await Promise.all(keys.map((key) => t.store.findUnique(key)))).toEqual([first, first])
        await t.store.putAll([at(first, 5, 4, []), at(second, 5, 4, others)])
        expect(await Promise.all(keys.map((key) => t.store.findUnique(key)))).toEqual([undefined, second])
        expect(await refusal(t.store.putAll([at(first, 6, 5, others), at(second, 6, 4, [])]))).toMatchObject({
          code: 'revision_conflict',
        })
        expect(await t.store.findUnique(keys[1]!)).toBe(second)
      })
      it('of many writers of the same two, one at a time: nothing is lost and nothing is there twice', async () => {
        const [first, second] = await two()
        const move = async () => {
          for (;;) {
            const [a, b] = await t.store.getMany([first, second])
            const [from, to] = [Number(a!.data['n']), Number(b!.data['n'])]
            try {
              return await t.store.putAll([
                { entity: entity(first, { n: from - 1 }), options: { expectRev: a!.rev } },
                { entity: entity(second, { n: to + 1 }), options: { expectRev: b!.rev } },
              ])
            } catch (error) {
              if (!isCallError(error) || !/^(revision_conflict|too_many_requests)$/.test(error.code))
                throw error
            }
          }
        }
        await Promise.all(Array.from({ length: 6 }, move))
        expect((await t.store.getMany([first, second])).map(({ rev, data }) => [rev, data])).toEqual([
          [7, { n: -5 }],
          [7, { n: 7 }],
        ])
      })
    })

    describe('turns', () => {
      it('are taken one after another: a decision from before the last one writes nothing', async () => {
        const [counter, id] = [`turn-${newId()}`, newId()]
        const put = (n: number, expectRev: number, at: number) =>
          t.store.put(entity(id, { n }), { expectRev, turn: { counter, at } })
        await put(1, 0, 0)
        expect(await t.store.counter(counter)).toBe(1)
        for (const at of [0, 2])
          expect(await refusal(put(2, 1, at))).toMatchObject({
            code: 'too_many_requests',
            key: 'turnTaken',
          })
        expect(await t.store.counter(counter)).toBe(1)
        expect((await t.store.get(id))?.data).toEqual({ n: 1 })
        await put(3, 1, 1)
        expect((await t.store.get(id))?.data).toEqual({ n: 3 })
        expect(await t.store.counter(counter)).toBe(2)
      })
      it('are one at a time for all entities: of many at once, one is written', async () => {
        const counter = `turn-${newId()}`
        const results = await Promise.allSettled(
          Array.from({ length: 5 }, () =>
            t.store.put(entity(newId()), { expectRev: 0, turn: { counter, at: 0 } }),
          ),
        )
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        expect(await t.store.counter(counter)).toBe(1)
      })
    })

    it('gives an entity as one of its class, and of no other', async () => {
      const id = newId()
      await t.store.put(entity(id, { title: { de_DE: 'Kalk' } }, 'component'), { expectRev: 0 })
      expect((await t.store.get('component', id))?.data.title).toEqual({ de_DE: 'Kalk' })
      expect(await t.store.get('category', id)).toBeUndefined()
      expect(await t.store.get('component', newId())).toBeUndefined()
    })

    describe('classes', () => {
      it('pages through a class by id, without gaps and repeats, while others write', async () => {
        const entityclass = `class-${newId()}`
        const ids = Array.from({ length: 23 }, newId).sort()
        for (const id of [...ids].reverse()) {
          await t.store.put(entity(id, { id }, entityclass), { expectRev: 0 })
        }
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page = await t.store.listByClass(entityclass, { cursor, limit: 5 })
          expect(page.list.length).toBeLessThanOrEqual(5)
          seen.push(...page.list.map((one) => one.id))
          await t.store.put(entity(ids[0]!, { again: seen.length }, entityclass), {
            expectRev: Math.ceil(seen.length / 5),
          })
          cursor = page.cursor
        } while (cursor !== undefined)
        expect(seen).toEqual(ids)
        expect((await t.store.listByClass(entityclass, { limit: 500 })).list).toHaveLength(23)
        expect(await t.store.listByClass(`class-${newId()}`, { limit: 5 })).toEqual({ list: [] })
      })
      it('lists ids alone, by pages that end where there are no more', async () => {
        const entityclass = `class-${newId()}`
        const ids = Array.from({ length: 10 }, newId).sort()
        for (const id of [...ids].reverse()) await t.store.put(entity(id, {}, entityclass), { expectRev: 0 })
        await t.store.put({ ...entity(ids[3]!, {}, entityclass), disabled: true }, { expectRev: 1 })
        const first = await t.store.listIds(entityclass, { limit: 5 })
        expect(first).toEqual({ ids: ids.slice(0, 5), cursor: ids[4] })
        expect(await t.store.listIds(entityclass, { cursor: first.cursor!, limit: 5 })).toEqual({
          ids: ids.slice(5),
        })
        expect(await t.store.listIds(entityclass, { limit: 10 })).toEqual({ ids })
        expect(await t.store.listIds(`class-${newId()}`, { limit: 5 })).toEqual({ ids: [] })
        expect(await t.store.countByClass(entityclass)).toBe(10)
        expect(await t.store.countByClass(`class-${newId()}`)).toBe(0)
      })
    })

    describe('erasure', () => {
      it('leaves nothing but a tombstone', async () => {
        const id = newId()
        const key = `product#/importKey#${id}`
        const entityclass = `class-${newId()}`
        await t.store.put(entity(id, {}, entityclass), { expectRev: 0, unique: [key] })
        await t.store.put(entity(id, {}, entityclass), { expectRev: 1 })
        const before = await t.feed.end()
        await t.store.erase(id, 'super', '2026-02-02T08:00:00.000Z')
        expect(await t.store.get(id)).toBeUndefined()
        expect(await t.store.getMany([id])).toEqual([])
        expect(await t.store.getRevision(id, 1)).toBeUndefined()
        expect(await t.store.history(id, { start: 0, limit: 5 })).toEqual({ revisions: [], count: 0 })
        expect(await t.store.findUnique(key)).toBeUndefined()
        expect((await t.store.listByClass(entityclass, { limit: 5 })).list).toEqual([])
        expect((await t.store.listIds(entityclass, { limit: 5 })).ids).toEqual([])
        expect(await t.store.countByClass(entityclass)).toBe(0)
        const changes = await readAll(t.feed, before)
        expect(changes).toHaveLength(1)
        expect(changes[0]).toMatchObject({ id, entityclass, rev: 3 })
        expect(changes[0]!.entity).toBeUndefined()
      })
      it('is final: the id is not given a second life, and erasing again changes nothing', async () => {
        const id = newId()
        await t.store.put(entity(id), { expectRev: 0 })
        await t.store.erase(id, 'super', '2026-02-02T08:00:00.000Z')
        for (const expectRev of [0, 1, 2]) {
          expect(await refusal(t.store.put(entity(id), { expectRev }))).toMatchObject({
            code: 'revision_conflict',
          })
        }
        const before = await t.feed.end()
        await t.store.erase(id, 'super', '2026-02-02T08:00:00.000Z')
        expect(await t.feed.end()).toBe(before)
        expect(await refusal(t.store.erase(newId(), 'super', 'now'))).toMatchObject({ code: 'not_found' })
      })
    })

    describe('short-lived items', () => {
      it('lives until its end and not longer', async () => {
        const key = `presence#${newId()}#a`
        expect(await t.store.putTransient(key, { who: ['a'] }, t.now() + 60)).toBe(true)
        expect(await t.store.getTransient(key)).toEqual({ who: ['a'] })
        t.passTime(59)
        expect(await t.store.getTransient(key)).toEqual({ who: ['a'] })
        t.passTime(2)
        expect(await t.store.getTransient(key)).toBeUndefined()
      })
      it('is put only where absent, if asked; an ended one is absent', async () => {
        const key = `idempotency#${newId()}`
        expect(await t.store.putTransient(key, 1, t.now() + 60, { ifAbsent: true })).toBe(true)
        expect(await t.store.putTransient(key, 2, t.now() + 60, { ifAbsent: true })).toBe(false)
        expect(await t.store.getTransient(key)).toBe(1)
        expect(await t.store.putTransient(key, 3, t.now() + 60)).toBe(true)
        expect(await t.store.getTransient(key)).toBe(3)
        t.passTime(61)
        expect(await t.store.putTransient(key, 4, t.now() + 60, { ifAbsent: true })).toBe(true)
        expect(await t.store.getTransient(key)).toBe(4)
        expect(await t.store.deleteTransient(key)).toBe(true)
        expect(await t.store.getTransient(key)).toBeUndefined()
        expect(await t.store.deleteTransient(key)).toBe(false)
      })
      it('is written and deleted by its owner only, if asked, and handed over by that', async () => {
        const key = `idempotency#${newId()}`
        const { store } = t
        const end = () => t.now() + 60
        expect(await store.putTransient(key, 1, end(), { owner: 'a', ifOwner: 'a' })).toBe(false)
        expect(await store.putTransient(key, 1, end(), { owner: 'a', ifAbsent: true })).toBe(true)
        expect(await store.putTransient(key, 2, end(), { owner: 'b', ifOwner: 'b' })).toBe(false)
        expect(await store.deleteTransient(key, { ifOwner: 'b' })).toBe(false)
        expect(await store.getTransient(key)).toBe(1)
        expect(await store.putTransient(key, 3, end(), { owner: 'b', ifOwner: 'a' })).toBe(true)
        expect(await store.putTransient(key, 4, end(), { owner: 'a', ifOwner: 'a' })).toBe(false)
        expect(await store.deleteTransient(key, { ifOwner: 'a' })).toBe(false)
        expect(await store.getTransient(key)).toBe(3)
        t.passTime(61)
        expect(await store.putTransient(key, 5, end(), { owner: 'b', ifOwner: 'b' })).toBe(false)
        expect(await store.deleteTransient(key, { ifOwner: 'b' })).toBe(false)
        expect(await store.putTransient(key, 6, end())).toBe(true)
        expect(await store.deleteTransient(key, { ifOwner: 'b' })).toBe(false)
      })
      it('goes from one owner to exactly one of many who ask at once', async () => {
        const key = `idempotency#${newId()}`
        await t.store.putTransient(key, 'old', t.now() + 60, { owner: 'old' })
        const asked = await Promise.all(
          Array.from({ length: 10 }, (_, i) =>
            t.store.putTransient(key, i, t.now() + 60, { owner: `${i}`, ifOwner: 'old' }),
          ),
        )
        expect(asked.filter(Boolean)).toHaveLength(1)
        expect(await t.store.getTransient(key)).toBe(asked.indexOf(true))
      })
      it('lets exactly one of many in who ask at once', async () => {
        const key = `idempotency#${newId()}`
        const asked = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            t.store.putTransient(key, i, t.now() + 60, { ifAbsent: true }),
          ),
        )
        expect(asked.filter(Boolean)).toHaveLength(1)
      })
      it('lists by prefix, in order, and nothing else', async () => {
        const product = newId()
        for (const who of ['b', 'a', 'ü']) {
          await t.store.putTransient(`presence#${product}#${who}`, who, t.now() + 60)
        }
        await t.store.putTransient(`presence#${newId()}#c`, 'c', t.now() + 60)
        expect(await t.store.listTransient(`presence#${product}#`)).toEqual(
          ['a', 'b', 'ü'].map((who) => ({ key: `presence#${product}#${who}`, value: who })),
        )
        for (const prefix of ['presence', 'presence#', `presence#${product}`])
          await expect(t.store.listTransient(prefix)).rejects.toThrow(/separator/)
      })
    })

    describe('many writers', () => {
      const { writers, saves } = scale
      it(`loses nothing when ${writers} save one entity ${saves} times each`, async () => {
        const id = newId()
        await t.store.put(entity(id, {}), { expectRev: 0 })
        const save = async (writer: number) => {
          for (let done = 0; done < saves; ) {
            const seen = (await t.store.get(id))!
            const data = { ...seen.data, [`w${writer}`]: done + 1 }
            const isSaved = await t.store.put({ ...seen, data }, { expectRev: seen.rev }).then(
              () => true,
              (error: unknown) => {
                // A store behind a network may also say that too many are at it; nothing was written then.
                const mayRetry =
                  isCallError(error) && /^(revision_conflict|too_many_requests)$/.test(error.code)
                if (mayRetry) return false
                throw error
              },
            )
            if (isSaved) done++
          }
        }
        await Promise.all(Array.from({ length: writers }, (_, writer) => save(writer)))

        const total = writers * saves + 1
        const last = (await t.store.get(id))!
        expect(last.rev).toBe(total)
        expect(Object.values(last.data)).toEqual(Array.from({ length: writers }, () => saves))
        let sum = 0
        for (let rev = 1; rev <= total; rev++) {
          const state = (await t.store.getRevision(id, rev))!.entity
          expect(state.rev).toBe(rev)
          const reached = Object.values(state.data).reduce<number>((a, b) => a + Number(b), 0)
          expect(reached).toBe(sum++)
        }
        expect((await t.store.history(id, { start: 0, limit: 10 })).count).toBe(total)
      }, 180_000)
    })

    it('behaves like a plain model of it in memory', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 40 }), async (operations) => {
          await compareWithModel(t, operations)
        }),
        { numRuns: scale.modelRuns },
      )
    }, 120_000)
  })
}
