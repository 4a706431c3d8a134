import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ClassIndex } from '../../functions/adapters/embedded/search/class-index.ts'
import { Kept } from '../../functions/adapters/embedded/search/kept.ts'
import { limits } from '../../functions/adapters/embedded/search/limits.ts'
import { scratch } from '../../functions/adapters/embedded/search/nodes.ts'
import { releaseScratch } from '../../functions/adapters/embedded/search/plan.ts'
import { Scope } from '../../functions/adapters/embedded/search/scope.ts'
import { openSearchIndex } from '../../functions/adapters/embedded/search-index.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexQuery, IndexSort } from '../../shared/search/index-query.ts'
import { documentOf } from '../fixtures/search-documents.ts'
import { type IndexUnderTest, searchIndexContract } from './search-index.suite.ts'

async function open(): Promise<IndexUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'inputlist-index-'))
  const index = await openSearchIndex({ directory })
  return {
    index,
    refresh: async () => {},
    close: async () => {
      await index.close()
      await rm(directory, { recursive: true })
    },
  }
}
searchIndexContract('embedded', open)

it('stops counting where the caller allows it, and counts all where it does not', async () => {
  const usual = limits.block
  limits.block = 64
  const { index, close } = await open()
  try {
    const documents = Array.from({ length: 5000 }, (_, i) => {
      const name = `Kalk ${(i * 7919) % 5000}`
      return documentOf('company', `c${i}`, 1, { fields: { name, groups: [`g${i % 2}`] }, nested: {} })
    })
    await index.rebuild(
      (async function* () {
        yield documents
      })(),
    )
    const query: IndexQuery = { op: 'terms', field: 'groups', values: ['g1'] }
    const sort: IndexSort[] = [{ field: 'name', direction: 'asc' }]
    const search = { entityclass: 'company', query, sort, fetch: [] }
    const page = { start: 0, limit: 25 }
    const exact = await index.search({ ...search, page })
    expect(exact.count).toBe(2500)
    expect(await index.search({ ...search, page, countTo: 100 })).toEqual({
      ...exact,
      count: 100,
      isAtLeast: true,
    })
    expect(await index.search({ ...search, page, countTo: 2500 })).toEqual(exact)
    // So far on, all of the hits are known.
    const far = { start: 2400, limit: 25 }
    expect((await index.search({ ...search, page: far, countTo: 100 })).count).toBe(2500)
    expect(await index.count('company', query)).toBe(2500)
  } finally {
    limits.block = usual
    await close()
  }
})

it('takes no more room for a question where there are more documents, and keeps no answers to parts of it', () => {
  const usual = { ...limits }
  Object.assign(limits, { block: 64, worthKeeping: 0, worthKeepingPart: 0 })
  const take = vi.spyOn(scratch, 'take')
  const keep = vi.spyOn(Kept.prototype, 'add')
  try {
    const [few, many] = [500, 5000].map((n) => {
      const index = new ClassIndex(indexMapping('company'))
      for (let i = 0; i < n; i++) {
        const addresses = ['a', 'b', 'c'].map((type) => ({ fields: { type, zip: `${i % 7}` }, nested: {} }))
        const fields = { name: `Kalk ${i % 50}`, customerNumber: i }
        const document = documentOf('company', `c${i}`, 1, { fields, nested: { addresses, contacts: [] } })
        index.apply(document.id, 1, document)
      }
      const inAddress: IndexQuery = {
        op: 'and',
        of: [
          { op: 'terms', field: 'type', values: ['a', 'b'] },
          { op: 'not', of: { op: 'terms', field: 'zip', values: ['3'] } },
        ],
      }
      const query: IndexQuery = {
        op: 'and',
        of: [
          {
            op: 'or',
            of: [
              { op: 'contains', field: 'name', value: '4' },
              { op: 'range', field: 'customerNumber', gte: 9 },
            ],
          },
          { op: 'nested', path: 'addresses', of: inAddress },
        ],
      }
      take.mockClear()
      keep.mockClear()
      const aggregate = {
        kind: 'terms',
        field: 'zip',
        nested: { path: 'addresses', where: inAddress },
      } as const
      for (let time = 0; time < 3; time++) {
        index.count(query)
        index.aggregate(query, { zip: aggregate })
        releaseScratch()
      }
      expect(keep.mock.calls).toHaveLength(1)
      return Math.max(...take.mock.calls.map(([size]) => size))
    })
    expect(few).toBeLessThanOrEqual(64 * 3)
    expect(many).toBe(few)
  } finally {
    take.mockRestore()
    keep.mockRestore()
    Object.assign(limits, usual)
  }
})

it('counts groups again only where documents changed', () => {
  const index = new ClassIndex(indexMapping('company'))
  const put = (i: number, rev: number, group: string) => {
    const document = documentOf('company', `c${i}`, rev, { fields: { groups: [group] }, nested: {} })
    index.apply(document.id, rev, document)
  }
  for (let i = 0; i < 300; i++) put(i, 1, `g${i % 3}`)
  const wanted = { groups: { kind: 'terms', field: 'groups' } } as const
  const countedFor = vi.spyOn(Scope.prototype, 'rowsOf')
  try {
    index.aggregate({ op: 'all' }, wanted)
    countedFor.mockClear()
    put(0, 2, 'g1')
    index.apply('c4', 2, undefined)
    expect(index.aggregate({ op: 'all' }, wanted)).toEqual({
      groups: {
        buckets: [
          { key: 'g1', count: 100 },
          { key: 'g2', count: 100 },
          { key: 'g0', count: 99 },
        ],
      },
    })
    // The two that went, and the one that came.
    expect(countedFor.mock.calls.reduce((sum, [, n]) => sum + n, 0)).toBe(3)
  } finally {
    countedFor.mockRestore()
    releaseScratch()
  }
})

describe('with few documents handled like many', () => {
  const usual = { ...limits }
  beforeAll(() => {
    Object.assign(limits, {
      block: 8,
      worthKeeping: 0,
      worthKeepingPart: 0,
      sparse: 1 / 4,
      fewHits: 0,
      maxTail: 3,
      minDead: 1,
      deadPart: 0.1,
      longText: 12,
    })
  })
  afterAll(() => {
    Object.assign(limits, usual)
  })
  searchIndexContract('embedded, small limits', open)
})
