import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { invoiceView } from '../../../model/invoice.ts'

export const load = contract({
  name: 'bml/invoice/load',
  title: 'Load an invoice or one of its revisions',
  access: 'invoice:view',
  input: z.strictObject({ id, rev: rev.optional() }),
  output: invoiceView,
})
