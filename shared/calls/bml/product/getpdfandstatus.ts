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
    /** While it is not done: entries gone through, of how many; absent while nobody knows. */
    progress: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
    /** Address of the PDF or zip, for 15 minutes; may be relative to the site's. */
    result: z.string().optional(),
    /** Products of a report that have no place in it. */
    leftOut: z.number().int().optional(),
    /** Documents of a zip that could not be printed; the job says which, and why. */
    missing: z.number().int().optional(),
    /** Why there is none. */
    error: z.string().optional(),
    /** The same for readers of any language. */
    text: message.optional(),
  }),
})
