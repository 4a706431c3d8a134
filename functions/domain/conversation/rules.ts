/** Who may begin a conversation and write in one, and what a message makes of it. */
import type { Actor } from '../../../shared/model/actor.ts'
import {
  type Attachment,
  type Conversation,
  type ConversationContext,
  type ConversationData,
  type Message,
  type MessageData,
  maxMessages,
  otherSide,
  type Party,
  type Side,
  type SideName,
} from '../../../shared/model/conversation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { isSameParty, messageCount, unreadOf, writingSide } from '../../../shared/rules/conversation.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'

const sentences = {
  messageRecipient: 'Choose whom the conversation is with: an institution, a company or a person.',
  messageEmpty: 'The message is empty.',
  messageTooMany: 'The conversation has too many messages. Archive it and begin another one.',
  messageReadOnly: 'You see this conversation as an administrator. Only its parties write in it.',
  conversationArchived: 'The conversation is archived, and stays so. Begin another one.',
  conversationAssignee: 'Only a person of the party can be assigned.',
  conversationFixed: 'Only folder, assignee and archive of the own side can be changed.',
  draftDiffers: 'The draft was changed in another window.',
} as const
export const messageRule = (key: keyof typeof sentences, path?: string): Refusal =>
  refuseRule(key, sentences[key], path ? { issues: [{ path, expected: sentences[key], key }] } : {})

export const isConversation = (entity: Entity | undefined): entity is Conversation =>
  isOfClass('conversation', entity)
export const isMessage = (entity: Entity | undefined): entity is Message => isOfClass('message', entity)

export interface StartAsked {
  context: ConversationContext
  subject?: string | undefined
  productId?: string | undefined
  from: Party
  to: Party
  /** Whose business it is of either party, where the context names one. */
  fromAssignee?: string | undefined
  toAssignee?: string | undefined
}
const sideOf = ({ kind, id }: Party, assignee: string | undefined): Side => ({
  kind,
  id,
  sent: 0,
  read: 0,
  ...(assignee !== undefined && { assignee }),
})

/** A conversation without messages. `isConcerned`: the context is the recipient's business. Refuses: forbidden, rule_violated. */
export function decideStart(
  asked: StartAsked,
  actor: Actor,
  isConcerned: boolean,
  now: string,
): ConversationData | Refusal {
  const { context, subject, productId, from, to } = asked
  if (!can(actor, 'message:start', { isInstitution: to.kind === 'org', isConcerned })) return notAllowed()
  if (isSameParty(from, to)) return messageRule('messageRecipient')
  return {
    context,
    ...(subject !== undefined && { subject }),
    ...(productId !== undefined && { productId }),
    sender: sideOf(from, asked.fromAssignee),
    recipient: sideOf(to, asked.toAssignee),
    lastMessageAt: now,
  }
}

export interface Written {
  content: string
  attachments: readonly Attachment[]
  token: string
}
/** Why nobody on these sides writes there; else the side that does. */
export function writer(
  data: ConversationData,
  sides: readonly SideName[],
  asked?: SideName,
): SideName | Refusal {
  const name = asked !== undefined && sides.includes(asked) ? asked : writingSide(data, sides)
  if (name === undefined) return messageRule('messageReadOnly')
  return data[name].archived === undefined ? name : messageRule('conversationArchived')
}

/** The conversation with one more message, and that message. Refuses: rule_violated. */
export function decideSend(
  before: { id: string; data: ConversationData },
  name: SideName,
  { content, attachments, token }: Written,
  now: string,
): { data: ConversationData; message: MessageData } | Refusal {
  const { data } = before
  if (content.trim() === '' && attachments.length === 0) return messageRule('messageEmpty')
  const count = messageCount(data)
  if (count >= maxMessages) return messageRule('messageTooMany')
  const own = { ...data[name], sent: data[name].sent + 1 }
  const after = { ...data, [name]: own, lastMessageAt: now, lastMessageBy: name }
  const party = ({ kind, id }: Party): Party => ({ kind, id })
  return {
    data: after,
    message: {
      conversation: before.id,
      n: count + 1,
      ofSide: own.sent,
      side: name,
      sender: party(data.sender),
      recipient: party(data.recipient),
      sent: now,
      content,
      attachments: [...attachments],
      notifies: unreadOf(after, otherSide(name)) === 1,
      token,
    },
  }
}

/**
 * The conversation where these sides have read up to a message; undefined where that changes nothing. What came behind it stays
 * unread, whatever else was written meanwhile.
 */
export function decideRead(
  data: ConversationData,
  sides: readonly SideName[],
  upTo: Pick<MessageData, 'n' | 'side' | 'ofSide'>,
  now: string,
): ConversationData | undefined {
  let after: ConversationData | undefined
  for (const name of sides) {
    const seen = upTo.side === name ? upTo.n - upTo.ofSide : upTo.ofSide
    const read = Math.min(seen, data[otherSide(name)].sent)
    if (read > data[name].read)
      after = { ...(after ?? data), [name]: { ...data[name], read, lastReadMessages: now } }
  }
  return after
}
