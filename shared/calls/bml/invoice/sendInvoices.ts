import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { invoiceChoice } from '../../../model/invoice-choice.ts'

export const sendInvoices = contract({
  name: 'bml/invoice/sendInvoices',
  title: 'Send invoices to their companies, as a job',
  access: 'invoice:edit',
  maxBodyBytes: maxAskedBytes,
  idempotent: true,
  logged: [],
  input: invoiceChoice.safeExtend({
    /** Mails those that were sent once more, as they were. Without it they are left as they are. */
    again: z.boolean().default(false),
  }),
  /** Each invoice that cannot be sent is a reason of the job; the others are sent. */
  output: z.object({ jobId: id }),
})
