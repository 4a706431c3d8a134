import { references } from '../../../../shared/calls/bml/product/references.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { referencesTo } from '../../../services/product/family.ts'
import { findProduct, viewReference } from '../../../services/product/open.ts'

/** What refers to a product, as the viewer sees it. Errors: not_found. */
export default call(
  references,
  ['entities:read', 'reference'],
  async ({ id }, { entities, reference: classes, actor }) => {
    const reference = await viewReference(classes)
    const product = unwrap(await findProduct(entities, id, actor, reference))
    return referencesTo(product, { actor, entities, reference })
  },
)
