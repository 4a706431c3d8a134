/** Which revision made the values of a product what they are: read from the revisions themselves. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { isLinkable } from '../../../shared/rules/resolution.ts'
import { type Json, sameValue } from '../../../shared/rules/values.ts'
import type { Product, ViewReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { stateAt, statesBack } from './states-back.ts'

/** Revisions that are compared at most. */
export const comparedRevisions = 200
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
 * many revisions, or as much as `statesBack` allows, have been compared: `from` says where.
 */
export async function lastChanges(
  entities: Pick<EntityStore, 'getRevision'>,
  head: Product,
  { actor, reference, lists, rev }: { actor: Actor; reference: ViewReference; lists: string[]; rev: number },
  elapsed?: () => number,
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
  let newer = rev === head.rev ? head : await stateAt(entities, head.id, rev)
  if (!newer) return found
  let values = valuesOf(newer.data)
  let open = lists.flatMap((list) => Object.keys(values[list] ?? {}).map((key) => ({ list, key })))
  if (open.length === 0) return found
  for await (const state of statesBack(entities, newer, Math.max(0, rev - comparedRevisions), elapsed)) {
    const before = state ? valuesOf(state.data) : {}
    const change = { rev: newer.rev, at: newer.updated, by: newer.updatedBy }
    open = open.filter(({ list, key }) => {
      const isSame = sameValue(values[list]?.[key], before[list]?.[key])
      if (!isSame) found.lists[list]![key] = change
      return isSame
    })
    found.from = state?.rev ?? newer.rev
    if (!state || open.length === 0) break
    newer = state
    values = before
  }
  return found
}
