/** What a tree of conditions asks for. */
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { columnsRefusal } from '../../functions/domain/entity/kept-columns.ts'
import { savedSearchRefusal } from '../../functions/domain/entity/saved-search.ts'
import type { Actor } from '../../shared/model/actor.ts'
import { storedDay } from '../../shared/rules/dates.ts'
import { type RelativeDay, relativeDayAt } from '../../shared/rules/relative-day.ts'
import { fieldCatalogue } from '../../shared/search/catalogue.ts'
import { compileFilter } from '../../shared/search/compile.ts'
import { type Filter, filter } from '../../shared/search/filter.ts'
import { treeOfFilter } from '../../shared/search/filter-tree.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexDocument, IndexRow } from '../../shared/search/index-query.ts'
import { evaluateSearch } from '../../shared/search/reference-evaluator.ts'
import { type approvalRanges, type SearchNode, searchLimits, searchTree } from '../../shared/search/tree.ts'
import { unaskable } from '../../shared/search/tree-fields.ts'
import { rowsOfCatalogue, treeFilter } from '../../shared/search/tree-filter.ts'
import { visibility } from '../../shared/search/visibility.ts'
import { base, ch, fieldsOf, fr, idOf, lists, viewers } from './product-samples.ts'

const reference = {
  list: lists,
  fielddefinition: fieldsOf(['basis-f1', 'public'], ['secret-f1', 'base-data-responsible']),
}
const catalogue = fieldCatalogue('product', reference)
const rowsOf = rowsOfCatalogue(catalogue)
const today = '2026-02-10'
const eu = idOf('eu')
const bio = idOf('bio')

type Approval = Extract<SearchNode, { type: 'approval' }>
interface Sample {
  name?: string
  importKey?: string
  lists?: Record<
    string,
    { active?: boolean; permits?: string[]; companies?: IndexRow[]; approvals?: IndexRow[] }
  >
}
const row = (fields: IndexRow['fields'], nested: IndexRow['nested'] = {}): IndexRow => ({ fields, nested })
const documentOf = (id: string, { name, importKey, lists: of = {} }: Sample): IndexDocument => ({
  id,
  rev: 1,
  entityclass: 'product',
  fields: { name, importKey },
  nested: {
    lists: Object.entries(of).map(([list, { active, permits, companies = [], approvals = [] }]) =>
      row({ list, active, permits }, { companies, approvals }),
    ),
  },
})
function found(samples: Record<string, Sample>, tree: SearchNode, inList?: string): string {
  return evaluated(samples, treeFilter(searchTree.parse(tree), { today, rowsOf, inList }))
}
function evaluated(samples: Record<string, Sample>, asked: Filter | undefined): string {
  if (asked) filter.parse(asked)
  return evaluateSearch(
    Object.entries(samples).map(([id, sample]) => documentOf(id, sample)),
    indexMapping('product'),
    {
      entityclass: 'product',
      query: compileFilter(asked, catalogue, visibility('product', viewers.A, reference)),
      sort: [],
      fetch: [],
    },
  )
    .rows.map(({ id }) => id)
    .join(' ')
}
const simple = (field: string, value: string | boolean): SearchNode => ({
  type: 'simple',
  field,
  comparator: 'eq',
  value,
})
const ofList = (list: string): Filter => ({ field: 'lists.list', comparison: 'eq', value: list })
const group = (operator: 'AND' | 'OR' | 'NOT', ...nodes: SearchNode[]): SearchNode => ({
  type: 'combined',
  operator,
  nodes,
})
const inOne = (path: string, ...nodes: SearchNode[]): SearchNode => ({
  type: 'tablerow',
  path,
  operator: 'AND',
  nodes,
})
const company = (companies: string[], roles: string[] = []): SearchNode => ({
  type: 'company',
  companies,
  roles,
})

const maker = idOf('maker')
const dealer = idOf('dealer')
const samples: Record<string, Sample> = {
  a: {
    name: 'Kalk',
    importKey: 'W-17',
    lists: {
      [ch]: { active: true, companies: [row({ company: maker, role: 'manufacturer' })] },
      [fr]: { active: false, permits: ['FR 900'] },
    },
  },
  b: {
    name: 'Gips',
    lists: {
      [ch]: {
        active: false,
        companies: [
          row({ company: maker, role: 'distributor' }),
          row({ company: dealer, role: 'manufacturer' }),
        ],
      },
    },
  },
  c: { name: 'Lehm' },
}

describe('a tree', () => {
  test.each<[string, SearchNode, string]>([
    ['asks nothing where nothing is chosen', { type: 'nop' }, 'a b c'],
    ['with empty places asks the others', group('AND', { type: 'nop' }, simple('name', 'kalk')), 'a'],
    ['denies nothing where a NOT is empty', group('NOT', { type: 'nop' }), 'a b c'],
    ['OR', group('OR', simple('name', 'kalk'), simple('name', 'gips')), 'a b'],
    ['NOT: none of them', group('NOT', simple('name', 'kalk'), simple('name', 'gips')), 'c'],
    [
      'several values mean any of them',
      { type: 'simple', field: 'name', comparator: 'eq', value: ['kalk', 'lehm'] },
      'a c',
    ],
    ['is filled in', { type: 'simple', field: 'importKey', comparator: 'exists' }, 'a'],
    ['is empty', group('NOT', { type: 'simple', field: 'importKey', comparator: 'exists' }), 'b c'],
    [
      'beside each other: of any lists',
      group('AND', simple('lists.list', fr), simple('lists.active', true)),
      'a',
    ],
    ['in one list', inOne('lists', simple('lists.list', fr), simple('lists.active', true)), ''],
    ['a company in any role', company([maker]), 'a b'],
    ['a company in one role: of one row', company([maker], ['manufacturer']), 'a'],
    ['any company in a role', company([], ['distributor']), 'b'],
    ['of nobody it asks nothing', company([]), 'a b c'],
    ['a number of a register', { type: 'external', comparator: 'begins', value: 'W-1' }, 'a'],
    ['a number of an admission', { type: 'external', comparator: 'contains', value: '900' }, 'a'],
    ['entities that it names', { type: 'reference', field: 'lists.companies.company', ids: [dealer] }, 'b'],
  ])('%s', (_, tree, ids) => {
    expect(found(samples, tree)).toBe(ids)
  })
  test.each<[string, SearchNode, string, string]>([
    ['has the products of the list', { type: 'nop' }, ch, 'a b'],
    ['asks conditions on lists of it', simple('lists.active', true), ch, 'a'],
    ['and not of the others', simple('lists.active', true), fr, ''],
    ['rows of lists too', company([maker], ['manufacturer']), fr, ''],
    ['numbers of admissions too', { type: 'external', comparator: 'eq', value: 'fr 900' }, ch, ''],
    ['a row of it', inOne('lists', simple('lists.active', true), company([maker])), ch, 'a'],
    ['a row in it', inOne('lists.companies', simple('lists.companies.role', 'distributor')), ch, 'b'],
    ['and of a NOT in it', group('NOT', simple('lists.active', true)), ch, 'b'],
  ])('in a list: %s', (_, tree, list, ids) => {
    expect(found(samples, tree, list)).toBe(ids)
  })
})

describe('the tree of a filter', () => {
  const leaf = fc.constantFrom<Filter>(
    { field: 'name', comparison: 'eq', value: 'kalk' },
    { field: 'name', comparison: 'ne', value: 'gips' },
    { field: 'name', comparison: 'in', value: ['gips', 'lehm'] },
    { field: 'name', comparison: 'begins', value: 'l' },
    { field: 'importKey', comparison: 'exists' },
    { field: 'importKey', comparison: 'exists', value: false },
    { field: 'lists.active', comparison: 'eq', value: true },
    { field: 'lists.list', comparison: 'ne', value: fr },
    { $nested: { path: 'lists', match: { field: 'lists.active', comparison: 'eq', value: false } } },
    { field: 'name', comparison: 'in', value: [] },
  )
  const { node } = fc.letrec<{ node: Filter }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('node'), { maxLength: 3 }).map((of): Filter => ({ $and: of })),
      fc.array(tie('node'), { maxLength: 3 }).map((of): Filter => ({ $or: of })),
      tie('node').map((of): Filter => ({ $not: of })),
    ),
  }))
  const idsOf = (asked: Filter | undefined) => evaluated(samples, asked)
  test('finds what the filter finds, or there is none', () => {
    let trees = 0
    fc.assert(
      fc.property(node, (asked) => {
        const tree = treeOfFilter(asked)
        if (!tree) return
        trees++
        expect(idsOf(treeFilter(tree, { today, rowsOf }))).toBe(idsOf(asked))
      }),
      { numRuns: 300 },
    )
    expect(trees).toBeGreaterThan(50)
  })
  test('rows stay rows', () => {
    const inRow = { $nested: { path: 'lists', match: { $and: [ofList(fr), { $not: ofList(ch) }] } } }
    expect(treeOfFilter(inRow)).toEqual({
      type: 'tablerow',
      path: 'lists',
      operator: 'AND',
      nodes: [simple('lists.list', fr), group('NOT', simple('lists.list', ch))],
    })
  })
  test.each<[string, Filter]>([
    ['ways of reading a text', { field: 'name', comparison: 'eq', value: 'x', use: 'text' }],
    ['fuzzy reading', { field: 'name', comparison: 'eq', value: 'x', fuzzy: true }],
    ['one of nothing', { $or: [] }],
    ['not everything', { $not: { $and: [] } }],
    ['everything or something', { $or: [{ $and: [] }, ofList(fr)] }],
    ['any row', { $nested: { path: 'lists', match: { $and: [] } } }],
  ])('there is none of %s', (_, asked) => {
    expect(treeOfFilter(asked)).toBeUndefined()
  })
})

describe('approvals in a period', () => {
  const days = Array.from({ length: 12 }, (_, i) => `2026-02-${String(i + 5).padStart(2, '0')}`)
  const period = fc.tuple(fc.nat(11), fc.nat(11)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  /** Days on which an approval stands, by standard, of each of two lists; without an end it stands for good. */
  const standing = fc.record({
    [eu]: fc.option(fc.tuple(period, fc.boolean()), { nil: undefined }),
    [bio]: fc.option(fc.tuple(period, fc.boolean()), { nil: undefined }),
  })
  test('mean what their names say, day by day', () => {
    fc.assert(
      fc.property(
        fc.array(standing, { minLength: 1, maxLength: 2 }),
        period,
        fc.subarray([eu, bio]),
        fc.constantFrom('complete', 'partial_total', 'partial_partial'),
        (ofLists, [first, last], standards, range) => {
          const sample: Sample = { lists: {} }
          for (const [i, approvals] of ofLists.entries())
            sample.lists![[ch, fr][i]!] = {
              approvals: Object.entries(approvals).flatMap(([standard, at]) =>
                at
                  ? row({
                      standard,
                      active: true,
                      given: true,
                      begin: storedDay(days[at[0][0]]!),
                      ...(at[1] && { end: storedDay(days[at[0][1]]!) }),
                    })
                  : [],
              ),
            }
          const asked = standards.length ? standards : [eu, bio]
          const standsOn = (approvals: (typeof ofLists)[number], standard: string, day: number) => {
            const at = approvals[standard]
            return at !== undefined && at[0][0] <= day && (!at[1] || day <= at[0][1])
          }
          const inPeriod = days.flatMap((_, day) => (first <= day && day <= last ? [day] : []))
          const expected = ofLists.some((approvals) => {
            const throughout = (s: string) => inPeriod.every((day) => standsOn(approvals, s, day))
            if (range === 'partial_partial')
              return asked.some((s) => inPeriod.some((day) => standsOn(approvals, s, day)))
            // Where no standard is named there are none that all would have to be.
            return range === 'complete' && standards.length ? asked.every(throughout) : asked.some(throughout)
          })
          const tree: SearchNode = {
            type: 'approval',
            range: range as (typeof approvalRanges)[number],
            standards,
            from: days[first]!,
            until: days[last]!,
          }
          expect(found({ p: sample }, tree)).toBe(expected ? 'p' : '')
        },
      ),
    )
  })
  const proposed = (tmp_begin: string, tmp_end?: string): Sample => ({
    lists: {
      [ch]: {
        approvals: [
          row({
            standard: eu,
            active: true,
            given: false,
            tmp_begin: storedDay(tmp_begin),
            tmp_end: tmp_end && storedDay(tmp_end),
          }),
        ],
      },
    },
  })
  test('proposed and not released yet, at any time or in a period', () => {
    const some = { soon: proposed('2026-03-01', '2026-12-31'), later: proposed('2027-01-01') }
    const initiated: Approval = { type: 'approval', range: 'initiated', standards: [] }
    expect(found(some, initiated)).toBe('later soon')
    expect(found(some, { ...initiated, until: '2026-12-31' })).toBe('soon')
    expect(found(some, { ...initiated, from: { of: 'year', shift: 1, at: 'start' } })).toBe('later')
    expect(found(some, { ...initiated, standards: [bio] })).toBe('')
  })
  test('until when counts from today', () => {
    const ends = (end: string): Sample => ({
      lists: {
        [ch]: {
          approvals: [
            row({
              standard: eu,
              active: true,
              given: true,
              begin: storedDay('2025-01-01'),
              end: storedDay(end),
            }),
          ],
        },
      },
    })
    const tree: Approval = {
      type: 'approval',
      range: 'partial_total',
      standards: [eu],
      until: { of: 'month', shift: 1, at: 'end' },
    }
    expect(found({ before: ends('2026-03-30'), on: ends('2026-03-31') }, tree)).toBe('on')
  })
})

describe('days that are counted from today', () => {
  test.each<[RelativeDay, string]>([
    [{ of: 'day', shift: 0, at: 'start' }, '2026-02-10'],
    [{ of: 'day', shift: 30, at: 'end' }, '2026-03-12'],
    [{ of: 'week', shift: 0, at: 'start' }, '2026-02-09'],
    [{ of: 'week', shift: -1, at: 'end' }, '2026-02-08'],
    [{ of: 'month', shift: 0, at: 'end' }, '2026-02-28'],
    [{ of: 'month', shift: 1, at: 'end' }, '2026-03-31'],
    [{ of: 'month', shift: 24, at: 'end' }, '2028-02-29'],
    [{ of: 'quarter', shift: -1, at: 'start' }, '2025-10-01'],
    [{ of: 'quarter', shift: 0, at: 'end' }, '2026-03-31'],
    [{ of: 'year', shift: -1, at: 'end' }, '2025-12-31'],
    [{ of: 'year', shift: 5000, at: 'end' }, '7026-12-31'],
    [{ of: 'week', shift: -110_000, at: 'start' }, '0000-01-01'],
    [{ of: 'year', shift: 9000, at: 'end' }, '9999-12-31'],
  ])('%j', (day, expected) => {
    expect(relativeDayAt(day, today)).toBe(expected)
  })
})

describe('a tree that is not one', () => {
  const deep = (levels: number): SearchNode =>
    levels === 0 ? simple('name', 'x') : group('AND', deep(levels - 1))
  test.each<[string, unknown, string]>([
    ['nodes of no type', { type: 'magic' }, 'type'],
    ['too many in a group', group('OR', ...Array(searchLimits.group + 1).fill({ type: 'nop' })), 'nodes'],
    [
      'too many in all',
      group('OR', ...Array(3).fill(group('OR', ...Array(190).fill(simple('name', 'x'))))),
      '',
    ],
    ['too deep', deep(searchLimits.depth + 1), ''],
    ['a comparison without a value', { type: 'simple', field: 'name', comparator: 'eq' }, 'value'],
    [
      'a value that is not asked',
      { type: 'simple', field: 'name', comparator: 'exists', value: 'x' },
      'value',
    ],
    [
      'several values for an order',
      { type: 'simple', field: 'rev', comparator: 'lt', value: [1, 2] },
      'value',
    ],
    ['a day that there is not', { type: 'approval', range: 'complete', from: '2026-02-30' }, 'from'],
    [
      'an end before its start',
      { type: 'approval', range: 'complete', from: '2026-02-02', until: '2026-02-01' },
      'until',
    ],
  ])('is refused, and says where: %s', (_, tree, path) => {
    const result = searchTree.safeParse(tree)
    expect(result.success).toBe(false)
    expect(result.error?.issues[0]?.path.join('/')).toBe(path)
  })
  test('as deep and as large as it may be it is one', () => {
    expect(searchTree.safeParse(deep(searchLimits.depth)).success).toBe(true)
    expect(
      searchTree.safeParse(group('OR', ...Array(searchLimits.group).fill({ type: 'nop' }))).success,
    ).toBe(true)
  })
})

test('says what of it a viewer cannot ask, and what there is not any more', () => {
  const tree = group(
    'AND',
    simple('secret-f1', 'x'),
    inOne('lists', simple('lists.active', true), group('NOT', simple('lists.gone-f1', 'y'))),
    inOne('lists.gone-table', simple('name', 'z')),
    { type: 'reference', field: 'derived', ids: [base] },
    company([maker]),
    { type: 'approval', range: 'initiated', standards: [] },
  )
  const of = (viewer: keyof typeof viewers) =>
    unaskable(tree, catalogue, visibility('product', viewers[viewer], reference))
  const missing = ['lists.gone-f1', 'lists.gone-table']
  expect(of('A')).toEqual({ hidden: [], missing })
  // Who is responsible somewhere sees it there.
  expect(of('N')).toEqual({ hidden: [], missing })
  expect(of('P')).toEqual({
    hidden: ['secret-f1', 'derived', 'lists.approvals.tmp_begin'],
    missing,
  })
})

it('is not saved by who may see a field of it nowhere, and stays as it is where a right was lost', () => {
  const views = { lists, fields: reference.fielddefinition, standards: new Map() } as never
  const search = (tree: SearchNode, title = 'x') => ({
    title,
    tree,
    isPublic: false,
    visibleForInstitutions: [],
    isTemporary: false,
  })
  const hidden = search(simple('secret-f1', 'x'))
  const nobodys: Actor = { ...viewers.N, institutions: [] }
  const refused = { code: 'rule_violated', details: { key: 'searchFieldsHidden' } }
  expect(savedSearchRefusal(undefined, hidden, nobodys, views)).toMatchObject(refused)
  expect(savedSearchRefusal(search(simple('name', 'x')), hidden, nobodys, views)).toMatchObject(refused)
  expect(savedSearchRefusal(hidden, { ...hidden, title: 'y' }, nobodys, views)).toBeUndefined()
  expect(savedSearchRefusal(undefined, hidden, viewers.A, views)).toBeUndefined()
  expect(savedSearchRefusal(undefined, search(simple('gone-f1', 'x')), nobodys, views)).toBeUndefined()
})

it('has columns saved by who may see each of them somewhere alone', () => {
  const views = { lists, fields: reference.fielddefinition, standards: new Map() } as never
  const nobodys: Actor = { ...viewers.N, institutions: [] }
  const refused = { code: 'rule_violated', details: { key: 'columnsHidden' } }
  const columns = ['name', 'secret-f1']
  expect(columnsRefusal([], columns, nobodys, views)).toMatchObject(refused)
  expect(columnsRefusal(['name'], columns, nobodys, views)).toMatchObject(refused)
  expect(columnsRefusal(columns, columns, nobodys, views)).toBeUndefined()
  expect(columnsRefusal([], columns, viewers.A, views)).toBeUndefined()
  expect(columnsRefusal([], ['name', 'gone-f1'], nobodys, views)).toBeUndefined()
})
