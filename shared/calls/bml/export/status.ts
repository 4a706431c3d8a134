import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { message } from '../../../model/message.ts'

export const status = contract({
  name: 'bml/export/status',
  title: 'How far an export is, and where to fetch its file',
  method: 'GET',
  access: 'job:view',
  input: z.strictObject({ id }),
  output: z.object({
    /** Products that were dealt with. */
    done: z.number().int(),
    total: z.number().int(),
    /** Of these, the ones that are not in the file; `batch/job/checkstatus` says why. */
    failed: z.number().int(),
    isOver: z.boolean(),
    /** Address of the file, for 15 minutes; may be relative to the site's. */
    result: z.string().optional(),
    /** Why there is none. */
    error: z.string().optional(),
    /** The same for readers of any language. */
    text: message.optional(),
  }),
})
