/** Earlier states of a product, read one after the other for one answer. */

import { jsonBytes } from '../../domain/json-bytes.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { timeLimit } from '../time-limit.ts'

/** Read at once, as long as they are small: each may have some megabytes. */
const batchSize = 10
const batchBytes = 8_000_000
/** What one request reads at most, in bytes of states as JSON, and in milliseconds. */
export const readBudget = { bytes: 40_000_000, time: 1_500 }

/**
 * The states before `newer`, the newest first, down to revision `last`. It ends ahead of that where as much was read as the
 * budget allows. Ahead of the first revision there was nothing: `undefined`, with which it ends. `elapsed`: milliseconds, of
 * whatever beginning.
 */
export async function* statesBack(
  entities: Pick<EntityStore, 'getRevision'>,
  newer: Product,
  last: number,
  elapsed?: () => number,
): AsyncGenerator<Product | undefined> {
  const time = timeLimit(readBudget.time, elapsed)
  let bytes = 0
  let largest = jsonBytes(newer.data)
  while (newer.rev > last) {
    // Its neighbours are about as large: of those that were read last, the largest is what the next ones may be.
    const fitting = Math.max(1, Math.floor(batchBytes / largest))
    const count = Math.min(batchSize, newer.rev - last, fitting)
    if (bytes + largest * count > readBudget.bytes || time.isOver()) return
    const states = await Promise.all(
      Array.from({ length: count }, (_, i) => stateAt(entities, newer.id, newer.rev - 1 - i)),
    )
    const sizes = states.map((state) => (state ? jsonBytes(state.data) : 0))
    largest = Math.max(1, ...sizes)
    for (const size of sizes) bytes += size
    for (const state of states) {
      yield state
      if (!state) return
      newer = state
    }
  }
}

export async function stateAt(
  entities: Pick<EntityStore, 'getRevision'>,
  id: string,
  rev: number,
): Promise<Product | undefined> {
  const entity = rev < 1 ? undefined : (await entities.getRevision(id, rev))?.entity
  return isProduct(entity) ? entity : undefined
}
