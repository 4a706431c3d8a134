import { join } from 'node:path'
import { SignJWT } from 'jose'
import type { Clock } from '../../ports/clock.ts'
import type { TokenSigner } from '../../ports/token-signer.ts'
import {
  productTokenAlgorithm as algorithm,
  productTokenPayload,
  verifyProductToken,
} from '../common/product-token.ts'
import { loadKeys } from './key-file.ts'

/** Product tokens with a key that lies in the data folder, so that sessions survive a restart. */
export async function openTokenSigner(dataDir: string, clock: Clock): Promise<TokenSigner> {
  const { privateKey, publicKey } = await loadKeys(
    join(dataDir, 'product-token-key.json'),
    algorithm,
    'Remove it and start again: a new one is made, and everybody signs in anew.',
  )
  return {
    async sign(claims) {
      const { payload, expires } = productTokenPayload(claims, clock)
      const jwt = await new SignJWT(payload)
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .sign(privateKey)
      return { jwt, expires }
    },
    verify: (jwt) => verifyProductToken(jwt, () => publicKey, clock),
  }
}
