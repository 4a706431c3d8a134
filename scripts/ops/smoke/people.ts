/** Two people that exist for one smoke test: in the user pool and as accounts, all removed at its end. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { systemClock } from '../../../functions/adapters/common/clock.ts'
import { uniqueValues } from '../../../functions/domain/entity/unique-values.ts'
import { login } from '../../../shared/calls/auth/domain/login.ts'
import { fixedIds } from '../../../shared/constants.ts'
import { accountData } from '../../../shared/model/actor.ts'
import type { Operator } from '../operator.ts'
import { type Caller, callerAt } from './calls.ts'

export interface SmokePerson {
  name: string
  account: string
  /** Their name in the pool. */
  sub: string
  /** Signs in by the pool, as the page does. Errors: what the pool or the call answers. */
  signIn(): Promise<Caller>
  remove(): Promise<void>
}

/** In a domain that cannot get mail. */
const emailOf = (run: string, name: string) => `smoke-${run}-${name}@inputlist.invalid`
const password = () => `${randomBytes(24).toString('base64url')}aA1!`

async function tokenOf(o: Operator, username: string, secret: string): Promise<string> {
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: await o.output('Identity', 'PoolId'),
        userPoolClientId: await o.output('Identity', 'ClientId'),
        ...(o.isLocal ? { userPoolEndpoint: `${await o.address()}/_cognito/` } : {}),
      },
    },
  })
  const { nextStep } = await signIn({
    username,
    password: secret,
    options: { authFlowType: 'USER_SRP_AUTH' },
  })
  if (nextStep.signInStep !== 'DONE') throw new Error(`the pool asks for more: ${nextStep.signInStep}`)
  const { tokens } = await fetchAuthSession()
  await signOut({ global: false })
  const token = tokens?.idToken?.toString()
  if (!token) throw new Error('the pool gave no token')
  return token
}

/** Somebody with the rights to do the main job everywhere, whose name says what they are for. */
export async function makePerson(o: Operator, run: string, name: string): Promise<SmokePerson> {
  const pool = new CognitoIdentityProviderClient(o.client)
  const UserPoolId = await o.output('Identity', 'PoolId')
  const Username = emailOf(run, name)
  const secret = password()
  const { User } = await pool.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username,
      MessageAction: 'SUPPRESS',
      TemporaryPassword: secret,
      UserAttributes: [
        { Name: 'email', Value: Username },
        { Name: 'email_verified', Value: 'true' },
      ],
    }),
  )
  await pool.send(
    new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: secret, Permanent: true }),
  )
  const sub = User?.Attributes?.find((one) => one.Name === 'sub')?.Value ?? ''
  const store = await o.store()
  const id = randomUUID()
  const at = systemClock.now()
  const by = fixedIds.account.system
  const data = accountData.parse({
    ssoUsers: [sub],
    registrationName: Username,
    staticData: { fullname: `Smoke test ${run} ${name}`, isAdmin: true, hasApprovalRight: true },
    userData: { fullname: `Smoke test ${run} ${name}`, email: Username },
  })
  await store.put(
    {
      ...{ id, entityclass: 'account', attributeset: 'default', rev: 1, disabled: false },
      ...{ created: at, createdBy: by, updated: at, updatedBy: by, data },
    },
    { expectRev: 0, unique: uniqueValues('account', data) },
  )
  return {
    name,
    account: id,
    sub,
    async signIn() {
      const token = await tokenOf(o, Username, secret)
      const anybody = callerAt(await o.address())
      const { jwt } = await anybody.until(() => anybody.call(login, { token }), 'the account is known')
      return callerAt(await o.address(), jwt)
    },
    async remove() {
      await pool.send(new AdminDeleteUserCommand({ UserPoolId, Username }))
      await store.erase(id, by, systemClock.now())
    },
  }
}
