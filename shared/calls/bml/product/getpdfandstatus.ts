import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { message } from '../../../model/message.ts'

export const getpdfandstatus = contract({
  name: 'bml/product/getpdfandstatus',
  title: 'Whether a document is printed, and where to fetch it',
  method: 'GET',
  access: 'job:view',
  input: z.strictObject({ ticketNumber: id }),
  output: z.object({
    done: z.boolean(),
    /** Address of the PDF, for 15 minutes; may be relative to the site's. */
    result: z.string().optional(),
    /** Why there is none. */
    error: z.string().optional(),
    /** The same for readers of any language. */
    text: message.optional(),
  }),
})
