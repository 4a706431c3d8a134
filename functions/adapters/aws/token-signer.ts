import type { KeyObject } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { errors } from 'jose'
import { once } from '../../../shared/once.ts'
import type { Clock } from '../../ports/clock.ts'
import type { TokenSigner } from '../../ports/token-signer.ts'
import { productTokenAlgorithm, productTokenPayload, verifyProductToken } from '../common/product-token.ts'
import { kmsPublicKey, kmsSigned } from './kms-jws.ts'

/**
 * Product tokens signed by a KMS key that never leaves it. Checking needs the public half only, read once per
 * container. The first key signs; tokens of the others are still good, so that sessions survive a rotation
 * (docs/operations.md).
 */
export function createTokenSigner(kms: KMSClient, keyIds: string[], clock: Clock): TokenSigner {
  const [signingKey = ''] = keyIds
  const publicKeys = new Map(keyIds.map((id) => [id, once(() => kmsPublicKey(kms, id))]))

  /** Only keys of ours are ever looked up, whatever a token names. */
  function publicKey({ kid }: { kid?: string }): Promise<KeyObject> {
    const read = kid === undefined ? undefined : publicKeys.get(kid)
    if (!read) throw new errors.JWKSNoMatchingKey()
    return read()
  }
  return {
    async sign(claims) {
      const { payload, expires } = productTokenPayload(claims, clock)
      const header = { alg: productTokenAlgorithm, typ: 'JWT', kid: signingKey }
      return { jwt: await kmsSigned(kms, signingKey, header, payload), expires }
    },
    verify: (jwt) => verifyProductToken(jwt, publicKey, clock),
  }
}
