import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IndexHealth } from '../../functions/ports/index-health.ts'

/** An index that is there, and is left alone. */
export function indexHealthContract(
  name: string,
  open: () => Promise<{ health: IndexHealth; close(): Promise<void> }>,
) {
  describe(`index health: ${name}`, () => {
    let t: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())
    it('says of an index that is there that it is well, however often it is asked', async () => {
      expect(await t.health.state()).toBe('ok')
      const asked = await Promise.all(Array.from({ length: 20 }, () => t.health.state()))
      expect(new Set(asked)).toEqual(new Set(['ok']))
    })
  })
}
