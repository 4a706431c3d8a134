import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftStore } from '../../functions/ports/drafts.ts'
import type { EntityStore } from '../../functions/ports/entity-store.ts'
import { maxAttachments, maxMessageLength } from '../../shared/model/conversation.ts'
import { entity, newId } from './store-under-test.ts'

export interface DraftsUnderTest {
  drafts: DraftStore
  /** The same table, as another process has it. */
  other: DraftStore
  /** On the same table. */
  store: EntityStore
  close(): Promise<void>
}
const at = (n: number) => `2026-03-01T08:00:00.${String(n).padStart(3, '0')}Z`
const saying = (text: string, n: number) => ({ text, attachments: [], at: at(n) })

/** What every store of drafts promises. */
export function draftsContract(name: string, open: () => Promise<DraftsUnderTest>): void {
  describe(`drafts: ${name}`, () => {
    let t: DraftsUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())

    it('keeps one of each person and conversation, whole', async () => {
      const [me, other, talk] = [newId(), newId(), newId()]
      expect(await t.drafts.of(me, talk)).toBeUndefined()
      const attachments = Array.from({ length: maxAttachments }, () => ({
        fileId: newId(),
        fileName: '\u65e5'.repeat(500),
      }))
      const long = { text: '🌱'.repeat(maxMessageLength / 2), attachments, at: at(1) }
      expect(await t.drafts.keep(me, talk, long, undefined)).toBe(true)
      expect(await t.drafts.keep(other, talk, saying('mine', 2), undefined)).toBe(true)
      expect(await t.other.of(me, talk)).toEqual(long)
      expect(await t.other.of(other, talk)).toEqual(saying('mine', 2))
      expect(await t.drafts.of(me, newId())).toBeUndefined()
    })
    it('is written over, and taken away, only by who has seen it as it is', async () => {
      const [me, talk] = [newId(), newId()]
      expect(await t.drafts.keep(me, talk, saying('a', 1), at(9))).toBe(false)
      expect(await t.drafts.keep(me, talk, saying('a', 1), undefined)).toBe(true)
      expect(await t.other.keep(me, talk, saying('b', 2), undefined)).toBe(false)
      expect(await t.other.keep(me, talk, saying('b', 2), at(1))).toBe(true)
      expect(await t.drafts.keep(me, talk, saying('c', 3), at(1))).toBe(false)
      expect(await t.drafts.keep(me, talk, undefined, at(1))).toBe(false)
      expect(await t.drafts.of(me, talk)).toEqual(saying('b', 2))
      expect(await t.drafts.keep(me, talk, undefined, at(2))).toBe(true)
      expect(await t.drafts.of(me, talk)).toBeUndefined()
      expect(await t.drafts.keep(me, talk, undefined, undefined)).toBe(true)
    })
    it('of two windows at once one is kept', async () => {
      const [me, talk] = [newId(), newId()]
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? t.drafts : t.other).keep(me, talk, saying(`window ${n}`, n + 1), undefined),
        ),
      )
      expect(outcomes.filter(Boolean)).toHaveLength(1)
      expect((await t.drafts.of(me, talk))?.text).toBe(`window ${outcomes.indexOf(true)}`)
    })
    it('goes with a conversation that is erased, and with no other', async () => {
      const [talk, other, people] = [newId(), newId(), [newId(), newId()]]
      await t.store.put(entity(talk), { expectRev: 0 })
      for (const me of people)
        for (const id of [talk, other]) await t.drafts.keep(me, id, saying('x', 1), undefined)
      await t.store.erase(talk, people[0]!, at(2))
      for (const me of people) {
        expect(await t.drafts.of(me, talk)).toBeUndefined()
        expect(await t.drafts.of(me, other)).toEqual(saying('x', 1))
      }
    })
  })
}
