/** Documents on their way into OpenSearch: how many at once, and what happens when the node has no room for them. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@opensearch-project/opensearch'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sendAll } from '../../functions/adapters/aws/search/bulk.ts'

interface Bulk {
  ids: string[]
  bytes: number
  answer(status: (id: string) => number, type?: string): void
  refuse(status: number): void
}
let server: Server
let client: Client
let open: Bulk[] = []
let arrived: (() => void) | undefined

const textOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString()
beforeEach(async () => {
  open = []
  server = createServer(async (request, response) => {
    const text = await textOf(request)
    const ids = text
      .split('\n')
      .filter((_, i) => i % 2 === 0)
      .flatMap((line) => (line ? [JSON.parse(line).index._id as string] : []))
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    open.push({
      ids,
      bytes: text.length,
      answer: (status, type = 't') =>
        say(200, {
          items: ids.map((id) => ({
            index: { status: status(id), ...(status(id) >= 300 && { error: { type, reason: 'full' } }) },
          })),
        }),
      refuse: (status) => say(status, { error: { type: 'rejected_execution_exception' } }),
    })
    arrived?.()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = new Client({ node, maxRetries: 0 })
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await client.close()
})
/** Waits until so many requests have come and are not answered. */
async function requests(count: number): Promise<Bulk[]> {
  while (open.length < count)
    await new Promise<void>((resolve) => {
      arrived = resolve
    })
  // Those that are sent side by side arrive in any order.
  return open.splice(0, count).sort((a, b) => (a.ids[0]! < b.ids[0]! ? -1 : 1))
}
const line = (id: string, size = 0) => ({
  id,
  text: `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify({ text: 'x'.repeat(size) })}`,
})
const fine = () => 200
const allTaken = { isThere: true, refused: [] }

it('two requests of bearable size are on their way at once, and the lines of others are not made yet', async () => {
  let made = 0
  function* lines() {
    for (let i = 0; i < 20; i++) {
      made++
      yield line(`d${i}`, 1_500_000)
    }
  }
  const sent = sendAll(lines(), { client })
  const first = await requests(2)
  expect(first.map((r) => r.ids)).toEqual([
    ['d0', 'd1'],
    ['d2', 'd3'],
  ])
  expect(made).toBeLessThanOrEqual(6)
  first[1]!.answer(fine)
  const [third] = await requests(1)
  expect(third!.ids).toEqual(['d4', 'd5'])
  expect(Math.max(third!.bytes, first[0]!.bytes)).toBeLessThan(4_000_000)
  first[0]!.answer(fine)
  third!.answer(fine)
  for (let i = 6; i < 20; i += 2) (await requests(1))[0]!.answer(fine)
  expect(await sent).toEqual(allTaken)
})

it('a document above the size of a request goes alone', async () => {
  const sent = sendAll([line('small'), line('large', 5_000_000), line('after')], { client })
  const all = [...(await requests(2))]
  for (const one of all) one.answer(fine)
  all.push(...(await requests(1)))
  all[2]!.answer(fine)
  expect(all.map((r) => r.ids).sort()).toEqual([['after'], ['large'], ['small']])
  expect(await sent).toEqual(allTaken)
})

it('what the node has no room for is sent again after a pause, and only that', async () => {
  const pauses: number[] = []
  const pause = async (ms: number) => {
    pauses.push(ms)
  }
  const sent = sendAll([line('a'), line('b'), line('c')], { client, longestWait: 10_000, pause })
  const [first] = await requests(1)
  first!.answer((id) => (id === 'b' ? 429 : 200))
  const [second] = await requests(1)
  expect(second!.ids).toEqual(['b'])
  second!.refuse(429)
  const [third] = await requests(1)
  expect(third!.ids).toEqual(['b'])
  third!.answer(fine)
  expect(await sent).toEqual(allTaken)
  expect(pauses).toEqual([250, 500])
})

it('a node that stays full is given up after the longest wait, in words; writers of a few documents do not wait', async () => {
  const pauses: number[] = []
  const pause = async (ms: number) => {
    pauses.push(ms)
  }
  const sent = sendAll([line('a')], { client, longestWait: 1_000, pause })
  const outcome = expect(sent).rejects.toMatchObject({ code: 'search_unavailable' })
  for (let i = 0; i < 3; i++) (await requests(1))[0]!.answer(() => 429)
  await outcome
  expect(pauses).toEqual([250, 500])
  const atOnce = sendAll([line('a')], { client, pause })
  const refused = expect(atOnce).rejects.toMatchObject({ code: 'search_unavailable' })
  ;(await requests(1))[0]!.answer(() => 429)
  await refused
  expect(pauses).toHaveLength(2)
})

it('a document that is refused is told, and keeps none beside it or behind it out; what there is no room for is sent again', async () => {
  const lines = [line('a'), line('bad'), line('full'), line('b', 4_000_000)]
  const sent = sendAll(lines, { client, longestWait: 10_000, pause: async () => {} })
  const [first, second] = await requests(2)
  first!.answer((id) => ({ bad: 400, full: 429 })[id] ?? 200)
  const [again] = await requests(1)
  expect(again!.ids).toEqual(['full'])
  again!.answer(fine)
  expect(second!.ids).toEqual(['b'])
  second!.answer(() => 413)
  expect(await sent).toEqual({
    isThere: true,
    refused: [
      { id: 'bad', reason: 'full' },
      { id: 'b', reason: 'full' },
    ],
  })
})

it('a request that is refused as a whole goes in halves, until only the document is left because of which', async () => {
  const sent = sendAll(
    ['a', 'b', 'bad', 'c'].map((id) => line(id)),
    { client, atOnce: 1 },
  )
  const answered: string[] = []
  const answer = async () => {
    const [one] = await requests(1)
    answered.push(one!.ids.join(' '))
    if (one!.ids.includes('bad')) one!.refuse(413)
    else one!.answer(fine)
  }
  for (let i = 0; i < 5; i++) await answer()
  expect(await sent).toMatchObject({ isThere: true, refused: [{ id: 'bad' }] })
  expect(answered).toEqual(['a b bad c', 'a b', 'bad c', 'bad', 'c'])
})

it.each([
  ['blocks its writes', 403, 'cluster_block_exception'],
  ['is closed', 400, 'index_closed_exception'],
])('an index that %s is away, which is no fault of the documents', async (_, status, type) => {
  const sent = sendAll([line('a'), line('b')], { client })
  const outcome = expect(sent).rejects.toMatchObject({ code: 'search_unavailable' })
  ;(await requests(1))[0]!.answer(() => status, type)
  await outcome
})
