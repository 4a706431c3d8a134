/** What calls tell of a schedule. */
import * as z from 'zod'
import { type ScheduleName, scheduleRules } from '../jobs/schedules.ts'
import { batchJob } from './administration.ts'
import { instant } from './basics.ts'
import { jobView } from './job.ts'

export const scheduleName = z.enum(scheduleRules.map(({ name }) => name) as [ScheduleName, ...ScheduleName[]])

export const scheduleView = z.object({
  name: scheduleName,
  /** Kind of the job that it starts. */
  kind: batchJob.shape.kind,
  isOn: z.boolean(),
  /** When it was due last, whether it was on then or not; absent if never. */
  lastDue: instant.optional(),
  /** When it is due next; absent if never. */
  nextDue: instant.optional(),
  /** What it started when it was due last; absent where it was off, or nothing ran. */
  lastJob: jobView.optional(),
  /** What somebody started last, other than to see what it would do; absent if nobody did. */
  lastByHand: jobView.optional(),
})
export type ScheduleView = z.infer<typeof scheduleView>
