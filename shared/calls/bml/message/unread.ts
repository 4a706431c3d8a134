import * as z from 'zod'
import { contract } from '../../../contract.ts'

export const unread = contract({
  name: 'bml/message/unread',
  title:
    'How many conversations of the caller have something unread, and whether anything in them has changed',
  method: 'GET',
  access: 'message:view',
  input: z.strictObject({}),
  output: z.object({
    count: z.number().int(),
    /** Another one whenever a conversation of the caller has changed, as lists find it. */
    version: z.string(),
  }),
})
