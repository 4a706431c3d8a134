import {
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OriginSecret } from '../../functions/adapters/aws/settings.ts'
import {
  ChangedMeanwhile,
  type OriginSecrets,
  rotate,
  storedSecret,
} from '../../scripts/ops/rotate-origin-secret.ts'

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
  /** Of the secret, and of what the edge's settings say. */
  let version = 1
  let state = 1
  let steps = Number.POSITIVE_INFINITY
  let clock = 0
  let underWay: { value: string; endsAt: number } | undefined
  const refusals: string[] = []
  const takenBy = (secret: OriginSecret) => Object.values(secret)
  const edgeSends = (secret: string) => {
    sent = secret
    state++
  }
  /** Some functions read at any time, others still go by what they read before. */
  const check = () => {
    for (const known of [stored, read])
      if (!takenBy(known).includes(sent)) refusals.push(`${sent} by ${takenBy(known)}`)
  }
  const tick = () => {
    clock++
    if (underWay && clock >= underWay.endsAt) {
      edgeSends(underWay.value)
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
    read: async () => ({ secret: stored, version: String(version) }),
    async replace(over, secret) {
      step()
      if (over !== String(version)) throw new ChangedMeanwhile()
      stored = secret
      check()
      return String(++version)
    },
    async undisturbed() {
      while (underWay) tick()
    },
    sent: async () => ({ value: sent, state: String(state) }),
    async send(secret, from) {
      step()
      if (from !== String(state)) return false
      edgeSends(secret)
      check()
      return true
    },
    async settle() {
      step()
      read = stored
      check()
    },
  }
  let made = 0
  const start = (on: OriginSecrets) =>
    rotate(
      on,
      () => `made-${++made}`,
      () => {},
    )
  const run = async (until?: number) => {
    steps = until ?? Number.POSITIVE_INFINITY
    await start(at).catch((error: unknown) => {
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
  /** The stage, where something else comes before each step. */
  const withBefore = (before: () => Promise<unknown>) =>
    Object.fromEntries(
      Object.entries(at).map(([name, act]) => [
        name,
        async (...args: never[]) => {
          await before()
          return (act as (...args: never[]) => unknown)(...args)
        },
      ]),
    ) as unknown as OriginSecrets
  /** Several runs side by side, whose steps come in the order that the scheduler says. Gives how each ended. */
  const runTogether = (count: number, scheduler: fc.Scheduler) => {
    const turn = scheduler.scheduleFunction(async () => {})
    const runs = Array.from({ length: count }, async () => {
      await turn()
      await start(withBefore(turn))
    })
    return scheduler.waitFor(Promise.allSettled(runs))
  }
  /** A run that stands still before one of its steps while others run from beginning to end. Gives how it ended. */
  const runAround = async (standsStillAt: number, others: number) => {
    let step = 0
    const wait = async () => {
      if (step++ === standsStillAt) for (let i = 0; i < others; i++) await start(at)
    }
    return (await Promise.allSettled([start(withBefore(wait))]))[0]
  }
  return { run, runTogether, runAround, rest, refusals, stored: () => stored, sent: () => sent }
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
it('may meet other runs at any of its steps: one goes on, the others stop, and nobody is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 4 }), async (scheduler, count) => {
      const s = stage()
      const ends = await s.runTogether(count, scheduler)
      expect(s.refusals).toEqual([])
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(ChangedMeanwhile)
      await s.run()
      expect(s.refusals).toEqual([])
      expect(s.stored()).toEqual({ current: s.sent() })
    }),
    { numRuns: 500 },
  )
})
it('may stand still at any of its steps while others run: it undoes nothing that they did', async () => {
  for (let standsStillAt = 0; standsStillAt < 9; standsStillAt++)
    for (const others of [1, 2, 3]) {
      const s = stage()
      const end = await s.runAround(standsStillAt, others)
      if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(ChangedMeanwhile)
      await s.run()
      expect(s.refusals).toEqual([])
      expect(s.stored()).toEqual({ current: s.sent() })
    }
})
it('writes the stored secret only over the version that it knows', async () => {
  const sent = mockClient(SecretsManagerClient)
  let current = 'v1'
  const values: Record<string, string | undefined> = { v1: JSON.stringify({ current: 'a'.repeat(16) }) }
  sent
    .on(GetSecretValueCommand)
    .callsFake(async () => ({ SecretString: values[current], VersionId: current }))
    .on(PutSecretValueCommand)
    .callsFake(async ({ SecretString, VersionStages }) => {
      const VersionId = `v${Object.keys(values).length + 1}`
      values[VersionId] = SecretString
      if (!VersionStages || VersionStages.includes('AWSCURRENT')) current = VersionId
      return { VersionId }
    })
    .on(UpdateSecretVersionStageCommand)
    .callsFake(async ({ VersionStage, RemoveFromVersionId, MoveToVersionId }) => {
      if (VersionStage !== 'AWSCURRENT' || RemoveFromVersionId !== current)
        throw new InvalidParameterException({ message: 'attached to another version', $metadata: {} })
      current = MoveToVersionId
      return {}
    })
  const store = storedSecret(new SecretsManagerClient({ region: 'eu-central-1' }), 'secret')
  const [one, other] = [await store.read(), await store.read()]
  const next = { ...one.secret, next: 'b'.repeat(16) }
  const version = await store.replace(one.version, next)
  const late = { ...other.secret, next: 'c'.repeat(16) }
  await expect(store.replace(other.version, late)).rejects.toBeInstanceOf(ChangedMeanwhile)
  expect(await store.read()).toEqual({ secret: next, version })
})
