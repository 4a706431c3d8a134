import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityStore } from '../../functions/ports/entity-store.ts'
import type { NoteMarksStore } from '../../functions/ports/note-marks.ts'
import { chunksOf } from '../../shared/chunks.ts'
import { maxNoteMarks, notesAtOnce } from '../../shared/constants.ts'
import { markKey } from '../../shared/rules/notes.ts'
import { entity, newId } from './store-under-test.ts'

export interface NoteMarksUnderTest {
  marks: NoteMarksStore
  /** The same table, as another process has it. */
  other: NoteMarksStore
  /** On the same table. */
  store: EntityStore
  close(): Promise<void>
}
const [then, later] = ['2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z']

/** What every store of note marks promises. */
export function noteMarksContract(name: string, open: () => Promise<NoteMarksUnderTest>): void {
  describe(`note marks: ${name}`, () => {
    let t: NoteMarksUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())

    it('sets and takes away marks of one person at one product', async () => {
      const [me, other, product] = [newId(), newId(), newId()]
      expect(await t.marks.of(me, [product])).toEqual(new Map())
      expect(await t.marks.change(me, product, { a: then, b: then })).toEqual({ a: then, b: then })
      expect(await t.marks.change(me, product, { a: later, b: undefined, c: then })).toEqual({
        a: later,
        c: then,
      })
      expect(await t.marks.of(me, [product])).toEqual(new Map([[product, { a: later, c: then }]]))
      expect(await t.marks.of(other, [product])).toEqual(new Map())
      expect(await t.marks.change(me, product, { a: undefined, c: undefined, never: undefined })).toEqual({})
      expect(await t.marks.of(me, [product])).toEqual(new Map())
      expect(await t.marks.change(me, product, {})).toEqual({})
    })
    it('gives those of many products at once, and takes a product twice for once', async () => {
      const [me, products] = [newId(), Array.from({ length: 230 }, newId)]
      for (const product of products.slice(0, 3)) await t.marks.change(me, product, { n: then })
      const found = await t.marks.of(me, [...products, products[0]!])
      expect([...found.keys()].sort()).toEqual(products.slice(0, 3).sort())
      expect(await t.marks.of(me, [])).toEqual(new Map())
    })
    it('takes 500 marks at once, and keys of any text', async () => {
      const [me, product] = [newId(), newId()]
      const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [newId(), i % 2 ? then : later]))
      expect(await t.marks.change(me, product, many)).toEqual(many)
      const odd = Object.fromEntries(
        ['pk', 'sk', 'meta', 'n#', 'a.b[0]', 'Öl «ä» 🌱', 'constructor', 'x'.repeat(64)].map((key) => [
          key,
          then,
        ]),
      )
      expect(await t.marks.change(me, product, odd)).toEqual({ ...many, ...odd })
      expect((await t.marks.of(me, [product])).get(product)).toEqual({ ...many, ...odd })
    })
    it('holds as many of one person and product as there may be, with the longest keys', async () => {
      const [me, product, list] = [newId(), newId(), newId()]
      const keys = Array.from({ length: maxNoteMarks }, (_, i) =>
        markKey(list, String(i).padEnd(64, '\u65e5')),
      )
      const state = '2026-03-01T08:00:00.123456789Z'
      for (const part of chunksOf(keys, notesAtOnce))
        await t.marks.change(me, product, Object.fromEntries(part.map((key) => [key, state])))
      expect(Object.keys((await t.other.of(me, [product])).get(product)!).sort()).toEqual(keys.sort())
    })
    it('loses nothing of what several mark at once', async () => {
      const [me, product] = [newId(), newId()]
      const notes = Array.from({ length: 20 }, (_, i) => `note ${i}`)
      await Promise.all(
        notes.map((note, i) => (i % 2 ? t.marks : t.other).change(me, product, { [note]: then })),
      )
      const marks = (await t.other.of(me, [product])).get(product)
      expect(Object.keys(marks!).sort()).toEqual([...notes].sort())
    })
    it('forgets a product that is erased, and no other', async () => {
      const [product, other, people] = [newId(), newId(), [newId(), newId()]]
      await t.store.put(entity(product), { expectRev: 0 })
      for (const me of people) for (const id of [product, other]) await t.marks.change(me, id, { n: then })
      await t.store.erase(product, people[0]!, later)
      for (const me of people) expect([...(await t.marks.of(me, [product, other])).keys()]).toEqual([other])
    })
  })
}
