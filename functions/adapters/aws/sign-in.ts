import { createRemoteJWKSet } from 'jose'
import type { Clock } from '../../ports/clock.ts'
import type { SignIn } from '../../ports/sign-in.ts'
import { verifyPoolToken } from '../common/pool-token.ts'

export interface PoolSettings {
  region: string
  poolId: string
  clientId: string
  /** Where the pool's keys are, if not at the issuer: on one machine the issuer's name leads nowhere. */
  jwksUrl?: string
}

/** Checks tokens of the Cognito user pool, to which the organisation's identity provider is federated. */
export function createSignIn({ region, poolId, clientId, jwksUrl }: PoolSettings, clock: Clock): SignIn {
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${poolId}`
  // Made at the first token: the set of keys brings Node's fetch along, which takes as long to load as an SDK client.
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined
  return {
    verify(token) {
      keys ??= createRemoteJWKSet(new URL(jwksUrl ?? `${issuer}/.well-known/jwks.json`))
      return verifyPoolToken(token, keys, { issuer, clientId, clock })
    },
  }
}
