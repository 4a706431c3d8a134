import type { EntityStore } from '../../functions/ports/entity-store.ts'
import { accounts, demoEmail, demoSub, demoUsers } from '../seed/people.ts'
import { askEmulator } from './emulator.ts'

interface Pool {
  endpoint: string
  poolId: string
  clientId: string
}
const ask = <T>({ endpoint }: Pool, operation: string, body: unknown) =>
  askEmulator<T>(endpoint, `AWSCognitoIdentityProviderService.${operation}`, body)

/** Makes the demonstration users in the pool. Gives the ids that the pool chose, by the ones of the demonstration. */
export async function makeDemoUsers(pool: Pool, password: string): Promise<Map<string, string>> {
  const UserPoolId = pool.poolId
  const subs = new Map<string, string>()
  for (const user of demoUsers) {
    const Username = demoEmail(user)
    const made = await ask<{ User: { Attributes: { Name: string; Value: string }[] } }>(
      pool,
      'AdminCreateUser',
      {
        UserPoolId,
        Username,
        MessageAction: 'SUPPRESS',
        TemporaryPassword: password,
        UserAttributes: [
          { Name: 'email', Value: Username },
          { Name: 'email_verified', Value: 'true' },
        ],
      },
    )
    subs.set(demoSub(user), made.User.Attributes.find(({ Name }) => Name === 'sub')!.Value)
    await ask(pool, 'AdminSetUserPassword', { UserPoolId, Username, Password: password, Permanent: true })
  }
  return subs
}

/** Lets the accounts of the demonstration know their people by the ids of the pool. */
export async function nameDemoUsers(
  entities: Pick<EntityStore, 'getMany' | 'put'>,
  subs: Map<string, string>,
): Promise<void> {
  for (const account of await entities.getMany(accounts.map(({ id }) => id))) {
    const { ssoUsers = [] } = account.data as { ssoUsers?: string[] }
    if (!ssoUsers.some((sub) => subs.has(sub))) continue
    const data = { ...account.data, ssoUsers: ssoUsers.map((sub) => subs.get(sub) ?? sub) }
    await entities.put({ ...account, rev: account.rev + 1, data }, { expectRev: account.rev })
  }
}

/** The id token that a demonstration user gets by signing in. */
export async function tokenOf(pool: Pool, user: string, password: string): Promise<string> {
  const { AuthenticationResult } = await ask<{ AuthenticationResult: { IdToken: string } }>(
    pool,
    'InitiateAuth',
    {
      ClientId: pool.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: user.includes('@') ? user : demoEmail(user as never), PASSWORD: password },
    },
  )
  return AuthenticationResult.IdToken
}
