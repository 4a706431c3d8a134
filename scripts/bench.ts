/**
 * `npm run bench`: the rows of docs/performance.md, over HTTP, one sequential client, p50 / p95 of 200 varied calls
 * after 20 warm-ups, each beside the peer's figure. `-- --products 100000 --data FOLDER` keeps the catalogue.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fixedIds } from '../shared/constants.ts'
import type { ProductView } from '../shared/model/product.ts'
import { benchInstitutions, fill, run } from './bench/app.ts'
import { benchId, benchLists, fieldValueOf, productEntity } from './bench/generate.ts'
import { Client, percentile, say, timing } from './bench/http.ts'
import { referenceTotals } from './bench/totals.ts'
import { tenLeaves, type Work, works } from './bench/work.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    data: { type: 'string' },
    calls: { type: 'string', default: '200' },
  },
})
const products = Number(values.products)
const calls = Number(values.calls)
const warmUps = 20
const users = ['admin', 'national'] as const
type User = (typeof users)[number]

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'inputlist-bench-')))
const rows: string[][] = [
  ['work', 'admin', 'restricted', 'peer admin', 'peer restricted', 'ratio restricted', 'aim', 'index share'],
]

/** Ids of products that the user may load, and of those that he may save, spread over the catalogue. */
function idsFor(user: User): { seen: string[]; own: string[] } {
  const seen: string[] = []
  const own: string[] = []
  for (let i = 0; own.length < 60 && i < products; i += 13) {
    const { data } = productEntity(i, benchInstitutions)
    const isOwn = data.listData[fixedIds.list.base]!._responsible!.institution === benchInstitutions.national
    if (user === 'admin' || isOwn || benchLists[1]! in data.listData) seen.push(benchId(`product/${i}`))
    if ((user === 'admin' || isOwn) && !data.listData[fixedIds.list.base]!._archived)
      own.push(benchId(`product/${i}`))
  }
  return { seen, own }
}

async function measure(clients: Record<User, Client>, work: Work) {
  const found: Record<User, { total: number[]; index: number[] }> = {
    admin: { total: [], index: [] },
    national: { total: [], index: [] },
  }
  for (const user of users) {
    const { seen } = idsFor(user)
    for (let n = 0; n < warmUps + calls; n++) {
      const payload = work.payload(n) ?? { id: seen[(n * 17) % seen.length] }
      const answer = await clients[user].send(work.method ?? 'POST', `/api/${work.call}`, payload)
      if (!answer.body.ok) throw new Error(`${work.name}: ${answer.body.code} ${answer.body.message}`)
      if (n < warmUps) continue
      found[user].total.push(answer.ms)
      const own = /index;dur=([\d.]+)/.exec(answer.serverTiming ?? '')
      if (own) found[user].index.push(Number(own[1]))
    }
  }
  const admin = timing(found.admin.total)
  const national = timing(found.national.total)
  const own = found.national.index.length ? percentile(found.national.index, 0.5) : undefined
  rows.push([
    work.name,
    say(admin),
    say(national),
    work.peer.admin.join(' / '),
    work.peer.restricted.join(' / '),
    `${(work.peer.restricted[0] / national.p50).toFixed(1)}× / ${(work.peer.restricted[1] / national.p95).toFixed(1)}×`,
    work.aim
      ? `${work.aim.join(' / ')} ${national.p50 <= work.aim[0] && national.p95 <= work.aim[1] ? 'met' : 'MISSED'}`
      : '',
    own === undefined
      ? ''
      : `${own.toFixed(1)} ms, ${national.p50 <= own * 1.5 + 3 ? 'within' : 'OVER'} 1.5 × + 3 ms`,
  ])
}

async function save(client: Client, id: string, n: number, path = 'bench-f2'): Promise<number> {
  const { rev } = await client.call<ProductView>('bml/product/load', { id })
  const patch = [
    { op: 'add', path: `/listData/${fixedIds.list.base}/${path}`, value: { textValue: `saved ${n}` } },
  ]
  const answer = await client.send('POST', '/api/bml/product/save', { id, rev, patch })
  if (!answer.body.ok) throw new Error(`save: ${answer.body.code} ${answer.body.message}`)
  return answer.ms
}

async function measureSaves(clients: Record<User, Client>) {
  const times: Record<User, number[]> = { admin: [], national: [] }
  for (const user of users) {
    const { own } = idsFor(user)
    for (let n = 0; n < warmUps + calls; n++) {
      const ms = await save(clients[user], own[n % own.length]!, n, 'bench-f2')
      if (n >= warmUps) times[user].push(ms)
    }
  }
  const admin = timing(times.admin)
  const national = timing(times.national)
  rows.push([
    'save one field, with revision',
    say(admin),
    say(national),
    '5 / 9 to 10 / 21',
    '8 / 20 to 75 / 121',
    `${(75 / national.p50).toFixed(1)}× / ${(121 / national.p95).toFixed(1)}×`,
    `5 / 15 ${national.p50 <= 5 && national.p95 <= 15 ? 'met' : 'MISSED'}`,
    '',
  ])
}

/** 20 writers, each saving another field of one product 10 times, as the client does: reload and try again. */
async function measureWriters(client: Client) {
  const id = benchId('product/1')
  let lost = 0
  let retries = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 20 }, async (_, writer) => {
      for (let k = 0; k < 10; k++) {
        for (;;) {
          const { rev } = await client.call<ProductView>('bml/product/load', { id })
          const value = fieldValueOf(writer, 100 * writer + k, `writer ${writer}, save ${k}`)
          const patch = [{ op: 'add', path: `/listData/${fixedIds.list.base}/bench-f${writer}`, value }]
          const answer = await client.send('POST', '/api/bml/product/save', { id, rev, patch })
          if (answer.body.ok) break
          if (answer.body.code !== 'revision_conflict') throw new Error(answer.body.message)
          retries++
        }
      }
    }),
  )
  const { list, count } = await client.call<{ list: unknown[]; count: number }>(
    'eav/entity/history',
    { id, limit: 250 },
    'GET',
  )
  lost = 200 - Math.min(200, Math.max(list.length, count) - 1)
  rows.push([
    '20 writers on different fields of one product, 200 saves',
    `${lost} of 200 lost, ${retries} retries, ${((performance.now() - started) / 1000).toFixed(1)} s`,
    '',
    '190 of 200 lost',
    '',
    '',
    '',
    '',
  ])
}

/** Filters whose totals are compared with the reference evaluator's. */
const checked = Array.from({ length: 20 }, (_, n) => tenLeaves(n * 3 + 1))
async function compareTotals(clients: Record<User, Client>, expected: Record<string, number[]>) {
  for (const user of users)
    for (const [n, attributeFilter] of checked.entries()) {
      const { count } = await clients[user].call<{ count: number }>('bml/product/count', { attributeFilter })
      if (count !== expected[user]![n])
        throw new Error(
          `filter ${n} as ${user}: ${count}, but the reference evaluator finds ${expected[user]![n]}`,
        )
    }
  console.log(
    `Totals of ${checked.length} filters for ${users.length} users are the reference evaluator's: ${expected['national']!.slice(0, 5).join(', ')} …`,
  )
}

function table(of: string[][]): string {
  const [head, ...body] = of
  return [head!, head!.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const took = await fill(folder, products)
if (took)
  console.log(
    `Catalogue of ${products} products made in ${took.toFixed(0)} s (${Math.round(products / took)} a second).`,
  )
const first = await run(folder)
console.log(`First start, which builds the index: ${first.start.toFixed(1)} s.`)
await first.stop()
const expected = await referenceTotals(folder, users, checked)
const app = await run(folder)
const idle = app.memory()
try {
  const clients = {
    admin: await new Client(app.url).signIn('admin'),
    national: await new Client(app.url).signIn('national'),
  }
  await compareTotals(clients, expected)
  for (const work of works) await measure(clients, work)
  await measureSaves(clients)
  await measureWriters(clients.admin)
  rows.push([
    'start on existing data',
    `${app.start.toFixed(1)} s`,
    '',
    '2.6 s (no catalogue)',
    '',
    '',
    `3 s ${app.start < 3 ? 'met' : 'MISSED'}`,
    '',
  ])
  rows.push([
    'memory idle, after the run',
    `${idle.toFixed(0)} MB, ${app.memory().toFixed(0)} MB`,
    '',
    '230 to 310 MB and PostgreSQL',
    '',
    '',
    '',
    '',
  ])
  console.log(
    `\n${products} products × 3 of 10 lists; ms p50 / p95 of ${calls} calls after ${warmUps} warm-ups; ratio = peer ÷ ours.\n\n${table(rows)}`,
  )
  for (const client of Object.values(clients)) client.close()
} finally {
  await app.stop()
  if (!values.data) await rm(folder, { recursive: true, force: true })
}
