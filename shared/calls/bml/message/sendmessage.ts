import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { attachments, conversationContext, messageText, sideNames } from '../../../model/conversation.ts'
import { conversationView, messageView } from '../../../model/conversation-view.ts'
import { addressee, senderOrg } from '../conversation/create.ts'

export const sendmessage = contract({
  name: 'bml/message/sendmessage',
  title: 'Send a message, in a conversation or about something; the latter begins one if there is none',
  access: 'message:view',
  idempotent: true,
  logged: ['conversationId'],
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({
    /** One of the two. */
    conversationId: id.optional(),
    context: conversationContext.optional(),
    ...addressee,
    senderOrg,
    /** Of a conversation whose both sides the caller is of: the one that writes. */
    as: z.enum(sideNames).optional(),
    subject: id.optional(),
    message: messageText,
    /** Files that the caller has uploaded. */
    attachments: attachments.default([]),
  }),
  output: z.object({ conversation: conversationView, message: messageView }),
})
