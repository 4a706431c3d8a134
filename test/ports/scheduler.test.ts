import { afterEach, describe, expect, it } from 'vitest'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import { createScheduler } from '../../functions/adapters/embedded/scheduler.ts'
import type { ScheduleRule } from '../../shared/jobs/schedules.ts'
import { openEmbeddedStore } from './embedded.ts'
import { clockOfTest, rulesOfTest, schedulerContract } from './scheduler.suite.ts'

async function open(
  options: { folder?: string; clock?: ReturnType<typeof clockOfTest>; rules?: ScheduleRule[] } = {},
) {
  const clock = options.clock ?? clockOfTest()
  const t = await openEmbeddedStore({ ...(options.folder && { folder: options.folder }) })
  const queue = createJobQueue(t.db, clock.millis)
  const scheduler = createScheduler(t.db, queue, clock, options.rules ?? rulesOfTest)
  return { ...t, clock, queue, scheduler }
}
schedulerContract('node:sqlite', () => open())

const hours = 3600
type Opened = Awaited<ReturnType<typeof open>>
/** Messages that were sent since this was asked. */
async function sent({ queue }: Opened) {
  const found = await queue.receive('flag', 100, 1000)
  await queue.done(found.map(({ id }) => id))
  return found.map(({ message }) => message)
}
const due = (time: string) => ({ kind: 'flag', jobId: 'nightly', unit: `due:${time}` })

describe('schedules of node:sqlite', () => {
  let t: Opened
  afterEach(() => t.close())

  it('send one message for each time that is due, while they are on', async () => {
    t = await open()
    await t.scheduler.sendDue()
    await t.scheduler.setOn('nightly', true)
    await t.scheduler.sendDue()
    expect(await sent(t)).toEqual([])
    t.clock.advance(14 * hours)
    await Promise.all([t.scheduler.sendDue(), t.scheduler.sendDue(), t.scheduler.sendDue()])
    expect(await sent(t)).toEqual([due('2026-03-28T01:30:00Z')])
    await t.scheduler.sendDue()
    expect(await sent(t)).toEqual([])
    await t.scheduler.setOn('nightly', false)
    t.clock.advance(48 * hours)
    await t.scheduler.sendDue()
    await t.scheduler.setOn('nightly', true)
    await t.scheduler.sendDue()
    expect(await sent(t)).toEqual([])
  })

  it('are on at first where their rule says so, from then on', async () => {
    t = await open({ rules: rulesOfTest.map((rule) => ({ ...rule, isOnAtFirst: rule.name === 'nightly' })) })
    const isOn = async () => (await t.scheduler.list()).map((one) => one.isOn)
    expect(await isOn()).toEqual([false, true])
    await t.scheduler.sendDue()
    expect(await sent(t)).toEqual([])
    t.clock.advance(14 * hours)
    await t.scheduler.sendDue()
    expect(await sent(t)).toEqual([due('2026-03-28T01:30:00Z')])
    await t.scheduler.setOn('nightly', false)
    t.clock.advance(24 * hours)
    await t.scheduler.sendDue()
    expect([await isOn(), await sent(t)]).toEqual([[false, false], []])
  })

  it('make up once for what was due while no process ran', async () => {
    t = await open()
    await t.scheduler.setOn('nightly', true)
    const { folder, clock } = t
    await t.db.close()
    clock.advance(5 * 24 * hours)
    const first = t
    t = await open({ folder, clock })
    await t.scheduler.sendDue()
    // Summer time began meanwhile.
    expect(await sent(t)).toEqual([due('2026-04-01T00:30:00Z')])
    await t.scheduler.sendDue()
    expect(await sent(t)).toEqual([])
    await t.db.close()
    await first.close()
  })

  it('are due in the lost hour of summer time too, and once in the doubled hour of winter', async () => {
    t = await open()
    await t.scheduler.setOn('nightly', true)
    t.clock.advance(36 * hours)
    await t.scheduler.sendDue()
    await sent(t)
    // 29 March: the clocks go from 02:00 to 03:00.
    t.clock.advance(24 * hours)
    await t.scheduler.sendDue()
    expect(await sent(t)).toHaveLength(1)
    t.clock.advance((Date.parse('2026-10-24T12:00:00Z') - t.clock.millis()) / 1000)
    await t.scheduler.sendDue()
    await sent(t)
    const messages = []
    for (let hour = 0; hour < 24; hour++) {
      t.clock.advance(hours)
      await t.scheduler.sendDue()
      messages.push(...(await sent(t)))
    }
    expect(messages).toHaveLength(1)
  })
})
