import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { batchJob } from '../../../model/administration.ts'
import { id } from '../../../model/basics.ts'

export const checkstatus = contract({
  name: 'batch/job/checkstatus',
  title: 'How far a job is',
  access: 'job:view',
  input: z.strictObject({ id }),
  output: batchJob.extend({ id }),
})
