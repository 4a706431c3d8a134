import { create } from '../../../../shared/calls/bml/product/create.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideCreate } from '../../../domain/product/create.ts'
import { call } from '../../../runtime/call.ts'
import { decideOnReference, productReference } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'
import { writeProduct } from '../../../services/product/write.ts'

/** Creates an inactive product in the base list. Errors: rule_violated where there is no base list. */
export default call(
  create,
  ['entities', 'reference', 'clock', 'ids'],
  async (_, { entities, reference, clock, ids, actor }) => {
    const known = await productReference(reference)
    const decision = unwrap(await decideOnReference(entities, known, (stored) => decideCreate(actor, stored)))
    const now = clock.now()
    const start = { id: ids.next(), created: now, createdBy: actor.account }
    const written = unwrap(await writeProduct(entities, start, decision, { actor, now }))
    return unwrap(await presentProduct(entities, written, { actor, reference: known }))
  },
)
