/** Which revisions changed a value of a product: read from the revisions themselves, as the viewer sees them. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import type { Product, ViewReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { stateAt, statesBack } from './states-back.ts'

/** A value of a list: a field's path, or a fixed key such as `_companies`. */
export interface ValuePlace {
  list: string
  key: string
}

/**
 * For each revision from `newest` back to `last`, whether the value of the list became another one in it, by its own value, its
 * source or, where it follows the base list, the value there. It compares what the viewer sees by the rights of today
 * (`head`), so it tells no more than loading the revisions does. It ends ahead of `last` where the budget of `statesBack` does.
 */
export async function* changesBack(
  entities: Pick<EntityStore, 'getRevision'>,
  head: Product,
  by: { actor: Actor; reference: ViewReference; place: ValuePlace; newest: number; last: number },
  elapsed?: () => number,
): AsyncGenerator<{ rev: number; isChanged: boolean }> {
  const { actor, reference, place, newest, last } = by
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
  const first = newest === head.rev ? head : await stateAt(entities, head.id, newest)
  if (!first) return
  let newer = { rev: newest, value: valueIn(first.data) }
  for await (const state of statesBack(entities, first, last - 1, elapsed)) {
    const older = { rev: newer.rev - 1, value: state ? valueIn(state.data) : nothing }
    yield { rev: newer.rev, isChanged: !sameValue(newer.value, older.value) }
    newer = older
  }
}
const nothing = { shown: undefined, link: undefined }
/** Rows of which there are none are the same as no rows. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((inner) => typeof inner === 'object' && isEmpty(inner))
