/** How large an answer may be: as Lambda counts it, in both ways of running it. */
import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import loadCall from '../../functions/calls/bml/product/load.ts'
import type { HttpResult } from '../../functions/runtime/http.ts'
import { lambdaOfCall } from '../../functions/runtime/lambda.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { cursor } from '../../shared/calls/search/search/cursor.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { listBudgetBytes, maxEntityBytes } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { captureLogs } from '../fixtures/capture-logs.ts'
import { httpEvent } from '../fixtures/lambda-events.ts'
import { type Harness, ids, startHarness } from './harness.ts'

/** What Lambda takes of a function (limits of an account: 6 MB). */
const lambdaBytes = 6 * 1024 * 1024
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
afterEach(() => vi.restoreAllMocks())

/** Text of all printable signs in no order: nothing can make much less of it. */
const incompressible = (length: number) =>
  Array.from(randomBytes(length), (byte) => String.fromCharCode(0x20 + (byte % 95)))
    .join('')
    .replace(/["\\]/g, 'x')
const plain = (length: number) => 'Gruengutkompost, reif '.repeat(Math.ceil(length / 22)).slice(0, length)

/** Gives the product notes until it has nearly the size that an entity may have. */
async function fill(text: (length: number) => string) {
  const product = structuredClone(await h.ports.entities.get(ids.product.compost)) as Entity
  const list = (product.data as { listData: Record<string, Record<string, unknown>> }).listData[
    ids.list.base
  ]!
  const length = 20_000
  const rows = Object.fromEntries(
    Array.from({ length: Math.floor((maxEntityBytes * 0.97) / (length + 60)) }, (_, i) => [
      `row-${i}`,
      { text: { textValue: text(length) }, _order: i },
    ]),
  )
  list['basis-f99'] = { tableValue: rows }
  const stored = await h.ports.entities.put({ ...product, rev: product.rev + 1 }, { expectRev: product.rev })
  expect(sizeOf(stored.data)).toBeGreaterThan(maxEntityBytes * 0.95)
  return rows
}
async function loadAsLambda(headers: Record<string, string>) {
  captureLogs()
  const token = await h.tokenOf('admin')
  const event = httpEvent({
    name: 'bml/product/load',
    body: JSON.stringify({ id: ids.product.compost }),
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const result: HttpResult = await lambdaOfCall(async () => loadCall, h.ports)(event)
  vi.restoreAllMocks()
  const bytes = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8')
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[result.headers['content-encoding'] ?? '']
  const body = JSON.parse((unpack ? unpack(bytes) : bytes).toString('utf8'))
  return { result, body }
}

describe('a product of 5 MB', () => {
  it.each([
    ['of texts', plain],
    ['that nothing makes smaller', incompressible],
  ])('%s is loaded within the limit of Lambda', async (_, text) => {
    const rows = await fill(text)
    for (const encoding of ['br', 'gzip']) {
      const { result, body } = await loadAsLambda({ 'accept-encoding': encoding })
      expect(result.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(sizeOf(result)).toBeLessThan(lambdaBytes)
      expect(JSON.stringify(body)).toContain(JSON.stringify(rows['row-7']))
    }
  })
  it('is loaded, or refused in words, by who takes nothing compressed', async () => {
    await fill(plain)
    for (const encoding of ['identity', 'br;q=0, gzip;q=0']) {
      const { result, body } = await loadAsLambda({ 'accept-encoding': encoding })
      expect(sizeOf(result)).toBeLessThan(lambdaBytes)
      expect(result.headers['content-encoding']).toBeUndefined()
      if (result.statusCode !== 200) {
        expect([result.statusCode, body.code, body.details.key]).toEqual([413, 'too_large', 'answerTooLarge'])
        expect(body.message).toContain('accept-encoding')
      }
    }
  })
})

describe('many whole entities', () => {
  const count = 300
  let many: string[]
  beforeAll(async () => {
    const example = (await h.ports.entities.get(ids.component.horn)) as Entity
    many = Array.from({ length: count }, (_, i) => `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`)
    for (const [i, id] of many.entries())
      await h.ports.entities.put(
        { ...example, id, rev: 1, data: { ...example.data, title: { de_DE: `Viel ${i} ${plain(19_000)}` } } },
        { expectRev: 0 },
      )
    await h.indexed()
    expect(count * 19_000).toBeGreaterThan(listBudgetBytes)
  })

  it('by their ids come in parts, each once, and what is left is named', async () => {
    const seen: string[] = []
    let left: string[] | undefined = many
    let answers = 0
    while (left) {
      const answer: { list: Entity[]; left?: string[] | undefined } = await h
        .as('admin')
        .call(byIds, { ids: left })
      expect(sizeOf(answer.list)).toBeLessThan(listBudgetBytes * 1.01)
      seen.push(...answer.list.map((entity) => entity.id))
      left = answer.left
      answers++
    }
    expect(answers).toBeGreaterThan(1)
    expect(seen).toEqual(many)
  })
  it('of reference classes come in pages, each once, also where one is written meanwhile', async () => {
    const classes = ['country', 'component', 'institution']
    const seen = new Map<string, string[]>()
    let next: string | undefined
    let pages = 0
    do {
      const page = { classes, ...(next !== undefined && { cursor: next }) }
      const answer: { classes: Record<string, Entity[]>; cursor?: string | undefined } = await h
        .as('admin')
        .call(loadReference, page)
      expect(sizeOf(answer.classes)).toBeLessThan(listBudgetBytes * 1.01)
      for (const [name, list] of Object.entries(answer.classes))
        seen.set(name, [...(seen.get(name) ?? []), ...list.map(({ id }) => id)])
      next = answer.cursor
      if (pages++ === 0) {
        const one = (await h.ports.entities.get(many.at(-1)!)) as Entity
        await h.ports.entities.put(one, { expectRev: one.rev })
      }
    } while (next !== undefined)
    expect(pages).toBeGreaterThan(1)
    for (const name of classes as ('country' | 'component' | 'institution')[]) {
      const all = [...(await h.ports.reference.all(name)).keys()]
      expect(all.length).toBeGreaterThan(0)
      expect([name, [...seen.get(name)!].sort()]).toEqual([name, all.sort()])
    }
    await expect(
      h.as('admin').call(loadReference, { classes: ['country'], cursor: 'component/x' }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })
  it.each([
    ['cursor', cursor],
    ['execute', execute],
  ] as const)('of a search come in pages that end where the answer is full: %s', async (_, contract) => {
    const seen: string[] = []
    let next: string | undefined
    let pages = 0
    let first = 0
    do {
      const page =
        contract === cursor
          ? { limit: 250, ...(next && { cursor: next }) }
          : { pagination: next ? { cursor: next, limit: 250 } : { start: 0, limit: 250 } }
      const input = {
        entityClass: 'component',
        attributeFilter: { field: 'title', comparison: 'begins', value: 'Viel' },
        ...page,
      }
      const answer = (await h.as('admin').call(contract as typeof cursor, input as never)) as {
        list: Entity[]
        cursor?: string
        count: number
      }
      expect(sizeOf(answer.list)).toBeLessThan(listBudgetBytes * 1.01)
      expect(answer.count).toBe(count)
      seen.push(...answer.list.map((entity) => entity.id))
      next = answer.list.length > 0 ? answer.cursor : undefined
      if (pages++ === 0) first = answer.list.length
    } while (next && pages < 20)
    expect(first).toBeLessThan(250)
    expect(pages).toBeGreaterThan(1)
    expect([...seen].sort()).toEqual([...many].sort())
  })
})

it('a history of large steps ends where the answer is full, and goes on behind it', async () => {
  const stored = (await h.ports.entities.get(ids.component.horn))!
  const paths = Array.from({ length: 900 }, (_, i) => `/listData/${'x'.repeat(450)}${i}`)
  const last = stored.rev + 70
  for (let rev = stored.rev; rev < last; rev++)
    await h.ports.entities.put(stored, { expectRev: rev, changeset: { label: `Step ${rev + 1}`, paths } })
  const seen: number[] = []
  let pages = 0
  while (seen.length < last) {
    const { list, count } = await h
      .as('admin')
      .call(history, { id: stored.id, start: seen.length, limit: 250 })
    expect(count).toBe(last)
    expect(list.length).toBeGreaterThan(0)
    expect(sizeOf(list)).toBeLessThan(listBudgetBytes * 1.01)
    seen.push(...list.map(({ rev }) => rev))
    pages++
  }
  expect(pages).toBeGreaterThan(1)
  expect(seen).toEqual(Array.from({ length: last }, (_, i) => last - i))
})
