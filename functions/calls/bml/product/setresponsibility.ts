import { setresponsibility } from '../../../../shared/calls/bml/product/setresponsibility.ts'
import { isRefusal, unwrap } from '../../../../shared/rules/refusal.ts'
import { decideResponsibility } from '../../../domain/product/responsibility.ts'
import { call } from '../../../runtime/call.ts'
import { openProduct } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'
import { writeProduct } from '../../../services/product/write.ts'

/** Sets who is responsible for a list. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(
  setresponsibility,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = unwrap(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = unwrap(decideResponsibility(c, input.list, input.institution, input.accountId))
    const written = unwrap(await writeProduct(entities, c.before, decision, c))
    // Who gives a product away may lose sight of it: the answer still shows what they did.
    const context = { actor, reference: c.reference, derived: c.derived }
    const view = await presentProduct(entities, written, context)
    return isRefusal(view)
      ? unwrap(await presentProduct(entities, written, { ...context, current: c.before.data }))
      : view
  },
)
