/** Which revisions changed a value of a product: read from the revisions themselves, as the viewer sees them. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { viewerClass } from '../../../shared/rules/permissions.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { isProduct, type Product, type ViewReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'

/** Read at once: each may have some megabytes. */
const batchSize = 10

/** A value of a list: a field's path, or a fixed key such as `_companies`. */
export interface ValuePlace {
  list: string
  key: string
}

/**
 * Of the newest `count` revisions those in which the value of the list became another one, by its own value, its source or,
 * where it follows the base list, the value there. It compares what the viewer sees by the rights of today, so it tells no more
 * than loading the revisions does. Company users are told nothing: what the staff did is not theirs.
 */
export async function changedRevisions(
  entities: Pick<EntityStore, 'getRevision'>,
  head: Product,
  by: { actor: Actor; reference: ViewReference; place: ValuePlace; count: number },
): Promise<ReadonlySet<number>> {
  const { actor, reference, place, count } = by
  const found = new Set<number>()
  if (viewerClass(actor) === 'P') return found
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
  const valueAt = async (rev: number): Promise<unknown> => {
    const entity = rev === head.rev ? head : (await entities.getRevision(head.id, rev))?.entity
    return isProduct(entity) ? valueIn(entity.data) : nothing
  }
  const last = Math.max(0, head.rev - count)
  let newer = { rev: head.rev, value: await valueAt(head.rev) }
  while (newer.rev > last) {
    const revs = Array.from({ length: Math.min(batchSize, newer.rev - last) }, (_, i) => newer.rev - 1 - i)
    // Ahead of the first revision there was nothing.
    const values = await Promise.all(revs.map((rev) => (rev < 1 ? nothing : valueAt(rev))))
    for (const [i, value] of values.entries()) {
      if (!sameValue(newer.value, value)) found.add(newer.rev)
      newer = { rev: revs[i]!, value }
    }
  }
  return found
}
const nothing = { shown: undefined, link: undefined }
/** Rows of which there are none are the same as no rows. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((inner) => typeof inner === 'object' && isEmpty(inner))
