import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { conversationContext } from '../../../model/conversation.ts'
import { conversationView } from '../../../model/conversation-view.ts'

/** Whom it is with: exactly one of them. */
export const addressee = {
  recipientOrg: id.optional(),
  recipientCompany: id.optional(),
  recipientUser: id.optional(),
}
/** Institution of the caller that writes; without it the one whose business the context is, else their first. */
export const senderOrg = id.optional()

export const create = contract({
  name: 'bml/conversation/create',
  title:
    'Begin a conversation about a product, a confirmation, an invoice or a request; or find the one that there is',
  access: 'message:start',
  idempotent: true,
  input: z.strictObject({
    context: conversationContext,
    ...addressee,
    senderOrg,
    /** Select option of the type message-subject; without it the subject is the context. */
    subject: id.optional(),
  }),
  output: conversationView,
})
