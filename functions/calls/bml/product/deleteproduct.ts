import { deleteproduct } from '../../../../shared/calls/bml/product/deleteproduct.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { isProduct, productNotFound } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'
import { removeEntity } from '../../../services/entity/remove.ts'
import { productReference } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'

/**
 * Deletes a product, as `eav/entity/disable` does; answers with the product as it can be restored. Errors: not_found,
 * forbidden, revision_conflict, rule_violated (deleted already; also while a product derives from it, with which).
 */
export default call(
  deleteproduct,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const before = await entities.get(input.id)
    if (!isProduct(before)) return unwrap(productNotFound(input.id))
    const all = await productReference(reference)
    const scope = { actor, entities, reference: all, classes: reference, now: clock.now() }
    const refused = await removeEntity(input, scope)
    if (refused) return unwrap(refused.code === 'not_found' ? productNotFound(input.id) : refused)
    const deleted = await entities.get(input.id)
    if (!isProduct(deleted)) return unwrap(productNotFound(input.id))
    return unwrap(await presentProduct(entities, deleted, { actor, reference: all }))
  },
)
