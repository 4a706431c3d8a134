/**
 * `npm run bench:search`: the search on a real OpenSearch node and the embedded index beside each other, through their
 * adapters, on generated catalogues. `-- --catalogue B --products 10000`; `--engine opensearch` leaves the embedded index
 * out; `--handler` asks by whole calls too, through the Lambda's handler; `--node URL` asks a node that runs already; `--only name` asks what has this in its name; `--crowd`: 16 who search
 * and 2 who write at once, beside one alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from '@opensearch-project/opensearch'
import { createSearchIndex } from '../functions/adapters/aws/search-index.ts'
import { openSearchIndex } from '../functions/adapters/embedded/search-index.ts'
import type { SearchIndex } from '../functions/ports/search-index.ts'
import { catalogueA } from './bench/search/catalogue-a.ts'
import { catalogueB } from './bench/search/catalogue-b.ts'
import { measureCrowd } from './bench/search/crowd.ts'
import { limitSubject } from './bench/search/limit.ts'
import { type Measured, measure, type Timing } from './bench/search/measure.ts'
import { indexingAims } from './bench/search/questions.ts'
import { adapterSubject } from './bench/search/subject.ts'
import { startSearchNode } from './cloud/search-node.ts'
import { findTools } from './cloud/tools.ts'

const { values } = parseArgs({
  options: {
    catalogue: { type: 'string', default: 'A' },
    products: { type: 'string' },
    calls: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'both' },
    node: { type: 'string' },
    only: { type: 'string' },
    crowd: { type: 'boolean', default: false },
    handler: { type: 'boolean', default: false },
  },
})
const name = values.catalogue === 'B' ? 'B' : 'A'
const catalogue = { A: catalogueA, B: catalogueB }[name]
const products = Number(values.products ?? { A: 100_000, B: 10_000 }[name])
const calls = Number(values.calls)

/** Products of a page, as a rebuild reads them: documents of 10 and of 300 kB. */
const pageSize = { A: 100, B: 20 }[name]
/** A node that has just started takes three times as long for its first products. */
const warmUps = { A: 15_000, B: 500 }[name]
/** Products a second that a rebuild takes beside what is there, with generating them; giving them to the embedded index is not counted. */
async function fill(remote: SearchIndex, embedded: SearchIndex | undefined): Promise<number> {
  let elsewhere = 0
  async function* pages(count: number, also?: SearchIndex) {
    for (let i = 0; i < count; i += pageSize) {
      const page = Array.from({ length: Math.min(pageSize, count - i) }, (_, j) => catalogue.document(i + j))
      const before = performance.now()
      await also?.apply(page.map((document) => ({ ...document, document })))
      elsewhere += performance.now() - before
      yield page
    }
  }
  // Twice, because the first fills an index that is searched already.
  for (const count of [1, warmUps]) await remote.rebuild(pages(count))
  elsewhere = 0
  const before = performance.now()
  await remote.rebuild(pages(products, embedded))
  return (products * 1000) / (performance.now() - before - elsewhere)
}

/** What a rebuild leaves to be merged takes a processor for a while; a stage at work has done it long ago. */
async function untilMerged(client: Client, index: string): Promise<void> {
  for (;;) {
    const { body } = await client.indices.stats({ index, metric: 'merge' })
    const { current } = (body as { _all: { total: { merges: { current: number } } } })._all.total.merges
    if (current === 0) return
    await pause(1000)
  }
}

const say = ({ p50, p95 }: Timing) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`
const table = (rows: string[][]) =>
  [rows[0]!, rows[0]!.map(() => '---'), ...rows.slice(1)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
/** What all around the adapter adds: checks, rights, compiling the question, the answer. At most 10 ms. */
function steps(adapter: Timing, call: Timing): string {
  const [p50, p95] = [call.p50 - adapter.p50, call.p95 - adapter.p95]
  return `${p50.toFixed(1)} / ${p95.toFixed(1)} ms ${p50 <= 10 ? 'within' : 'OVER'} 10`
}
function rowOf({ work, user, timings }: Measured, names: string[]): string[] {
  const [most50, most95] = work.aims[name]
  const { adapter, limit } = timings as { adapter: Timing; limit: Timing }
  const isMet = adapter.p50 <= most50 && adapter.p95 <= most95
  const times = adapter.p50 / limit.p50
  return [
    work.label,
    user,
    ...names.map((n) => say(timings[n]!)),
    `${most50} / ${most95} ${isMet ? 'met' : 'MISSED'}`,
    `${times.toFixed(2)} × ${times <= 1.3 ? 'within' : 'OVER'} 1.3`,
    ...(timings['call'] ? [steps(adapter, timings['call'])] : []),
  ]
}

const folder = await mkdtemp(join(tmpdir(), 'inputlist-bench-search-'))
const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  let url = values.node
  if (url === undefined) {
    const tools = findTools()
    if (typeof tools === 'string') throw new Error(tools)
    const node = await startSearchNode(tools, { folder: join(folder, 'node') })
    closing.unshift(() => node.stop())
    url = node.url
  }
  const client = new Client({ node: url, requestTimeout: 120_000 })
  const prefix = `bench-${name.toLowerCase()}-${products}`
  // Nobody else writes whom a rebuild would have to wait for.
  const remote = createSearchIndex({ client, prefix, believe: 0 })
  const alias = `${prefix}-product`
  const embedded =
    values.engine === 'both' ? await openSearchIndex({ directory: join(folder, 'embedded') }) : undefined
  if (embedded) closing.unshift(() => embedded.close())
  const isThere = (await client.indices.exists({ index: alias })).body
  if (!isThere || embedded) {
    const rate = await fill(remote, embedded)
    const aim = indexingAims[name]
    console.log(
      `${products} products of catalogue ${name} into OpenSearch: ${rate.toFixed(0)} a second, aim ${aim} ${rate >= aim ? 'met' : 'MISSED'}.`,
    )
  }
  const { body } = await client.indices.stats({ index: alias })
  const { docs, store } = (
    body as { _all: { primaries: { docs: { count: number }; store: { size_in_bytes: number } } } }
  )._all.primaries
  console.log(
    `${(docs.count / products).toFixed(1)} Lucene documents and ${(store.size_in_bytes / products / 1000).toFixed(1)} kB a product.`,
  )
  const subjects = [
    adapterSubject('adapter', remote, catalogue),
    limitSubject('limit', client, alias, catalogue),
  ]
  if (embedded) subjects.push(adapterSubject('embedded', embedded, catalogue))
  if (values.handler) {
    // A line of the log for each question would be all that is seen.
    process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'
    const { wholeCallSubject } = await import('./bench/search/whole-call.ts')
    const whole = await wholeCallSubject('call', remote, catalogue)
    closing.unshift(() => whole.stop())
    subjects.push(whole)
  }
  const names = subjects.map((s) => s.name)
  await untilMerged(client, alias)
  // Numbers alone would come from answers that were kept, where the same is asked again.
  await client.indices.putSettings({ index: alias, body: { 'index.requests.cache.enable': false } as never })
  if (values.crowd) await measureCrowd(subjects[0]!, remote, catalogue, { calls, products })
  else {
    const found = await measure(subjects, catalogue.vocabulary, { calls, warmUps: 20, only: values.only })
    const head = ['work', 'user', 'OpenSearch, adapter', "engine's limit", ...names.slice(2)]
    console.log(
      `\n${products} products of catalogue ${name}; ms p50 / p95 of ${calls} questions after 20.\n\n${table([[...head, 'aim', 'adapter ÷ limit', ...(values.handler ? ['call − adapter'] : [])], ...found.map((m) => rowOf(m, names))])}`,
    )
  }
} finally {
  for (const close of closing) await close().catch((error) => console.error(error))
}
