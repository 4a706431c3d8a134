import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { bill } from '../../../model/invoice.ts'

export const runresult = contract({
  name: 'bml/invoice/runresult',
  title: 'What an invoice run has billed, or would bill',
  access: 'invoice:edit',
  input: z.strictObject({
    jobId: id,
    /** Where the page before ended; the beginning if absent. */
    start: z.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    /** Bills of some companies, once the job is over, for 30 days; those without products are left out. */
    list: z.array(bill),
    /** Where the next page begins; absent at the end. */
    next: z.number().int().optional(),
    isOver: z.boolean(),
    isDryRun: z.boolean(),
  }),
})
