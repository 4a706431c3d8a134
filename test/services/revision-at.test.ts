/** Which revision stood at an instant. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revisionAt } from '../../functions/services/product/parents.ts'
import type { Entity } from '../../shared/model/entity.ts'

const instant = (millis: number) => new Date(Date.UTC(2026, 0, 1) + millis).toISOString()

const later = (rev: number) => ({ id: 'p', rev, updated: instant(1e6) }) as Entity

test('is the newest that was written until then, also of several in one millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 150 }),
      fc.integer({ min: -1, max: 160 }),
      fc.boolean(),
      async (gaps, millis, isWriting) => {
        let written = 0
        const revisions = gaps.map((gap, i) => {
          written += gap
          return { id: 'p', rev: i + 1, updated: instant(written) } as Entity
        })
        // Others may write meanwhile: what was read as the newest is so no more.
        let count = revisions.length
        const entities = {
          getRevision: async (_: string, rev: number) => {
            const entity = revisions[rev - 1]
            return entity && { entity }
          },
          history: async (_: string, { start, limit }: { start: number; limit: number }) => {
            if (isWriting && count < revisions.length + 3) count++
            const all = Array.from({ length: count }, (_, i) => revisions[i] ?? later(i + 1)).reverse()
            const found = all.slice(start, start + limit).map((entity) => ({ entity }))
            return { revisions: found, count }
          },
        }
        const at = instant(millis)
        const found = await revisionAt(entities, revisions.at(-1)!, at)
        expect(found).toEqual(revisions.findLast(({ updated }) => updated <= at))
      },
    ),
  )
})
