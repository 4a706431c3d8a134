/**
 * `npm run bench:search`: the search on a real OpenSearch node and the embedded index beside each other, through their
 * adapters, on generated catalogues. `-- --catalogue B --products 10000`; `--engine opensearch` leaves the embedded index
 * out; `--node URL` asks a node that runs already; `--only name` asks what has this in its name.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from '@opensearch-project/opensearch'
import { createSearchIndex } from '../functions/adapters/aws/search-index.ts'
import { openSearchIndex } from '../functions/adapters/embedded/search-index.ts'
import type { SearchIndex } from '../functions/ports/search-index.ts'
import { catalogueA } from './bench/search/catalogue-a.ts'
import { catalogueB } from './bench/search/catalogue-b.ts'
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
  },
})
const name = values.catalogue === 'B' ? 'B' : 'A'
const catalogue = { A: catalogueA, B: catalogueB }[name]
const products = Number(values.products ?? { A: 100_000, B: 10_000 }[name])
const calls = Number(values.calls)

/** Products a second that OpenSearch takes; the time of generating them, and of giving them to the embedded index, is not its. */
async function fill(remote: SearchIndex, embedded: SearchIndex | undefined): Promise<number> {
  let elsewhere = 0
  async function* batches() {
    // Bulks of bearable size for documents of 10 and of 300 kB.
    const size = name === 'A' ? 500 : 20
    for (let i = 0; i < products; i += size) {
      const before = performance.now()
      const batch = Array.from({ length: Math.min(size, products - i) }, (_, j) => catalogue.document(i + j))
      await embedded?.apply(batch.map((document) => ({ ...document, document })))
      elsewhere += performance.now() - before
      yield batch
    }
  }
  const before = performance.now()
  await remote.rebuild(batches())
  await remote.refresh('product')
  return (products * 1000) / (performance.now() - before - elsewhere)
}

const say = ({ p50, p95 }: Timing) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`
const table = (rows: string[][]) =>
  [rows[0]!, rows[0]!.map(() => '---'), ...rows.slice(1)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
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
  const remote = createSearchIndex({ client, prefix, replicas: 0 })
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
  const names = subjects.map((s) => s.name)
  const found = await measure(subjects, catalogue.vocabulary, { calls, warmUps: 20, only: values.only })
  const head = ['work', 'user', 'OpenSearch, adapter', "engine's limit", 'embedded'].slice(
    0,
    names.length + 2,
  )
  console.log(
    `\n${products} products of catalogue ${name}; ms p50 / p95 of ${calls} questions after 20.\n\n${table([[...head, 'aim', 'adapter ÷ limit'], ...found.map((m) => rowOf(m, names))])}`,
  )
} finally {
  for (const close of closing) await close().catch((error) => console.error(error))
}
