import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'
import type { PublicKey } from '../../ports/statement-signer.ts'

export const statementAlgorithm = 'ES256'

/** The public half of a P-256 key, named by its thumbprint. */
export async function publicKeyOf(key: Parameters<typeof exportJWK>[0] | JWK): Promise<PublicKey> {
  const {
    kty = '',
    crv = '',
    x = '',
    y = '',
  } = 'kty' in key ? (key as JWK) : await exportJWK(key as CryptoKey)
  const open = { kty, crv, x, y }
  return { ...open, kid: await calculateJwkThumbprint(open), alg: statementAlgorithm, use: 'sig' }
}
