/** Lists of conversations: the index finds them, the store says how they are. */
import type { ConversationFilter, list } from '../../../shared/calls/bml/conversation/list.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { and } from '../../../shared/search/combine.ts'
import type { Pagination } from '../../../shared/search/filter.ts'
import type { IndexSort } from '../../../shared/search/index-query.ts'
import { terms } from '../../../shared/search/visibility.ts'
import { conversationQuery, knownConversations, unreadBy } from '../../domain/conversation/find.ts'
import { isConversation } from '../../domain/conversation/rules.ts'
import { planSearch, scopeOf } from '../../domain/search-calls/plan.ts'
import type { IndexReader } from '../../ports/search-index.ts'
import { readMany } from '../entity/many.ts'
import type { ReferenceReader } from '../product/open.ts'
import { searchReference } from '../search/reference.ts'
import type { TalkPorts } from './about.ts'
import { peopleOfParties } from './keep.ts'
import { ownPartiesOf } from './own.ts'
import { viewConversations } from './view.ts'

/** Products of a name that are looked for: as many as one condition names. */
const mostProducts = 1_000

export interface ListPorts extends TalkPorts {
  index: IndexReader
  clock: { timeZone: string }
}
export interface ListInput {
  filter: ConversationFilter
  sorting: 'lastMessageAt:desc' | 'lastMessageAt:asc'
  pagination: Pagination
  withPeople: boolean
}

/** Products that the actor finds by the name. */
async function productsNamed(
  { index, reference, clock }: Pick<ListPorts, 'index' | 'reference' | 'clock'>,
  name: string,
  actor: Actor,
): Promise<{ ids: string[]; isMore: boolean } | Refusal> {
  const scope = scopeOf('product', actor, await searchReference(reference), clock.timeZone)
  if (isRefusal(scope)) return scope
  const plan = planSearch(scope, { name, sorting: 'id', pagination: { start: 0, limit: mostProducts } })
  if (isRefusal(plan)) return plan
  const { rows, count } = await index.search({ ...plan, countTo: mostProducts + 1 })
  return { ids: rows.map(({ id }) => id), isMore: count > rows.length }
}

const byLastMessage = (direction: 'asc' | 'desc'): IndexSort => ({
  field: 'date',
  direction,
  nested: { path: 'values', where: terms('path', ['lastMessageAt']) },
})

/** Refuses: invalid_input, rule_violated ("too many hits"). */
export async function listConversations(
  ports: ListPorts,
  { filter, sorting, pagination, withPeople }: ListInput,
  actor: Actor,
): Promise<OutputOf<typeof list> | Refusal> {
  const { index, entities, reference } = ports
  const name = filter.productName?.trim()
  const [own, products] = await Promise.all([
    ownPartiesOf(reference, actor),
    name ? productsNamed(ports, name, actor) : undefined,
  ])
  if (isRefusal(products)) return products
  const hits = await index.search({
    entityclass: 'conversation',
    query: conversationQuery(filter, actor, own, products?.ids),
    sort: [byLastMessage(sorting === 'lastMessageAt:asc' ? 'asc' : 'desc')],
    page: pagination,
    fetch: [],
  })
  const found = await readMany(
    entities,
    hits.rows.map(({ id }) => id),
  )
  return {
    list: await viewConversations(ports, found.filter(isConversation), actor),
    count: hits.count,
    ...(hits.cursor !== undefined && { cursor: hits.cursor }),
    ...(withPeople && { people: await peopleOfParties(ports, own, actor) }),
    ...(products?.isMore && { tooManyProducts: true as const }),
  }
}

/** How many the actor has not read, and what changes whenever one of theirs does: both as the lists find it. */
export async function countUnread(
  { index, reference }: { index: IndexReader; reference: ReferenceReader },
  actor: Actor,
): Promise<{ count: number; version: string }> {
  const own = await ownPartiesOf(reference, actor)
  const known = knownConversations(actor)
  const [count, newest] = await Promise.all([
    index.count('conversation', and(known, unreadBy(own))),
    index.search({
      entityclass: 'conversation',
      query: known,
      sort: [{ field: 'updated', direction: 'desc' }],
      page: { start: 0, limit: 1 },
      countTo: 1,
      fetch: [],
    }),
  ])
  const [last] = newest.rows
  return { count, version: last ? `${last.id}@${last.rev}` : '' }
}
