import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const undo = contract({
  name: 'batch/job/undo',
  title: 'Take back what a job did, by a job',
  access: 'job:view',
  idempotent: true,
  input: z.strictObject({ id }),
  output: z.object({ jobId: id }),
})
