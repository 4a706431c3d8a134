import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createDrafts } from '../../functions/adapters/embedded/drafts.ts'
import { draftsContract } from './drafts.suite.ts'
import { openEmbeddedStore } from './embedded.ts'

draftsContract('node:sqlite', async () => {
  const t = await openEmbeddedStore()
  const second = openDatabase(t.folder)
  return {
    drafts: createDrafts(t.db),
    other: createDrafts(second),
    store: t.store,
    async close() {
      await second.close()
      await t.close()
    },
  }
})
