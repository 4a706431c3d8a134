import { revert } from '../../../../shared/calls/bml/product/revert.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { accepted } from '../../../../shared/rules/refusal.ts'
import { isProduct, openProduct, productNotFound } from '../../../domain/product/context.ts'
import { decideRevert } from '../../../domain/product/revert.ts'
import { presentProduct } from '../../../domain/product/view.ts'
import { writeProduct } from '../../../domain/product/write.ts'
import { call } from '../../../runtime/call.ts'

/** Writes an older revision as the newest. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(
  revert,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = accepted(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const revision = await entities.getRevision(input.id, input.toRev)
    const then: Entity | undefined = revision?.entity
    if (!isProduct(then)) return accepted(productNotFound(input.id))
    const decision = accepted(decideRevert(c, then))
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
