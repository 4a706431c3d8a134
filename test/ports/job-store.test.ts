import { createJobStore } from '../../functions/adapters/embedded/job-store.ts'
import { openEmbeddedStore } from './embedded.ts'
import { jobStoreContract } from './job-store.suite.ts'

jobStoreContract('node:sqlite', async () => {
  const t = await openEmbeddedStore()
  return { store: createJobStore(t.db, t.millis), close: t.close }
})
