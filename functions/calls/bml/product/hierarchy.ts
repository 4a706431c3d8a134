import { hierarchy } from '../../../../shared/calls/bml/product/hierarchy.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { familyOf } from '../../../services/product/family.ts'
import { findProduct, viewReference } from '../../../services/product/open.ts'

/** The family of a product as the viewer sees it. Errors: not_found. */
export default call(
  hierarchy,
  ['entities:read', 'reference'],
  async ({ id }, { entities, reference: classes, actor }) => {
    const reference = await viewReference(classes)
    const product = unwrap(await findProduct(entities, id, actor, reference))
    return familyOf(product, { actor, entities, reference })
  },
)
