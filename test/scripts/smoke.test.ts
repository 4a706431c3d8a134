/** What single steps of the smoke test find, with answers that only an account gives. */
import { GetScheduleCommand, SchedulerClient, UpdateScheduleCommand } from '@aws-sdk/client-scheduler'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it, onTestFinished } from 'vitest'
import { createScheduler } from '../../functions/adapters/aws/scheduler.ts'
import { errorsAreTheirOwn } from '../../scripts/ops/smoke/errors.ts'
import { switches } from '../../scripts/ops/smoke/schedules.ts'
import type { Contract } from '../../shared/contract.ts'
import { scheduleRules } from '../../shared/jobs/schedules.ts'
import { testClock } from '../fixtures/clock.ts'

it('an edge that keeps errors is found by two of them that are one', async () => {
  const whose = (id: string, status = 404) => ({
    ask: async () => ({
      status,
      body: JSON.stringify({ ok: false, code: 'not_found', message: '', id }),
      encoding: null,
    }),
  })
  const asked = (first: string, second: string, status?: number) =>
    errorsAreTheirOwn({ first: whose(first, status), second: whose(second, status) } as never)
  expect(await asked('a', 'b')).toMatchObject({ is: 'fine' })
  expect(await asked('a', 'a')).toMatchObject({
    is: 'wrong',
    what: expect.stringContaining('request a, then a'),
  })
  expect(await asked('a', 'b', 200)).toMatchObject({ is: 'wrong' })
})

/** A stage whose calls switch schedules as functions do, until `fails` says that one does not answer. */
function stageWithSchedules(fails: (isOn: boolean) => boolean = () => false) {
  const mock = mockClient(SchedulerClient)
  onTestFinished(() => mock.restore())
  const stored: Record<string, object> = {}
  for (const { name } of scheduleRules)
    stored[`inputlist-try-${name}`] = { State: 'ENABLED', Target: { Arn: 'arn:queue', RoleArn: 'arn:role' } }
  const before = structuredClone(stored)
  const writes: string[] = []
  mock.on(GetScheduleCommand).callsFake(async ({ Name }) => ({ Name, ...stored[Name] }))
  mock.on(UpdateScheduleCommand).callsFake(async ({ Name, ...rest }) => {
    writes.push(`${Name}: ${rest.State}`)
    stored[Name] = { State: rest.State, Target: rest.Target }
    return {}
  })
  const ofFunctions = createScheduler(new SchedulerClient({}), 'try', testClock())
  const first = {
    async call({ name }: Contract, input: { schedule: string; isOn: boolean }) {
      if (name === 'batch/schedule/set') {
        await ofFunctions.setOn(input.schedule, input.isOn)
        if (fails(input.isOn)) throw new Error('AccessDenied')
      }
      return { list: await ofFunctions.list() }
    },
    until: (work: () => Promise<unknown>) => work(),
  }
  const taken = () => switches({ client: {}, stage: 'try' }, { first } as never)
  return { mock, stored, before, writes, taken }
}

it('a schedule is switched and put back; the one that is due last, so that none is missed', async () => {
  const s = stageWithSchedules()
  expect(await s.taken()).toMatchObject({ is: 'fine', what: expect.stringContaining('switched off and on') })
  const [name] = s.writes[0]!.split(':')
  expect(s.writes).toEqual([`${name}: DISABLED`, `${name}: ENABLED`])
  // testClock begins in March, the first of January comes before the second.
  expect(name).toBe('inputlist-try-yearly-invoices')
  expect(s.stored).toEqual(s.before)
})

it.each([false, true])(
  'a call that fails when it has switched to %s leaves no schedule switched',
  async (isOn) => {
    const s = stageWithSchedules((to) => to === isOn)
    await expect(s.taken()).rejects.toThrow('AccessDenied')
    expect(s.writes.length).toBeGreaterThan(1)
    expect(s.stored).toEqual(s.before)
  },
)

it('a schedule that nobody can put back is told, with what it is now', async () => {
  const s = stageWithSchedules((isOn) => {
    s.mock.on(UpdateScheduleCommand).rejects(new Error('no PassRole'))
    return !isOn
  })
  await expect(s.taken()).rejects.toThrow(
    /the schedule yearly-invoices may be off: switch it on \(.*no PassRole/,
  )
})

it('a schedule that has lost something when it is switched is found', async () => {
  const s = stageWithSchedules()
  s.mock.on(UpdateScheduleCommand).callsFake(async ({ Name, State }) => {
    s.stored[Name] = { State }
    return {}
  })
  expect(await s.taken()).toMatchObject({ is: 'wrong', what: expect.stringContaining('yearly-invoices') })
})
