import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id, instant } from '../../../model/basics.ts'
import { attachments, messageText } from '../../../model/conversation.ts'
import { draft } from '../../../model/conversation-view.ts'

export const savedraft = contract({
  name: 'bml/message/savedraft',
  title: 'Keep what one has begun to write in a conversation, for oneself alone',
  access: 'message:view',
  logged: ['conversationId'],
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({
    conversationId: id,
    /** Without text and attachments there is none any more. */
    text: messageText,
    attachments: attachments.default([]),
    /** `at` of the draft that it was made from; absent where there was none. */
    seen: instant.optional(),
  }),
  output: z.object({
    /** As it is kept; absent where it was empty. */
    draft: draft.optional(),
  }),
})
