import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { isCallError } from '../../../shared/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SingleSignOnUser } from '../../ports/sign-in.ts'
import { tokenError, wrongAudience } from './token-error.ts'

/** The keys could not be fetched: that is no fault of the token, and must not sign anybody out. */
const isFault = (error: unknown) =>
  !isCallError(error) &&
  (!(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC')

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
    throw isFault(error) ? error : tokenError(error, token, clientId)
  }
}
