import { asof } from '../../../../shared/calls/bml/product/asof.ts'
import { endOfDay } from '../../../../shared/rules/dates.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { isProduct } from '../../../domain/product/context.ts'
import { standingOn } from '../../../domain/product/standing.ts'
import { call } from '../../../runtime/call.ts'
import { findProduct, viewReference } from '../../../services/product/open.ts'
import { loadParentsAt, revisionAt } from '../../../services/product/parents.ts'
import { presentProduct } from '../../../services/product/present.ts'

/** A product as it was at the end of a day, by the rights of today. Errors: not_found. */
export default call(
  asof,
  ['entities:read', 'reference', 'clock'],
  async ({ id, day }, { entities, reference, clock, actor }) => {
    const known = await viewReference(reference)
    const head = unwrap(await findProduct(entities, id, actor, known))
    const last = new Date(Date.parse(endOfDay(clock.timeZone, day)) - 1).toISOString()
    const then = await revisionAt(entities, head, last)
    if (!isProduct(then)) return { day, standing: [] }
    // A parent may have changed since, also where the product has not.
    const derived = await loadParentsAt(entities, then.data, last)
    const context = { actor, reference: known, derived, current: head.data }
    const product = unwrap(await presentProduct(entities, then, context))
    return { day, product, standing: standingOn(day, then, product, known) }
  },
)
