import { importJWK } from 'jose'
import type { Clock } from '../../ports/clock.ts'
import type { SignIn } from '../../ports/sign-in.ts'
import { verifyPoolToken } from '../common/pool-token.ts'
import {
  openUserPool,
  type PoolAnswer,
  type PoolUser,
  poolKeys,
  triedName,
  type UserPool,
} from './user-pool.ts'

export const poolId = 'local_inputlist'
export const clientId = 'inputlist-web'
const issuer = 'http://sign-in.inputlist.local'

export interface EmbeddedSignIn extends SignIn {
  /** A request of Cognito's protocol, by the part of `x-amz-target` behind the dot. */
  answer(target: string, body: unknown): Promise<PoolAnswer>
  /**
   * Whose password the request tries: the same for each way to name the person, and for a name that nobody has that
   * name itself; undefined if it tries none.
   */
  personOf(target: string, body: object): Promise<string | undefined>
  /** A single-sign-on token without a browser; undefined if there is no such user. */
  tokenOf(name: string): Promise<string | undefined>
}

/** Sign-in with the users that are given, in a folder. The user pool is loaded when somebody first signs in. */
export async function openSignIn(options: {
  folder: string
  users: PoolUser[]
  clock: Clock
}): Promise<EmbeddedSignIn> {
  const keys = poolKeys(options.folder)
  const key = await importJWK(keys.jwk, 'RS256')
  let pool: Promise<UserPool> | undefined
  const opened = () => {
    if (!pool) {
      pool = openUserPool({ ...options, poolId, clientId, issuer }, keys)
      pool.catch(() => {
        pool = undefined
      })
    }
    return pool
  }
  const verify: SignIn['verify'] = (token) =>
    verifyPoolToken(token, () => key, {
      issuer: `${issuer}/${poolId}`,
      clientId,
      clock: options.clock,
    })
  return {
    verify,
    async answer(target, body) {
      // cognito-local believes access tokens without looking at their signature.
      const { AccessToken: token } = (body ?? {}) as { AccessToken?: unknown }
      if (token !== undefined) {
        const known = await verify(String(token)).catch(() => undefined)
        if (!known)
          return { status: 400, body: { __type: 'NotAuthorizedException', message: 'Invalid Access Token' } }
      }
      return (await opened()).answer(target, body)
    },
    async personOf(target, body) {
      const { AccessToken: token } = body as { AccessToken?: unknown }
      if (target === 'ChangePassword')
        return typeof token === 'string' ? (await verify(token).catch(() => undefined))?.sub : undefined
      const name = triedName(target, body)
      return name === undefined
        ? undefined
        : ((await (await opened()).subOf(name)) ?? name.trim().toLowerCase())
    },
    tokenOf: async (name) => (await opened()).tokenOf(name),
  }
}
