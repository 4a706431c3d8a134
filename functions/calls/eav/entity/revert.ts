import { revert } from '../../../../shared/calls/eav/entity/revert.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { isProduct } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'
import { revertEntity } from '../../../services/entity/restore.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'
import { revertProduct } from '../../../services/product/revert.ts'

/**
 * Writes an older revision of an entity as the newest, by the rules of its class. Errors: not_found, forbidden,
 * revision_conflict, invalid_input, rule_violated.
 */
export default call(
  revert,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const seenNow = async () => {
      const now = await entities.get(input.id)
      const seen =
        now && (await visibleEntity(now, { actor, entities, reference: await viewReference(reference) }))
      if (!seen) throw notFound(input.id)
      return seen
    }
    // Before it is known of which class it is: what is hidden is as nothing.
    if (isProduct(await seenNow())) unwrap(await revertProduct({ entities, reference, clock, actor }, input))
    else {
      const views = await viewReference(reference)
      const scope = { actor, entities, reference: views, classes: reference, now: clock.now() }
      unwrap(await revertEntity(input, scope))
    }
    return seenNow()
  },
)
