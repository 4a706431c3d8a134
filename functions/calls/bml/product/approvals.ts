import { approvals } from '../../../../shared/calls/bml/product/approvals.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideApproval } from '../../../domain/product/approval.ts'
import { call } from '../../../runtime/call.ts'
import { openProduct } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'
import { writeProduct } from '../../../services/product/write.ts'

/** Changes an approval, the only way there is. Errors: not_found, forbidden, invalid_input, revision_conflict, rule_violated. */
export default call(
  approvals,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = unwrap(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = unwrap(decideApproval(c, input))
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
