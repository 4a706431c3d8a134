import { activatelist } from '../../../../shared/calls/bml/product/activatelist.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideActivate } from '../../../domain/product/activate-list.ts'
import { call } from '../../../runtime/call.ts'
import { openProduct } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'
import { writeProduct } from '../../../services/product/write.ts'

/** Activates or deactivates a list. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(
  activatelist,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = unwrap(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = unwrap(decideActivate(c, input.list, input.active))
    const written = unwrap(await writeProduct(entities, c.before, decision, c))
    return unwrap(
      await presentProduct(entities, written, {
        actor,
        reference: c.reference,
        derived: c.derived,
      }),
    )
  },
)
