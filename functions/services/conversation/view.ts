/** Conversations and messages as somebody gets them, with names and titles by their rights. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Conversation, Message } from '../../../shared/model/conversation.ts'
import { otherSide, sideNames } from '../../../shared/model/conversation.ts'
import type { ConversationView, MessageView } from '../../../shared/model/conversation-view.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { ownSides, toldConversation, unreadFor } from '../../../shared/rules/conversation.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import { isRefusal } from '../../../shared/rules/refusal.ts'
import { peopleNames } from '../../domain/account/accounts.ts'
import { writer } from '../../domain/conversation/rules.ts'
import { toldPerson, withToldPeople } from '../../domain/entity/people.ts'
import { titlesOf } from '../../domain/product/view.ts'
import { readMany } from '../entity/many.ts'
import { viewReference } from '../product/open.ts'
import { aboutsOf, type TalkPorts } from './about.ts'
import { ownPartiesOf } from './own.ts'

/** Names of institutions, companies and people that the actor is told. */
async function namesFor(
  { entities, reference }: TalkPorts,
  ids: Iterable<string>,
  actor: Actor,
): Promise<Record<string, string>> {
  const found: Entity[] = await readMany(entities, ids)
  const context = { actor, reference: await viewReference(reference), parents: () => undefined }
  const names = titlesOf(
    found.filter((one) => !isOfClass('product', one)),
    context,
  )
  for (const one of found)
    if (isOfClass('institution', one)) names[one.id] = titleIn(one.data.title, actor.language)
  return names
}

/** Those among them that the actor may know of, in their order. */
export async function viewConversations(
  ports: TalkPorts,
  among: readonly Conversation[],
  actor: Actor,
): Promise<ConversationView[]> {
  const told = among.flatMap((one) => {
    const seen = one.disabled ? undefined : toldConversation(one, actor)
    return seen ? [{ seen, stored: one }] : []
  })
  const ids = new Set(
    told.flatMap(({ seen: { data } }) =>
      sideNames.flatMap((name) => [data[name].id, ...(data[name].assignee ? [data[name].assignee] : [])]),
    ),
  )
  const [own, abouts, names] = await Promise.all([
    ownPartiesOf(ports.reference, actor),
    aboutsOf(
      ports,
      told.map(({ seen }) => seen.data.context),
      actor,
    ),
    namesFor(ports, ids, actor),
  ])
  return told.map(({ seen, stored }, i): ConversationView => {
    const mine = ownSides(stored.data, own)
    const side = writer(stored.data, mine)
    const { sender, recipient } = seen.data
    const named = [sender.id, recipient.id, sender.assignee, recipient.assignee]
    return {
      ...withToldPeople(seen, actor),
      mine,
      ...(!isRefusal(side) && { writesAs: side }),
      unread: unreadFor(stored.data, mine),
      about: abouts[i]!,
      names: Object.fromEntries(
        named.flatMap((id) => (id !== undefined && names[id] !== undefined ? [[id, names[id]]] : [])),
      ),
    }
  })
}

/** Messages of one conversation that the actor knows of. */
export async function viewMessages(
  { entities }: Pick<TalkPorts, 'entities'>,
  { data }: Conversation,
  messages: readonly Message[],
  actor: Actor,
): Promise<MessageView[]> {
  const names = peopleNames(
    await readMany(
      entities,
      messages.map(({ createdBy }) => createdBy),
    ),
    actor,
  )
  return messages.map(({ id, createdBy, data: message }) => {
    const { n, ofSide, side, sent, content, attachments } = message
    return {
      ...{ id, n, ofSide, side, sent, content, attachments },
      by: toldPerson(createdBy, actor),
      byName: names[createdBy] ?? '',
      isRead: ofSide <= data[otherSide(side)].read,
    }
  })
}
