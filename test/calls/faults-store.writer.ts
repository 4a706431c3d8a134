/**
 * The victim of the kill tests: writes into the data folder as fast as it can and says of each write that it was
 * acknowledged. Each write has all parts of a save: state, revision, a unique value that moves, a counter, a change.
 */
import { writeSync } from 'node:fs'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'

const [folder = ''] = process.argv.slice(2)
const db = openDatabase(folder)
const store = createEntityStore(db)
const queue = createJobQueue(db)
const filler = 'a state that is worth packing, like that of a product with its lists; '.repeat(60)

async function write(writer: number) {
  const id = `writer-${writer}`
  for (;;) {
    const before = await store.get(id)
    const rev = before?.rev ?? 0
    await store.put(
      {
        id,
        entityclass: 'product',
        attributeset: 'default',
        rev: 1,
        created: '2026-01-01T08:00:00.000Z',
        createdBy: 'writer',
        updated: '2026-01-01T08:00:00.000Z',
        updatedBy: 'writer',
        disabled: false,
        data: { rev: rev + 1, filler, importKey: `${id}-${rev + 1}` },
      },
      {
        expectRev: rev,
        unique: [`product#/importKey#${id}-${rev + 1}`],
        counters: [{ name: id, by: 1 }],
      },
    )
    await queue.send([{ kind: 'flag', jobId: id, unit: String(rev + 1) }])
    // Written at once, past any buffer: what the test has read was acknowledged.
    writeSync(1, `${id} ${rev + 1}\n`)
  }
}
await Promise.all([0, 1, 2, 3].map(write))
