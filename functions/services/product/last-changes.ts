/** Which revision made the values of a product what they are: read from the revisions themselves. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { isLinkable } from '../../../shared/rules/resolution.ts'
import { type Json, sameValue } from '../../../shared/rules/values.ts'
import { isProduct, type Product, type ViewReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'

/** Revisions that are compared at most. */
export const comparedRevisions = 200
/** Read at once, as long as they are small: each may have some megabytes. */
const batchSize = 10
const batchBytes = 8_000_000
/** What one request reads at most, in characters of states as JSON, and in milliseconds. */
export const readBudget = { bytes: 40_000_000, time: 1_500 }

/** Fixed keys that the page shows like fields. */
const shownKeys = new Set([
  '_permits',
  '_hobbygarden',
  '_risklabels',
  '_remark',
  '_display',
  '_preventPublicDisplay',
  '_checklist',
])
/** Rows of which there are none are there from the beginning: of them there is nothing to tell, nor to look for. */
const isTold = (key: string, value: unknown): boolean =>
  isLinkable(key) ||
  (shownKeys.has(key) && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0))

export interface LastChange {
  rev: number
  at: string
  by: string
}
export interface LastChanges {
  lists: Record<string, Record<string, LastChange>>
  /** The oldest revision that was compared. */
  from: number
}

/**
 * For each value that is stored in one of the lists at revision `rev`, the revision since which it is the same. It compares
 * what the viewer sees of each revision by the rights of today, so it tells no more than loading them does. It ends where so
 * many revisions, or as much as the budget allows, have been compared: `from` says where. `elapsed`: milliseconds, of whatever
 * beginning.
 */
export async function lastChanges(
  entities: Pick<EntityStore, 'getRevision'>,
  head: Product,
  { actor, reference, lists, rev }: { actor: Actor; reference: ViewReference; lists: string[]; rev: number },
  elapsed: () => number = () => performance.now(),
): Promise<LastChanges> {
  const today = { current: head.data, parents: () => undefined }
  const valuesOf = (data: ProductData): Record<string, Json> => {
    const seen = redactProduct(data, {}, actor, reference, today)?.data.listData ?? {}
    return Object.fromEntries(
      lists.map((list) => [
        list,
        Object.fromEntries(Object.entries(seen[list] ?? {}).filter(([key, value]) => isTold(key, value))),
      ]),
    )
  }
  const found: LastChanges = { lists: Object.fromEntries(lists.map((list) => [list, {}])), from: rev }
  const stateAt = async (at: number) => {
    if (at < 1) return undefined
    const entity = at === head.rev ? head : (await entities.getRevision(head.id, at))?.entity
    return isProduct(entity) ? entity : undefined
  }
  const begun = elapsed()
  let bytes = 0
  let newer = await stateAt(rev)
  if (!newer) return found
  let values = valuesOf(newer.data)
  let open = lists.flatMap((list) => Object.keys(values[list] ?? {}).map((key) => ({ list, key })))
  const last = Math.max(0, rev - comparedRevisions)
  while (newer.rev > last && open.length > 0) {
    // Its neighbours are about as large.
    const size = JSON.stringify(newer.data).length
    const count = Math.min(batchSize, newer.rev - last, Math.max(1, Math.floor(batchBytes / size)))
    bytes += size * count
    if (bytes > readBudget.bytes || elapsed() - begun > readBudget.time) return found
    const older = await Promise.all(Array.from({ length: count }, (_, i) => stateAt(newer!.rev - 1 - i)))
    for (const state of older) {
      // Ahead of the first revision there was nothing.
      const before = state ? valuesOf(state.data) : {}
      const change = { rev: newer.rev, at: newer.updated, by: newer.updatedBy }
      open = open.filter(({ list, key }) => {
        const isSame = sameValue(values[list]?.[key], before[list]?.[key])
        if (!isSame) found.lists[list]![key] = change
        return isSame
      })
      found.from = state?.rev ?? newer.rev
      if (!state || open.length === 0) return found
      newer = state
      values = before
    }
  }
  return found
}
