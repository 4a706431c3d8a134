/** Which revision stood at an instant. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revisionAt } from '../../functions/services/product/parents.ts'
import type { Entity } from '../../shared/model/entity.ts'

const instant = (millis: number) => new Date(Date.UTC(2026, 0, 1) + millis).toISOString()

test('is the newest that was written until then, also of several in one millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: -1, max: 25 }),
      async (gaps, millis) => {
        let written = 0
        const revisions = gaps.map((gap, i) => {
          written += gap
          return { id: 'p', rev: i + 1, updated: instant(written) } as Entity
        })
        const entities = {
          get: async () => revisions.at(-1),
          getMany: async () => [],
          getRevision: async (_: string, rev: number) => {
            const entity = revisions[rev - 1]
            return entity && { entity }
          },
        }
        const at = instant(millis)
        const found = await revisionAt(entities, revisions.at(-1)!, at)
        expect(found).toBe(revisions.findLast(({ updated }) => updated <= at))
      },
    ),
  )
})
