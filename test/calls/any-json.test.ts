/** Whatever JSON a call gets, it answers in words: never with a fault of ours, and what is stored can be read again. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { catalogue } from '../../shared/catalogue.ts'
import { templates } from '../../shared/jobs/templates.ts'
import { inputsOf } from '../fixtures/hostile-json.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const classes = ['product', 'company', 'component', 'category', 'list', 'label', 'country', 'note']
const words = [
  ...classes,
  ...['basis-f1', 'title', 'name', 'id', 'search', 'updated', 'category', 'state', 'de_DE', 'add'],
]
/** Good values of keys whose schema does not say all. */
const samples: Record<string, unknown[]> = {
  entityClass: classes,
  entityclass: classes,
  template: templates.map(({ name }) => name),
  aggregate: [
    { kind: 'terms', field: 'category', limit: 10 },
    { kind: 'min', field: 'created' },
    { kind: 'count', field: 'title' },
  ],
  attributeFilter: [
    { field: 'title', comparison: 'contains', value: 'kompost' },
    {
      $and: [
        { field: 'created', comparison: 'gte', value: '2026-01-01' },
        { $not: { field: 'title', comparison: 'exists' } },
      ],
    },
    {
      $or: [
        { field: 'title', comparison: 'fuz', value: 'x', fuzzy: true },
        { field: 'category', comparison: 'in', value: [ids.category.compost] },
      ],
    },
    { field: 'updated', comparison: 'lt', value: 'now' },
  ],
}
/** It only logs what it gets, at the level of an error. */
const leftOut = new Set(['log/client/error'])
const contracts = Object.values(catalogue).filter((contract) => !leftOut.has(contract.name))

const leaves = (value: object): string[] =>
  Object.values(value).flatMap((inner) => (typeof inner === 'string' ? [inner] : leaves(inner)))
/** Values that mean something to a call. */
function knownTo(name: string): string[] {
  if (name.startsWith('bml/product/')) return [...leaves(ids.product), ...leaves(ids.list), ...words]
  if (name.startsWith('bml/company/')) return [...leaves(ids.company), ...words]
  return [...leaves(ids), ...words]
}

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  const stored = await h.ports.entities.getMany(leaves(ids))
  samples['data'] = stored.map((entity) => entity.data)
})
afterAll(() => h.close())

/** What would only meet a revision conflict gets the revision of now. */
async function withCurrentRev(input: unknown): Promise<void> {
  const { id, rev } = (input ?? {}) as { id?: unknown; rev?: unknown }
  if (typeof id !== 'string' || typeof rev !== 'number') return
  const stored = await h.ports.entities.get(id)
  if (stored) Object.assign(input as object, { rev: stored.rev })
}

describe('what no data may be made of', () => {
  it('is refused in a patch too, and the entity stays as it is', async () => {
    const id = ids.component.horn
    const token = await h.tokenOf('admin')
    const before = await h.ports.entities.get(id)
    const nest = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    // Each operation is harmless; together they would put thousands of levels into each other.
    const piled = Array.from({ length: 100 }, (_, i) => [
      { op: 'add', path: `/k${i}`, value: nest(40) },
      { op: 'move', from: i === 0 ? '/title' : `/k${i - 1}`, path: `/k${i}${'/a'.repeat(40)}` },
    ]).flat()
    const patches: [unknown, RegExp][] = [
      [piled, /more than 56 levels deep/],
      [[{ op: 'add', path: '/title/de_DE', value: 'x\u0000' }], /^\/patch\/0\/value: .*control characters/],
      [[{ op: 'add', path: '/title/de_DE', value: '\ud800' }], /^\/patch\/0\/value: .*lone surrogate/],
      [[{ op: 'add', path: '/title/\u0001', value: 'x' }], /^\/patch\/0\/path: .*control characters/],
    ]
    for (const [patch, expected] of patches) {
      const input = { id, rev: before?.rev, patch }
      const answer = await h.send({ name: 'eav/entity/updatefrompatch', input, token })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
      expect(answer.body.message).toMatch(expected)
    }
    expect(await h.ports.entities.get(id)).toEqual(before)
  })
  it('is refused in the payload of a query', async () => {
    const token = await h.tokenOf('admin')
    const input = { id: `${ids.product.compost.slice(0, -1)}\u0000` }
    const answer = await h.send({ name: 'eav/entity/get', method: 'GET', input, token })
    expect([answer.status, answer.body.message]).toEqual([
      400,
      '/id: expected a text without control characters',
    ])
  })
})

describe('any JSON is answered in words', () => {
  it.each(contracts.map((contract) => [contract.name, contract] as const))(
    'by %s',
    async (name, contract) => {
      const schema = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' })
      const token = await h.tokenOf('admin')
      await fc.assert(
        fc.asyncProperty(inputsOf(schema as object, knownTo(name), samples), async (input) => {
          await withCurrentRev(input)
          const answer = await h.send({ name, method: contract.method, input, token })
          const { message, code } = answer.body
          const cause = h.lines.at(-1)?.['error'] as { message?: string; stack?: string } | undefined
          const fault = answer.status >= 500 && `${answer.status} ${code} ${message} ${cause?.stack}`
          expect(fault).toBe(false)
        }),
        { numRuns: 100, endOnFailure: true },
      )
    },
  )
  it('and everything that was stored meanwhile can be read, found and indexed anew', async () => {
    await h.worked()
    await h.indexed()
    await h.reindex()
    expect(h.lines.filter((line) => line['level'] === 'error')).toEqual([])
  })
})
