import { switchaccount } from '../../../../shared/calls/auth/account/switchaccount.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { claimsOf, switchTo } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'

/** A product token of another account of the same person. Errors: forbidden ("Could not switch account."). */
export default call(
  switchaccount,
  ['entities:read', 'reference', 'tokens'],
  async (input, { entities, reference, tokens, actor }) => {
    const found = await entities.get('account', input.account)
    const account = unwrap(switchTo(found, actor.sub))
    const institutions = await reference.all('institution')
    return { ...(await tokens.sign(claimsOf(account, actor.sub, institutions))), account: account.id }
  },
)
