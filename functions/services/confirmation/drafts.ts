/** How many confirmations of a product may wait unsent: each list of them reads them all. */
import type { ListingConfirmation } from '../../../shared/model/confirmation.ts'
import { confirmationsName } from '../../../shared/model/references.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { mostDrafts, tooManyDrafts } from '../../domain/confirmation/rules.ts'
import type { EntityReader, Turn } from '../../ports/entity-store.ts'
import { confirmationPages } from './find.ts'

export const isDraft = ({ sendDate, withdrawn }: ListingConfirmation): boolean => !sendDate && !withdrawn

/**
 * Refuses one more, new or restored. It counts in the store, and gives the turn that the one is to be written in: of two at the same
 * time only one writes on this count.
 */
export async function judgeDrafts(
  entities: Pick<EntityReader, 'listNaming' | 'counter'>,
  productId: string,
): Promise<Turn | Refusal> {
  // The turn first: what is read after it is as it was then, or the write is refused.
  const counter = confirmationsName(productId)
  const turn = { counter, at: await entities.counter(counter) }
  let drafts = 0
  for await (const page of confirmationPages(entities, productId)) {
    drafts += page.filter(({ data }) => isDraft(data)).length
    if (drafts >= mostDrafts) return tooManyDrafts()
  }
  return turn
}
