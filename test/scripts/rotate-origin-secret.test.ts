import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type OriginSecrets, rotate } from '../../scripts/ops/rotate-origin-secret.ts'

class CutOff extends Error {}

/** A stage: what functions have read, what the edge sends. Cuts the run off after so many steps. */
function stage() {
  const stored = { 'origin-secret': 'first', 'other-origin-secret': 'none' }
  let read = { ...stored }
  let sent = 'first'
  let steps = Number.POSITIVE_INFINITY
  const refusals: string[] = []
  /** Some functions read at any time, others still go by what they read before. */
  const check = () => {
    for (const known of [stored, read])
      if (!Object.values(known).includes(sent)) refusals.push(`${sent} by ${Object.values(known)}`)
  }
  const step = () => {
    if (steps-- <= 0) throw new CutOff()
  }
  const at: OriginSecrets = {
    read: async (which) => stored[which],
    async write(which, value) {
      step()
      stored[which] = value
      check()
    },
    sent: async () => sent,
    async send(secret) {
      step()
      sent = secret
      check()
    },
    async settle() {
      step()
      read = { ...stored }
      check()
    },
  }
  let made = 0
  const run = async (until?: number) => {
    steps = until ?? Number.POSITIVE_INFINITY
    await rotate(
      at,
      () => `made-${++made}`,
      () => {},
    ).catch((error: unknown) => {
      if (!(error instanceof CutOff)) throw error
    })
  }
  return { run, refusals, stored, sent: () => sent }
}

it('puts a new secret in the place of the old one, and no request through the edge is refused meanwhile', async () => {
  const s = stage()
  await s.run()
  expect(s.stored).toEqual({ 'origin-secret': 'made-1', 'other-origin-secret': 'none' })
  expect([s.sent(), s.refusals]).toEqual(['made-1', []])
})
it('may be cut off anywhere, again and again: the next run goes on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(7), { maxLength: 5 }), async (cuts) => {
      const s = stage()
      for (const cut of cuts) await s.run(cut)
      await s.run()
      expect(s.refusals).toEqual([])
      expect(s.stored).toEqual({ 'origin-secret': s.sent(), 'other-origin-secret': 'none' })
      expect(s.sent()).not.toBe('first')
    }),
  )
})
