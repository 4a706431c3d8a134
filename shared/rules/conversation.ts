/** Who a conversation is between, whose side somebody is on, and what is unread there. Pure. */
import type { Actor } from '../model/actor.ts'
import type {
  ContextKey,
  Conversation,
  ConversationContext,
  ConversationData,
  Party,
  Side,
  SideName,
} from '../model/conversation.ts'
import { contextKeys, otherSide, sideNames } from '../model/conversation.ts'
import { can, type Parties, viewerClass } from './permissions.ts'

type Between = { sender: Party; recipient: Party }

export const isSameParty = (a: Party, b: Party): boolean => a.kind === b.kind && a.id === b.id

export function partiesOf({ sender, recipient }: Between): Parties {
  const ids = (kind: Party['kind']) =>
    [sender, recipient].filter((party) => party.kind === kind).map(({ id }) => id)
  return { institutions: ids('org'), companies: ids('company'), accounts: ids('user') }
}

/** What it is about. */
export function aboutOf(context: ConversationContext): { key: ContextKey; id: string } {
  const key = contextKeys.find((one) => context[one] !== undefined)!
  return { key, id: context[key]! }
}

export const isBegun = ({ sender, recipient }: Pick<ConversationData, SideName>): boolean =>
  sender.sent + recipient.sent > 0
export const messageCount = ({ sender, recipient }: Pick<ConversationData, SideName>): number =>
  sender.sent + recipient.sent

/** May the actor know of it? Before its first message it is a draft of who begins it. */
export const seesConversation = (actor: Actor, data: ConversationData): boolean =>
  can(actor, 'message:view', partiesOf(isBegun(data) ? data : { ...data, recipient: data.sender }))

/** Ids by which the actor knows of conversations, as the matrix of rights has it. */
export function knowsBy(actor: Actor): string[] {
  if (viewerClass(actor) === 'R') return [actor.account]
  const { account, companyLink, institutions } = actor
  return [account, ...(companyLink === undefined ? [] : [companyLink]), ...institutions.map(({ id }) => id)]
}

/**
 * Parties that the actor is of, the person first. Administrators belong to every institution and see what those talk about; they are of those
 * only that list them (`listing`: their ids).
 */
export function ownParties(actor: Actor, listing: readonly string[]): Party[] {
  const person: Party = { kind: 'user', id: actor.account }
  if (viewerClass(actor) === 'R') return [person]
  const { companyLink, institutions } = actor
  return [
    person,
    ...(companyLink === undefined ? [] : [{ kind: 'company' as const, id: companyLink }]),
    ...institutions
      .filter(({ id }) => actor.role !== 'admin' || listing.includes(id))
      .map(({ id }) => ({ kind: 'org' as const, id })),
  ]
}

/** Sides that somebody is on who is of these parties: as a person alone where one of them is the person. */
export function ownSides({ sender, recipient }: Between, own: readonly Party[]): SideName[] {
  const sides = { sender, recipient }
  const of = (parties: readonly Party[]) =>
    sideNames.filter((name) => parties.some((party) => isSameParty(party, sides[name])))
  const asPerson = of(own.filter(({ kind }) => kind === 'user'))
  return asPerson.length > 0 ? asPerson : of(own)
}

/** Messages of the other side that a side has not read. */
export const unreadOf = (data: Pick<ConversationData, SideName>, name: SideName): number =>
  data[otherSide(name)].sent - data[name].read

export const unreadFor = (data: Pick<ConversationData, SideName>, sides: readonly SideName[]): number =>
  sides.reduce((sum, name) => sum + unreadOf(data, name), 0)

/** Who is on both sides answers the one that has written last. */
export function writingSide(data: ConversationData, sides: readonly SideName[]): SideName | undefined {
  const [first, second] = sides
  if (first === undefined || second === undefined) return first
  return data.lastMessageBy === undefined ? 'sender' : otherSide(data.lastMessageBy)
}

/** How a side keeps a conversation is nobody else's business: the other one is told what it has written and read. */
function publicSide({ kind, id, sent, read, lastReadMessages }: Side): Side {
  return { kind, id, sent, read, ...(lastReadMessages !== undefined && { lastReadMessages }) }
}

/** The conversation as the actor is told of it; undefined where they may not know of it. `current`: as it is today. */
export function toldConversation(
  entity: Conversation,
  actor: Actor,
  current: Conversation = entity,
): Conversation | undefined {
  if (!seesConversation(actor, entity.data) || !seesConversation(actor, current.data)) return undefined
  const isOf = (party: Party) => can(actor, 'message:view', partiesOf({ sender: party, recipient: party }))
  const { sender, recipient } = entity.data
  return {
    ...entity,
    data: {
      ...entity.data,
      sender: isOf(current.data.sender) ? sender : publicSide(sender),
      recipient: isOf(current.data.recipient) ? recipient : publicSide(recipient),
    },
  }
}
