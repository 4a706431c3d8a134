import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { jobView } from '../../../model/job.ts'

export const abort = contract({
  name: 'batch/job/abort',
  title: 'Abort a job; what is done of it stays',
  access: 'job:view',
  input: z.strictObject({ id }),
  output: jobView,
})
