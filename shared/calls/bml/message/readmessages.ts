import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'

export const readmessages = contract({
  name: 'bml/message/readmessages',
  title: 'Mark the messages of a conversation as read, up to one of them, for the own side',
  access: 'message:view',
  logged: ['conversationId'],
  input: z.strictObject({
    conversationId: id,
    /** Number of the last message that was seen; what came behind it stays unread. */
    n: z.number().int().min(1),
  }),
  output: z.object({ rev, unread: z.number().int() }),
})
