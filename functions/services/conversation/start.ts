/** Begins a conversation about something, or finds the one that there is. */
import type { Actor } from '../../../shared/model/actor.ts'
import type {
  Conversation,
  ConversationContext,
  ConversationData,
  Party,
} from '../../../shared/model/conversation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass, unstored } from '../../../shared/model/entity-data.ts'
import { conversationsName } from '../../../shared/model/references.ts'
import { aboutOf, isSameParty } from '../../../shared/rules/conversation.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { isRefusal, notAllowed, type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'
import { companySubject } from '../../domain/company/rights.ts'
import { decideStart, isConversation, messageRule } from '../../domain/conversation/rules.ts'
import { idNotFound } from '../../domain/entity/class-rules.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { namedClassesRefusal } from '../entity/named-classes.ts'
import { assigneeOf, type OpenAbout, openAbout, type TalkPorts } from './about.ts'
import { findOpen } from './open.ts'
import { ownPartiesOf } from './own.ts'

export interface Addressee {
  recipientOrg?: string | undefined
  recipientCompany?: string | undefined
  recipientUser?: string | undefined
  senderOrg?: string | undefined
}
export interface StartInput extends Addressee {
  context: ConversationContext
  subject?: string | undefined
}
export interface StartPorts extends TalkPorts {
  entities: EntityStore
  clock: { now(): string }
}

const addressed = ({ recipientOrg, recipientCompany, recipientUser }: Addressee): Party[] => [
  ...(recipientOrg === undefined ? [] : [{ kind: 'org' as const, id: recipientOrg }]),
  ...(recipientCompany === undefined ? [] : [{ kind: 'company' as const, id: recipientCompany }]),
  ...(recipientUser === undefined ? [] : [{ kind: 'user' as const, id: recipientUser }]),
]
const pathOf = ({ kind }: Party) =>
  `/${kind === 'org' ? 'recipientOrg' : kind === 'company' ? 'recipientCompany' : 'recipientUser'}`

/** Whether there is such a party, as far as the actor may know. */
function isThere({ kind, id }: Party, found: Entity | undefined, actor: Actor): boolean {
  if (!found || found.disabled) return false
  if (kind === 'org') return isOfClass('institution', found)
  if (kind === 'user') return isOfClass('account', found) && found.data.active && found.id === id
  return (
    isOfClass('company', found) && !found.data.mergedInto && can(actor, 'company:view', companySubject(found))
  )
}

/** Whom it is with; undefined where nobody is named. Refuses: invalid_input, rule_violated. */
export async function recipientOf(
  { entities }: Pick<TalkPorts, 'entities'>,
  input: Addressee,
  actor: Actor,
): Promise<Party | undefined | Refusal> {
  const [party, ...more] = addressed(input)
  if (!party) return undefined
  if (more.length > 0) return messageRule('messageRecipient', pathOf(more[0]!))
  return isThere(party, await entities.get(party.id), actor)
    ? party
    : refuseInput([idNotFound(pathOf(party))])
}

/** For whom the actor writes: of their institutions the asked one, else the one whose business it is. Refuses: forbidden. */
export function senderOf(
  own: readonly Party[],
  asked: string | undefined,
  about: Pick<OpenAbout, 'institutions'>,
): Party | Refusal {
  const institutions = own.filter(({ kind }) => kind === 'org')
  if (asked !== undefined) return institutions.find(({ id }) => id === asked) ?? notAllowed()
  const concerned = institutions.find(({ id }) => about.institutions.has(id))
  const company = own.find(({ kind }) => kind === 'company')
  return concerned ?? institutions[0] ?? company ?? own[0] ?? notAllowed()
}

/**
 * A new conversation between the actor's side and another one, or the one that they have about this already. Writes nothing:
 * `turn` is the one that a new one is to be written in. Refuses: not_found, forbidden, invalid_input, rule_violated.
 */
export async function openStart(
  ports: StartPorts,
  input: StartInput,
  actor: Actor,
): Promise<
  { known: Conversation } | { data: ConversationData; turn: { counter: string; at: number } } | Refusal
> {
  const { entities } = ports
  const counter = conversationsName(aboutOf(input.context).id)
  const turn = { counter, at: await entities.counter(counter) }
  const about = await openAbout(ports, input.context, actor)
  if (isRefusal(about)) return about
  const [own, to] = [await ownPartiesOf(ports.reference, actor), await recipientOf(ports, input, actor)]
  if (isRefusal(to)) return to
  const from = senderOf(own, input.senderOrg, about)
  if (isRefusal(from)) return from
  if (to === undefined) return messageRule('messageRecipient')
  // As a person one talks with an institution of one's own, too.
  const sender: Party = isSameParty(from, to) ? { kind: 'user', id: actor.account } : from
  const known = await findOpen(entities, input.context, [sender], to, actor)
  if (known) return { known }
  const assignee = async ({ kind, id }: Party) =>
    kind === 'org' ? await assigneeOf(ports, about.productId, id) : undefined
  const data = decideStart(
    {
      context: input.context,
      subject: input.subject,
      productId: about.productId,
      from: sender,
      to,
      fromAssignee: await assignee(sender),
      toAssignee: await assignee(to),
    },
    actor,
    to.kind === 'org' && about.institutions.has(to.id),
    ports.clock.now(),
  )
  return isRefusal(data) ? data : { data, turn }
}

/** As a new entity. */
export function madeConversation(
  id: string,
  data: ConversationData,
  actor: Actor,
  now: string,
): Conversation & { entityclass: 'conversation' } {
  const by = { created: now, createdBy: actor.account, updated: now, updatedBy: actor.account }
  return { ...unstored('conversation', id, data), rev: 1, ...by }
}

/** Begins it, or gives the one that there is. One for each id. Refuses as `openStart`. */
export async function startConversation(
  ports: StartPorts,
  id: string,
  input: StartInput,
  actor: Actor,
): Promise<Conversation | Refusal> {
  const { entities, clock } = ports
  const before = await entities.get(id)
  if (isConversation(before)) return before
  const opened = await openStart(ports, input, actor)
  if (isRefusal(opened)) return opened
  if ('known' in opened) return opened.known
  const made = madeConversation(id, opened.data, actor, clock.now())
  const refused = await namedClassesRefusal(entities, undefined, made)
  if (refused) return refused
  return entities.put(made, { expectRev: 0, turn: opened.turn })
}
