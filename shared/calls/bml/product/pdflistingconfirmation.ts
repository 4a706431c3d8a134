import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const pdflistingconfirmation = contract({
  name: 'bml/product/pdflistingconfirmation',
  title: 'A listing confirmation as a PDF',
  access: 'confirmation:view',
  idempotent: true,
  logged: ['confirmationId'],
  input: z.strictObject({ confirmationId: id }),
  output: z.object({
    /** Of one that is not sent: a preview, asked for with `bml/product/getpdfandstatus`. */
    ticketNumber: id.optional(),
    /** Of a sent one: the address of the document as it was sent, for 15 minutes; may be relative to the site's. */
    result: z.string().optional(),
  }),
})
