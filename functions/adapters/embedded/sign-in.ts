import { importJWK, jwtVerify } from 'jose'
import { CallError } from '../../../shared/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SignIn } from '../../ports/sign-in.ts'
import { tokenError } from './token-signer.ts'
import { openUserPool, type PoolAnswer, type PoolUser, poolKeys, type UserPool } from './user-pool.ts'

export const poolId = 'local_inputlist'
export const clientId = 'inputlist-web'
const issuer = 'http://sign-in.inputlist.local'

export interface EmbeddedSignIn extends SignIn {
  /** A request of Cognito's protocol, by the part of `x-amz-target` behind the dot. */
  answer(target: string, body: unknown): Promise<PoolAnswer>
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
  const verify: SignIn['verify'] = async (token) => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['RS256'],
        issuer: `${issuer}/${poolId}`,
        currentDate: new Date(options.clock.millis()),
        requiredClaims: ['sub', 'exp'],
      })
      // An id token names its client as audience, an access token as `client_id`.
      if (payload.aud !== clientId && payload['client_id'] !== clientId)
        throw new CallError('token_audience', 'the token is for another client', { key: 'token_audience' })
      return {
        sub: payload.sub as string,
        ...(typeof payload['email'] === 'string' && { email: payload['email'] }),
        ...(typeof payload['name'] === 'string' && { name: payload['name'] }),
      }
    } catch (error) {
      throw tokenError(error, token, clientId)
    }
  }
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
    tokenOf: async (name) => (await opened()).tokenOf(name),
  }
}
