import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const createinvoicepdf = contract({
  name: 'bml/invoice/createinvoicepdf',
  title: 'An invoice as a PDF',
  access: 'invoice:view',
  idempotent: true,
  logged: ['invoiceId'],
  input: z.strictObject({ invoiceId: id }),
  output: z.object({
    /** Of one that has no document yet: a preview, asked for with `bml/product/getpdfandstatus`. */
    ticketNumber: id.optional(),
    /** The address of the document as it was sent, for 15 minutes; may be relative to the site's. */
    result: z.string().optional(),
  }),
})
