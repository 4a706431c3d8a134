/** What of lists is not as it was released: what they show, and the words that are printed under a standard. */
import type { Product } from '../../domain/product/context.ts'
import type { Parents } from '../../domain/product/parent-revs.ts'
import { type PendingList, pendingListOf } from '../../domain/product/shown-values.ts'
import type { MergedToday } from '../company/merged-today.ts'
import { lastRelease, type ReleaseReader } from './releases.ts'

/** What is asked for: all of a list, or its words under one standard. */
export type Part = Pick<PendingList, 'list' | 'standard'>

/**
 * Those of the parts that are not as they were released: a list by its last release under any standard, words by that under
 * their own. Where companies were merged they come as they are stored, too: a merge can be taken back, and changes nothing of who
 * entered a company by hand.
 */
export async function pendingLists(
  entities: ReleaseReader,
  product: Product,
  derived: Parents,
  parts: readonly Part[],
  accounts: ReadonlySet<string>,
  merged: MergedToday,
): Promise<PendingList[]> {
  const found: PendingList[] = []
  for (const { list, standard } of parts) {
    if (!product.data.listData[list]) continue
    const release = await lastRelease(entities, product, list, accounts, standard)
    const stored = pendingListOf(product, { list, standard }, derived, release)
    if (!stored) continue
    // A merge of companies changed nothing of what was released.
    const today = { ...product, data: await merged(product.data) }
    const then = release && { ...release, data: await merged(release.data) }
    if (today.data !== product.data || then?.data !== release?.data) found.push({ ...stored, isStored: true })
    const pending = pendingListOf(today, { list, standard }, derived, then)
    if (pending) found.push(pending)
  }
  return found
}
