import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { Clock } from '../../ports/clock.ts'
import type { TokenSigner } from '../../ports/token-signer.ts'
import {
  productTokenAlgorithm as algorithm,
  productTokenPayload,
  verifyProductToken,
} from '../common/product-token.ts'
import { writeWhole } from './whole-file.ts'

/** Reads the signing key of the data folder, or makes it. */
async function loadKeys(dataDir: string) {
  const file = join(dataDir, 'product-token-key.json')
  if (!existsSync(file)) {
    const pair = await generateKeyPair(algorithm, { extractable: true })
    writeWhole(file, JSON.stringify(await exportJWK(pair.privateKey)))
  }
  try {
    const jwk = JSON.parse(readFileSync(file, 'utf8'))
    const { d: _secret, ...open } = jwk
    return { privateKey: await importJWK(jwk, algorithm), publicKey: await importJWK(open, algorithm) }
  } catch (cause) {
    throw new Error(
      `${file} holds no key. Remove it and start again: a new one is made, and everybody signs in anew.`,
      { cause },
    )
  }
}

/** Product tokens with a key that lies in the data folder, so that sessions survive a restart. */
export async function openTokenSigner(dataDir: string, clock: Clock): Promise<TokenSigner> {
  const { privateKey, publicKey } = await loadKeys(dataDir)
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
