import { decodeJwt, errors } from 'jose'
import { CallError, isCallError } from '../../../shared/errors.ts'

/** The audience that a token claims, checked or not: only ever used to say why it was refused. */
function claimedAudience(jwt: string): string | undefined {
  try {
    const { aud } = decodeJwt(jwt)
    return Array.isArray(aud) ? aud.join(' ') : aud
  } catch {
    return undefined
  }
}

/** The keys could not be fetched: that is no fault of the token, and must not sign anybody out. */
const isFault = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code

/** Says of a refused token what the error catalogue says; gives any other error as it is. */
export function tokenError(error: unknown, jwt: string, audience: string): unknown {
  if (isCallError(error) || isFault(error)) return error
  const received = claimedAudience(jwt)
  if (received !== undefined && received !== audience) return wrongAudience(audience, received, error)
  if (error instanceof errors.JWTExpired)
    return new CallError('token_expired', 'token is expired', { key: 'token_expired' }, error)
  return new CallError('token_invalid', 'the token is not valid', { key: 'token_invalid' }, error)
}

export const wrongAudience = (audience: string, received: string, cause?: unknown): CallError =>
  new CallError(
    'token_audience',
    `token expected for ${audience} but received for ${received}`,
    { key: 'token_audience', params: { audience, received } },
    cause,
  )
