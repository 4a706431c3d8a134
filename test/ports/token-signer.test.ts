import { join } from 'node:path'
import { openTokenSigner } from '../../functions/adapters/embedded/token-signer.ts'
import { temporaryFolder } from './embedded.ts'
import { tokenSignerContract } from './token-signer.suite.ts'

tokenSignerContract('key in the data folder', async (clock) => {
  const folder = await temporaryFolder()
  return {
    signer: await openTokenSigner(join(folder.path, 'one'), clock),
    stranger: await openTokenSigner(join(folder.path, 'other'), clock),
    close: folder.remove,
  }
})
