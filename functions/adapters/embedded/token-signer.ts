import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  decodeJwt,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose'
import { productTokenSeconds, tokenAudience } from '../../../shared/constants.ts'
import { CallError } from '../../../shared/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ProductClaims, TokenSigner } from '../../ports/token-signer.ts'

const issuer = 'inputlist'
const algorithm = 'ES256'

/** The audience that a token claims, checked or not: only ever used to say why it was refused. */
function claimedAudience(jwt: string): string | undefined {
  try {
    const { aud } = decodeJwt(jwt)
    return Array.isArray(aud) ? aud.join(' ') : aud
  } catch {
    return undefined
  }
}

/** Says of a refused token what the error catalogue says. */
export function tokenError(error: unknown, jwt: string, audience: string): CallError {
  const received = claimedAudience(jwt)
  if (received !== undefined && received !== audience)
    return new CallError(
      'token_audience',
      `token expected for ${audience} but received for ${received}`,
      { key: 'token_audience', params: { audience, received } },
      error,
    )
  if (error instanceof errors.JWTExpired)
    return new CallError('token_expired', 'token is expired', { key: 'token_expired' }, error)
  return new CallError('token_invalid', 'the token is not valid', { key: 'token_invalid' }, error)
}

/** Reads the signing key of the data folder, or makes it. It is renamed into place, so it is never half there. */
async function loadKeys(dataDir: string) {
  const file = join(dataDir, 'product-token-key.json')
  if (!existsSync(file)) {
    const pair = await generateKeyPair(algorithm, { extractable: true })
    const half = `${file}.${process.pid}`
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(half, JSON.stringify(await exportJWK(pair.privateKey)), { mode: 0o600 })
    renameSync(half, file)
  }
  const jwk = JSON.parse(readFileSync(file, 'utf8'))
  const { d: _secret, ...open } = jwk
  return { privateKey: await importJWK(jwk, algorithm), publicKey: await importJWK(open, algorithm) }
}

/** Product tokens with a key that lies in the data folder, so that sessions survive a restart. */
export async function openTokenSigner(dataDir: string, clock: Clock): Promise<TokenSigner> {
  const { privateKey, publicKey } = await loadKeys(dataDir)
  return {
    async sign(claims) {
      const now = Math.floor(clock.millis() / 1000)
      const expires = now + productTokenSeconds
      const { sub, account, role, flags, institutions } = claims
      const jwt = await new SignJWT({ account, role, flags, institutions })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(sub)
        .setIssuer(issuer)
        .setAudience(tokenAudience)
        .setIssuedAt(now)
        .setExpirationTime(expires)
        .sign(privateKey)
      return { jwt, expires }
    },
    async verify(jwt) {
      const options: JWTVerifyOptions = {
        algorithms: [algorithm],
        audience: tokenAudience,
        issuer,
        currentDate: new Date(clock.millis()),
        requiredClaims: ['sub', 'account', 'exp', 'iat'],
      }
      try {
        const { payload } = await jwtVerify<ProductClaims>(jwt, publicKey, options)
        return payload as ProductClaims & { exp: number; iat: number }
      } catch (error) {
        throw tokenError(error, jwt, tokenAudience)
      }
    },
  }
}
