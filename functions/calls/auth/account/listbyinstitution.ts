import { listbyinstitution } from '../../../../shared/calls/auth/account/listbyinstitution.ts'
import { forbidden, notFound } from '../../../../shared/errors.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import { peopleAmong } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'
import { readMany } from '../../../services/entity/many.ts'

/** Active editors and admins of an institution. Errors: not_found, forbidden. */
export default call(
  listbyinstitution,
  ['entities:read', 'reference'],
  async (input, { entities, reference, actor }) => {
    if (!can(actor, 'account:look-up', undefined)) throw forbidden()
    const institution = (await reference.all('institution')).get(input.institution)
    if (!institution || institution.disabled) throw notFound(input.institution)
    const { users } = institution.data
    return { list: peopleAmong(await readMany(entities, users)) }
  },
)
