import { revert } from '../../../../shared/calls/eav/entity/revert.ts'
import { notFound } from '../../../../shared/errors.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { isProduct } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'
import { fieldInUseRefusal } from '../../../services/entity/field-in-use.ts'
import { revertEntity } from '../../../services/entity/restore.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'
import { revertProduct } from '../../../services/product/revert.ts'

/**
 * Writes an older revision of an entity as the newest, by the rules of its class. Errors: not_found, forbidden,
 * revision_conflict, invalid_input, rule_violated; search_unavailable, of another kind of field.
 */
export default call(
  revert,
  ['entities', 'reference', 'clock', 'index:read'],
  async (input, { entities, reference, clock, index, actor }) => {
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
      const ports = { index, classes: reference, actor }
      const refuse = (before: Entity, after: Entity) => fieldInUseRefusal(before, after, ports)
      unwrap(await revertEntity(input, { ...scope, refuse }))
    }
    return seenNow()
  },
)
