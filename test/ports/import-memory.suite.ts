import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityStore } from '../../functions/ports/entity-store.ts'
import type { ImportMemory, RegisterThing } from '../../functions/ports/import-memory.ts'
import { entity, newId, refusal } from './store-under-test.ts'

export interface MemoryUnderTest {
  memory: ImportMemory
  /** On the same table. */
  store: EntityStore
  /** Writes a memory as it was kept before it had items of its own. */
  putFormer?(partition: string, sortKey: string, value: unknown): Promise<void>
  close(): Promise<void>
}

/** What every import memory promises. */
export function importMemoryContract(name: string, open: () => Promise<MemoryUnderTest>): void {
  describe(`import memory: ${name}`, () => {
    let t: MemoryUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())
    const thing = (key = newId()): RegisterThing => ({ source: 'reg', kind: 'product', key })
    const hashes = { '/a': 'x' }

    it('gives what was put last, of that thing alone', async () => {
      const one = thing()
      expect(await t.memory.get(one)).toBeUndefined()
      await t.memory.put({ thing: one, value: { hashes } })
      await t.memory.put({ thing: one, value: { hashes, written: {} } })
      expect(await t.memory.get(one)).toEqual({ hashes, written: {} })
      for (const other of [{ source: 'other' }, { kind: 'company' }, { key: `${one.key}#` }])
        expect(await t.memory.get({ ...one, ...other })).toBeUndefined()
    })
    it('takes keys of any text, and values larger than an item', async () => {
      const value = {
        hashes: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`/${i}/${newId()}`, newId()])),
      }
      for (const key of ['a#b/c', 'Öl «ä» 🌱', 'x'.repeat(200)]) {
        await t.memory.put({ thing: thing(key), value })
        expect(await t.memory.get(thing(key))).toEqual(value)
      }
    })
    it('is written with an entity, or not at all', async () => {
      const [id, one] = [newId(), thing()]
      await t.store.put(entity(id), { expectRev: 0, memory: { thing: one, value: 1 } })
      expect(await t.memory.get(one)).toBe(1)
      const late = t.store.put(entity(id), { expectRev: 0, memory: { thing: one, value: 2 } })
      expect(await refusal(late)).toMatchObject({ code: 'revision_conflict' })
      expect(await t.memory.get(one)).toBe(1)
      await t.store.put(entity(id), { expectRev: 1, memory: { thing: one, value: 3 } })
      expect(await t.memory.get(one)).toBe(3)
      expect((await t.store.get(id))?.rev).toBe(2)
    })
    it('finds what was kept in its former places, under its former names', async ({ skip }) => {
      if (!t.putFormer) return skip('older files are brought to the newest layout when they are opened')
      const [older, old] = [thing(), thing()]
      const keyOf = ({ key }: RegisterThing) => `import#reg#product#${key}`
      await t.putFormer('T#import', keyOf(older), { said: hashes, job: 'j' })
      await t.putFormer('T#import#reg', keyOf(old), { hashes, job: 'j' })
      for (const one of [older, old]) {
        expect(await t.memory.get(one)).toEqual({ hashes, job: 'j' })
        await t.memory.put({ thing: one, value: { hashes: {} } })
        expect(await t.memory.get(one)).toEqual({ hashes: {} })
      }
    })
  })
}
