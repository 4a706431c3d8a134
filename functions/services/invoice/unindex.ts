/** Marks what is no longer to be billed. */
import type { Actor } from '../../../shared/model/actor.ts'
import { isRefusal, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { counts } from '../../domain/invoice/history.ts'
import { bills, type InvoiceOf, withUnindex } from '../../domain/invoice/rules.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { untilSaved } from '../entity/turns.ts'
import { invoicesOfProducts, type OfProductsPorts } from './of-products.ts'
import { changed, current } from './stored.ts'

const unknown = () =>
  refuseRule('invoiceUnknownUnindex', 'No invoice of the institution bills the product in this list.')

/** The invoice with the mark, or without. Refuses: rule_violated. */
export async function markUnindex(
  ports: OfProductsPorts & { entities: EntityStore; clock: { now(): string } },
  actor: Actor,
  of: { productId: string; listId: string; institutionId: string; marked: boolean },
): Promise<InvoiceOf | Refusal> {
  const { entities, clock } = ports
  const { productId, listId, institutionId, marked } = of
  const found = await invoicesOfProducts(ports, actor, [productId], institutionId)
  if (isRefusal(found)) return found
  const billing = found.filter((one) => counts(one) && bills(one.data, productId, listId))
  const newest = billing.toSorted(
    (a, b) => b.data.targetYear - a.data.targetYear || (a.created < b.created ? 1 : -1),
  )[0]
  if (!newest) return unknown()
  return untilSaved(async () => {
    const before = await current(entities, newest.id)
    if (!before || !counts(before)) return unknown()
    const data = withUnindex(before.data, { productId, listId, on: clock.now() }, marked)
    if (data === before.data) return before
    const stamp = { by: actor.account, now: clock.now() }
    return (await entities.putAll([changed(before, data, stamp)]))[0] as InvoiceOf
  })
}
