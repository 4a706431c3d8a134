import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Clock } from '../../ports/clock.ts'
import type { SingleSignOnUser } from '../../ports/sign-in.ts'
import { tokenError, wrongAudience } from './token-error.ts'

/** Checks a token of a user pool, for one client of it. Errors: the four `token_…` codes. */
export async function verifyPoolToken(
  token: string,
  keyOf: JWTVerifyGetKey,
  { issuer, clientId, clock }: { issuer: string; clientId: string; clock: Clock },
): Promise<SingleSignOnUser> {
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ['RS256'],
      issuer,
      currentDate: new Date(clock.millis()),
      requiredClaims: ['sub', 'exp'],
    })
    // An id token names its client as audience, an access token as `client_id`.
    const client = payload.aud ?? payload['client_id']
    if (client !== clientId) throw wrongAudience(clientId, String(client))
    return {
      sub: payload.sub as string,
      ...(typeof payload['email'] === 'string' && { email: payload['email'] }),
      ...(typeof payload['name'] === 'string' && { name: payload['name'] }),
    }
  } catch (error) {
    throw tokenError(error, token, clientId)
  }
}
