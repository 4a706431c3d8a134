import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChangeFeed } from '../../functions/adapters/embedded/change-feed.ts'
import { type DatabaseOptions, openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'

/** A folder that is gone after the test. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'inputlist-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The embedded store in a folder of its own, with a clock that can be moved. */
export async function openEmbeddedStore(options: DatabaseOptions & { folder?: string } = {}) {
  const folder = options.folder ? { path: options.folder, remove: async () => {} } : await temporaryFolder()
  let ahead = 0
  const millis = () => Date.now() + ahead
  const db = openDatabase(folder.path, options)
  const store = createEntityStore(db, { now: millis })
  const feed = createChangeFeed(db, store)
  return {
    db,
    store,
    feed,
    folder: folder.path,
    millis,
    now: () => millis() / 1000,
    passTime: (seconds: number) => {
      ahead += seconds * 1000
    },
    close: async () => {
      await db.close()
      await folder.remove()
    },
  }
}
