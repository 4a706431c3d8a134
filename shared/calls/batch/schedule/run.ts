import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { scheduleName } from '../../../model/schedule.ts'

export const run = contract({
  name: 'batch/schedule/run',
  title: 'Start the job of a schedule now, whether it is on or not',
  access: 'schedule:manage',
  idempotent: true,
  logged: ['schedule', 'dryRun'],
  input: z.strictObject({
    schedule: scheduleName,
    /** Tells what the job would do when it is due next, and changes nothing. */
    dryRun: z.boolean(),
  }),
  output: z.object({ jobId: id }),
})
