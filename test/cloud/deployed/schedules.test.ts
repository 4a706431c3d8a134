/** What EventBridge would send when a schedule is due: the emulator keeps schedules, and sends nothing. */
import { randomUUID } from 'node:crypto'
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { GetQueueUrlCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../functions/adapters/common/clock.ts'
import { dueJobId } from '../../../functions/services/job/due.ts'
import { scheduleName } from '../../../lib/parts/schedules.ts'
import { eachPage } from '../../../scripts/ops/tables.ts'
import { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../../shared/calls/batch/schedule/list.ts'
import { run } from '../../../shared/calls/batch/schedule/run.ts'
import { set } from '../../../shared/calls/batch/schedule/set.ts'
import { fixedIds } from '../../../shared/constants.ts'
import { scheduleRules } from '../../../shared/jobs/schedules.ts'
import { apiAs } from '../../e2e/api.ts'
import { openOperator, type TestOperator } from './operator.ts'
import { sqs, stageName, until } from './tools.ts'

const { target } = inject('stage')
const scheduler = new SchedulerClient(target.cloud.client)
/** Nothing is due at that time by itself, nor marked for it. */
const due = '2026-01-01T00:00:00Z'

test.each(scheduleRules)('the message of $name starts its job once, and the job ends', async ({ name }) => {
  const Name = scheduleName({ stage: stageName }, name)
  const { Target } = await scheduler.send(new GetScheduleCommand({ Name }))
  const MessageBody = Target!.Input!.replace('<aws.scheduler.scheduled-time>', due)
  const QueueName = Target!.Arn!.split(':').at(-1)
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }))
  // EventBridge sends at least once.
  for (let i = 0; i < 2; i++) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
  const api = await apiAs('admin')
  const id = await dueJobId(name, due)
  await until('the job is over', async () => {
    const job = await api.call(checkstatus, { id }).catch(() => undefined)
    return job?.status === 'complete'
  })
  expect(await api.call(checkstatus, { id })).toMatchObject({ status: 'complete', failed: 0 })
})

test('an administrator switches a schedule on and off, and all else of it stays', async () => {
  const api = await apiAs('admin')
  const name = 'yearly-invoices'
  const Name = scheduleName({ stage: stageName }, name)
  const read = async () => {
    const { $metadata, LastModificationDate, ...all } = await scheduler.send(new GetScheduleCommand({ Name }))
    return all
  }
  const before = await read()
  expect(before.State).toBe('DISABLED')
  for (const isOn of [true, false]) {
    const { list: after } = await api.call(set, { schedule: name, isOn })
    const told = { isOn, nextDue: expect.any(String) }
    expect(after.find((one) => one.name === name)).toMatchObject(told)
    expect((await api.call(list, {})).list.find((one) => one.name === name)).toMatchObject(told)
    expect(await read()).toEqual({ ...before, State: isOn ? 'ENABLED' : 'DISABLED' })
  }
  expect((await api.call(list, {})).list.map((one) => one.name)).toEqual(scheduleRules.map((one) => one.name))
})

test('a dry run by hand ends, and writes nothing but itself', async () => {
  const api = await apiAs('admin')
  const o = openOperator()
  const expired = await putExpiredSearch(o)
  /** All rows, but those of jobs and those that go by themselves. */
  async function rows() {
    const found = new Map<string, string>()
    await eachPage(o.dynamo, { TableName: (await o.table()).table }, async (items) => {
      for (const { pk, sk, ...rest } of items)
        if (!/^[JT]#/.test(String(pk))) found.set(`${pk} ${sk}`, JSON.stringify(rest))
    })
    return found
  }
  const before = await rows()
  expect(before.get(`E#${expired} HEAD`)).toBeDefined()
  const jobs: string[] = []
  for (const { name } of scheduleRules)
    jobs.push((await api.call(run, { schedule: name, dryRun: true })).jobId)
  for (const [i, { name }] of scheduleRules.entries()) {
    const id = jobs[i]!
    await until(`the dry run of ${name} is over`, async () =>
      ['complete', 'aborted'].includes((await api.call(checkstatus, { id })).status),
    )
    expect(await api.call(checkstatus, { id })).toMatchObject({
      ...{ status: 'complete', failed: 0, about: { isDryRun: true } },
      ...(name === 'expired-searches' && { result: { removed: 1 } }),
    })
  }
  const after = await rows()
  const own = (key: string, row = '') => jobs.some((id) => key.includes(id) || row.includes(id))
  const changed = [...after].filter(([key, row]) => before.get(key) !== row && !own(key, row))
  expect(changed).toEqual([])
  expect([...before.keys()].filter((key) => !after.has(key))).toEqual([])
  expect(jobs.every((id) => after.has(`E#${id} HEAD`))).toBe(true)
})

/** A search that was kept for a link, which has expired; erased when the test is over. */
async function putExpiredSearch(o: TestOperator): Promise<string> {
  const store = await o.store()
  const [id, system, at] = [randomUUID(), fixedIds.account.system, '2020-01-01T00:00:00.000Z']
  await store.put(
    {
      ...{ id, entityclass: 'savedsearch', attributeset: 'default', rev: 1, disabled: false },
      ...{ created: at, createdBy: system, updated: at, updatedBy: system },
      data: { title: 'Expired', isTemporary: true, tree: { type: 'nop' } },
    },
    { expectRev: 0 },
  )
  onTestFinished(() => store.erase(id, system, systemClock.now()))
  return id
}
