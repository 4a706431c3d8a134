import { randomBytes } from 'node:crypto'
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Account } from '../../shared/model/actor.ts'
import { pagesOf } from '../../shared/pages.ts'
import type { Operator } from './operator.ts'

export interface Person {
  sub: string
  name?: string
  /** Invited, and not been here since. */
  isInvited: boolean
}

/** Providers that people sign in by; empty where they have passwords in the pool itself. */
export async function providersOf(o: Operator): Promise<string[]> {
  const command = new DescribeUserPoolClientCommand({
    UserPoolId: await o.output('Identity', 'PoolId'),
    ClientId: await o.output('Identity', 'ClientId'),
  })
  const { UserPoolClient } = await new CognitoIdentityProviderClient(o.client).send(command)
  return (UserPoolClient?.SupportedIdentityProviders ?? []).filter((name) => name !== 'COGNITO')
}

function personOf({ Attributes = [], UserStatus }: UserType): Person {
  const value = (name: string) => Attributes.find((one) => one.Name === name)?.Value
  const sub = value('sub')
  if (!sub) throw new Error('The user pool answered with a person without an id.')
  return { sub, name: value('name'), isInvited: UserStatus === 'FORCE_CHANGE_PASSWORD' }
}

/** Everybody in the pool with that address. */
export async function findPeople(o: Operator, email: string): Promise<Person[]> {
  const command = new ListUsersCommand({
    UserPoolId: await o.output('Identity', 'PoolId'),
    Filter: `email = "${email.replaceAll(/["\\]/g, '\\$&')}"`,
  })
  const { Users = [] } = await new CognitoIdentityProviderClient(o.client).send(command)
  return Users.map(personOf)
}

/** Of every kind of character that the pool asks for, and longer than it asks. */
const temporaryPassword = () => `${randomBytes(18).toString('base64url')}aA1!`

/** Makes a person who signs in by password, and sends them the invitation. */
export async function invite(o: Operator, email: string): Promise<Person> {
  const command = new AdminCreateUserCommand({
    UserPoolId: await o.output('Identity', 'PoolId'),
    Username: email,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ],
    TemporaryPassword: temporaryPassword(),
    DesiredDeliveryMediums: ['EMAIL'],
  })
  const { User } = await new CognitoIdentityProviderClient(o.client).send(command)
  return personOf(User ?? {})
}

/** All accounts of the stage, also disabled ones. */
export async function readAccounts(o: Operator): Promise<Account[]> {
  const store = await o.store()
  const accounts: Account[] = []
  for await (const { list } of pagesOf((cursor) => store.listByClass('account', { cursor, limit: 500 })))
    accounts.push(...(list as unknown as Account[]))
  return accounts
}

/** Whether somebody can do everything with it: an administrator's, active, and used by a person. */
export const isAdministrators = ({ disabled, data }: Account): boolean =>
  !disabled && data.active && data.staticData?.isAdmin === true && data.ssoUsers.length > 0
