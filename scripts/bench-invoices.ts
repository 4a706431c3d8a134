/**
 * `npm run bench:invoices`: what a yearly run costs, on one machine and without an index. Prints ratios, which hold on any machine: a
 * dry run beside reading the products once, the run, the same run again, and invoices that are sent beside their documents printed by
 * Chromium alone. Small unless told otherwise: `-- --products 50000 --sent 300` is all.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPdfMaker } from '../functions/adapters/embedded/pdf-maker.ts'
import { namingPages } from '../functions/services/entity/naming.ts'
import { openEmbedded } from '../functions/wiring/embedded.ts'
import invoice from '../functions/workers/invoice.ts'
import invoiceRun from '../functions/workers/invoice-run.ts'
import { invoicesName } from '../shared/model/references.ts'
import { cursorOf, pagesOf } from '../shared/pages.ts'
import { fill } from './bench/app.ts'
import { billedProduct, billedYear, putSchedules } from './bench/billed.ts'
import { benchId } from './bench/generate.ts'
import { keeping } from './bench/keeping.ts'
import { workThrough } from './bench/work-through.ts'

const { values } = parseArgs({
  options: {
    /** The figure: 50000. */
    products: { type: 'string', default: '5000' },
    /** Products of a company: 50,000 of 3,000 companies. */
    each: { type: 'string', default: '17' },
    /** Invoices that are sent. */
    sent: { type: 'string', default: '40' },
  },
})
const [products, each, sent] = [values.products, values.each, values.sent].map(Number) as [
  number,
  number,
  number,
]
const companies = Math.ceil(products / each)
const idOf = (n: number) => benchId(`company/${n}`)
const seconds = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-bench-invoices-'))
await fill(dataDir, 0)
const chromium = createPdfMaker()
const kept = keeping(chromium)
const open = () => openEmbedded({ dataDir, log: () => {}, users: [], ports: { pdf: kept.pdf } })
let app = await open()
await putSchedules(app.ports)
for (let i = 0; i < products; i++)
  await app.ports.entities.put(billedProduct(i, idOf(i % companies)), { expectRev: 0 })
for (let n = 0; n < Math.min(sent, companies); n++) {
  const company = (await app.ports.entities.get('company', idOf(n)))!
  const { baseData } = company.data
  const mailed = { language: 'de_DE', sendInvoiceViaEmail: true, invoiceEmail: `finance-${n}@example.com` }
  const data = { ...company.data, baseData: { ...baseData, ...mailed } }
  await app.ports.entities.put({ ...company, rev: company.rev + 1, data }, { expectRev: company.rev })
}
// As a worker finds them: from the file.
await app.close()
app = await open()
const { entities } = app.ports

const read = await seconds(async () => {
  const pages = pagesOf((cursor) => entities.listByClass('product', { limit: 250, ...cursorOf(cursor) }))
  for await (const _ of pages) {
    // To read them is all.
  }
})
const config = { year: billedYear, date: `${billedYear}-01-02`, type: 'yearly' }
const said = (name: string, took: number, result: unknown) =>
  console.log(
    `${name}: ${took.toFixed(1)} s, ${(took / read).toFixed(2)} × reading ${products} products once (${read.toFixed(1)} s); ${JSON.stringify(result)}`,
  )
for (const [name, more] of [
  ['dry run', { dryRun: true }],
  ['run', {}],
  ['again', {}],
] as const) {
  const { seconds: took, job } = await workThrough(app.ports, invoiceRun, { ...config, ...more })
  said(name, took, job.result)
}

const drafts: string[] = []
for (let n = 0; n < Math.min(sent, companies); n++)
  for await (const { list } of namingPages(entities, invoicesName(idOf(n))))
    drafts.push(...list.map(({ id }) => id))
const mailed = drafts.slice(0, sent)
const { seconds: took, job } = await workThrough(app.ports, invoice, { action: 'send', ids: mailed })
const page = kept.last()!
const printed = await seconds(async () => {
  for (const _ of mailed) await chromium.print(...page)
})
console.log(
  `${mailed.length} invoices sent one by one: ${took.toFixed(1)} s, ${(took / printed).toFixed(2)} × Chromium alone (${printed.toFixed(1)} s); ${job.failed} failed`,
)
console.log(`at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`)
await app.close()
await chromium.close()
rmSync(dataDir, { recursive: true, force: true })
