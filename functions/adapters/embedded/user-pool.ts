/**
 * cognito-local without its server: its targets answer the same requests as Cognito's user pool, on files of one
 * folder. Its signing key is public in its package, so a key of the data folder takes its place.
 */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as z from 'zod'
import { isGoodPassword } from '../../../shared/rules/password.ts'
import { writeWhole } from './whole-file.ts'

export interface PoolUser {
  /** Name to sign in with; the e-mail address does as well. */
  name: string
  sub: string
  email: string
  password: string
}
export interface PoolOptions {
  folder: string
  users: PoolUser[]
  poolId: string
  clientId: string
  issuer: string
}
/** What Cognito answers: `__type` and `message` where it refuses. */
export interface PoolAnswer {
  status: number
  body: Record<string, unknown>
}
export interface UserPool {
  /** One request of Cognito's protocol; `target` is the part of `x-amz-target` behind the dot. */
  answer(target: string, body: unknown): Promise<PoolAnswer>
  /** The token that the user would get by signing in; undefined if there is no such user. */
  tokenOf(name: string): Promise<string | undefined>
  /** Whose name, e-mail address or `sub` that is, in any case: the `sub`; undefined if there is no such user. */
  subOf(name: string): Promise<string | undefined>
}
export interface PoolKeys {
  pem: string
  jwk: Record<string, unknown>
}

const passwordFlow = z.object({
  ClientId: z.string(),
  AuthFlow: z.literal('USER_PASSWORD_AUTH'),
  AuthParameters: z.object({ USERNAME: z.string(), PASSWORD: z.string() }),
})
const refreshFlow = z.object({
  ClientId: z.string(),
  AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
  AuthParameters: z.object({ REFRESH_TOKEN: z.string() }),
})
/**
 * What the web app asks, and in which form. Everything else of the protocol is for administrators, or belongs to
 * challenges: this pool sets none, and the library would believe any answer to one.
 */
const openTargets = new Map<string, z.ZodType>([
  ['InitiateAuth', z.discriminatedUnion('AuthFlow', [passwordFlow, refreshFlow])],
  ['GetTokensFromRefreshToken', z.object({ ClientId: z.string(), RefreshToken: z.string() })],
  ['RevokeToken', z.object({ ClientId: z.string(), Token: z.string() })],
  ['GetUser', z.object({ AccessToken: z.string() })],
  [
    'ChangePassword',
    z.object({ AccessToken: z.string(), PreviousPassword: z.string(), ProposedPassword: z.unknown() }),
  ],
])
/** The name that a request tries a password of; undefined if it tries none. */
export const triedName = (target: string, body: unknown): string | undefined =>
  target === 'InitiateAuth' ? passwordFlow.safeParse(body).data?.AuthParameters.USERNAME : undefined
const wrongNameOrPassword = new Set([
  'NotAuthorizedException',
  'InvalidPasswordException',
  'UserNotFoundException',
])
const refused = (type: string, message: string): PoolAnswer => ({
  status: 400,
  body: { __type: type, message },
})
const refreshTokensKept = 20
const keyId = 'inputlist-embedded'

const writeJson = (path: string, value: unknown) => writeWhole(path, JSON.stringify(value, null, 2))
/** What a file holds; undefined if it is missing, or broken by a process that was killed while writing. */
function readWhole(path: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** The key that signs single-sign-on tokens, made at the first start. */
export function poolKeys(folder: string): PoolKeys {
  const file = join(folder, 'key.json')
  if (existsSync(file)) {
    const kept = readWhole(file) as PoolKeys | undefined
    if (kept?.pem && kept.jwk) return kept
    throw new Error(
      `${file} holds no key. Remove it and start again: a new one is made, and everybody signs in anew.`,
    )
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    jwk: { ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: keyId },
  }
  writeJson(file, keys)
  return keys
}

/** Puts the users into the pool's file. What people changed there (a password) stays. */
function writePool({ folder, users, poolId, clientId }: PoolOptions): string {
  const directory = join(folder, 'pool')
  const now = new Date().toISOString()
  const file = join(directory, `${poolId}.json`)
  const before = (readWhole(file)?.['Users'] ?? {}) as Record<string, Record<string, unknown>>
  const row = (user: PoolUser) => ({
    Username: user.name,
    Password: user.password,
    UserStatus: 'CONFIRMED',
    Enabled: true,
    UserCreateDate: now,
    UserLastModifiedDate: now,
    ...before[user.name],
    RefreshTokens: ((before[user.name]?.['RefreshTokens'] ?? []) as string[]).slice(-refreshTokensKept),
    Attributes: [
      { Name: 'sub', Value: user.sub },
      { Name: 'email', Value: user.email },
      { Name: 'email_verified', Value: 'true' },
    ],
  })
  writeJson(file, {
    Users: { ...before, ...Object.fromEntries(users.map((user) => [user.name, row(user)])) },
    Options: { Id: poolId, Name: poolId, UsernameAttributes: ['email'], MfaConfiguration: 'OFF' },
  })
  writeJson(join(directory, 'clients.json'), {
    Clients: {
      [clientId]: {
        ClientId: clientId,
        ClientName: clientId,
        UserPoolId: poolId,
        CreationDate: now,
        LastModifiedDate: now,
        AccessTokenValidity: 1,
        IdTokenValidity: 1,
        RefreshTokenValidity: 30,
        TokenValidityUnits: { AccessToken: 'hours', IdToken: 'hours', RefreshToken: 'days' },
      },
    },
  })
  return directory
}

type Target = (context: object, body: unknown) => Promise<Record<string, unknown>>
interface KeptUser {
  Username: string
  Attributes: { Name: string; Value: string }[]
}
interface CognitoServices {
  getUserPool(context: object, id: string): Promise<{ listUsers(c: object): Promise<KeptUser[]> }>
  getAppClient(context: object, id: string): Promise<object>
}
interface TokenGenerator {
  generate(
    c: object,
    user: object,
    groups: string[],
    client: object,
    metadata: undefined,
    source: string,
  ): Promise<{ IdToken: string }>
}

/** A request in the words that cognito-local knows: browsers renew by a newer target than it has. */
function spoken(target: string, body: unknown): [string, unknown] {
  if (target !== 'GetTokensFromRefreshToken') return [target, body]
  const { ClientId, RefreshToken } = body as Record<string, unknown>
  const AuthParameters = { REFRESH_TOKEN: RefreshToken }
  return ['InitiateAuth', { ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }]
}

const silent = () => {}
const logger = {
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  trace: silent,
  child: () => logger,
}
const context = { logger }

/** Loads cognito-local (some 200 ms) and opens the pool. */
export async function openUserPool(options: PoolOptions, keys: PoolKeys): Promise<UserPool> {
  const require = createRequire(import.meta.url)
  const library = (path: string) => require(`cognito-local/lib/${path}`)
  const exchange = (path: string, value: unknown) => Object.assign(library(path), value)
  exchange('keys/cognitoLocal.private.json', { pem: keys.pem })
  exchange('keys/cognitoLocal.public.json', { jwk: keys.jwk })

  const directory = writePool(options)
  const { DateClock, MessagesService, TriggersService } = library('services')
  const { CognitoServiceFactoryImpl } = library('services/cognitoService')
  const { StormDBDataStoreFactory } = library('services/dataStore/stormDb')
  const { JwtTokenGenerator } = library('services/tokenGenerator')
  const { UserPoolServiceFactoryImpl } = library('services/userPoolService')
  const { otp } = library('services/otp')
  const { Router } = library('server/Router')

  const clock = new DateClock()
  const stores = new StormDBDataStoreFactory(directory)
  const cognito: CognitoServices = await new CognitoServiceFactoryImpl(
    directory,
    stores,
    new UserPoolServiceFactoryImpl(clock, stores),
  ).create(context, { UsernameAttributes: ['email'] })
  const noLambdas = { enabled: () => false }
  const triggers = new TriggersService(clock, cognito, noLambdas, {})
  const tokenGenerator: TokenGenerator = new JwtTokenGenerator(clock, triggers, {
    IssuerDomain: options.issuer,
  })
  const noMessages = { deliver: async () => {} }
  const router: (target: string) => Target = Router({
    clock,
    cognito,
    config: {},
    messages: new MessagesService(triggers, noMessages),
    otp,
    tokenGenerator,
    triggers,
  })

  const attribute = (user: KeptUser, key: string) => user.Attributes.find(({ Name }) => Name === key)?.Value
  const kept = () => cognito.getUserPool(context, options.poolId)
  /**
   * The only way from a name to a user: the library itself tells upper from lower case, and finds in `__proto__` what is no
   * user.
   */
  async function userNamed(name: string): Promise<KeptUser | undefined> {
    const asked = name.trim().toLowerCase()
    return (await (await kept()).listUsers(context)).find((one) =>
      [one.Username, attribute(one, 'sub'), attribute(one, 'email')].some((n) => n?.toLowerCase() === asked),
    )
  }
  /** The request with the name that the library knows the user by; undefined if there is no such user. */
  async function ofUser(target: string, body: unknown): Promise<unknown> {
    const name = triedName(target, body)
    if (name === undefined) return body
    const user = await userNamed(name)
    const request = body as z.infer<typeof passwordFlow>
    const AuthParameters = { ...request.AuthParameters, USERNAME: user?.Username }
    return user && { ...request, AuthParameters }
  }
  const wrongPassword = () => refused('NotAuthorizedException', 'Incorrect username or password.')

  return {
    async answer(target, body) {
      const form = openTargets.get(target)
      if (!form) return refused('UnknownOperationException', `not offered here: ${target}`)
      const { data, success } = form.safeParse(body)
      if (!success) return refused('InvalidParameterException', `not what ${target} expects`)
      const { ClientId: client, ProposedPassword: next } = data as Record<string, unknown>
      if (client !== undefined && client !== options.clientId)
        return refused('ResourceNotFoundException', 'no such client')
      if (target === 'ChangePassword' && !(typeof next === 'string' && isGoodPassword(next)))
        return refused('InvalidPasswordException', 'the password does not keep to the rules')
      try {
        const asked = await ofUser(target, data)
        if (asked === undefined) return wrongPassword()
        const [as, request] = spoken(target, asked)
        return { status: 200, body: await router(as)(context, request) }
      } catch (error) {
        // The library's own refusals carry a code; anything else is a fault, whose words stay here.
        const { code, message } = error as { code?: unknown; message?: string }
        // Who tries a name must not learn whether there is such a user; the cloud's pool says the same.
        if (target === 'InitiateAuth' && typeof code === 'string' && wrongNameOrPassword.has(code))
          return wrongPassword()
        // A wrong password has another name there than in the cloud.
        const type = code === 'InvalidPasswordException' ? 'NotAuthorizedException' : code
        return typeof type === 'string'
          ? refused(type, message ?? 'refused')
          : { status: 500, body: { __type: 'InternalErrorException', message: 'the sign-in failed' } }
      }
    },
    async tokenOf(name) {
      const user = await userNamed(name)
      if (!user) return undefined
      const client = await cognito.getAppClient(context, options.clientId)
      return (await tokenGenerator.generate(context, user, [], client, undefined, 'Authentication')).IdToken
    },
    async subOf(name) {
      const user = await userNamed(name)
      return user && attribute(user, 'sub')
    },
  }
}
