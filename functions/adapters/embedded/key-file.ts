import { existsSync, readFileSync } from 'node:fs'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { writeWhole } from './whole-file.ts'

/** Reads a key for signing from its file, or makes it. `ifBroken` says what to do where the file holds none. */
export async function loadKeys(file: string, algorithm: string, ifBroken: string) {
  if (!existsSync(file)) {
    const pair = await generateKeyPair(algorithm, { extractable: true })
    writeWhole(file, JSON.stringify(await exportJWK(pair.privateKey)))
  }
  try {
    const jwk: JWK = JSON.parse(readFileSync(file, 'utf8'))
    const { d: _secret, ...open } = jwk
    return { open, privateKey: await importJWK(jwk, algorithm), publicKey: await importJWK(open, algorithm) }
  } catch (cause) {
    throw new Error(`${file} holds no key. ${ifBroken}`, { cause })
  }
}
