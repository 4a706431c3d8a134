import { deleteCompany } from '../../../../shared/calls/bml/company/delete.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { call } from '../../../runtime/call.ts'
import { removeEntity } from '../../../services/entity/remove.ts'
import { productReference } from '../../../services/product/open.ts'

/**
 * Deletes a company that nothing names; answers with it as it can be restored. Errors: not_found, forbidden, revision_conflict,
 * rule_violated (deleted already, merged; also while products, accounts … name it, with which).
 */
export default call(
  deleteCompany,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const before = await entities.get('company', input.id)
    if (!before) throw notFound(input.id)
    const all = await productReference(reference)
    const scope = { actor, entities, reference: all, classes: reference, now: clock.now() }
    unwrap(await removeEntity(input, scope))
    const deleted = await entities.get('company', input.id)
    const view = deleted && viewCompany(deleted, actor, await reference.all('institution'))
    if (!view) throw notFound(input.id)
    return view
  },
)
