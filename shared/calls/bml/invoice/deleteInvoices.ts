import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { invoiceChoice } from '../../../model/invoice-choice.ts'

export const deleteInvoices = contract({
  name: 'bml/invoice/deleteInvoices',
  title: 'Delete drafts of invoices, as a job',
  access: 'invoice:edit',
  maxBodyBytes: maxAskedBytes,
  idempotent: true,
  logged: [],
  input: invoiceChoice,
  /** What has a number stays, and is a reason of the job. */
  output: z.object({ jobId: id }),
})
