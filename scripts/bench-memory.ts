/**
 * `npm run bench:memory`: the most memory that a worker of the cloud holds, which does what its function is given at once, in a process
 * of its own with a heap as Lambda would bound it. Two companies have many products each: they are billed side by side, which holds all
 * of them, and one of them is merged into another. The index is not there: in the cloud it is elsewhere.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '../functions/wiring/embedded.ts'
import { fill } from './bench/app.ts'
import { billedProduct, putSchedules } from './bench/billed.ts'
import { largeCompanies } from './bench-memory/large.ts'

const { values } = parseArgs({
  options: {
    /** Of each of the two. The largest of the Swiss register has some hundred. */
    products: { type: 'string', default: '2000' },
    /** Text that each product has beside its other data, kB: with 10 it is as large as those of docs/data-model.md. */
    text: { type: 'string', default: '10' },
    /** Of the function that is measured, MiB. */
    memory: { type: 'string', default: '1024' },
  },
})
const [products, kilobytes, memory] = [values.products, values.text, values.memory].map(Number) as [
  number,
  number,
  number,
]

const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-bench-memory-'))
await fill(dataDir, 0)
const app = await openEmbedded({ dataDir, log: () => {}, users: [] })
await putSchedules(app.ports)
let bytes = 0
const all = products * largeCompanies.length
for (let i = 0; i < all; i++) {
  const one = billedProduct(i, largeCompanies[i % largeCompanies.length]!, kilobytes)
  bytes += JSON.stringify(one.data).length
  await app.ports.entities.put(one, { expectRev: 0 })
}
await app.close()
console.log(`companies of ${products} products of ${(bytes / all / 1000).toFixed(0)} kB, ${memory} MiB`)
for (const kind of ['invoice-run', 'merge']) {
  // Lambda leaves Node about three quarters of it for what it makes.
  const heap = `--max-old-space-size=${Math.round(memory * 0.75)}`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [heap, 'scripts/bench-memory/process.ts', kind, dataDir],
    { encoding: 'utf8', maxBuffer: 1e8 },
  )
  console.log(status === 0 ? stdout.trim() : `${kind}: ended with ${status}\n${stderr.slice(-2000)}`)
}
rmSync(dataDir, { recursive: true, force: true })
