/** Requests with one Idempotency-Key: each holds the key under its own name, also when it ends late. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import type { Exchange } from '../../functions/runtime/exchange.ts'
import { idempotency } from '../../functions/runtime/steps/idempotency.ts'
import { testClock } from '../fixtures/clock.ts'
import { openEmbeddedStore } from '../ports/embedded.ts'

let t: Awaited<ReturnType<typeof openEmbeddedStore>>
beforeAll(async () => {
  t = await openEmbeddedStore()
})
afterAll(() => t.close())

const leaseSeconds = 60
let keys = 0

/** Requests of one key on a store, as the runtime's step sees them. */
function world() {
  const clock = testClock()
  const store = createEntityStore(t.db, { now: () => clock.millis() })
  // Nobody waits here: a twin is told at once that the first is still running.
  const step = idempotency({ entities: store, clock }, { waitMs: -1 })
  const key = `key-${++keys}`
  const exchange = () =>
    ({
      http: { headers: { 'idempotency-key': key } },
      call: { contract: { idempotent: true, name: 'test/make' } },
      actor: { account: 'somebody' },
      input: { name: 'one' },
      fields: {},
    }) as unknown as Exchange
  const request = (event: Exchange, more: object = {}) => ({ event, ...more }) as never
  return {
    clock,
    /** `answered` with what it was answered, `running` if it may go on, `refused` while another runs. */
    async begin() {
      const event = exchange()
      const isRefused = await Promise.resolve(step.before!(request(event))).then(
        () => false,
        () => true,
      )
      return { event, isRefused, replay: event.idempotency?.replay }
    },
    succeed: async (event: Exchange, data: number) =>
      void (await step.after!(request(event, { response: data }))),
    fail: async (event: Exchange) => void (await step.onError!(request(event, { error: new Error('no') }))),
  }
}

it('a request that was taken for dead frees or answers nothing of its successor when it ends late', async () => {
  for (const end of ['succeed', 'fail'] as const) {
    const w = world()
    const first = await w.begin()
    w.clock.advance(leaseSeconds + 1)
    const second = await w.begin()
    expect(second.isRefused).toBe(false)
    await (end === 'succeed' ? w.succeed(first.event, 1) : w.fail(first.event))
    // The second still runs: a third may neither run beside it nor get the answer of the first.
    expect(await w.begin()).toMatchObject({ isRefused: true })
    await w.succeed(second.event, 2)
    expect((await w.begin()).replay).toEqual({ data: 2 })
  }
})

it('lets one of many take over from a request that died', async () => {
  const w = world()
  await w.begin()
  w.clock.advance(leaseSeconds + 1)
  const all = await Promise.all(Array.from({ length: 8 }, () => w.begin()))
  expect(all.filter((one) => !one.isRefused)).toHaveLength(1)
})

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('begin' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('succeed' as const, 'fail' as const), which: fc.nat(5) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(20, 61) }),
  },
)
it('in any order of beginnings, ends and pauses, one request holds the key, and the first stored answer stays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const w = world()
      /** What should be: who holds the key until when, or the answer. */
      let holder: { n: number; until: number } | undefined
      let answer: number | undefined
      let now = 0
      const running: { n: number; event: Exchange }[] = []
      let made = 0
      for (const one of steps) {
        if (one.kind === 'pass') {
          now += one.seconds
          w.clock.advance(one.seconds)
        } else if (one.kind === 'begin') {
          const { event, isRefused, replay } = await w.begin()
          expect(replay).toEqual(answer === undefined ? undefined : { data: answer })
          if (answer !== undefined) continue
          expect(isRefused).toBe(holder !== undefined && holder.until > now)
          if (isRefused) continue
          holder = { n: ++made, until: now + leaseSeconds }
          running.push({ n: made, event })
        } else {
          const [ended] = running.splice(one.which % Math.max(1, running.length), 1)
          if (!ended) continue
          const isHolder: boolean = holder?.n === ended.n
          if (one.kind === 'succeed') {
            await w.succeed(ended.event, ended.n)
            if (isHolder) answer = ended.n
          } else {
            await w.fail(ended.event)
            if (isHolder) holder = undefined
          }
        }
      }
    }),
    { numRuns: 120 },
  )
})
