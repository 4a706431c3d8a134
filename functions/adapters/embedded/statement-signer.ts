import { join } from 'node:path'
import { CompactSign } from 'jose'
import type { StatementSigner } from '../../ports/statement-signer.ts'
import { statementAlgorithm as alg, publicKeyOf } from '../common/public-key.ts'
import { loadKeys } from './key-file.ts'

/** Statements with a key that lies in the data folder, and is part of its backup. */
export async function openStatementSigner(dataDir: string): Promise<StatementSigner> {
  const { open, privateKey } = await loadKeys(
    join(dataDir, 'statement-key.json'),
    alg,
    'Bring it back from a backup: without it nobody can check the statements of documents that were sent.',
  )
  const key = await publicKeyOf(open)
  return {
    sign: (typ, claims) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg, typ, kid: key.kid })
        .sign(privateKey),
    publicKeys: async () => [key],
  }
}
