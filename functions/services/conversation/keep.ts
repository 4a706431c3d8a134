/** Folder, assignee and archive of a side; drafts of a person; the people that a side has. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Attachment, Conversation, Party, SideName } from '../../../shared/model/conversation.ts'
import type { Draft } from '../../../shared/model/conversation-view.ts'
import type { Changeset, JsonPatch } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { ownSides, toldConversation } from '../../../shared/rules/conversation.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { peopleAmong, peopleNames } from '../../domain/account/accounts.ts'
import { decideKeep, newAssignees } from '../../domain/conversation/keep.ts'
import { messageRule } from '../../domain/conversation/rules.ts'
import type { DraftStore } from '../../ports/drafts.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { readMany } from '../entity/many.ts'
import { namedClassesRefusal } from '../entity/named-classes.ts'
import { saveEntity } from '../entity/save.ts'
import type { ReferenceReader } from '../product/open.ts'
import { openConversation } from './open.ts'
import { ownPartiesOf } from './own.ts'
import type { ReadPorts } from './read.ts'

interface Person {
  id: string
  fullname: string
}
type PeoplePorts = { entities: Pick<EntityReader, 'getMany'>; reference: ReferenceReader }
/** People of parties who may be assigned: of an institution those that it lists, of a company the caller alone. */
export async function peopleOfParties(
  { entities, reference }: PeoplePorts,
  parties: readonly Party[],
  actor: Actor,
): Promise<Person[]> {
  const institutions = await reference.all('institution')
  const listed = parties.flatMap(({ kind, id }) =>
    kind === 'org' ? (institutions.get(id)?.data.users ?? []) : [],
  )
  const others = can(actor, 'account:see-name', undefined)
    ? peopleAmong(await readMany(entities, listed))
    : []
  const isOfCompany = parties.some(({ kind }) => kind === 'company')
  if (!isOfCompany || others.some(({ id }) => id === actor.account)) return others
  const self = (await readMany(entities, [actor.account])).filter((one) => isOfClass('account', one))
  const names = peopleNames(self, actor)
  return [...others, ...self.map(({ id }) => ({ id, fullname: names[id] ?? '' }))]
}
/** Those of these sides of a conversation. */
export const peopleOf = (
  ports: PeoplePorts,
  { data }: Conversation,
  sides: readonly SideName[],
  actor: Actor,
): Promise<Person[]> =>
  peopleOfParties(
    ports,
    sides.map((name) => data[name]),
    actor,
  )

export interface KeepInput {
  id: string
  rev: number
  patch: JsonPatch
  changeset?: Changeset | undefined
}
/** Refuses: not_found, revision_conflict, invalid_input, rule_violated, also where nothing changes. */
export async function keepConversation(
  ports: ReadPorts,
  input: KeepInput,
  actor: Actor,
): Promise<Conversation | Refusal> {
  const { entities, reference, clock } = ports
  const before = await openConversation(entities, input.id, actor)
  if (isRefusal(before)) return before
  const sides = ownSides(before.data, await ownPartiesOf(reference, actor))
  const told = toldConversation(before, actor) ?? before
  const now = clock.now()
  const data = decideKeep(before, told, input, sides, now)
  if (isRefusal(data)) return data
  for (const { name, account } of newAssignees(before.data, data)) {
    const people = await peopleOf(ports, before, [name], actor)
    if (!people.some(({ id }) => id === account))
      return messageRule('conversationAssignee', `/${name}/assignee`)
  }
  const after = { ...before, rev: before.rev + 1, updated: now, updatedBy: actor.account, data }
  const refused = await namedClassesRefusal(entities, before, after)
  if (refused) return refused
  return saveEntity(entities, before, after, { changeset: input.changeset })
}

/** Keeps what the actor has begun to write, or nothing any more. Refuses: not_found, revision_conflict. */
export async function keepDraft(
  {
    entities,
    drafts,
    clock,
  }: { entities: Pick<EntityReader, 'get'>; drafts: DraftStore; clock: { now(): string } },
  asked: {
    conversationId: string
    text: string
    attachments: readonly Attachment[]
    seen?: string | undefined
  },
  actor: Actor,
): Promise<{ draft?: Draft } | Refusal> {
  const { conversationId, text, attachments, seen } = asked
  const known = await openConversation(entities, conversationId, actor)
  if (isRefusal(known)) return known
  const isEmpty = text.trim() === '' && attachments.length === 0
  const draft = isEmpty ? undefined : { text, attachments: [...attachments], at: clock.now() }
  const isKept = await drafts.keep(actor.account, conversationId, draft, seen)
  if (!isKept) {
    const { message, details } = messageRule('draftDiffers')
    return refuse('revision_conflict', message, details)
  }
  return draft ? { draft } : {}
}
