/** Which revisions changed a value of a product: read from the revisions themselves, as the viewer sees them. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { viewerClass } from '../../../shared/rules/permissions.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import type { Product, ViewReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { statesBack } from './states-back.ts'

/** A value of a list: a field's path, or a fixed key such as `_companies`. */
export interface ValuePlace {
  list: string
  key: string
}

export interface ChangedRevisions {
  revs: Set<number>
  from: number
}

/**
 * Of the newest `count` revisions those in which the value of the list became another one, by its own value, its source or,
 * where it follows the base list, the value there. It compares what the viewer sees by the rights of today, so it tells no more
 * than loading the revisions does. Company users are told nothing: what the staff did is not theirs. `from`: the oldest that
 * was compared, where the budget of `statesBack` ended ahead of `count`.
 */
export async function changedRevisions(
  entities: Pick<EntityStore, 'getRevision'>,
  head: Product,
  by: { actor: Actor; reference: ViewReference; place: ValuePlace; count: number },
  elapsed?: () => number,
): Promise<ChangedRevisions> {
  const { actor, reference, place, count } = by
  const found: ChangedRevisions = { revs: new Set<number>(), from: Math.max(1, head.rev - count + 1) }
  if (viewerClass(actor) === 'P') return found
  found.from = head.rev
  const today = { current: head.data, parents: () => undefined }
  const valueIn = (data: ProductData): unknown => {
    const lists: Record<string, Record<string, unknown>> = redactProduct(data, {}, actor, reference, today)
      ?.data.listData ?? {}
    const own = lists[place.list] ?? {}
    const links = (own['_linked'] ?? {}) as Record<string, string>
    const link = Object.hasOwn(links, place.key) ? links[place.key] : undefined
    const shown = link === 'basis' ? lists[fixedIds.list.base]?.[place.key] : own[place.key]
    return { shown: isEmpty(shown) ? undefined : shown, link }
  }
  let newer = { rev: head.rev, value: valueIn(head.data) }
  for await (const state of statesBack(entities, head, Math.max(0, head.rev - count), elapsed)) {
    const older = { rev: newer.rev - 1, value: state ? valueIn(state.data) : nothing }
    if (!sameValue(newer.value, older.value)) found.revs.add(newer.rev)
    found.from = newer.rev
    newer = older
  }
  return found
}
const nothing = { shown: undefined, link: undefined }
/** Rows of which there are none are the same as no rows. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((inner) => typeof inner === 'object' && isEmpty(inner))
