/**
 * `npm run bench:export`: exports of the product list on one machine, as a restricted user, in one process with everything else.
 * Prints rows a second beside the writer alone, the memory it takes, and how long the grid's own call waits meanwhile.
 * Small unless told otherwise: `-- --products 100000` is all.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import searchCall from '../functions/calls/bml/product/search.ts'
import { type ExportConfig, exportKind } from '../functions/domain/export/job.ts'
import { exportScope, rightsOf } from '../functions/services/export/scope.ts'
import { startJob } from '../functions/services/job/start.ts'
import { openEmbedded } from '../functions/wiring/embedded.ts'
import { actorOf } from '../shared/rules/actor.ts'
import type { ExportFormat } from '../shared/rules/export.ts'
import { unwrap } from '../shared/rules/refusal.ts'
import { documentOf, fieldsOfCatalogue } from './bench-export/catalogue.ts'
import { demoAccount } from './seed/people.ts'
import { seedBase } from './seed.ts'

const { values } = parseArgs({
  options: {
    /** The figure: 100000. */
    products: { type: 'string', default: '20000' },
  },
})
const many = Number(values.products)
const batch = 250

const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-bench-export-'))
const app = await openEmbedded({
  dataDir,
  log: (line) => line.level === 'error' && console.error(line),
  users: [],
})
await seedBase(app.ports, () => {})
await app.startBackground()
// What follows is in the index alone: it must not be built from the store any more.
await app.indexed()
const columns = await fieldsOfCatalogue(app.ports)
for (let i = 0; i < many; i += 1000)
  await app.ports.index.apply(Array.from({ length: Math.min(1000, many - i) }, (_, k) => documentOf(i + k)))
const account = (await app.ports.entities.get('account', demoAccount('core')))!
const [sub = ''] = account.data.ssoUsers
const actor = actorOf(account, sub, await app.ports.reference.all('institution'))

const scope = unwrap(await exportScope(actor, app.ports.reference, app.ports.clock))
const rights = unwrap(await rightsOf(scope, columns))

/** The grid's own call, again and again, with pauses. */
async function grid(until: () => boolean): Promise<number[]> {
  const times: number[] = []
  const context = { ...app.ports, actor, requestId: 'bench', log: () => {} }
  const input = {
    columns: columns.slice(0, 10),
    sorting: ['name:asc'],
    pagination: { start: 0, limit: 25 },
    countTo: 10_000,
  }
  for (let n = 0; !until(); n++) {
    const from = performance.now()
    await searchCall.run({ ...input, pagination: { start: (n % 40) * 25, limit: 25 } }, context)
    times.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return times.sort((a, b) => a - b)
}
const p95 = (times: number[]) => times[Math.floor(times.length * 0.95)] ?? 0

async function exported(format: ExportFormat, isWatched: boolean) {
  const id = crypto.randomUUID()
  const config: ExportConfig = {
    format,
    language: 'de_DE',
    columns,
    separator: ';',
    decimalSign: ',',
    hasMark: true,
    fileName: 'bench',
    hasChosen: false,
    rights,
  }
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  let isOver = false
  const from = performance.now()
  const looked = isWatched ? grid(() => isOver) : Promise.resolve([])
  await startJob({ id, kind: exportKind, by: account.id, sub, config, total: many }, app.ports)
  await app.worked()
  const ms = performance.now() - from
  isOver = true
  const times = await looked
  clearInterval(watch)
  const job = (await app.ports.entities.get('batchjob', id))!
  if (job.data.status !== 'complete' || job.data.failed > 0 || job.data.done !== many)
    throw new Error(`the export is ${job.data.status}, ${job.data.done} done, ${job.data.failed} failed`)
  return { rate: (many / ms) * 1000, memory: (most - before) / 2 ** 20, times }
}
const seconds = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}
const said = (n: number) => Math.round(n).toLocaleString('en')

// Warm: neither first use of a library nor of an order counts.
await exported('csv', false)
await exported('xls', false)
const idle = p95(
  await grid(
    (
      (n) => () =>
        n++ > 150
    )(0),
  ),
)

const sample = Array.from({ length: batch }, (_, i) =>
  columns.map((_, c) => (c % 5 === 0 ? `${i},${c}` : c % 5 === 1 ? '31.12.2026' : `text ${c} of row ${i}`)),
)
const alone = await seconds(async () => {
  for (let i = 0; i < many; i += batch) stringify(sample, { delimiter: ';', record_delimiter: '\r\n' })
})
const csv = await exported('csv', false)
console.log(
  `CSV, ${many} rows of ${columns.length} columns: ${said(csv.rate)} rows/s, ${(csv.rate / (many / alone)).toFixed(2)} × csv-stringify alone (${said(many / alone)}); ${said(csv.memory)} MiB more memory`,
)
async function* rows() {
  const cells = sample.map((row) =>
    row.map((text, c) => (c % 5 === 0 ? c * 1.5 : c % 5 === 1 ? 46_000 : text)),
  )
  for (let i = 0; i < many; i += batch) yield cells
}
const sheetAlone = await seconds(async () => {
  const kinds = columns.map((title) => ({ title, kind: 'plain' as const, width: 20 }))
  for await (const _ of app.ports.tables.workbook({
    name: 'bench',
    columns: kinds,
    rows: rows(),
    expected: many,
  }));
})
const xls = await exported('xls', false)
console.log(
  `workbook: ${said(xls.rate)} rows/s, ${(xls.rate / (many / sheetAlone)).toFixed(2)} × the writer alone (${said(many / sheetAlone)}); ${said(xls.memory)} MiB more memory`,
)
for (const format of ['csv', 'xls'] as const) {
  const { times } = await exported(format, true)
  console.log(
    `grid's call while an export runs (${format}): p95 ${p95(times).toFixed(1)} ms of ${times.length}, ${(p95(times) / idle).toFixed(1)} × without (${idle.toFixed(1)} ms)`,
  )
}
await app.close()
rmSync(dataDir, { recursive: true, force: true })
