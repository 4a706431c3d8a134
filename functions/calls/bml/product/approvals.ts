import { approvals } from '../../../../shared/calls/bml/product/approvals.ts'
import { accepted } from '../../../../shared/rules/refusal.ts'
import { decideApproval } from '../../../domain/product/approval.ts'
import { openProduct } from '../../../domain/product/context.ts'
import { presentProduct } from '../../../domain/product/view.ts'
import { writeProduct } from '../../../domain/product/write.ts'
import { call } from '../../../runtime/call.ts'

/** Changes an approval, the only way there is. Errors: not_found, forbidden, invalid_input, revision_conflict, rule_violated. */
export default call(
  approvals,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = accepted(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = accepted(decideApproval(c, input))
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
