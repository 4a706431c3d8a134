import { revert } from '../../../../shared/calls/bml/company/revert.ts'
import { notFound } from '../../../../shared/errors.ts'
import { isOfClass } from '../../../../shared/model/entity-data.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { call } from '../../../runtime/call.ts'
import { revertEntity } from '../../../services/entity/restore.ts'
import { viewReference } from '../../../services/product/open.ts'

/**
 * Writes an older revision of a company as the newest. Errors: not_found, forbidden, revision_conflict, invalid_input,
 * rule_violated, duplicate.
 */
export default call(
  revert,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    if (!(await entities.get('company', input.id))) throw notFound(input.id)
    const views = await viewReference(reference)
    const scope = { actor, entities, reference: views, classes: reference, now: clock.now() }
    const written = unwrap(await revertEntity(input, scope))
    const institutions = await reference.all('institution')
    const view = isOfClass('company', written) ? viewCompany(written, actor, institutions) : undefined
    if (!view) throw notFound(input.id)
    return view
  },
)
