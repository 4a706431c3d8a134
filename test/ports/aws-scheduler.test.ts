/** What EventBridge's scheduler is asked. */
import {
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it } from 'vitest'
import { createScheduler } from '../../functions/adapters/aws/scheduler.ts'
import { eventBridgeCron } from '../../lib/parts/schedules.ts'
import { clockOfTest, rulesOfTest, schedulerContract } from './scheduler.suite.ts'

function open() {
  const mock = mockClient(SchedulerClient)
  const states = new Map<string, Record<string, unknown>>()
  for (const { name, rule, what } of rulesOfTest)
    states.set(`inputlist-test-${name}`, {
      GroupName: 'default',
      Description: what,
      State: 'DISABLED',
      ScheduleExpression: eventBridgeCron(rule),
      ScheduleExpressionTimezone: 'Europe/Zurich',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: 'arn:queue', RoleArn: 'arn:role', Input: '{}' },
    })
  mock
    .on(GetScheduleCommand)
    .callsFake(async ({ Name }) => ({ Name, CreationDate: new Date(), ...states.get(Name) }))
  mock.on(UpdateScheduleCommand).callsFake(async ({ Name, ...rest }) => {
    states.set(Name, rest)
    return {}
  })
  const scheduler = createScheduler(new SchedulerClient({}), 'test', clockOfTest(), rulesOfTest)
  return { mock, scheduler, states, close: async () => void mock.restore() }
}
schedulerContract('EventBridge', async () => open())

it('a schedule that is switched keeps all else that it was', async () => {
  const t = open()
  const before = structuredClone(t.states.get('inputlist-test-nightly'))
  await t.scheduler.setOn('nightly', true)
  expect(t.states.get('inputlist-test-nightly')).toEqual({ ...before, State: 'ENABLED' })
  await t.close()
})
it('one that is not there is told as off, and keeps nobody from the others', async () => {
  const t = open()
  t.mock
    .on(GetScheduleCommand, { Name: 'inputlist-test-yearly' })
    .rejects(new ResourceNotFoundException({ message: 'gone', Message: 'gone', $metadata: {} }))
  await t.scheduler.setOn('nightly', true)
  const told = await t.scheduler.list()
  expect(told.map(({ name, isOn }) => [name, isOn])).toEqual([
    ['yearly', false],
    ['nightly', true],
  ])
  await t.close()
})
it('rules are spelled with one of the two days left open', () => {
  expect(eventBridgeCron('0 2 2 1 *')).toBe('cron(0 2 2 1 ? *)')
  expect(eventBridgeCron('30 4 * * MON')).toBe('cron(30 4 ? * MON *)')
})
