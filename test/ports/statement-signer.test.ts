import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStatementSigner } from '../../functions/adapters/embedded/statement-signer.ts'
import { temporaryFolder } from './embedded.ts'
import { statementSignerContract } from './statement-signer.suite.ts'

statementSignerContract('key in the data folder', async () => {
  const folder = await temporaryFolder()
  const open = (name: string) => openStatementSigner(join(folder.path, name))
  return {
    signer: await open('one'),
    again: await open('one'),
    stranger: await open('other'),
    close: folder.remove,
  }
})

it('a file that holds no key is not replaced by a new one', async () => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder.path, 'statement-key.json'), '{')
  await expect(openStatementSigner(folder.path)).rejects.toThrow(/Bring it back from a backup/)
  await folder.remove()
})
