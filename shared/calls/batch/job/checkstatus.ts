import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { jobReasons, jobView } from '../../../model/job.ts'

export const checkstatus = contract({
  name: 'batch/job/checkstatus',
  title: 'How far a job is, and what of it was not done and why, page by page',
  access: 'job:view',
  input: z.strictObject({
    id,
    /** From the answer before: the next page of reasons. */
    cursor: z
      .string()
      .regex(/^R#\d{4}#\d{8}$/)
      .optional(),
    /** Reasons of a page, about: those of one unit stay together. */
    limit: z.number().int().min(1).max(250).default(100),
  }),
  output: jobView.extend(jobReasons.shape),
})
