import { createPublicKey, type KeyObject } from 'node:crypto'
import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { base64url, errors } from 'jose'
import type { Clock } from '../../ports/clock.ts'
import type { TokenSigner } from '../../ports/token-signer.ts'
import { productTokenAlgorithm, productTokenPayload, verifyProductToken } from '../common/product-token.ts'
import { rawSignature } from './signature.ts'

/**
 * Product tokens signed by a KMS key that never leaves it. Checking needs the public half only, read once per
 * container. The first key signs; tokens of the others are still good, so that sessions survive a rotation
 * (docs/operations.md).
 */
export function createTokenSigner(kms: KMSClient, keyIds: string[], clock: Clock): TokenSigner {
  const [signingKey = ''] = keyIds
  const publicKeys = new Map<string, Promise<KeyObject>>()

  async function load(KeyId: string): Promise<KeyObject> {
    const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }))
    return createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' })
  }
  /** Only keys of ours are ever looked up, whatever a token names. */
  function publicKey({ kid }: { kid?: string }): Promise<KeyObject> {
    if (kid === undefined || !keyIds.includes(kid)) throw new errors.JWKSNoMatchingKey()
    let key = publicKeys.get(kid)
    if (!key) {
      key = load(kid)
      publicKeys.set(kid, key)
      key.catch(() => publicKeys.delete(kid))
    }
    return key
  }
  return {
    async sign(claims) {
      const { payload, expires } = productTokenPayload(claims, clock)
      const header = { alg: productTokenAlgorithm, typ: 'JWT', kid: signingKey }
      const signed = [header, payload].map((part) => base64url.encode(JSON.stringify(part))).join('.')
      const { Signature } = await kms.send(
        new SignCommand({
          KeyId: signingKey,
          Message: Buffer.from(signed),
          MessageType: 'RAW',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      )
      return { jwt: `${signed}.${base64url.encode(rawSignature(Signature!))}`, expires }
    },
    verify: (jwt) => verifyProductToken(jwt, publicKey, clock),
  }
}
