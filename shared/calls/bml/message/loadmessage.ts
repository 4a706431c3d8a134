import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { conversationContext } from '../../../model/conversation.ts'
import { conversationView, draft, messageView } from '../../../model/conversation-view.ts'
import { addressee, senderOrg } from '../conversation/create.ts'

export const loadmessage = contract({
  name: 'bml/message/loadmessage',
  title: 'A conversation with its messages, by its id or by what it is about',
  access: 'message:view',
  logged: ['conversationId'],
  input: z.strictObject({
    /** One of the two. By its context: the newest that the own side has not archived. */
    conversationId: id.optional(),
    context: conversationContext.optional(),
    ...addressee,
    senderOrg,
    /** Messages before this number. */
    before: z.number().int().min(1).optional(),
  }),
  output: z.object({
    /** Absent where there is none about this context. */
    conversation: conversationView.optional(),
    /** Up to 30, the oldest first. */
    messages: z.array(messageView),
    /** Where older ones go on: `before` of the next request; absent where there are none. */
    older: z.number().int().optional(),
    /** What the caller has begun to write. */
    draft: draft.optional(),
    /** People of the own side, for whom it can be; where the caller is told names. */
    people: z.array(z.object({ id, fullname: z.string() })),
  }),
})
