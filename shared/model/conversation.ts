/** Conversations between institutions, companies and people about something in Inputlist, and their messages (file 2 §3). */
import * as z from 'zod'
import { id, instant, line } from './basics.ts'
import type { Entity } from './entity.ts'

export const partyKinds = ['org', 'company', 'user'] as const
const partyFields = { kind: z.enum(partyKinds), id }
/** An institution, a company or a person (account) that talks. */
export const party = z.strictObject(partyFields)
export type Party = z.infer<typeof party>

export const contextKeys = ['productId', 'confirmationId', 'invoiceId', 'requestId'] as const
export type ContextKey = (typeof contextKeys)[number]
/** What a conversation is about: exactly one of them. */
export const conversationContext = z
  .strictObject({
    productId: id.optional(),
    confirmationId: id.optional(),
    invoiceId: id.optional(),
    requestId: id.optional(),
  })
  .refine((context) => contextKeys.filter((key) => context[key] !== undefined).length === 1, {
    error: 'expected exactly one of requestId, confirmationId, invoiceId, productId',
  })
export type ConversationContext = z.infer<typeof conversationContext>

/** One of the two parties, with what it has done and how it keeps the conversation. */
const side = z.strictObject({
  ...partyFields,
  /** Messages that it has written. */
  sent: z.number().int().min(0),
  /** How many of the other side's messages it has read: the first ones. */
  read: z.number().int().min(0),
  /** When it last read one. */
  lastReadMessages: instant.optional(),
  /** Account of the party whose business it is. */
  assignee: id.optional(),
  /** Select option of the type message-folder. */
  folder: id.optional(),
  /** When the party archived it, for good: it writes nothing more here. */
  archived: instant.optional(),
})
export type Side = z.infer<typeof side>
export const sideNames = ['sender', 'recipient'] as const
export type SideName = (typeof sideNames)[number]
export const otherSide = (name: SideName): SideName => (name === 'sender' ? 'recipient' : 'sender')

export const conversation = z.strictObject({
  context: conversationContext,
  /** Select option of the type message-subject; without one the subject is the context. */
  subject: id.optional(),
  /** Of a context that is a product, or is of one. */
  productId: id.optional(),
  /** Who has begun it. */
  sender: side,
  recipient: side,
  /** When the last message was sent; of one without messages when it was begun. */
  lastMessageAt: instant,
  lastMessageBy: z.enum(sideNames).optional(),
})
export type ConversationData = z.infer<typeof conversation>
export type Conversation = Entity<ConversationData>

/** Characters of a message. */
export const maxMessageLength = 20_000
export const maxAttachments = 20
/** Of one conversation: then another one is begun. */
export const maxMessages = 5_000

const attachment = z.strictObject({ fileId: id, fileName: line.trim().min(1) })
export const attachments = z.array(attachment).max(maxAttachments)
export type Attachment = z.infer<typeof attachment>
/** Plain text: addresses in it are links on the screen, and nothing else is anything but text. */
export const messageText = z.string().max(maxMessageLength)

/** A message as it was sent; nobody changes it any more. */
export const message = z.strictObject({
  conversation: id,
  /** 1, 2, 3 … in the conversation, and among those of its side. */
  n: z.number().int().min(1),
  ofSide: z.number().int().min(1),
  side: z.enum(sideNames),
  /** The two that it is between. */
  sender: party,
  recipient: party,
  sent: instant,
  content: messageText,
  attachments,
  /** Nothing else of the conversation was unread when it came: its readers are told by mail. */
  notifies: z.boolean(),
  /** Tells a request that comes again from another one. */
  token: id,
})
export type MessageData = z.infer<typeof message>
export type Message = Entity<MessageData>
