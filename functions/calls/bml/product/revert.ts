import { revert } from '../../../../shared/calls/bml/product/revert.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { isProduct, productNotFound } from '../../../domain/product/context.ts'
import { decideRevert } from '../../../domain/product/revert.ts'
import { call } from '../../../runtime/call.ts'
import { openProduct } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'
import { writeProduct } from '../../../services/product/write.ts'

/** Writes an older revision as the newest. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(
  revert,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = unwrap(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const revision = await entities.getRevision(input.id, input.toRev)
    const then: Entity | undefined = revision?.entity
    if (!isProduct(then)) return unwrap(productNotFound(input.id))
    const decision = unwrap(decideRevert(c, then))
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
