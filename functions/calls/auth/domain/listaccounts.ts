import { listaccounts } from '../../../../shared/calls/auth/domain/listaccounts.ts'
import type { AccountData } from '../../../../shared/model/actor.ts'
import type { Institution } from '../../../../shared/model/administration.ts'
import { accountsOf, viewOf } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'

/** The accounts that the signed-in person may use, by name. */
export default call(listaccounts, ['reference'], async (_, { reference, actor }) => {
  const [accounts, institutions] = await Promise.all([
    reference.all<AccountData>('account'),
    reference.all<Institution>('institution'),
  ])
  return { list: accountsOf([...accounts.values()], actor.sub).map((a) => viewOf(a, institutions)) }
})
