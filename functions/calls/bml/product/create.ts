import { create } from '../../../../shared/calls/bml/product/create.ts'
import { accepted } from '../../../../shared/rules/refusal.ts'
import { productReference } from '../../../domain/product/context.ts'
import { decideCreate } from '../../../domain/product/create.ts'
import { presentProduct } from '../../../domain/product/view.ts'
import { writeProduct } from '../../../domain/product/write.ts'
import { call } from '../../../runtime/call.ts'

/** Creates an inactive product in the base list. Errors: rule_violated where there is no base list. */
export default call(
  create,
  ['entities', 'reference', 'clock', 'ids'],
  async (_, { entities, reference, clock, ids, actor }) => {
    const known = await productReference(reference)
    const decision = accepted(decideCreate(actor, known))
    const now = clock.now()
    const start = { id: ids.next(), created: now, createdBy: actor.account }
    const written = accepted(await writeProduct(entities, start, decision, { actor, now }))
    return accepted(await presentProduct(entities, written, { actor, reference: known }))
  },
)
