/**
 * The victim of the kill test of the index: the store with its index following, as in the app. Writes so many
 * products, then closes in order (`close`), or goes on until it is killed (`forever`).
 */
import { writeSync } from 'node:fs'
import { openIndexedStore } from './faults-store-index.world.ts'

const [folder = '', mode = 'forever'] = process.argv.slice(2)
const world = await openIndexedStore(folder)
for (let n = 0; mode === 'forever' || n < 200; n++) {
  const id = `product-${n % 40}`
  const rev = (await world.store.get(id))?.rev ?? 0
  await world.save(id, `name${rev + 1}`, rev)
  writeSync(1, `${id} ${rev + 1}\n`)
}
await world.follower.caughtUp()
await world.close()
