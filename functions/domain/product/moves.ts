/** What the history tells of lists that moved from one product to another. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { type Lists, productSubject } from '../../../shared/rules/product-subject.ts'
import { isProduct } from './context.ts'

/** The products that lists came from or went to. */
export const productsOfMoves = (events: readonly TimelineEvent[]): string[] =>
  events.flatMap(({ kind, from, to }) => (kind === 'moved' ? [from ?? [], to ?? []].flat() : []))

/** Events without the ids of products that the actor may not know of: a list may have come from one. `named`: those of the moves. */
export function withSeenMoves(named: readonly Entity[], actor: Actor, lists: Lists) {
  const seen = new Set(
    named
      .filter(isProduct)
      .filter(({ data }) => can(actor, 'product:view', productSubject(data, lists)))
      .map(({ id }) => id),
  )
  return <E extends TimelineEvent>(event: E): E => {
    if (event.kind !== 'moved') return event
    const { from, to, ...rest } = event
    const isSeen = (id: string | undefined) => id !== undefined && seen.has(id)
    return { ...rest, ...(isSeen(from) && { from }), ...(isSeen(to) && { to }) } as E
  }
}
