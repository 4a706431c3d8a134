import { expect, it } from 'vitest'
import { jobKey, undoableKey } from '../../functions/adapters/common/job-rows.ts'
import { createJobStore } from '../../functions/adapters/embedded/job-store.ts'
import { openEmbeddedStore } from './embedded.ts'
import { jobStoreContract } from './job-store.suite.ts'

jobStoreContract('node:sqlite', async () => {
  const t = await openEmbeddedStore()
  return { store: createJobStore(t.db, t.millis), close: t.close }
})

it('node:sqlite: knows the rows of units that left a note in an older Inputlist', async () => {
  const t = await openEmbeddedStore()
  const store = createJobStore(t.db, t.millis)
  const insert = t.db.prepare('INSERT INTO items (pk, sk, meta) VALUES (?, ?, ?)')
  await t.db.write(() => insert.run(jobKey('old'), undoableKey(0, 3), '7'))
  await store.putOutcome('old', 0, 4, { done: 2, failed: 0, counts: {}, reasons: [], note: 'new' })
  expect(await store.undoable('old', 0, { limit: 10 })).toEqual({
    list: [
      { unit: 3, rows: 7 },
      { unit: 4, rows: 2 },
    ],
  })
  await t.close()
})
