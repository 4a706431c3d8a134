import { listaccounts } from '../../../../shared/calls/auth/domain/listaccounts.ts'
import { viewOf } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'
import { accountsOfPerson } from '../../../services/account/of-person.ts'

/** The accounts that the signed-in person may use, by name. */
export default call(
  listaccounts,
  ['entities:read', 'reference'],
  async (_, { entities, reference, actor }) => {
    const [accounts, institutions] = await Promise.all([
      accountsOfPerson(entities, actor.sub),
      reference.all('institution'),
    ])
    return { list: accounts.map((a) => viewOf(a, institutions, actor.language)) }
  },
)
