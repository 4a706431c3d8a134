/** An index that takes requests and never answers is worse than one that is gone: nobody may hang on it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@opensearch-project/opensearch'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { timeouts } from '../../functions/adapters/aws/search/unavailable.ts'
import { createSearchIndex } from '../../functions/adapters/aws/search-index.ts'

const kinds = ['read', 'write', 'state'] as const
let server: Server
let asked: string[] = []
/** What is asked after the path. */
let query = new URLSearchParams()
/** Connections that are still to be lost. */
let lost = 0
/** Answers to these paths; all others wait for ever. */
let answers: Record<string, unknown> = {}
beforeAll(async () => {
  server = createServer((request, response) => {
    const [path = '', parameters] = request.url!.split('?')
    asked.push(path)
    query = new URLSearchParams(parameters)
    if (lost-- > 0) return void request.socket.destroy()
    if (!(path in answers)) return
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[path]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  asked = []
  answers = {}
  lost = 0
})

/** A busy machine needs some of this for nothing at all. */
const usualPart = 20
/** The same as in the cloud, with a part of the timeouts. */
function hurried({ now = Date.now, part = usualPart } = {}) {
  const shorter = { ...timeouts }
  for (const kind of kinds)
    shorter[kind] = { ...timeouts[kind], requestTimeout: timeouts[kind].requestTimeout / part }
  const node = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createSearchIndex({ client: new Client({ node }), prefix: 'x', timeouts: shorter, now })
}
const all = { op: 'all' } as const
const search = { entityclass: 'company', query: all, sort: [], page: { start: 0, limit: 1 }, fetch: [] }
const change = { id: 'a', entityclass: 'company', rev: 1 }

it.each<[string, number, number, (index: ReturnType<typeof hurried>) => Promise<unknown>]>([
  ['a search', 1, 5_000, (index) => index.search(search)],
  ['a count', 1, 5_000, (index) => index.count('company', all)],
  ['an aggregate', 1, 5_000, (index) => index.aggregate('company', all, {})],
  ['the question how far it is', 2, 4_000, (index) => index.position()],
  ['a change', 2, 16_000, (index) => index.apply([change])],
])('%s is given up, in words, after %i tries', async (_, tries, atMost, ask) => {
  const index = hurried()
  const started = performance.now()
  await expect(ask(index)).rejects.toMatchObject({
    code: 'search_unavailable',
    cause: { name: 'TimeoutError' },
  })
  expect(asked).toHaveLength(tries)
  expect((performance.now() - started) * usualPart).toBeGreaterThan(atMost * 0.9)
  // With what a busy machine needs for nothing at all.
  expect(performance.now() - started).toBeLessThan(atMost / usualPart + 4_000)
})

const nothing = { hits: { total: { value: 0, relation: 'eq' }, hits: [] } }
const away = (question: Promise<unknown>) =>
  expect(question).rejects.toMatchObject({ code: 'search_unavailable', cause: { name: 'TimeoutError' } })

it('questions after two that were given up are refused at once, for some seconds, and then asked again', async () => {
  let now = 0
  const index = hurried({ now: () => now, part: 10 })
  await Promise.all([away(index.search(search)), away(index.search(search))])
  expect(asked).toHaveLength(2)
  now = 5_000
  await expect(index.count('product', all)).rejects.toMatchObject({
    code: 'search_unavailable',
    details: { retryAfter: 3 },
    cause: { name: 'TimeoutError' },
  })
  expect(asked).toHaveLength(2)
  now = 8_000
  answers = { '/x-company/_search': nothing }
  expect(await index.search(search)).toMatchObject({ rows: [] })
  expect(asked).toHaveLength(3)
})

it('the index is told to give a search up when nobody waits for it any more', async () => {
  answers = { '/x-company/_search': nothing }
  await hurried().search(search)
  expect(query.get('cancel_after_time_interval')).toBe(`${timeouts.read.requestTimeout / usualPart}ms`)
})

it('a search whose connection was lost is asked once more, and no more', async () => {
  answers = { '/x-company/_search': nothing }
  lost = 1
  expect(await hurried().search(search)).toMatchObject({ rows: [] })
  lost = 2
  await expect(hurried().search(search)).rejects.toMatchObject({ code: 'search_unavailable' })
})

it('an expensive question alone, which is given up again and again, keeps no other from being asked', async () => {
  const index = hurried({ now: () => 0 })
  for (let round = 0; round < 3; round++) {
    answers = {}
    await away(index.search(search))
    answers = { '/x-company/_search': nothing }
    expect(await index.search(search)).toMatchObject({ rows: [] })
  }
})

it('a batch that cannot be written is given up too, when the aliases are still known', async () => {
  answers = { '/_alias/x-company-columns': { 'x-company-first': {} } }
  await expect(hurried().apply([change])).rejects.toMatchObject({ code: 'search_unavailable' })
  expect(asked).toEqual(['/_alias/x-company-columns', '/_bulk', '/_bulk'])
})

it('a call, the indexer’s last try and the status end before those who wait for them give up', () => {
  const longest = (kind: (typeof kinds)[number]) =>
    timeouts[kind].requestTimeout * (timeouts[kind].maxRetries + 1)
  // The gateway waits for 29 s, of which a search may need two questions; the indexer keeps 20 s for its answer.
  expect(2 * longest('read')).toBeLessThan(29_000)
  expect(longest('write')).toBeLessThan(20_000)
  expect(longest('state')).toBeLessThan(5_000)
})
