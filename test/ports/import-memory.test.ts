import { createImportMemory } from '../../functions/adapters/embedded/import-memory.ts'
import { openEmbeddedStore } from './embedded.ts'
import { importMemoryContract } from './import-memory.suite.ts'

importMemoryContract('node:sqlite', async () => {
  const t = await openEmbeddedStore()
  return { memory: createImportMemory(t.db), store: t.store, close: t.close }
})
