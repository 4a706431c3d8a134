/** What of lists is not as it was released: what they show, and the words that are printed under a standard. */
import type { Product } from '../../domain/product/context.ts'
import type { Parents } from '../../domain/product/parent-revs.ts'
import { type PendingList, pendingListOf } from '../../domain/product/shown-values.ts'
import { lastRelease, type ReleaseReader } from './releases.ts'

/** What is asked for: all of a list, or its words under one standard. */
export type Part = Pick<PendingList, 'list' | 'standard'>

/**
 * Those of the parts that are not as they were released: a list by its last release under any standard, words by that under
 * their own.
 */
export async function pendingLists(
  entities: ReleaseReader,
  product: Product,
  derived: Parents,
  parts: readonly Part[],
  accounts: ReadonlySet<string>,
): Promise<PendingList[]> {
  const found: PendingList[] = []
  for (const { list, standard } of parts) {
    if (!product.data.listData[list]) continue
    const release = await lastRelease(entities, product, list, accounts, standard)
    const pending = pendingListOf(product, { list, standard }, derived, release)
    if (pending) found.push(pending)
  }
  return found
}
