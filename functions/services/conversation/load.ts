/** A conversation with its messages, by its id or by what it is about. */
import type { loadmessage } from '../../../shared/calls/bml/message/loadmessage.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Conversation, ConversationContext } from '../../../shared/model/conversation.ts'
import { entityNotFound, isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { messageRule } from '../../domain/conversation/rules.ts'
import type { DraftReader } from '../../ports/drafts.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { ReferenceReader } from '../product/open.ts'
import { openAbout } from './about.ts'
import { peopleOf } from './keep.ts'
import { findOpen, openConversation, readMessages } from './open.ts'
import { ownPartiesOf } from './own.ts'
import { type Addressee, recipientOf, senderOf } from './start.ts'
import { viewConversations, viewMessages } from './view.ts'

export interface LoadPorts {
  entities: EntityReader
  reference: ReferenceReader
  drafts: DraftReader
}
export interface LoadInput extends Addressee {
  conversationId?: string | undefined
  context?: ConversationContext | undefined
  before?: number | undefined
}

/** Undefined where the actor's side has none about this context. Refuses: not_found, invalid_input, rule_violated. */
async function find(
  ports: LoadPorts,
  input: LoadInput,
  actor: Actor,
): Promise<Conversation | undefined | Refusal> {
  if (input.conversationId !== undefined) return openConversation(ports.entities, input.conversationId, actor)
  if (!input.context) return messageRule('messageRecipient')
  const about = await openAbout(ports, input.context, actor)
  // As the error catalogue has it: a context that is not there is ignored.
  if (isRefusal(about)) return undefined
  const [own, other] = await Promise.all([
    ownPartiesOf(ports.reference, actor),
    recipientOf(ports, input, actor),
  ])
  if (isRefusal(other)) return other
  if (input.senderOrg === undefined) return findOpen(ports.entities, input.context, own, other, actor)
  const sender = senderOf(own, input.senderOrg, about)
  return isRefusal(sender) ? sender : findOpen(ports.entities, input.context, [sender], other, actor)
}

export async function loadConversation(
  ports: LoadPorts,
  input: LoadInput,
  actor: Actor,
): Promise<OutputOf<typeof loadmessage> | Refusal> {
  const found = await find(ports, input, actor)
  if (isRefusal(found)) return found
  if (!found) return { messages: [], people: [] }
  const [[conversation], { messages, older }, draft] = await Promise.all([
    viewConversations(ports, [found], actor),
    readMessages(ports.entities, found, input.before),
    ports.drafts.of(actor.account, found.id),
  ])
  if (!conversation) return entityNotFound(found.id)
  return {
    conversation,
    messages: await viewMessages(ports, found, messages, actor),
    ...(older !== undefined && { older }),
    ...(draft && { draft }),
    people: await peopleOf(ports, found, conversation.mine, actor),
  }
}
