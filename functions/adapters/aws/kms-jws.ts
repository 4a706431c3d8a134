import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { base64url } from 'jose'
import { rawSignature } from './signature.ts'

/**
 * Signs by a KMS key that never leaves it: a JWS in compact form, ES256. KMS takes 4,096 bytes of a message, so it gets the hash of
 * what is signed, of any length.
 */
export async function kmsSigned(
  kms: KMSClient,
  KeyId: string,
  header: object,
  payload: object,
): Promise<string> {
  const signed = [header, payload].map((part) => base64url.encode(JSON.stringify(part))).join('.')
  const { Signature } = await kms.send(
    new SignCommand({
      KeyId,
      Message: createHash('sha256').update(signed).digest(),
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  )
  return `${signed}.${base64url.encode(rawSignature(Signature!))}`
}

export async function kmsPublicKey(kms: KMSClient, KeyId: string): Promise<KeyObject> {
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }))
  return createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' })
}
