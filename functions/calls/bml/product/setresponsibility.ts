import { setresponsibility } from '../../../../shared/calls/bml/product/setresponsibility.ts'
import { accepted, isRefusal } from '../../../../shared/rules/refusal.ts'
import { openProduct } from '../../../domain/product/context.ts'
import { decideResponsibility } from '../../../domain/product/responsibility.ts'
import { presentProduct } from '../../../domain/product/view.ts'
import { writeProduct } from '../../../domain/product/write.ts'
import { call } from '../../../runtime/call.ts'

/** Sets who is responsible for a list. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(
  setresponsibility,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = accepted(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = accepted(decideResponsibility(c, input.list, input.institution, input.accountId))
    const written = accepted(await writeProduct(entities, c.before, decision, c))
    // Who gives a product away may lose sight of it: the answer still shows what they did.
    const context = { actor, reference: c.reference, derived: c.derived }
    const view = await presentProduct(entities, written, context)
    return isRefusal(view)
      ? accepted(await presentProduct(entities, written, { ...context, current: c.before.data }))
      : view
  },
)
