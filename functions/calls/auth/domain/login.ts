import { login } from '../../../../shared/calls/auth/domain/login.ts'
import type { AccountData } from '../../../../shared/model/actor.ts'
import type { Institution } from '../../../../shared/model/administration.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { accountsOf, chooseAccount, claimsOf } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'

/**
 * Exchanges a single-sign-on token for a product token of one of the person's accounts.
 * Errors: token_…, rule_violated ("No account set.").
 */
export default call(
  login,
  ['signIn', 'tokens', 'reference'],
  async (input, { signIn, tokens, reference, log }) => {
    const person = await signIn.verify(input.token)
    const [accounts, institutions] = await Promise.all([
      reference.all<AccountData>('account'),
      reference.all<Institution>('institution'),
    ])
    const usable = accountsOf([...accounts.values()], person.sub)
    const account = unwrap(chooseAccount(usable, input.useAccount))
    log({ account: account.id })
    return { ...(await tokens.sign(claimsOf(account, person.sub, institutions))), account: account.id }
  },
)
