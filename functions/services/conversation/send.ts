/** Sends a message: the message and what it makes of its conversation are one write. */
import type { Actor } from '../../../shared/model/actor.ts'
import type {
  Attachment,
  Conversation,
  ConversationContext,
  Message,
  SideName,
} from '../../../shared/model/conversation.ts'
import { unstored } from '../../../shared/model/entity-data.ts'
import { ownSides } from '../../../shared/rules/conversation.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { decideSend, messageRule, writer } from '../../domain/conversation/rules.ts'
import type { DraftStore } from '../../ports/drafts.ts'
import { namedClassesRefusal } from '../entity/named-classes.ts'
import { untilSaved, untilTurn } from '../entity/turns.ts'
import { seesFile } from '../file/visible.ts'
import { viewReference } from '../product/open.ts'
import { messageId, openConversation, readMessages } from './open.ts'
import { ownPartiesOf } from './own.ts'
import { type Addressee, madeConversation, openStart, type StartPorts } from './start.ts'

export interface SendInput extends Addressee {
  conversationId?: string | undefined
  context?: ConversationContext | undefined
  subject?: string | undefined
  as?: SideName | undefined
  message: string
  attachments: readonly Attachment[]
}
export interface SendPorts extends StartPorts {
  drafts: DraftStore
}
interface Sent {
  conversation: Conversation
  message: Message
}
/** Messages among which one is looked for that a request before has sent: it was cut off before its answer. */
const lookedBack = 10

/** Refuses files that the actor may not know of: who attaches one could have brought it anew. */
async function attachmentRefusal(
  { entities, reference }: StartPorts,
  attachments: readonly Attachment[],
  actor: Actor,
): Promise<Refusal | undefined> {
  if (attachments.length === 0) return undefined
  const scope = { actor, entities, reference: await viewReference(reference) }
  for (const { fileId, fileName } of attachments) {
    const file = await entities.get('uploadedfile', fileId)
    if (!file || !(await seesFile(file, scope)))
      return refuse('not_found', 'File with name not found', { key: 'fileNameUnknown', params: { fileName } })
  }
  return undefined
}

/** Refuses: not_found, forbidden, invalid_input, rule_violated. */
export async function sendMessage(
  ports: SendPorts,
  { id, token }: { id: string; token: string },
  input: SendInput,
  actor: Actor,
): Promise<Sent | Refusal> {
  const refused = await attachmentRefusal(ports, input.attachments, actor)
  if (refused) return refused
  const sent = await untilTurn(() => untilSaved(() => sendOnce(ports, { id, token }, input, actor)))
  if (!isRefusal(sent)) await dropDraft(ports.drafts, sent, actor)
  return sent
}

/** What was kept of the message while it was written; what another window has begun stays. */
async function dropDraft(drafts: DraftStore, { conversation, message }: Sent, actor: Actor): Promise<void> {
  const draft = await drafts.of(actor.account, conversation.id)
  if (draft && message.data.content.startsWith(draft.text.trim()))
    await drafts.keep(actor.account, conversation.id, undefined, draft.at)
}

/** The conversation as it is, or as it would begin. */
async function target(ports: StartPorts, id: string, input: SendInput, actor: Actor) {
  const { conversationId, context } = input
  if (conversationId !== undefined) {
    const known = await openConversation(ports.entities, conversationId, actor)
    return isRefusal(known) ? known : { known }
  }
  if (!context) return messageRule('messageRecipient')
  // The same request again, after it was cut off between its write and its answer.
  const made = await openConversation(ports.entities, id, actor)
  if (!isRefusal(made)) return { known: made }
  return openStart(ports, { ...input, context }, actor)
}

async function sendOnce(
  ports: StartPorts,
  { id, token }: { id: string; token: string },
  input: SendInput,
  actor: Actor,
): Promise<Sent | Refusal> {
  const { entities, clock, reference } = ports
  const found = await target(ports, id, input, actor)
  if (isRefusal(found)) return found
  const now = clock.now()
  const before = 'known' in found ? found.known : { ...madeConversation(id, found.data, actor, now), rev: 0 }
  const last = await readMessages(entities, before, undefined, lookedBack)
  const again = last.messages.find(
    ({ data, createdBy }) => data.token === token && createdBy === actor.account,
  )
  if (again) return { conversation: before, message: again }
  const sides = ownSides(before.data, await ownPartiesOf(reference, actor))
  const name = 'known' in found ? writer(before.data, sides, input.as) : 'sender'
  if (isRefusal(name)) return name
  const decided = decideSend(
    before,
    name,
    { content: input.message, attachments: input.attachments, token },
    now,
  )
  if (isRefusal(decided)) return decided
  const by = { updated: now, updatedBy: actor.account }
  const conversation = { ...before, ...by, rev: before.rev + 1, data: decided.data }
  const messageOf = unstored('message', await messageId(before.id, decided.message.n), decided.message)
  const message = { ...messageOf, rev: 1, created: now, createdBy: actor.account, ...by }
  const refused = await namedClassesRefusal(entities, before.rev > 0 ? before : undefined, conversation)
  if (refused) return refused
  const [after, written] = await entities.putAll([
    {
      entity: conversation,
      options: { expectRev: before.rev, ...('turn' in found && { turn: found.turn }) },
    },
    { entity: message, options: { expectRev: 0 } },
  ])
  return { conversation: after as Conversation, message: written as Message }
}
