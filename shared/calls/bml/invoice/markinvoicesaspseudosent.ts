import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { invoiceChoice } from '../../../model/invoice-choice.ts'

export const markinvoicesaspseudosent = contract({
  name: 'bml/invoice/markinvoicesaspseudosent',
  title: 'Mark drafts of invoices as sent without sending them, or take the mark away, as a job',
  access: 'invoice:edit',
  maxBodyBytes: maxAskedBytes,
  idempotent: true,
  logged: [],
  input: invoiceChoice.safeExtend({
    /** Without it the mark is taken away: they are drafts again. */
    marked: z.boolean().default(true),
  }),
  output: z.object({ jobId: id }),
})
