import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Scheduler } from '../../functions/ports/scheduler.ts'
import type { ScheduleRule } from '../../shared/jobs/schedules.ts'
import { testClock } from '../fixtures/clock.ts'
import { refusal } from './store-under-test.ts'

/** Rules that the contract is tried with; the clock of whoever opens them shows `startOfTest`, in Europe/Zurich. */
export const rulesOfTest: ScheduleRule[] = [
  { name: 'yearly', kind: 'invoice-run', rule: '0 2 2 1 *', what: 'Once a year' },
  { name: 'nightly', kind: 'flag', rule: '30 2 * * *', what: 'Each night' },
]
const startOfTest = '2026-03-27T12:00:00Z'
export const clockOfTest = () => testClock(startOfTest)

export interface SchedulerUnderTest {
  scheduler: Scheduler
  close(): Promise<void>
}

/** What every scheduler does. */
export function schedulerContract(name: string, open: () => Promise<SchedulerUnderTest>) {
  describe(`scheduler: ${name}`, () => {
    let t: SchedulerUnderTest
    beforeEach(async () => {
      t = await open()
    })
    afterEach(() => t.close())

    it('tells when each schedule was due last and is due next, in the installation’s time zone', async () => {
      expect(await t.scheduler.list()).toEqual([
        {
          name: 'yearly',
          kind: 'invoice-run',
          rule: '0 2 2 1 *',
          isOn: false,
          lastDue: '2026-01-02T01:00:00Z',
          nextDue: '2027-01-02T01:00:00Z',
        },
        {
          name: 'nightly',
          kind: 'flag',
          rule: '30 2 * * *',
          isOn: false,
          lastDue: '2026-03-27T01:30:00Z',
          nextDue: '2026-03-28T01:30:00Z',
        },
      ])
    })
    it('is switched on and off, one by one', async () => {
      const isOn = async () => (await t.scheduler.list()).map((one) => one.isOn)
      await t.scheduler.setOn('nightly', true)
      expect(await isOn()).toEqual([false, true])
      await t.scheduler.setOn('nightly', true)
      await t.scheduler.setOn('yearly', true)
      expect(await isOn()).toEqual([true, true])
      await t.scheduler.setOn('nightly', false)
      expect(await isOn()).toEqual([true, false])
    })
    it('refuses names of no schedule', async () => {
      expect(await refusal(t.scheduler.setOn('monthly', true))).toMatchObject({ code: 'not_found' })
    })
  })
}
