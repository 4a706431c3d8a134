import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSearchIndex } from '../../functions/adapters/embedded/search-index.ts'
import type { SearchIndex } from '../../functions/ports/search-index.ts'
import { compileFilter } from '../../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../../shared/search/compile-columns.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexDocument, IndexSearch } from '../../shared/search/index-query.ts'
import { visibility } from '../../shared/search/visibility.ts'
import { viewers } from '../domain/product-samples.ts'
import { aggregates, documentOf, fetches, queries, rows, sorts } from '../fixtures/search-documents.ts'
import {
  callerColumns,
  callerFilters,
  callerLists,
  callerSorting,
  worlds,
} from '../fixtures/search-products.ts'
import { indexOn, openSearchNode, type SearchNode } from './search-node.ts'

// RUNS: to look for longer.
const numRuns = Number(process.env['RUNS'] ?? 150)
// Each of these makes both indices anew, which takes long.
const rebuilds = Math.ceil(numRuns / 7)
const timeout = 600_000

describe('the embedded index and OpenSearch give the same answers', () => {
  let node: SearchNode
  let remote: ReturnType<typeof indexOn>
  let folder: string
  let embedded: Awaited<ReturnType<typeof openSearchIndex>>
  beforeAll(async () => {
    node = await openSearchNode()
    // Of several parts, so that answers are put together from those of each.
    remote = indexOn(node, { shards: 3 })
    folder = await mkdtemp(join(tmpdir(), 'inputlist-both-'))
    embedded = await openSearchIndex({ directory: folder })
  }, 300_000)
  afterAll(async () => {
    await embedded.close()
    await rm(folder, { recursive: true })
    await remote.close()
    await node.stop()
  })

  const both = async (work: (index: SearchIndex) => Promise<unknown>) => {
    await work(embedded)
    await work(remote.index)
    await remote.refresh()
  }
  async function* all(documents: IndexDocument[]) {
    yield documents
  }
  /** Pages by offset, then everything by cursor. Cursors themselves differ: each index has its own. */
  async function shown(index: SearchIndex, search: Omit<IndexSearch, 'page'>, limit: number) {
    const first = await index.search({ ...search, page: { start: 0, limit } })
    const pages: unknown[] = [first.rows, first.count]
    let { cursor } = first
    while (cursor !== undefined && pages.length < 100) {
      const page: Awaited<ReturnType<SearchIndex['search']>> = await index.search({
        ...search,
        page: { cursor, limit },
      })
      pages.push(page.rows)
      cursor = page.cursor
    }
    const second = await index.search({ ...search, page: { start: limit, limit } })
    return [...pages, second.rows, await index.count(search.entityclass, search.query)]
  }

  it('to an administrator and to viewers of less', { timeout }, async () => {
    const cases = worlds.chain((world) =>
      fc.record({
        world: fc.constant(world),
        filters: fc.array(callerFilters(world.catalogue), { minLength: 4, maxLength: 8 }),
        sorting: callerSorting(world.catalogue),
        columns: callerColumns(world.catalogue),
        grouped: fc.constantFrom(...world.catalogue.map((f) => f.name)),
        list: callerLists,
        limit: fc.integer({ min: 1, max: 4 }),
      }),
    )
    let hits = 0
    await fc.assert(
      fc.asyncProperty(cases, async ({ world, filters, sorting, columns, grouped, list, limit }) => {
        const { catalogue, reference, documents } = world
        await both((index) => index.rebuild(all(documents)))
        for (const who of ['A', 'C', 'N', 'P'] as const) {
          const viewer = visibility('product', viewers[who], reference)
          const sort = compileSort(sorting, catalogue, viewer, { list })
          const fetch = compileFetch(columns, catalogue, viewer, { list })
          const by = compileAggregate({ kind: 'terms', field: grouped }, catalogue, viewer, { list })
          for (const filter of filters) {
            const search = {
              entityclass: 'product',
              query: compileFilter(filter, catalogue, viewer),
              sort,
              fetch,
            }
            const expected = await shown(embedded, search, limit)
            hits += Number(expected[1])
            expect(await shown(remote.index, search, limit)).toEqual(expected)
            expect(await remote.index.aggregate('product', search.query, { by })).toEqual(
              await embedded.aggregate('product', search.query, { by }),
            )
          }
        }
      }),
      { numRuns: rebuilds },
    )
    // Answers that agree on nothing prove nothing.
    expect(hits).toBeGreaterThan(0)
  })

  it('to any question, while documents come, change and go', { timeout }, async () => {
    const classes = ['product', 'company', 'label'] as const
    const change = fc.constantFrom(...classes).chain((entityclass) =>
      fc.record({
        entityclass: fc.constant(entityclass),
        number: fc.integer({ min: 0, max: 9 }),
        rev: fc.integer({ min: 1, max: 9 }),
        content: fc.option(rows(indexMapping(entityclass)), { nil: undefined, freq: 3 }),
      }),
    )
    const question = fc.constantFrom(...classes).chain((entityclass) => {
      const mapping = indexMapping(entityclass)
      return fc.record({
        entityclass: fc.constant(entityclass),
        query: queries(mapping),
        sort: sorts(mapping),
        fetch: fetches(mapping),
        by: aggregates(mapping),
        limit: fc.integer({ min: 1, max: 12 }),
      })
    })
    const steps = fc.array(
      fc.record({
        changes: fc.array(change, { minLength: 5, maxLength: 15 }),
        questions: fc.array(question, { minLength: 3, maxLength: 6 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    let run = 0
    await both((index) => index.rebuild(all([])))
    /** What earlier runs left. */
    let there = new Map<string, { id: string; entityclass: string; rev: number }>()
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        await both((index) => index.apply([...there.values()]))
        there = new Map()
        // Other ids in every run: deletions of earlier runs are remembered.
        run++
        for (const { changes, questions } of list) {
          const events = changes.map(({ entityclass, number, rev, content }) => {
            const id = `${entityclass}-${run}-${number}`
            return {
              id,
              entityclass,
              rev,
              ...(content && { document: documentOf(entityclass, id, rev, content) }),
            }
          })
          for (const { id, entityclass } of events) there.set(id, { id, entityclass, rev: 10 })
          await both((index) => index.apply(events))
          for (const { limit, by, ...search } of questions) {
            expect(await shown(remote.index, search, limit)).toEqual(await shown(embedded, search, limit))
            const { entityclass, query } = search
            expect(await remote.index.aggregate(entityclass, query, { by })).toEqual(
              await embedded.aggregate(entityclass, query, { by }),
            )
          }
        }
      }),
      { numRuns },
    )
  })
})
