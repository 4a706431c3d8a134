import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { pageOf } from '../../../model/answers.ts'
import { jobView } from '../../../model/job.ts'
import { pagination } from '../../../search/filter.ts'

export const list = contract({
  name: 'batch/job/list',
  title:
    'Jobs, running ones first, then the newest; a new job is in it after a second or so. Mails about single notes are jobs of the system, listed only where one was not sent',
  access: 'job:view',
  input: z.strictObject({
    /** `all`: those of everybody, for administrators; anybody else gets their own. */
    of: z.enum(['me', 'all']).default('me'),
    /** Only those that are new or running. */
    isOpen: z.boolean().default(false),
    pagination: pagination.optional(),
  }),
  output: pageOf(jobView),
})
