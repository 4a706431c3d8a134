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
import { withOwned } from '../functions/domain/entity/owned.ts'
import { uniqueValues } from '../functions/domain/entity/unique-values.ts'
import { openEmbedded } from '../functions/wiring/embedded.ts'
import { fixedIds } from '../shared/constants.ts'
import type { Entity } from '../shared/model/entity.ts'
import { entitySchemas } from '../shared/model/entity-schemas.ts'
import { benchInstitutions, fill } from './bench/app.ts'
import { benchId, productEntity } from './bench/generate.ts'
import { billedYear, largeCompanies } from './bench-memory/large.ts'

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

/** A product that one of the large companies distributes in all of its lists. */
function productOf(i: number): Entity {
  const company = largeCompanies[i % largeCompanies.length]!
  const { data, ...rest } = productEntity(i, benchInstitutions)
  const listData = structuredClone(data.listData)
  const companies = { c1: { company, role: 'distributor', _order: 1 } }
  for (const list of Object.values(listData))
    Object.assign(list, { _active: true, _archived: false, _companies: companies })
  const textValue = `${i} `.repeat((kilobytes * 1000) / `${i} `.length)
  Object.assign(listData[fixedIds.list.base]!, { 'bench-f2': { textValue } })
  return { ...rest, id: benchId(`memory/${i}`), data: { ...data, listData } }
}

/** What the products are billed by. */
function scheduleOf(institution: string): Entity {
  const fees = { base: 120, base_16plus: 60, extraCategories: 45, restBase: 80, restMonthly: 10 }
  const data = withOwned(
    'feeschedule',
    entitySchemas.feeschedule.parse({
      institution,
      year: billedYear,
      currency: 'CHF',
      vatPercent: 8.1,
      eu: fees,
      national: fees,
    }),
  )
  const { data: _, ...rest } = productEntity(0, benchInstitutions)
  return { ...rest, id: benchId(`schedule/${institution}`), entityclass: 'feeschedule', data }
}

const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-bench-memory-'))
await fill(dataDir, 0)
const app = await openEmbedded({ dataDir, log: () => {}, users: [] })
for (const institution of Object.values(benchInstitutions)) {
  const schedule = scheduleOf(institution)
  await app.ports.entities.put(schedule, {
    expectRev: 0,
    unique: uniqueValues('feeschedule', schedule.data),
  })
}
let bytes = 0
const all = products * largeCompanies.length
for (let i = 0; i < all; i++) {
  const one = productOf(i)
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
