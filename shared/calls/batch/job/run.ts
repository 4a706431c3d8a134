import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { jobOrder } from '../../../model/job.ts'

/** The right that is needed is the template's. */
export const run = contract({
  name: 'batch/job/run',
  title: 'Start a job',
  access: 'signed-in',
  maxBodyBytes: maxAskedBytes,
  idempotent: true,
  logged: ['template'],
  input: jobOrder,
  output: z.object({ jobId: id }),
})
