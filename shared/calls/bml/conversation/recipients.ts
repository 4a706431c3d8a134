import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { contextKeys, conversationContext, partyKinds } from '../../../model/conversation.ts'

export const recipients = contract({
  name: 'bml/conversation/recipients',
  title: 'Whom a conversation about something may be with, those first whose business it is',
  method: 'GET',
  access: 'message:start',
  logged: [],
  input: z.strictObject({ context: conversationContext }),
  output: z.object({
    about: z.object({ key: z.enum(contextKeys), id, title: z.string().optional() }),
    list: z.array(
      z.object({
        kind: z.enum(partyKinds),
        id,
        title: z.string(),
        isConcerned: z.boolean(),
        /** Somebody signs in for it, and so reads what is written. */
        hasPeople: z.boolean(),
      }),
    ),
    /** Institutions of the caller that may write, the one first whose business it is; none where they write for themselves or their company. */
    senders: z.array(z.object({ id, title: z.string() })),
    /** The caller may also write to institutions, companies and people that are not in the list. */
    mayChooseOthers: z.boolean(),
  }),
})
