import { type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose'
import { productTokenSeconds, tokenAudience } from '../../../shared/constants.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ProductClaims } from '../../ports/token-signer.ts'
import { tokenError } from './token-error.ts'

export const productTokenAlgorithm = 'ES256'
const issuer = 'inputlist'

/** What is signed: the claims with issuer, audience and times. `expires` is in epoch seconds, as in the token. */
export function productTokenPayload(claims: ProductClaims, clock: Clock) {
  const { sub, account, role, flags, institutions } = claims
  const now = Math.floor(clock.millis() / 1000)
  const expires = now + productTokenSeconds
  return {
    payload: {
      account,
      role,
      flags,
      ...(institutions && { institutions }),
      sub,
      iss: issuer,
      aud: tokenAudience,
      iat: now,
      exp: expires,
    },
    expires,
  }
}

/** Checks a product token with the key that its header names. Errors: the four `token_…` codes. */
export async function verifyProductToken(
  jwt: string,
  keyOf: JWTVerifyGetKey,
  clock: Clock,
): Promise<ProductClaims & { exp: number; iat: number }> {
  const options: JWTVerifyOptions = {
    algorithms: [productTokenAlgorithm],
    audience: tokenAudience,
    issuer,
    currentDate: new Date(clock.millis()),
    requiredClaims: ['sub', 'account', 'exp', 'iat'],
  }
  try {
    const { payload } = await jwtVerify<ProductClaims>(jwt, keyOf, options)
    return payload as ProductClaims & { exp: number; iat: number }
  } catch (error) {
    throw tokenError(error, jwt, tokenAudience)
  }
}
