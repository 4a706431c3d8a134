import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OriginSecret } from '../../functions/adapters/aws/settings.ts'
import { type OriginSecrets, rotate } from '../../scripts/ops/rotate-origin-secret.ts'

class CutOff extends Error {}

/** A deployment of the edge reads the secret when it begins, and has the edge send it when it ends. */
interface Deployment {
  beginsAt: number
  lasts: number
}

/** A stage: what functions have read, what the edge sends. Cuts the run off after so many steps. */
function stage(deployments: Deployment[] = []) {
  let stored: OriginSecret = { current: 'first' }
  let read = stored
  let sent = 'first'
  let steps = Number.POSITIVE_INFINITY
  let clock = 0
  let underWay: { value: string; endsAt: number } | undefined
  const refusals: string[] = []
  const takenBy = (secret: OriginSecret) => Object.values(secret)
  /** Some functions read at any time, others still go by what they read before. */
  const check = () => {
    for (const known of [stored, read])
      if (!takenBy(known).includes(sent)) refusals.push(`${sent} by ${takenBy(known)}`)
  }
  const tick = () => {
    clock++
    if (underWay && clock >= underWay.endsAt) {
      sent = underWay.value
      underWay = undefined
    }
    const due = deployments.find(({ beginsAt }) => beginsAt === clock)
    if (due && !underWay) underWay = { value: stored.current, endsAt: clock + due.lasts }
    check()
  }
  const step = () => {
    if (steps-- <= 0) throw new CutOff()
    tick()
  }
  const at: OriginSecrets = {
    read: async () => stored,
    async write(secret) {
      step()
      stored = secret
      check()
    },
    async undisturbed() {
      while (underWay) tick()
    },
    sent: async () => sent,
    async send(secret) {
      step()
      sent = secret
      check()
    },
    async settle() {
      step()
      read = stored
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
    // Between two runs more time passes than functions need to read.
    read = stored
    check()
  }
  /** Time in which nobody changes the secret, so that every deployment ends. */
  const rest = () => {
    for (let i = 0; i < 100; i++) tick()
  }
  return { run, rest, refusals, stored: () => stored, sent: () => sent }
}

it('puts a new secret in the place of the old one, and no request through the edge is refused meanwhile', async () => {
  const s = stage()
  await s.run()
  expect(s.stored()).toEqual({ current: 'made-1' })
  expect([s.sent(), s.refusals]).toEqual(['made-1', []])
  await s.run()
  expect([s.stored(), s.sent(), s.refusals]).toEqual([{ current: 'made-2' }, 'made-2', []])
})
it('may be cut off anywhere, again and again: the next run goes on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(7), { maxLength: 5 }), async (cuts) => {
      const s = stage()
      for (const cut of cuts) await s.run(cut)
      await s.run()
      expect(s.refusals).toEqual([])
      expect(s.stored()).toEqual({ current: s.sent() })
      expect(s.sent()).not.toBe('first')
    }),
  )
})
it('may meet deployments at any of its steps: none of them has the edge send what functions refuse', async () => {
  const deployment = fc.record({
    beginsAt: fc.integer({ min: 1, max: 25 }),
    lasts: fc.integer({ min: 1, max: 10 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(deployment, { maxLength: 4 }),
      fc.array(fc.nat(7), { maxLength: 3 }),
      async (deployments, cuts) => {
        const s = stage(deployments)
        for (const cut of cuts) await s.run(cut)
        await s.run()
        s.rest()
        expect(s.refusals).toEqual([])
        expect(s.stored()).toEqual({ current: s.sent() })
      },
    ),
    { numRuns: 500 },
  )
})
