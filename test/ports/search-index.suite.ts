import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchIndex } from '../../functions/ports/search-index.ts'
import type { Actor } from '../../shared/model/actor.ts'
import { compileFilter } from '../../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../../shared/search/compile-columns.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import {
  fetchedAtMost,
  type IndexDocument,
  type IndexFetch,
  type IndexHits,
  type IndexQuery,
  type IndexRow,
  type IndexSearch,
  type IndexValue,
} from '../../shared/search/index-query.ts'
import { evaluateAggregate, evaluateSearch } from '../../shared/search/reference-evaluator.ts'
import { visibility } from '../../shared/search/visibility.ts'
import { viewers } from '../domain/product-samples.ts'
import {
  aggregates,
  documentOf,
  documents,
  fetches,
  rows as generatedRows,
  queries,
  sorts,
} from '../fixtures/search-documents.ts'
import {
  callerColumns,
  callerFilters,
  callerLists,
  callerSorting,
  worlds,
} from '../fixtures/search-products.ts'

/** An index to try, empty. `refresh` returns when everything written before can be found. */
export interface IndexUnderTest {
  index: SearchIndex
  refresh(): Promise<void>
  close(): Promise<void>
}
export interface SuiteOptions {
  /** Generated cases, and those of them that make the index anew, which takes long. */
  runs?: number
  rebuilds?: number
  /** Milliseconds for each test of generated cases. */
  timeout?: number
}
type Fields = Record<string, IndexValue>
const row = (fields: Fields, nested: IndexRow['nested'] = {}): IndexRow => ({ fields, nested })
const company = (id: string, fields: Fields, nested: IndexRow['nested'] = {}, rev = 1): IndexDocument =>
  documentOf('company', id, rev, row(fields, nested))
const product = (id: string, fields: Fields, lists: IndexRow[] = [], rev = 1): IndexDocument =>
  documentOf('product', id, rev, row(fields, { lists }))
const put = (document: IndexDocument) => ({
  id: document.id,
  entityclass: document.entityclass,
  rev: document.rev,
  document,
})
async function* batches(list: IndexDocument[], size = 10) {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size)
}
const nested = (path: string, of: IndexQuery): IndexQuery => ({ op: 'nested', path, of })
const and = (...of: IndexQuery[]): IndexQuery => ({ op: 'and', of })
const or = (...of: IndexQuery[]): IndexQuery => ({ op: 'or', of })
const not = (of: IndexQuery): IndexQuery => ({ op: 'not', of })
const terms = (field: string, ...values: (string | number | boolean)[]): IndexQuery => ({
  op: 'terms',
  field,
  values,
})
const all: IndexQuery = { op: 'all' }

export function searchIndexContract(
  name: string,
  open: () => Promise<IndexUnderTest>,
  { runs = 150, rebuilds = 60, timeout }: SuiteOptions = {},
) {
  describe(`search index: ${name}`, () => {
    let t: IndexUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())

    const fill = async (...list: IndexDocument[]) => {
      await t.index.rebuild(batches(list))
      await t.refresh()
    }
    const searchOf = (entityclass: string, search: Partial<IndexSearch>): IndexSearch => ({
      entityclass,
      query: all,
      sort: [],
      page: { start: 0, limit: 250 },
      fetch: [],
      ...search,
    })
    const ids = async (entityclass: string, search: Partial<IndexSearch>) => {
      const hits = await t.index.search(searchOf(entityclass, search))
      return hits.rows.map((r) => r.id)
    }
    const found = async (entityclass: string, query: IndexQuery) => {
      const list = await ids(entityclass, { query })
      expect(await t.index.count(entityclass, query)).toBe(list.length)
      return list.join(' ')
    }
    /** The same page as `exact`, whose count may have stopped. */
    const expectCounted = (hits: IndexHits, exact: IndexHits, countTo: number) => {
      const { isAtLeast, ...rest } = hits
      if (!isAtLeast) return expect(rest).toEqual(exact)
      expect(exact.count).toBeGreaterThan(countTo)
      expect(rest).toEqual({ ...exact, count: countTo })
    }
    /** All pages by cursor. */
    async function throughCursors(
      search: Partial<IndexSearch>,
      limit: number,
      between: (page: IndexHits) => Promise<void> = async () => {},
      entityclass = 'company',
    ) {
      const list: string[] = []
      let cursor: string | undefined
      do {
        const page: IndexSearch['page'] = cursor === undefined ? { start: 0, limit } : { cursor, limit }
        const hits = await t.index.search(searchOf(entityclass, { ...search, page }))
        list.push(...hits.rows.map((r) => r.id))
        cursor = hits.cursor
        await between(hits)
      } while (cursor !== undefined && list.length < 1000)
      return list
    }

    it('brings a bounded number of values along: the first ones', async () => {
      const notes = Array.from({ length: 3 * fetchedAtMost }, (_, i) => row({ text: `note ${i >> 1}` }))
      const groups = Array.from({ length: fetchedAtMost + 1 }, (_, i) => `g${i}`)
      const of = (id: string) => product(id, {}, [row({ list: 'base' }, { notes })])
      await fill(of('x'), of('y'), company('c', { groups }))
      const scope = { path: 'lists', where: all, nested: { path: 'notes', where: all } }
      const fetch: IndexFetch[] = [
        { as: 'all', field: 'text', all: true, nested: scope },
        { as: 'first', field: 'text', nested: scope },
      ]
      const { rows } = await t.index.search(searchOf('product', { fetch }))
      const first = Array.from({ length: fetchedAtMost }, (_, i) => `note ${i}`)
      const values = { all: first, first: 'note 0' }
      expect(rows.map((r) => r.values)).toEqual([values, values])
      const [c] = (await t.index.search(searchOf('company', { fetch: [{ as: 'of', field: 'groups' }] }))).rows
      expect(c!.values).toEqual({ of: groups.slice(0, fetchedAtMost) })
    })

    describe('conditions', () => {
      beforeAll(() =>
        fill(
          company('a', {
            name: 'Großer Bio-Dünger',
            customerNumber: 5,
            customerSince: '2024-02-29T04:00:00.000Z',
            sendInvoiceViaEmail: true,
            groups: ['g1', 'g2'],
            language: 'de_DE',
          }),
          company('b', {
            name: 'Kalk',
            customerNumber: 50,
            customerSince: '2025-01-01T04:00:00.000Z',
            sendInvoiceViaEmail: false,
            groups: ['g2'],
            language: 'De',
          }),
          company('c', { name: ['Kalk fein', 'Calcaire fin'], customerNumber: 0.5 }),
          company('d', {}),
        ),
      )
      const cases: [string, IndexQuery, string][] = [
        ['everything', all, 'a b c d'],
        ['nothing', { op: 'none' }, ''],
        ['and of nothing is everything', and(), 'a b c d'],
        ['or of nothing is nothing', or(), ''],
        ['keyword, whole and with its case', terms('language', 'De'), 'b'],
        ['one of several values', terms('groups', 'g1', 'x'), 'a'],
        ['no values', terms('groups'), ''],
        ['text, folded', terms('name', 'grosser bio-dunger'), 'a'],
        ['text, not in part', terms('name', 'bio-dünger'), ''],
        ['text, folded on both sides', terms('name', 'KALK  '), 'b'],
        ['number', terms('customerNumber', 5), 'a'],
        ['date', terms('customerSince', '2025-01-01T04:00:00.000Z'), 'b'],
        ['true', terms('sendInvoiceViaEmail', true), 'a'],
        ['false', terms('sendInvoiceViaEmail', false), 'b'],
        ['not', not(terms('sendInvoiceViaEmail', true)), 'b c d'],
        ['exists', { op: 'exists', field: 'customerNumber' }, 'a b c'],
        ['not exists', not({ op: 'exists', field: 'groups' }), 'c d'],
        ['number above', { op: 'range', field: 'customerNumber', gt: 5 }, 'b'],
        ['number from to', { op: 'range', field: 'customerNumber', gte: 0.5, lte: 5 }, 'a c'],
        ['date before', { op: 'range', field: 'customerSince', lt: '2025-01-01T00:00:00.000Z' }, 'a'],
        ['keyword in order of code units', { op: 'range', field: 'language', gte: 'de' }, 'a'],
        ['text in order', { op: 'range', field: 'name', gte: 'k', lt: 'kalk f' }, 'b'],
        ['begins', { op: 'begins', field: 'name', value: 'groß' }, 'a'],
        ['begins, not inside', { op: 'begins', field: 'name', value: 'bio' }, ''],
        ['begins, of any value', { op: 'begins', field: 'name', value: 'calc' }, 'c'],
        ['begins, keyword', { op: 'begins', field: 'language', value: 'de' }, 'a'],
        ['contains', { op: 'contains', field: 'name', value: 'o-DÜN' }, 'a'],
        ['contains, one letter', { op: 'contains', field: 'name', value: 'f' }, 'c'],
        ['contains, two letters', { op: 'contains', field: 'name', value: 'lk' }, 'b c'],
        ['contains, keyword', { op: 'contains', field: 'language', value: 'D' }, 'a b'],
        ['words in any order', { op: 'words', field: 'name', value: 'fein KALK' }, 'c'],
        ['words, not parts of them', { op: 'words', field: 'name', value: 'kal' }, ''],
        ['words between punctuation', { op: 'words', field: 'name', value: 'dunger' }, 'a'],
        ['words, none', { op: 'words', field: 'name', value: '-' }, ''],
        ['fuzzy, one edit', { op: 'fuzzy', field: 'name', value: 'kalt', distance: 1 }, 'b c'],
        ['fuzzy, swapped letters', { op: 'fuzzy', field: 'name', value: 'klak', distance: 1 }, 'b c'],
        ['fuzzy, too far', { op: 'fuzzy', field: 'name', value: 'klax', distance: 1 }, ''],
        ['fuzzy, two edits', { op: 'fuzzy', field: 'name', value: 'calcair', distance: 2 }, 'c'],
        ['fuzzy, every word', { op: 'fuzzy', field: 'name', value: 'kalt fain', distance: 1 }, 'c'],
        [
          'and, or, not together',
          and(or(terms('groups', 'g2'), terms('customerNumber', 0.5)), not(terms('language', 'De'))),
          'a c',
        ],
      ]
      it.each(cases)('%s', async (_, query, expected) => {
        expect(await found('company', query)).toBe(expected)
      })
    })

    describe('rows', () => {
      const approval = (standard: string, active: boolean) => row({ standard, active })
      const value = (path: string, fields: Fields) => row({ path, ...fields })
      beforeAll(() =>
        fill(
          product('a', { name: 'a' }, [
            row(
              { list: 'base', active: true },
              {
                approvals: [approval('eu', true), approval('ch', false)],
                values: [value('f1', { text: 'Kalk' }), value('f2', { number: 3 })],
              },
            ),
            row(
              { list: 'de', active: false },
              {
                approvals: [approval('ch', true)],
                values: [value('f1', { text: 'Dünger' })],
                rows: [
                  row(
                    { table: 't' },
                    { values: [value('t-a', { keyword: 'x' }), value('t-b', { number: 1 })] },
                  ),
                  row(
                    { table: 't' },
                    { values: [value('t-a', { keyword: 'y' }), value('t-b', { number: 2 })] },
                  ),
                ],
              },
            ),
          ]),
          product('b', { name: 'b' }, [
            row({ list: 'base', active: false }, { approvals: [approval('eu', false)] }),
            row({ list: 'de', active: true }),
          ]),
          product('c', { name: 'c' }),
        ),
      )
      const lists = (of: IndexQuery) => nested('lists', of)
      const cases: [string, IndexQuery, string][] = [
        ['some row', lists(all), 'a b'],
        ['the same row', lists(and(terms('list', 'de'), terms('active', true))), 'b'],
        ['different rows', and(lists(terms('list', 'de')), lists(terms('active', true))), 'a b'],
        [
          'rows below rows',
          lists(nested('approvals', and(terms('standard', 'ch'), terms('active', true)))),
          'a',
        ],
        [
          'rows below the same row',
          lists(
            and(
              terms('list', 'base'),
              nested('approvals', and(terms('standard', 'ch'), terms('active', true))),
            ),
          ),
          '',
        ],
        ['a row without', lists(not(nested('approvals', all))), 'b'],
        ['no row', not(lists(nested('approvals', terms('active', true)))), 'b c'],
        [
          'a typed value',
          lists(nested('values', and(terms('path', 'f2'), { op: 'range', field: 'number', gt: 2 }))),
          'a',
        ],
        [
          'a value of another path',
          lists(nested('values', and(terms('path', 'f2'), terms('text', 'kalk')))),
          '',
        ],
        [
          'cells of one table row',
          lists(
            nested(
              'rows',
              and(
                nested('values', and(terms('path', 't-a'), terms('keyword', 'x'))),
                nested('values', and(terms('path', 't-b'), terms('number', 2))),
              ),
            ),
          ),
          '',
        ],
        [
          'cells of some table rows',
          lists(
            nested(
              'rows',
              and(
                nested('values', and(terms('path', 't-a'), terms('keyword', 'y'))),
                nested('values', and(terms('path', 't-b'), terms('number', 2))),
              ),
            ),
          ),
          'a',
        ],
      ]
      it.each(cases)('%s', async (_, query, expected) => {
        expect(await found('product', query)).toBe(expected)
      })
      it('bring values along, of the first row or of all', async () => {
        const hits = await t.index.search(
          searchOf('product', {
            query: terms('name', 'a'),
            fetch: [
              { as: 'name', field: 'name' },
              { as: 'missing', field: 'manufacturer' },
              { as: 'first', field: 'list', nested: { path: 'lists', where: all } },
              { as: 'de', field: 'active', nested: { path: 'lists', where: terms('list', 'de') } },
              { as: 'all', field: 'list', all: true, nested: { path: 'lists', where: all } },
              {
                as: 'value',
                field: 'text',
                nested: {
                  path: 'lists',
                  where: terms('list', 'de'),
                  nested: { path: 'values', where: terms('path', 'f1') },
                },
              },
              {
                as: 'cells',
                field: 'number',
                all: true,
                nested: {
                  path: 'lists',
                  where: all,
                  nested: { path: 'rows', where: all, nested: { path: 'values', where: all } },
                },
              },
            ],
          }),
        )
        expect(hits.rows).toEqual([
          {
            id: 'a',
            rev: 1,
            values: {
              name: 'a',
              first: 'base',
              de: false,
              all: ['base', 'de'],
              value: 'Dünger',
              cells: [1, 2],
            },
          },
        ])
      })
      it('are counted by document', async () => {
        const standards = { path: 'lists', where: all, nested: { path: 'approvals', where: all } }
        const own = { ...standards, where: terms('list', 'base') }
        expect(
          await t.index.aggregate('product', all, {
            standards: { kind: 'terms', field: 'standard', nested: standards },
            base: { kind: 'terms', field: 'standard', nested: own },
            having: { kind: 'count', field: 'standard', nested: standards },
            active: { kind: 'terms', field: 'active', nested: { path: 'lists', where: all } },
            most: { kind: 'terms', field: 'standard', nested: standards, limit: 1 },
            none: { kind: 'terms', field: 'standard', nested: standards, where: { op: 'none' } },
            highest: {
              kind: 'max',
              field: 'number',
              nested: { path: 'lists', where: all, nested: { path: 'values', where: terms('path', 'f2') } },
            },
            empty: {
              kind: 'min',
              field: 'amount',
              nested: { path: 'lists', where: all, nested: { path: 'components', where: all } },
            },
          }),
        ).toEqual({
          standards: {
            buckets: [
              { key: 'eu', count: 2 },
              { key: 'ch', count: 1 },
            ],
          },
          base: {
            buckets: [
              { key: 'eu', count: 2 },
              { key: 'ch', count: 1 },
            ],
          },
          having: { value: 2 },
          active: {
            buckets: [
              { key: false, count: 2 },
              { key: true, count: 2 },
            ],
          },
          most: { buckets: [{ key: 'eu', count: 2 }] },
          none: { buckets: [] },
          highest: { value: 3 },
          empty: {},
        })
      })
    })

    describe('order and pages', () => {
      const name = { field: 'name', direction: 'asc' } as const
      it('sorts text folded, numbers by size, and puts the missing last in both directions', async () => {
        await fill(
          company('1', { name: 'Öl', customerNumber: 10 }),
          company('2', { name: 'ofen', customerNumber: 9 }),
          company('3', { name: 'Zink' }),
          company('4', { customerNumber: 9 }),
          company('5', { name: 'öl', customerNumber: -1 }),
        )
        expect(await ids('company', { sort: [name] })).toEqual(['2', '1', '5', '3', '4'])
        expect(await ids('company', { sort: [{ field: 'name', direction: 'desc' }] })).toEqual([
          '3',
          '1',
          '5',
          '2',
          '4',
        ])
        const number = { field: 'customerNumber', direction: 'asc' } as const
        expect(await ids('company', { sort: [number] })).toEqual(['5', '2', '4', '1', '3'])
        expect(await ids('company', { sort: [number, { field: 'name', direction: 'desc' }] })).toEqual([
          '5',
          '2',
          '4',
          '1',
          '3',
        ])
      })
      it('sorts several values by the one that comes first', async () => {
        await fill(
          company('1', { name: ['m', 'b'] }),
          company('2', { name: 'c' }),
          company('3', { name: ['a', 'd'] }),
        )
        expect(await ids('company', { sort: [name] })).toEqual(['3', '1', '2'])
        expect(await ids('company', { sort: [{ field: 'name', direction: 'desc' }] })).toEqual([
          '1',
          '3',
          '2',
        ])
      })
      it('sorts by rows that meet a condition', async () => {
        const list = (id: string, amount: number) =>
          row({ list: id }, { components: [row({ amount }), row({ amount: amount + 5 })] })
        await fill(
          product('1', {}, [list('base', 4), list('de', 1)]),
          product('2', {}, [list('base', 3), list('de', 2)]),
          product('3', {}, [list('ch', 1)]),
        )
        const by = (where: IndexQuery, direction: 'asc' | 'desc') => ({
          field: 'amount',
          direction,
          nested: { path: 'lists', where, nested: { path: 'components', where: all } },
        })
        expect(await ids('product', { sort: [by(terms('list', 'base'), 'asc')] })).toEqual(['2', '1', '3'])
        expect(await ids('product', { sort: [by(terms('list', 'de'), 'desc')] })).toEqual(['2', '1', '3'])
        expect(await ids('product', { sort: [by(all, 'asc')] })).toEqual(['1', '3', '2'])
      })
      it('puts exact names first', async () => {
        await fill(
          company('1', { name: 'Kalk alt' }),
          company('2', { name: 'KALK' }),
          company('3', { name: 'Anderer Kalk' }),
          company('4', { name: 'kalk' }),
        )
        const search: Partial<IndexSearch> = {
          query: { op: 'contains', field: 'name', value: 'kalk' },
          sort: [name],
          exactFirst: { field: 'name', value: 'Kalk' },
        }
        expect(await ids('company', search)).toEqual(['2', '4', '3', '1'])
        for (const limit of [1, 2, 3])
          expect(await throughCursors(search, limit)).toEqual(['2', '4', '3', '1'])
        expect(await ids('company', { ...search, page: { start: 1, limit: 2 } })).toEqual(['4', '3'])
      })
      it('pages by offset up to 9000, then says that there are too many hits', async () => {
        await fill(...Array.from({ length: 30 }, (_, i) => company(`c${String(i).padStart(2, '0')}`, {})))
        const page = await t.index.search(searchOf('company', { page: { start: 20, limit: 7 } }))
        expect(page.rows.map((r) => r.id).join(' ')).toBe('c20 c21 c22 c23 c24 c25 c26')
        expect(page.count).toBe(30)
        expect(page.cursor).toBeDefined()
        const last = await t.index.search(searchOf('company', { page: { start: 25, limit: 250 } }))
        expect(last.rows).toHaveLength(5)
        expect(last.cursor).toBeUndefined()
        expect(await ids('company', { page: { start: 8750, limit: 250 } })).toEqual([])
        await expect(
          t.index.search(searchOf('company', { page: { start: 8751, limit: 250 } })),
        ).rejects.toMatchObject({ code: 'rule_violated', details: { key: 'tooManyHits' } })
      })
      it('pages by cursor through everything, each document once', async () => {
        const list = Array.from({ length: 57 }, (_, i) =>
          company(`c${i}`, i % 9 === 0 ? {} : { name: `Name ${i % 5}`, customerNumber: i % 3 }),
        )
        await fill(...list)
        for (const sort of [
          [],
          [name],
          [
            { ...name, direction: 'desc' as const },
            { field: 'customerNumber', direction: 'asc' as const },
          ],
        ])
          for (const limit of [1, 10, 57, 58]) {
            const expected = evaluateSearch(list, indexMapping('company'), {
              entityclass: 'company',
              query: all,
              sort,
              fetch: [],
            })
            expect(await throughCursors({ sort }, limit)).toEqual(expected.rows.map((r) => r.id))
          }
      })
      it('pages by offset and by cursor through ids that differ in their last digits only', async () => {
        const idOf = (i: number) => `0f8fad5b-d9cb-469f-a165-7086772895${i.toString(16).padStart(2, '0')}`
        const list = Array.from({ length: 23 }, (_, i) =>
          company(idOf((i * 7) % 23), { name: i % 4 ? 'Same' : `Name ${i % 3}` }),
        )
        await fill(...list, company('f0000000-0000-4000-8000-000000000000', { name: 'Same' }))
        for (const sort of [[], [name]]) {
          const wanted = await ids('company', { sort })
          expect(wanted).toHaveLength(24)
          if (sort.length === 0) expect(wanted).toEqual([...wanted].sort())
          for (const limit of [1, 2, 3, 22, 23, 24]) {
            expect(await throughCursors({ sort }, limit)).toEqual(wanted)
            const pages: string[] = []
            for (let start = 0; start < 24; start += limit)
              pages.push(...(await ids('company', { sort, page: { start, limit } })))
            expect(pages).toEqual(wanted)
          }
        }
      })
      it('neither repeats nor skips what stays, while others write', async () => {
        const doc = (i: number, rev = 1) =>
          company(`c${String(i).padStart(3, '0')}`, { name: `Name ${i % 7}` }, {}, rev)
        const stay = Array.from({ length: 60 }, (_, i) => doc(i * 2))
        await fill(...stay)
        let round = 0
        const seen = await throughCursors({ sort: [name] }, 7, async () => {
          round++
          const before = doc(round * 2 - 1)
          const gone = doc(round * 2 - 3)
          await t.index.apply([
            put(before),
            { id: gone.id, entityclass: 'company', rev: 2 },
            // The same again, as a newer state.
            put({ ...stay[round]!, rev: 2 }),
          ])
          await t.refresh()
        })
        expect(new Set(seen).size).toBe(seen.length)
        const kept = seen.filter((id) => Number(id.slice(1)) % 2 === 0)
        expect(kept.sort()).toEqual(stay.map((d) => d.id).sort())
      })
      it('sees everything by id, whatever is edited between two pages', async () => {
        const named = (i: number, text: string, rev: number) =>
          company(`c${String(i).padStart(3, '0')}`, { name: text }, {}, rev)
        const count = 30
        await fill(...Array.from({ length: count }, (_, i) => named(i, 'Name', 1)))
        let rev = 1
        const seen: string[] = []
        await throughCursors({ sort: [] }, 7, async (page) => {
          seen.push(...page.rows.map((row) => row.id))
          rev++
          // By name, what is still to come would be ahead of the cursor now.
          const renamed = (i: number) => named(i, seen.includes(named(i, '', 1).id) ? 'Z' : 'A', rev)
          await t.index.apply(Array.from({ length: count }, (_, i) => put(renamed(i))))
          await t.refresh()
        })
        expect(seen).toEqual(Array.from({ length: count }, (_, i) => named(i, '', 1).id))
      })
      it('finds after a refresh what was applied before', async () => {
        await fill(company('a', { name: 'a' }))
        for (let i = 0; i < 5; i++) {
          await t.index.apply([put(company(`b${i}`, { name: 'Fresh' }))])
          await t.index.refresh('company')
          expect(await t.index.count('company', terms('name', 'fresh'))).toBe(i + 1)
        }
        // Of a class that nothing was written of yet.
        await t.index.refresh('list')
      })
      it('goes on behind a hit that was deleted meanwhile', async () => {
        await fill(...['a', 'b', 'c', 'd'].map((id) => company(id, { name: id })))
        const seen = await throughCursors({ sort: [name] }, 2, async (page) => {
          const last = page.rows.at(-1)
          if (last?.id === 'b') await t.index.apply([{ id: 'b', entityclass: 'company', rev: 2 }])
          await t.refresh()
        })
        expect(seen).toEqual(['a', 'b', 'c', 'd'])
      })
      it('refuses a cursor that is not one of the same order', async () => {
        await fill(...['a', 'b', 'c'].map((id) => company(id, { name: id })))
        const first = await t.index.search(
          searchOf('company', { sort: [name], page: { start: 0, limit: 1 } }),
        )
        for (const cursor of ['nonsense', first.cursor!.slice(0, -4)])
          await expect(
            t.index.search(searchOf('company', { sort: [name], page: { cursor, limit: 1 } })),
          ).rejects.toMatchObject({ code: 'invalid_input' })
        await expect(
          t.index.search(
            searchOf('company', {
              sort: [{ field: 'name', direction: 'desc' }],
              page: { cursor: first.cursor!, limit: 1 },
            }),
          ),
        ).rejects.toMatchObject({ code: 'invalid_input' })
      })
    })

    describe('the most that callers may send', () => {
      const syllables = Array.from({ length: 1600 }, (_, i) => `w${String((i * 7919) % 10_007)}`)
      const long = syllables.join(' ').slice(0, 8000)
      const repeated = `${'q'.repeat(3000)}${'ab'.repeat(2500)}`
      const value = (i: number) => row({ path: `f${i}`, text: `Text ${i}`, responsible: 'x' })
      beforeAll(() =>
        fill(
          product('a', { name: long, distributor: '𠮷'.repeat(120) }, [
            row({ list: 'base' }, { values: Array.from({ length: 300 }, (_, i) => value(i)) }),
          ]),
          product('b', { name: repeated, distributor: '\uffee'.repeat(120) }),
          product('c', { name: '\u{10ffff}'.repeat(60), distributor: '\uffee'.repeat(120) }),
        ),
      )
      const conditionOn = (i: number): IndexQuery =>
        nested(
          'lists',
          nested(
            'values',
            and(
              terms('path', `f${i}`),
              terms('responsible', 'x', 'y'),
              terms('text', ...Array.from({ length: 15 }, (_, k) => `text ${i + k}`)),
            ),
          ),
        )
      const deep = (levels: number): IndexQuery => {
        if (levels === 0) return conditionOn(1)
        if (levels % 3 === 0) return not(deep(levels - 1))
        return levels % 3 === 1
          ? and(deep(levels - 1), { op: 'exists', field: 'name' })
          : or(deep(levels - 1), terms('category', 'none'))
      }
      const cases: [string, IndexQuery, string][] = [
        ['a whole text of 8,000 characters', terms('name', long), 'a'],
        ['the beginning of one', { op: 'begins', field: 'name', value: long.slice(0, 1000) }, 'a'],
        ['a large part of one', { op: 'contains', field: 'name', value: long.slice(5000, 5999).trim() }, 'a'],
        [
          'a part that repeats itself',
          { op: 'contains', field: 'name', value: repeated.slice(2500, 3500) },
          'b',
        ],
        [
          'a long word, fuzzy',
          { op: 'fuzzy', field: 'name', value: repeated.slice(0, 1000), distance: 2 },
          '',
        ],
        ['a thousand values', terms('name', ...syllables.slice(0, 999), long), 'a'],
        [
          '500 conditions in rows, of which one is enough',
          or(...syllables.slice(0, 500).map((_, i) => conditionOn(i))),
          'a',
        ],
        [
          '500 conditions in rows',
          and(...syllables.slice(0, 500).map((_, i) => not(conditionOn(i + 300)))),
          'a b c',
        ],
        ['30 levels', deep(30), 'a'],
      ]
      it.each(cases)('%s', async (_, query, expected) => {
        expect(await found('product', query)).toBe(expected)
      })
      it('a cursor of three long texts fits into a request', async () => {
        const sort = ['name', 'distributor', 'manufacturer'].map(
          (field) => ({ field, direction: 'desc' }) as const,
        )
        const { cursor } = await t.index.search(searchOf('product', { sort, page: { start: 0, limit: 1 } }))
        expect(cursor!.length).toBeLessThan(2000)
        expect(await throughCursors({ sort }, 1, undefined, 'product')).toEqual(['c', 'a', 'b'])
      })
    })

    describe('aggregates', () => {
      it('count values of documents that the query finds', async () => {
        await fill(
          company('1', {
            language: 'de',
            customerNumber: 3,
            groups: ['x', 'y'],
            customerSince: '2024-01-01T04:00:00.000Z',
          }),
          company('2', { language: 'fr', customerNumber: 1, groups: ['x'], name: 'Ä' }),
          company('3', { language: 'de', customerSince: '2023-01-01T04:00:00.000Z', name: 'a' }),
          company('4', { language: 'it', customerNumber: 99 }),
        )
        expect(
          await t.index.aggregate('company', not(terms('language', 'it')), {
            languages: { kind: 'terms', field: 'language' },
            groups: { kind: 'terms', field: 'groups' },
            names: { kind: 'terms', field: 'name' },
            min: { kind: 'min', field: 'customerNumber' },
            max: { kind: 'max', field: 'customerNumber' },
            since: { kind: 'min', field: 'customerSince' },
            numbers: { kind: 'count', field: 'customerNumber' },
            sum: { kind: 'sum', field: 'customerNumber' },
            some: { kind: 'sum', field: 'customerNumber', where: terms('language', 'fr') },
            none: { kind: 'sum', field: 'customerNumber', where: terms('language', 'hu') },
          }),
        ).toEqual({
          languages: {
            buckets: [
              { key: 'de', count: 2 },
              { key: 'fr', count: 1 },
            ],
          },
          groups: {
            buckets: [
              { key: 'x', count: 2 },
              { key: 'y', count: 1 },
            ],
          },
          names: { buckets: [{ key: 'a', count: 2 }] },
          min: { value: 1 },
          max: { value: 3 },
          since: { value: '2023-01-01T04:00:00.000Z' },
          numbers: { value: 2 },
          sum: { value: 4 },
          some: { value: 1 },
          none: { value: 0 },
        })
      })
    })

    describe('versions', () => {
      const names = async () => {
        await t.refresh()
        const hits = await t.index.search(
          searchOf('company', { fetch: [{ as: 'name', field: 'name' }], sort: [] }),
        )
        return hits.rows.map((r) => `${r.id}${r.rev}=${r.values['name']}`).join(' ')
      }
      const version = (rev: number, name: string) => put(company('a', { name }, {}, rev))
      it('never go back', async () => {
        await fill()
        await t.index.apply([version(3, 'three'), version(2, 'two')])
        expect(await names()).toBe('a3=three')
        await t.index.apply([version(3, 'three again')])
        expect(await names()).toBe('a3=three again')
        await t.index.apply([version(4, 'four')])
        expect(await names()).toBe('a4=four')
      })
      it('hold for deletions too', async () => {
        await fill()
        const gone = (rev: number) => ({ id: 'a', entityclass: 'company', rev })
        await t.index.apply([version(5, 'five'), gone(4)])
        expect(await names()).toBe('a5=five')
        await t.index.apply([gone(5)])
        expect(await names()).toBe('')
        await t.index.apply([version(4, 'four'), version(5, 'five')])
        expect(await names()).toBe('')
        await t.index.apply([version(6, 'six')])
        expect(await names()).toBe('a6=six')
      })
      it('a deletion that comes before the document keeps it out', async () => {
        await fill()
        await t.index.apply([{ id: 'a', entityclass: 'company', rev: 2 }, version(1, 'one')])
        expect(await names()).toBe('')
      })
      it('a replaced state is found by nothing', async () => {
        await fill(company('a', { name: 'old', groups: ['g'] }, { addresses: [row({ city: 'Bern' })] }))
        await t.index.apply([version(2, 'new')])
        await t.refresh()
        expect(await found('company', terms('name', 'old'))).toBe('')
        expect(await found('company', nested('addresses', all))).toBe('')
        expect(await found('company', not(terms('name', 'new')))).toBe('')
        expect(await t.index.aggregate('company', all, { g: { kind: 'terms', field: 'groups' } })).toEqual({
          g: { buckets: [] },
        })
      })
    })

    describe('a document that cannot be put into the index', () => {
      const poisoned: IndexDocument = { ...company('bad', {}), nested: { addresses: [null as never] } }
      it('is told with its reason, keeps none beside it out, and leaves what there was', async () => {
        await fill(company('bad', { name: 'old' }))
        const next = { ...poisoned, rev: 2 }
        expect(await t.index.apply([put(company('a', {})), put(next), put(company('b', {}))])).toEqual([
          { id: 'bad', entityclass: 'company', reason: expect.stringMatching(/./) },
        ])
        await t.refresh()
        expect(await ids('company', {})).toEqual(['a', 'b', 'bad'])
        expect(await found('company', terms('name', 'old'))).toBe('bad')
        expect(await t.index.apply([put(company('bad', { name: 'mended' }, {}, 3))])).toEqual([])
        await t.refresh()
        expect(await found('company', terms('name', 'mended'))).toBe('bad')
      })
      it('does not end a rebuild, which tells it', async () => {
        await fill(company('bad', {}), company('old', {}))
        const list = [company('a', {}), poisoned, company('b', {})]
        expect(await t.index.rebuild(batches(list, 2))).toEqual([
          { id: 'bad', entityclass: 'company', reason: expect.stringMatching(/./) },
        ])
        await t.refresh()
        expect(await ids('company', {})).toEqual(['a', 'b'])
      })
    })

    describe('a rebuild', () => {
      it('replaces everything, while the old index answers and takes changes', async () => {
        await fill(company('old', { name: 'old' }), company('kept', { name: 'kept' }))
        let release = () => {}
        const held = new Promise<void>((resolve) => {
          release = resolve
        })
        let hasBegun = () => {}
        const begun = new Promise<void>((resolve) => {
          hasBegun = resolve
        })
        async function* source() {
          yield [company('new', { name: 'new' }), company('changed', { name: 'stale' })]
          hasBegun()
          await held
          yield [company('deleted', { name: 'stale' }), company('kept', { name: 'kept' })]
        }
        const done = t.index.rebuild(source())
        await begun
        await t.index.apply([
          put(company('changed', { name: 'fresh' }, {}, 2)),
          { id: 'deleted', entityclass: 'company', rev: 2 },
          put(company('meanwhile', { name: 'meanwhile' })),
        ])
        await t.refresh()
        expect(await ids('company', {})).toEqual(['changed', 'kept', 'meanwhile', 'old'])
        release()
        await done
        await t.refresh()
        expect(await ids('company', {})).toEqual(['changed', 'kept', 'meanwhile', 'new'])
        expect(await found('company', terms('name', 'fresh'))).toBe('changed')
      })
      it('that fails leaves the old index', async () => {
        await fill(company('a', {}))
        // biome-ignore lint/correctness/useYield: it fails before it has anything to give.
        async function* broken(): AsyncGenerator<IndexDocument[]> {
          throw new Error('the store is gone')
        }
        await expect(t.index.rebuild(broken())).rejects.toThrow('the store is gone')
        await t.refresh()
        expect(await ids('company', {})).toEqual(['a'])
        await t.index.apply([put(company('b', {}))])
        await t.refresh()
        expect(await ids('company', {})).toEqual(['a', 'b'])
      })
      it('finds what a restored store has again, in an older state', async () => {
        await fill(company('a', { name: 'one' }))
        await t.index.apply([{ id: 'a', entityclass: 'company', rev: 2 }])
        await fill(company('a', { name: 'one' }))
        expect(await ids('company', {})).toEqual(['a'])
      })
      it('keeps late events from bringing back what was deleted before', async () => {
        await fill(company('a', {}))
        await t.index.apply([{ id: 'a', entityclass: 'company', rev: 2 }])
        await t.index.rebuild(batches([]))
        await t.index.apply([put(company('a', {}))])
        await t.refresh()
        expect(await ids('company', {})).toEqual([])
      })
    })

    it('remembers how far it has followed the changes', async () => {
      await t.index.setPosition('00042')
      expect(await t.index.position()).toBe('00042')
      await t.index.setPosition('00043')
      expect(await t.index.position()).toBe('00043')
    })
    it('answers for a class without documents', async () => {
      expect(await ids('label', {})).toEqual([])
      expect(await t.index.count('label', all)).toBe(0)
    })

    describe('a count that may stop', () => {
      const many = Array.from({ length: 60 }, (_, i) =>
        company(`c${String(i).padStart(2, '0')}`, {
          name: `Kalk ${(i * 37) % 60}`,
          nameSearch: i % 9 === 0 ? 'kalk' : 'kalk fein',
          customerNumber: i,
          groups: i % 3 === 0 ? ['g'] : ['h'],
        }),
      )
      beforeAll(() => fill(...many))
      const questions: [string, Partial<IndexSearch>][] = [
        ['everything', {}],
        ['sorted', { sort: [{ field: 'name', direction: 'asc' }] }],
        ['sorted, of a third', { query: terms('groups', 'g'), sort: [{ field: 'name', direction: 'desc' }] }],
        ['exact names first', { exactFirst: { field: 'nameSearch', value: 'kalk' } }],
        ['none', { query: terms('groups', 'x') }],
      ]
      it.each(questions)('changes no page: %s', async (_, question) => {
        for (const countTo of [1, 7, 20, 59, 60, 61])
          for (const page of [
            { start: 0, limit: 3 },
            { start: 17, limit: 5 },
            { start: 55, limit: 20 },
          ]) {
            const search = searchOf('company', { ...question, page })
            const exact = await t.index.search(search)
            expect(exact.isAtLeast).toBeUndefined()
            expectCounted(await t.index.search({ ...search, countTo }), exact, countTo)
          }
        const ids = await throughCursors(question, 4)
        expect(await throughCursors({ ...question, countTo: 5 }, 4)).toEqual(ids)
      })
    })

    describe('generated', { timeout }, () => {
      let there: IndexDocument[] = []
      beforeAll(async () => {
        await fill()
        there = []
      })
      /** As `fill`, without a new index, which takes longer than all questions: under other ids, and what was there is removed. */
      async function replaced(list: IndexDocument[]): Promise<IndexDocument[]> {
        const run = runNumber++
        const removed = there.map(({ id, entityclass, rev }) => ({ id, entityclass, rev: rev + 1 }))
        there = list.map((d) => documentOf(d.entityclass, `run${run}-${d.id}`, d.rev, d))
        await t.index.apply([...removed, ...there.map(put)])
        await t.refresh()
        return there
      }
      for (const entityclass of ['product', 'company', 'list'] as const) {
        const mapping = indexMapping(entityclass)
        const searches = fc.record({
          query: queries(mapping),
          sort: sorts(mapping),
          fetch: fetches(mapping),
          page: fc.record({ start: fc.integer({ min: 0, max: 12 }), limit: fc.integer({ min: 1, max: 12 }) }),
          countTo: fc.integer({ min: 1, max: 20 }),
          exactFirst: fc.option(
            fc.record({
              field: fc.constant('nameSearch'),
              value: fc.constantFrom('Kalk', 'bio dunger', 'zz'),
            }),
            { nil: undefined },
          ),
        })
        it(`${entityclass}: hits, order, columns, pages and counts are the reference evaluator's`, async () => {
          await fc.assert(
            fc.asyncProperty(
              documents(entityclass, mapping),
              fc.array(searches, { minLength: 5, maxLength: 10 }),
              async (generated, questions) => {
                const list = await replaced(generated)
                for (const { page, countTo, ...question } of questions) {
                  const search = { entityclass, ...question }
                  const expected = evaluateSearch(list, mapping, search)
                  const hits = await t.index.search({ ...search, page })
                  expect(hits.count).toBe(expected.count)
                  expect(hits.rows).toEqual(expected.rows.slice(page.start, page.start + page.limit))
                  expect(hits.cursor !== undefined).toBe(page.start + page.limit < expected.count)
                  expectCounted(await t.index.search({ ...search, page, countTo }), hits, countTo)
                  expect(await throughCursors(search, page.limit, undefined, entityclass)).toEqual(
                    expected.rows.map((r) => r.id),
                  )
                  expect(await t.index.count(entityclass, search.query)).toBe(expected.count)
                }
              },
            ),
            { numRuns: runs },
          )
        })
        it(`${entityclass}: aggregates are the reference evaluator's`, async () => {
          await fc.assert(
            fc.asyncProperty(
              documents(entityclass, mapping),
              fc.array(fc.tuple(queries(mapping), fc.array(aggregates(mapping), { maxLength: 4 })), {
                maxLength: 6,
              }),
              async (generated, questions) => {
                const list = await replaced(generated)
                for (const [query, wanted] of questions) {
                  const named = Object.fromEntries(wanted.map((a, i) => [`a${i}`, a]))
                  const expected = wanted.map((a) => evaluateAggregate(list, mapping, entityclass, query, a))
                  expect(await t.index.aggregate(entityclass, query, named)).toEqual(
                    Object.fromEntries(expected.map((a, i) => [`a${i}`, a])),
                  )
                }
              },
            ),
            { numRuns: runs },
          )
        })
      }
      it('viewers find what an administrator would find in a world without their secrets', async () => {
        const cases = worlds.chain((world) =>
          fc.record({
            world: fc.constant(world),
            filters: fc.array(callerFilters(world.catalogue), { minLength: 3, maxLength: 5 }),
            sorting: callerSorting(world.catalogue),
            columns: callerColumns(world.catalogue),
            grouped: fc.constantFrom(...world.catalogue.map((f) => f.name)),
            list: callerLists,
            who: fc.constantFrom('C' as const, 'N' as const, 'P' as const),
          }),
        )
        await fc.assert(
          fc.asyncProperty(cases, async ({ world, filters, sorting, columns, grouped, list, who }) => {
            const { catalogue, reference } = world
            const answers = async (documents: IndexDocument[], actor: Actor) => {
              await fill(...documents)
              const viewer = visibility('product', actor, reference)
              const given: unknown[] = []
              for (const filter of filters) {
                const query = compileFilter(filter, catalogue, viewer)
                const sort = compileSort(sorting, catalogue, viewer, { list })
                const fetch = compileFetch(columns, catalogue, viewer, { list })
                const by = compileAggregate({ kind: 'terms', field: grouped }, catalogue, viewer, { list })
                const { rows, count } = await t.index.search(searchOf('product', { query, sort, fetch }))
                given.push(rows, count, await t.index.count('product', query))
                given.push(await t.index.aggregate('product', query, { by }))
              }
              return given
            }
            const seen = await answers(world.documents, viewers[who])
            expect(seen).toEqual(await answers(world.redactedFor(who), viewers.A))
          }),
          { numRuns: rebuilds },
        )
      })
      it('the same questions stay right while documents come, change and go', async () => {
        const mapping = indexMapping('company')
        const changes = fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 9 }),
            fc.integer({ min: 1, max: 9 }),
            fc.option(generatedRows(mapping), { nil: undefined }),
          ),
          { minLength: 1, maxLength: 8 },
        )
        const questions = fc.array(
          fc.record({ query: queries(mapping), sort: sorts(mapping), wanted: aggregates(mapping) }),
          { minLength: 3, maxLength: 5 },
        )
        await fc.assert(
          fc.asyncProperty(fc.array(changes, { maxLength: 8 }), questions, async (steps, asked) => {
            await replaced([])
            // Other ids in every run: deletions of earlier runs are remembered.
            const run = runNumber++
            const known = new Map<string, { rev: number; document?: IndexDocument }>()
            for (const step of steps) {
              const events = step.map(([n, rev, content]) => {
                const id = `run${run}-${n}`
                return {
                  id,
                  entityclass: 'company',
                  rev,
                  ...(content && { document: documentOf('company', id, rev, content) }),
                }
              })
              for (const { id, rev, document } of events) {
                const before = known.get(id)
                const isStale = before && (rev < before.rev || (rev === before.rev && !before.document))
                if (!isStale) known.set(id, { rev, ...(document && { document }) })
              }
              await t.index.apply(events)
              await t.refresh()
              const list = [...known.values()].flatMap((k) => k.document ?? [])
              there = list
              for (const { wanted, ...question } of asked) {
                const { query } = question
                expect(await t.index.aggregate('company', query, { wanted })).toEqual({
                  wanted: evaluateAggregate(list, mapping, 'company', query, wanted),
                })
                const search = { entityclass: 'company', fetch: [], ...question }
                const expected = evaluateSearch(list, mapping, search)
                const hits = await t.index.search({ ...search, page: { start: 0, limit: 50 } })
                expect(hits).toMatchObject({ count: expected.count, rows: expected.rows })
              }
            }
          }),
          { numRuns: runs },
        )
      })
    })
  })
}
let runNumber = 0
