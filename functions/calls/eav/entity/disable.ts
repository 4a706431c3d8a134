import { disable } from '../../../../shared/calls/eav/entity/disable.ts'
import { refuseRule, unwrap } from '../../../../shared/rules/refusal.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { call } from '../../../runtime/call.ts'
import { removeEntity } from '../../../services/entity/remove.ts'
import { productReference } from '../../../services/product/open.ts'

/**
 * Deletes an entity so that it can be restored. Entries of a tree take what is below them along, the deepest first.
 * Companies have a call of their own. Errors: not_found, forbidden, revision_conflict, rule_violated (also while something names it, with what).
 */
export default call(
  disable,
  ['entities', 'reference', 'clock'],
  async ({ id, rev }, { entities, reference, clock, actor }) => {
    const company = await entities.get('company', id)
    if (company && viewCompany(company, actor, new Map()))
      return unwrap(refuseRule('companyDeleteCall', 'A company is deleted by bml/company/delete.'))
    const all = await productReference(reference)
    const scope = { actor, entities, reference: all, classes: reference, now: clock.now() }
    unwrap(await removeEntity({ id, rev }, scope))
    return { id }
  },
)
