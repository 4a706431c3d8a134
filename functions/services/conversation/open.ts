/** Finds a conversation and its messages in the store. */
import { messagesAtOnce } from '../../../shared/constants.ts'
import { idOf } from '../../../shared/id-of.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Conversation, ConversationContext, Message, Party } from '../../../shared/model/conversation.ts'
import { conversationsName } from '../../../shared/model/references.ts'
import {
  aboutOf,
  isSameParty,
  messageCount,
  ownSides,
  seesConversation,
} from '../../../shared/rules/conversation.ts'
import { entityNotFound, type Refusal } from '../../../shared/rules/refusal.ts'
import { isConversation, isMessage } from '../../domain/conversation/rules.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'

/** The id of the nth message: so a conversation is read page by page without an index, and nobody writes the nth twice. */
export const messageId = (conversation: string, n: number): Promise<string> =>
  idOf(`message#${conversation}#${n}`)

/** The conversation as it is stored, if the actor may know of it. Refuses: not_found. */
export async function openConversation(
  entities: Pick<EntityReader, 'get'>,
  id: string,
  actor: Actor,
): Promise<Conversation | Refusal> {
  const found = await entities.get(id)
  if (!isConversation(found) || found.disabled || !seesConversation(actor, found.data))
    return entityNotFound(id)
  return found
}

/** Its messages before a number, the oldest first; `older`: there are more before them. */
export async function readMessages(
  entities: Pick<EntityReader, 'getMany'>,
  { id, data }: Pick<Conversation, 'id' | 'data'>,
  before = Number.POSITIVE_INFINITY,
  limit = messagesAtOnce,
): Promise<{ messages: Message[]; older?: number }> {
  const end = Math.min(before - 1, messageCount(data))
  const start = Math.max(1, end - limit + 1)
  const numbers = Array.from({ length: Math.max(0, end - start + 1) }, (_, i) => start + i)
  const ids = await Promise.all(numbers.map((n) => messageId(id, n)))
  const messages = ids.length > 0 ? (await entities.getMany(ids)).filter(isMessage) : []
  return { messages, ...(start > 1 && { older: start }) }
}

/**
 * The newest conversation about something that these parties have and have not archived: with that party, or with any. One that has
 * not begun is its sender's alone.
 */
export async function findOpen(
  entities: NamingReader,
  context: ConversationContext,
  own: readonly Party[],
  other: Party | undefined,
  actor: Actor,
): Promise<Conversation | undefined> {
  const about = aboutOf(context)
  let newest: Conversation | undefined
  for await (const { list } of namingPages(entities, conversationsName(about.id)))
    for (const one of list) {
      if (!isConversation(one) || one.disabled || aboutOf(one.data.context).key !== about.key) continue
      const { data } = one
      const mine = ownSides(data, own)
      if (mine.length === 0 || !seesConversation(actor, data)) continue
      if (other && !isSameParty(data.sender, other) && !isSameParty(data.recipient, other)) continue
      if (data.sender.archived !== undefined || data.recipient.archived !== undefined) continue
      if (!newest || placeOf(one) > placeOf(newest)) newest = one
    }
  return newest
}
const placeOf = ({ id, data }: Conversation) => `${data.lastMessageAt} ${id}`
