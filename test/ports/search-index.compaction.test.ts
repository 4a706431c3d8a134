import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ClassIndex } from '../../functions/adapters/embedded/search/class-index.ts'
import { Compaction } from '../../functions/adapters/embedded/search/compaction.ts'
import { releaseScratch } from '../../functions/adapters/embedded/search/plan.ts'
import { type EmbeddedSearchIndex, openSearchIndex } from '../../functions/adapters/embedded/search-index.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexSearch } from '../../shared/search/index-query.ts'
import { documentOf } from '../fixtures/search-documents.ts'

const doc = (i: number, rev: number) =>
  documentOf('company', `c${String(i).padStart(4, '0')}`, rev, {
    fields: { name: `Name ${(i * 7919) % 1000}`, customerNumber: rev, groups: ['g', `g${i % 5}`] },
    nested: { addresses: [{ fields: { city: `City ${rev}`, zip: String(i) }, nested: {} }], contacts: [] },
  })
const search: IndexSearch = {
  entityclass: 'company',
  query: { op: 'all' },
  sort: [{ field: 'name', direction: 'asc' }],
  page: { start: 0, limit: 250 },
  fetch: [
    { as: 'number', field: 'customerNumber' },
    { as: 'groups', field: 'groups' },
    { as: 'city', field: 'city', nested: { path: 'addresses', where: { op: 'all' } } },
  ],
}

describe('clearing away what was replaced', () => {
  it('changes no answer, whatever is written while it works', () => {
    const from = new ClassIndex(indexMapping('company'))
    const apply = (i: number, rev: number) => {
      const document = doc(i, rev)
      from.apply(document.id, rev, document)
    }
    for (let i = 0; i < 300; i++) apply(i, 1)
    for (let i = 0; i < 150; i++) apply(i * 2, 2)
    // The order by name is ready, and moves along.
    from.order(search.sort).all()
    const compaction = new Compaction(from)
    let steps = 0
    while (!compaction.step(0)) {
      steps++
      // Before, at and behind the place where it works.
      apply((steps * 37) % 300, 3)
      from.apply(`c${String((steps * 53) % 300).padStart(4, '0')}`, 4, undefined)
      apply(300 + steps, 1)
    }
    expect(steps).toBeGreaterThan(5)
    const expected = from.search(search)
    const gone = [...from.tombstones()]
    releaseScratch()
    const to = compaction.finish()
    expect(to.storedOrders()).toHaveLength(1)
    expect(to.search(search)).toEqual(expected)
    releaseScratch()
    expect(to.size).toBe(from.size)
    expect(to.deadCount).toBeLessThan(from.deadCount)
    expect([...to.tombstones()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      gone.sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
    // Versions hold on.
    const [first] = gone
    to.apply(first!.id, first!.rev, doc(Number(first!.id.slice(1)), first!.rev))
    expect(to.revOf(first!.id)).toBe(first!.rev)
    expect(to.size).toBe(from.size)
  })

  describe('in the index', () => {
    let directory: string
    let index: EmbeddedSearchIndex
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), 'inputlist-compaction-'))
      index = await openSearchIndex({ directory })
    })
    afterEach(async () => {
      await index.close()
      await rm(directory, { recursive: true })
    })
    it('keeps memory in proportion to what is there, and pages whole, over many rewrites', async () => {
      const n = 500
      for (let rev = 1; rev <= 30; rev++) {
        const changes = Array.from({ length: n }, (_, i) => doc(i, rev))
        await index.apply(
          changes.map((document) => ({ id: document.id, entityclass: 'company', rev, document })),
        )
        const hits = await index.search(search)
        expect(hits.count).toBe(n)
        expect(new Set(hits.rows.map((r) => r.values['number']))).toEqual(new Set([rev]))
      }
      await index.compacted()
      expect(index.rowCount('company')).toBeLessThan(n * 6)
    })
  })
})
