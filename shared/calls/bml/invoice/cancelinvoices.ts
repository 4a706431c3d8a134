import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id, line } from '../../../model/basics.ts'
import { invoiceChoice } from '../../../model/invoice-choice.ts'

export const cancelinvoices = contract({
  name: 'bml/invoice/cancelinvoices',
  title: 'Cancel invoices by cancellation invoices, which are sent, as a job',
  access: 'invoice:edit',
  maxBodyBytes: maxAskedBytes,
  idempotent: true,
  logged: [],
  input: invoiceChoice.safeExtend({
    /** Why, as its institution is told. */
    reason: line.optional(),
  }),
  output: z.object({ jobId: id }),
})
