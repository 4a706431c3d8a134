import type { KMSClient } from '@aws-sdk/client-kms'
import { once } from '../../../shared/once.ts'
import type { StatementSigner } from '../../ports/statement-signer.ts'
import { statementAlgorithm as alg, publicKeyOf } from '../common/public-key.ts'
import { kmsPublicKey, kmsSigned } from './kms-jws.ts'

/** Statements signed by a KMS key that never leaves it. Its public half is read once per container. */
export function createStatementSigner(kms: KMSClient, keyId: string): StatementSigner {
  const publicKey = once(() => kmsPublicKey(kms, keyId).then(publicKeyOf))
  return {
    sign: async (typ, claims) => kmsSigned(kms, keyId, { alg, typ, kid: (await publicKey()).kid }, claims),
    publicKeys: async () => [await publicKey()],
  }
}
