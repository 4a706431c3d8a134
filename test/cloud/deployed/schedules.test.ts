/** What EventBridge would send when a schedule is due: the emulator keeps schedules, and sends nothing. */
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { GetQueueUrlCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { expect, inject, test } from 'vitest'
import { dueJobId } from '../../../functions/services/job/due.ts'
import { scheduleName } from '../../../lib/parts/schedules.ts'
import { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { scheduleRules } from '../../../shared/jobs/schedules.ts'
import { apiAs } from '../../e2e/api.ts'
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
