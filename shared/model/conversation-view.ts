/** Conversations, messages and drafts as somebody gets them. Apart from what is stored: that is part of every screen. */
import * as z from 'zod'
import { id, instant } from './basics.ts'
import { attachments, contextKeys, conversation, messageText, sideNames } from './conversation.ts'
import { entityOf } from './entity.ts'

/** What a person has begun to write, and not sent. */
export const draft = z.strictObject({
  text: messageText,
  attachments,
  /** When it was kept. */
  at: instant,
})
export type Draft = z.infer<typeof draft>

/** A conversation as somebody gets it. */
export const conversationView = entityOf(conversation).extend({
  /** Sides that the caller is of: whose messages count as unread for them, and whose state they may change. */
  mine: z.array(z.enum(sideNames)),
  /** Side that the caller writes for; absent where they may not. */
  writesAs: z.enum(sideNames).optional(),
  unread: z.number().int(),
  /** What it is about, by the rights of the caller; without a title where they may not know of it, or it is gone. */
  about: z.object({ key: z.enum(contextKeys), id, title: z.string().optional() }),
  /** Of the two parties and the people who are assigned, by their ids; without those that the caller is not told. */
  names: z.record(z.string(), z.string()),
})
export type ConversationView = z.infer<typeof conversationView>

/** A message as somebody gets it. */
export const messageView = z.object({
  id,
  n: z.number().int(),
  ofSide: z.number().int(),
  side: z.enum(sideNames),
  sent: instant,
  content: z.string(),
  attachments,
  /** Who wrote it; empty where the caller is not told. */
  by: z.string(),
  byName: z.string(),
  /** Whether the other side has read it. */
  isRead: z.boolean(),
})
export type MessageView = z.infer<typeof messageView>
