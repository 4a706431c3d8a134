/** The dearest search that is allowed makes an index do a bounded amount of work: counted, not timed. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'
import { queryOf } from '../../functions/adapters/aws/search/query.ts'
import { TextPool } from '../../functions/adapters/embedded/search/text-pool.ts'
import { count } from '../../shared/calls/bml/product/count.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { columnSet, savedSearch } from '../../shared/model/search.ts'
import { issuesOf } from '../../shared/schema-issues.ts'
import { searchBudget } from '../../shared/search/budget.ts'
import { fieldCatalogue } from '../../shared/search/catalogue.ts'
import { compileFilter, compileName } from '../../shared/search/compile.ts'
import { type Filter, type FilterLeaf, filter } from '../../shared/search/filter.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import { tooExpensive } from '../../shared/search/too-expensive.ts'
import { visibility } from '../../shared/search/visibility.ts'
import { CallFailure, type Harness, startHarness } from '../calls/harness.ts'
import { lists, viewers } from '../domain/product-samples.ts'

const reference = { list: lists, fielddefinition: new Map() }
const catalogue = fieldCatalogue('product', reference)
const viewer = visibility('product', viewers.N, reference)
const level = { mapping: indexMapping('product'), prefix: '' }

/** Words without a letter in common, so that none is left out as a repetition. */
const word = (n: number) => `wort${n.toString(36).padStart(4, '0')}`
const many = (leaf: (n: number) => FilterLeaf, n: number): Filter => ({
  $or: Array.from({ length: Math.ceil(n / 200) }, (_, g) => ({
    $or: Array.from({ length: Math.min(200, n - g * 200) }, (_, i) => leaf(g * 200 + i)),
  })),
})
/** As many of the conditions as are allowed together. */
function dearest(leaf: (n: number) => FilterLeaf): Filter {
  const isAllowed = (n: number) => {
    try {
      compileFilter(many(leaf, n), catalogue, viewer)
      return true
    } catch {
      return false
    }
  }
  let [allowed, refused] = [0, 501]
  while (refused - allowed > 1) {
    const n = Math.floor((allowed + refused) / 2)
    if (isAllowed(n)) allowed = n
    else refused = n
  }
  return many(leaf, allowed)
}
const clauses = (filter: Filter, kind: string) =>
  JSON.stringify(queryOf(compileFilter(filter, catalogue, viewer), level)).split(`"${kind}":`).length - 1

const kinds: [name: string, leaf: (n: number) => FilterLeaf, clause: string, atMost: number][] = [
  ['fuzzy', (n) => ({ field: 'name', comparison: 'fuz', value: word(n) }), 'fuzzy', searchBudget / 30],
  [
    'fuzzy in rows of rows',
    (n) => ({ field: 'lists.companies.name', comparison: 'fuz', value: word(n) }),
    'fuzzy',
    searchBudget / 90,
  ],
  [
    'a text of many words',
    (n) => ({
      field: 'name',
      comparison: 'fuz',
      value: Array.from({ length: 100 }, (_, i) => word(n * 100 + i))
        .join(' ')
        .slice(0, 300),
    }),
    'fuzzy',
    searchBudget / 30,
  ],
  [
    'parts',
    (n) => ({ field: 'name', comparison: 'contains', value: word(n) }),
    'match_phrase',
    searchBudget / 5,
  ],
  ['short parts', () => ({ field: 'name', comparison: 'contains', value: 'a' }), 'prefix', searchBudget / 20],
]

describe('in OpenSearch', () => {
  it.each(kinds)('%s', (_, leaf, clause, atMost) => {
    const found = clauses(dearest(leaf), clause)
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThanOrEqual(atMost)
  })
  it('500 conditions that are cheap are allowed', () => {
    const leaf = (n: number): FilterLeaf => ({
      field: 'lists.approvals.standard',
      comparison: 'eq',
      value: word(n),
    })
    expect(() => compileFilter(many(leaf, 500), catalogue, viewer)).not.toThrow()
  })
  it('no mixture gets around it', () => {
    const leaf = fc.oneof(
      fc.record({
        field: fc.constantFrom('name', 'lists.name', 'lists.companies.name'),
        comparison: fc.constant('fuz' as const),
        value: fc
          .array(fc.integer({ min: 0, max: 9999 }).map(word), { minLength: 1, maxLength: 60 })
          .map((w) => w.join(' ')),
      }),
      fc.record({
        field: fc.constantFrom('name', 'lists.name'),
        comparison: fc.constantFrom('contains' as const, 'begins' as const, 'eq' as const),
        value: fc.integer({ min: 0, max: 9999 }).map(word),
      }),
    )
    fc.assert(
      fc.property(fc.array(leaf, { minLength: 1, maxLength: 100 }), (leaves) => {
        const filter: Filter = { $or: leaves }
        try {
          compileFilter(filter, catalogue, viewer)
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input', details: { key: 'searchTooExpensive' } })
          return
        }
        expect(clauses(filter, 'fuzzy') * 30 + clauses(filter, 'match_phrase') * 5).toBeLessThanOrEqual(
          searchBudget,
        )
      }),
    )
  })
  it('a name and a filter share one budget', () => {
    const name = Array.from({ length: 100 }, (_, i) => word(i)).join(' ')
    expect(() => compileName(name, catalogue, viewer)).not.toThrow()
    const twice = Array.from({ length: 401 }, (_, i) => word(i)).join(' ')
    expect(() => compileName(twice, catalogue, viewer)).toThrow('take too much work')
  })
})

describe('what is too large is refused before it is read', () => {
  /** Leaves that count how often something of them is looked at. */
  let reads = 0
  const leaf = (value: unknown = 'x') => ({
    field: 'name',
    comparison: 'in',
    get value() {
      reads++
      return value
    },
  })
  const times = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make)
  const group = (n: number, make: () => unknown): unknown => ({ $or: times(n, make) })
  const values = Array.from({ length: 1000 }, (_, i) => `v${i}`)
  beforeEach(() => {
    reads = 0
  })
  const refusedFor = (parsed: z.ZodSafeParseResult<unknown>) =>
    parsed.success ? undefined : issuesOf(parsed.error).map(({ path, expected }) => `${path}: ${expected}`)

  it('conditions', () => {
    const asked = group(200, () => group(200, () => group(2, leaf)))
    expect(refusedFor(filter.safeParse(asked))).toEqual([': expected at most 500 conditions'])
    expect(reads).toBeLessThan(1000)
  })
  it('values, which a call names by their place and in words', async () => {
    const asked = { attributeFilter: group(200, () => leaf(values)) }
    expect(refusedFor(count.input.safeParse(asked))).toEqual([`/attributeFilter: ${tooExpensive}`])
    expect(reads).toBeLessThan(1000)
  })
  it('groups of nothing', () => {
    const asked = group(200, () => group(200, () => ({ $and: [] })))
    expect(refusedFor(filter.safeParse(asked))).toEqual([`: ${tooExpensive}`])
  })
  it('trees that are saved, and lists of columns', () => {
    const simple = () => ({ ...leaf(), type: 'simple', comparator: 'eq' })
    const nodes = times(200, () => ({ type: 'combined', operator: 'AND', nodes: times(200, simple) }))
    const tree = { type: 'combined', operator: 'OR', nodes }
    const found = refusedFor(savedSearch.safeParse({ title: 'x', tree }))
    expect(found).toEqual(['/tree: expected at most 500 conditions'])
    const many = times(100_000, () => 7)
    const columns = [execute.input.safeParse({ entityClass: 'product', columns: many })]
    columns.push(columnSet.safeParse({ title: 'x', columns: many }) as never)
    for (const one of columns) expect(refusedFor(one)).toEqual(['/columns: expected at most 60 entries'])
  })
  it('and what is as large as it may be is taken', () => {
    const most = group(3, () => group(166, () => ({ $not: { $nested: { path: 'lists', match: leaf() } } })))
    expect(refusedFor(filter.safeParse(most))).toBeUndefined()
    expect(refusedFor(filter.safeParse(group(10, () => leaf(values))))).toBeUndefined()
  })
})

describe('values that a field is compared with have their price', () => {
  const values = Array.from({ length: 1000 }, (_, i) => `v${i}`)
  const oneOf = (field: string, n: number): Filter => ({
    $or: Array.from({ length: n }, () => ({ field, comparison: 'in' as const, value: values })),
  })
  it.each([
    ['name', 10],
    ['lists.name', 5],
    ['lists.companies.company', 3],
  ])('%s', (field, allowed) => {
    expect(() => compileFilter(oneOf(field, allowed), catalogue, viewer)).not.toThrow()
    expect(() => compileFilter(oneOf(field, allowed + 1), catalogue, viewer)).toThrow('take too much work')
  })
})

describe('on one machine', () => {
  let h: Harness
  beforeAll(async () => {
    h = await startHarness()
    await h.indexed()
  })
  afterAll(() => h.close())
  const fuzzy = vi.spyOn(TextPool.prototype, 'fuzzy')
  beforeEach(() => {
    fuzzy.mockClear()
  })
  const search = (attributeFilter: Filter, user: 'core' | 'admin' = 'core') =>
    h.as(user).call(execute, { entityClass: 'product', attributeFilter, onlyIds: true })

  it('500 fuzzy conditions are refused in words, before any is looked at', async () => {
    const all = many((n) => ({ field: 'name', comparison: 'fuz', value: word(n) }), 500)
    const error = await search(all).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(CallFailure)
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_input',
      details: { key: 'searchTooExpensive' },
    })
    expect((error as CallFailure).message).toContain('the search would take too much work')
    expect(fuzzy).not.toHaveBeenCalled()
  })
  it('the dearest that is allowed walks the vocabulary a bounded number of times', async () => {
    const filter = dearest((n) => ({ field: 'name', comparison: 'fuz', value: word(n) }))
    await search(filter)
    expect(fuzzy.mock.calls.length).toBeGreaterThan(50)
    expect(fuzzy.mock.calls.length).toBeLessThanOrEqual(searchBudget / 30)
  })
  it('whoever asks, the price is the same', async () => {
    const all = many((n) => ({ field: 'importKey', comparison: 'contains', value: word(n) }), 450)
    for (const user of ['core', 'admin'] as const)
      expect(await search(all, user).catch((e: CallFailure) => e.details.key)).toBe('searchTooExpensive')
  })
})
