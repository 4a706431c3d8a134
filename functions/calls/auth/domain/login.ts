import { login } from '../../../../shared/calls/auth/domain/login.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { chooseAccount, claimsOf } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'
import { accountsOfPerson } from '../../../services/account/of-person.ts'

/**
 * Exchanges a single-sign-on token for a product token of one of the person's accounts.
 * Errors: token_…, rule_violated ("No account set.").
 */
export default call(
  login,
  ['signIn', 'tokens', 'entities:read', 'reference'],
  async (input, { signIn, tokens, entities, reference, log }) => {
    const person = await signIn.verify(input.token)
    const [accounts, institutions] = await Promise.all([
      accountsOfPerson(entities, person.sub),
      reference.all('institution'),
    ])
    const account = unwrap(chooseAccount(accounts, input.useAccount))
    log({ account: account.id })
    return { ...(await tokens.sign(claimsOf(account, person.sub, institutions))), account: account.id }
  },
)
