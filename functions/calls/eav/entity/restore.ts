import { restore } from '../../../../shared/calls/eav/entity/restore.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { restoreEntity } from '../../../services/entity/restore.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { productReference } from '../../../services/product/open.ts'

/**
 * Restores a deleted entity as it was. Of a tree it is this entry alone; what is above it comes first. Errors: not_found,
 * forbidden, revision_conflict, rule_violated (also where what it names is deleted).
 */
export default call(
  restore,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const all = await productReference(reference)
    const scope = { actor, entities, reference: all, classes: reference, now: clock.now() }
    const seen = await visibleEntity(unwrap(await restoreEntity(input, scope)), scope)
    if (!seen) throw notFound(input.id)
    return seen
  },
)
