import { activatelist } from '../../../../shared/calls/bml/product/activatelist.ts'
import { accepted } from '../../../../shared/rules/refusal.ts'
import { decideActivate } from '../../../domain/product/activate-list.ts'
import { openProduct } from '../../../domain/product/context.ts'
import { presentProduct } from '../../../domain/product/view.ts'
import { writeProduct } from '../../../domain/product/write.ts'
import { call } from '../../../runtime/call.ts'

/** Activates or deactivates a list. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(
  activatelist,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = accepted(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = accepted(decideActivate(c, input.list, input.active))
    const written = accepted(await writeProduct(entities, c.before, decision, c))
    return accepted(
      await presentProduct(entities, written, {
        actor,
        reference: c.reference,
        derived: c.derived,
      }),
    )
  },
)
