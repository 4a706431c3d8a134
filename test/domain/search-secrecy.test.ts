import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { and } from '../../shared/search/combine.ts'
import { compileFilter, compileName } from '../../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../../shared/search/compile-columns.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexDocument, IndexQuery } from '../../shared/search/index-query.ts'
import { evaluateAggregate, evaluateSearch } from '../../shared/search/reference-evaluator.ts'
import { visibility } from '../../shared/search/visibility.ts'
import {
  callerColumns,
  callerFilters,
  callerLists,
  callerSorting,
  type World,
  worlds,
} from '../fixtures/search-products.ts'
import { viewers } from './product-samples.ts'

const mapping = indexMapping('product')
const classes = ['C', 'N', 'P', 'R'] as const

/** What a viewer gets of the whole world, and what an administrator gets of a world without the viewer's secrets. */
function both<T>(
  world: World,
  viewer: (typeof classes)[number],
  ask: (documents: IndexDocument[], as: ReturnType<typeof visibility>) => T,
): [T, T] {
  return [
    ask(world.documents, visibility('product', viewers[viewer], world.reference)),
    ask(world.redactedFor(viewer), visibility('product', viewers.A, world.reference)),
  ]
}

describe.each(classes)('viewer %s: what may not be seen is as if it were not there', (viewer) => {
  test('in conditions, counts, order and columns', () => {
    fc.assert(
      fc.property(
        worlds.chain((world) =>
          fc.record({
            world: fc.constant(world),
            filter: callerFilters(world.catalogue),
            sorting: callerSorting(world.catalogue),
            columns: callerColumns(world.catalogue),
            list: callerLists,
          }),
        ),
        ({ world, filter, sorting, columns, list }) => {
          const { catalogue } = world
          const [seen, told] = both(world, viewer, (documents, as) =>
            evaluateSearch(documents, mapping, {
              entityclass: 'product',
              query: compileFilter(filter, catalogue, as),
              sort: compileSort(sorting, catalogue, as, { list }),
              fetch: compileFetch(columns, catalogue, as, { list }),
            }),
          )
          expect(seen).toEqual(told)
        },
      ),
      { numRuns: 400 },
    )
  })
  test('in aggregates', () => {
    fc.assert(
      fc.property(
        worlds.chain((world) =>
          fc.record({
            world: fc.constant(world),
            filter: callerFilters(world.catalogue, '', 1),
            field: fc.constantFrom(...world.catalogue),
            wanted: fc.constantFrom('terms' as const, 'count' as const, 'min' as const, 'max' as const),
            list: callerLists,
          }),
        ),
        ({ world, filter, field, wanted, list }) => {
          const { catalogue } = world
          const isRange = field.kind === 'number' || field.kind === 'date'
          const kind = isRange || wanted === 'count' ? wanted : 'terms'
          const [seen, told] = both(world, viewer, (documents, as) =>
            evaluateAggregate(
              documents,
              mapping,
              'product',
              compileFilter(filter, catalogue, as),
              compileAggregate({ kind, field: field.name }, catalogue, as, { list }),
            ),
          )
          expect(seen).toEqual(told)
        },
      ),
      { numRuns: 300 },
    )
  })
  test('in the name search', () => {
    fc.assert(
      fc.property(
        worlds,
        fc.constantFrom('kalk', 'fein KALK', 'bio dung', 'Bio-Dünger', 'x'),
        (world, name) => {
          const [seen, told] = both(world, viewer, (documents, as) => {
            const { query, exactFirst } = compileName(name, world.catalogue, as)
            return evaluateSearch(documents, mapping, {
              entityclass: 'product',
              query: and(compileFilter(undefined, world.catalogue, as), query as IndexQuery),
              sort: [],
              fetch: [],
              exactFirst,
            })
          })
          expect(seen).toEqual(told)
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('the generated worlds hide something from everyone but administrators', () => {
  const hidden = new Set<string>()
  fc.assert(
    fc.property(worlds, (world) => {
      expect(world.redactedFor('A')).toEqual(
        world.documents.map((d) => expect.objectContaining({ id: d.id })),
      )
      for (const viewer of classes)
        if (JSON.stringify(world.redactedFor(viewer)).length < JSON.stringify(world.documents).length)
          hidden.add(viewer)
    }),
    { numRuns: 40 },
  )
  expect([...hidden].sort()).toEqual([...classes].sort())
})
