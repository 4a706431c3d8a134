/** What is rare, large or of another version, on a real node: nothing of it may keep others from being found. */
import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../functions/adapters/aws/search/body.ts'
import { indexBody } from '../../functions/adapters/aws/search/mapping.ts'
import { readRefused } from '../../functions/adapters/aws/search/refused.ts'
import type { RefusedDocument } from '../../functions/ports/search-index.ts'
import { findOutdated } from '../../scripts/index-form.ts'
import { fieldCatalogue } from '../../shared/search/catalogue.ts'
import { compileFilter } from '../../shared/search/compile.ts'
import type { Filter } from '../../shared/search/filter.ts'
import type { IndexDocument, IndexQuery, IndexRow } from '../../shared/search/index-query.ts'
import { visibility } from '../../shared/search/visibility.ts'
import { lists as sampleLists, viewers } from '../domain/product-samples.ts'
import { indexOn, type SearchNode } from './search-node.ts'

type Opened = ReturnType<typeof indexOn>
const row = (fields: IndexRow['fields'], nested: IndexRow['nested'] = {}): IndexRow => ({ fields, nested })
const product = (id: string, nested: IndexRow['nested'], fields: IndexRow['fields'] = {}): IndexDocument => ({
  id,
  entityclass: 'product',
  rev: 1,
  fields: { id, rev: 1, ...fields },
  nested: { lists: [row({ list: 'base' }, nested)] },
})
const put = (document: IndexDocument) => ({ ...document, document })
const and = (...of: IndexQuery[]): IndexQuery => ({ op: 'and', of })
const terms = (field: string, ...values: (string | number)[]): IndexQuery => ({ op: 'terms', field, values })
const below = (path: string, of: IndexQuery): IndexQuery => ({ op: 'nested', path, of })
const valueIs = (path: string, of: IndexQuery) =>
  below('lists', below('values', and(terms('path', path), of)))

export function searchExtremes(node: () => SearchNode) {
  async function withIndex(work: (t: Opened) => Promise<void>) {
    const t = indexOn(node())
    try {
      await work(t)
    } finally {
      await t.close()
    }
  }
  const found = async ({ index, refresh }: Opened, query: IndexQuery, entityclass = 'product') => {
    await refresh()
    const search = { entityclass, query, sort: [], fetch: [{ as: 'id', field: 'id' }] }
    const { rows, count } = await index.search({ ...search, page: { start: 0, limit: 250 } })
    expect(count).toBe(rows.length)
    return rows.map((r) => r.values['id']).join(' ')
  }

  describe('extremes in OpenSearch', () => {
    it('a text and an option of 32 kB are found by their beginning, and shown whole', () =>
      withIndex(async (t) => {
        const text = `Anfang ${'Kalk und Dünger '.repeat(2_100)}`
        const option = `option-${'x'.repeat(33_000)}`
        const long = product('long', {
          values: [row({ path: 'a-f1', text }), row({ path: 'a-f2', keyword: option })],
        })
        await t.index.apply([put(long), put(product('short', {}))])
        expect(await found(t, valueIs('a-f1', { op: 'contains', field: 'text', value: 'anfang kalk' }))).toBe(
          'long',
        )
        expect(await found(t, valueIs('a-f2', { op: 'begins', field: 'keyword', value: 'option-x' }))).toBe(
          'long',
        )
        const nested = {
          path: 'lists',
          where: terms('list', 'base'),
          nested: { path: 'values', where: terms('path', 'a-f1') },
        }
        const { rows } = await t.index.search({
          entityclass: 'product',
          query: { op: 'all' },
          sort: [{ field: 'text', direction: 'asc', nested }],
          page: { start: 0, limit: 1 },
          fetch: [{ as: 'text', field: 'text', nested }],
        })
        expect(rows[0]!.values['text']).toBe(text)
      }))

    it('a product of 5 MB is found, and keeps none beside it from being found', () =>
      withIndex(async (t) => {
        const words = (i: number) =>
          Array.from({ length: 1_000 }, (_, n) => ((i * 7919 + n * 104_729) % 999_983).toString(36)).join(' ')
        const values = Array.from({ length: 900 }, (_, i) =>
          row({ path: `a-f${i}`, text: `${words(i)} nr${i}` }),
        )
        const large = product('large', { values })
        expect(JSON.stringify(large).length).toBeGreaterThan(4_000_000)
        await t.index.apply([put(product('before', {})), put(large), put(product('after', {}))])
        expect(await found(t, { op: 'all' })).toBe('after before large')
        expect(await found(t, valueIs('a-f899', { op: 'words', field: 'text', value: 'nr899' }))).toBe(
          'large',
        )
      }))

    it('a product that the engine refuses, and one that is too large in any form, are told and noted; a rebuild ends without them', () =>
      withIndex(async (t) => {
        // More rows than an index takes of one document.
        const rows = Array.from({ length: 50_001 }, (_, i) => row({ table: `t${i}` }))
        const engine = product('engine', { rows })
        // What a search brings along is kept whole, and letters in no order cannot be packed.
        const noise = () =>
          String.fromCharCode(...Array.from({ length: 1_000 }, () => 0x4e00 + randomInt(20_000)))
        const huge = product('huge', {
          values: Array.from({ length: 3_000 }, (_, i) => row({ path: `a-f${i % 900}`, text: noise() })),
        })
        const states = [product('a', {}), engine, product('b', {}), huge]
        const refused = [
          { id: 'engine', entityclass: 'product', reason: expect.stringMatching(/nested documents/) },
          {
            id: 'huge',
            entityclass: 'product',
            reason: expect.stringMatching(/^its document has \d+ bytes/),
          },
        ]
        const sorted = (list: RefusedDocument[]) => list.toSorted((x, y) => (x.id < y.id ? -1 : 1))
        expect(sorted(await t.index.apply(states.map(put)))).toEqual(refused)
        expect(await found(t, { op: 'all' })).toBe('a b')
        expect(await readRefused(t.client, t.prefix)).toEqual(refused.map((one) => ({ ...one, rev: 1 })))

        async function* documents() {
          yield [product('a', {}), engine, product('c', {})]
        }
        expect(await t.index.rebuild(documents())).toEqual([refused[0]])
        expect(await found(t, { op: 'all' })).toBe('a c')
        expect(await readRefused(t.client, t.prefix)).toEqual([{ ...refused[0], rev: 1 }])
        // The notes are no documents, and go with what they are about.
        await t.index.rebuild(
          (async function* () {
            yield [product('a', {}), product('engine', {})]
          })(),
        )
        expect(await found(t, { op: 'all' })).toBe('a engine')
        expect(await readRefused(t.client, t.prefix)).toEqual([])
      }))

    it('a rebuild whose documents are refused for the most part leaves the index in use', () =>
      withIndex(async (t) => {
        await t.index.apply([put(product('kept', {}))])
        const broken = (i: number) => ({ ...product(`p${i}`, {}), nested: { lists: [null as never] } })
        async function* documents() {
          yield [product('a', {}), ...Array.from({ length: 150 }, (_, i) => broken(i))]
        }
        await expect(t.index.rebuild(documents())).rejects.toThrow(
          'the index refuses more documents than it takes, as product p0: ',
        )
        expect(await found(t, { op: 'all' })).toBe('kept')
      }))

    it('a product that fits only with less of its long texts is found by their beginnings, and shown whole', () =>
      withIndex(async (t) => {
        const text = (i: number) => `Anfang${i} ${'wort '.repeat(40)}${`ende${i} `.repeat(1_100)}`
        const values = Array.from({ length: 900 }, (_, i) => row({ path: `a-f${i}`, text: text(i) }))
        const large = product('large', { values })
        expect(JSON.stringify(bodyOf(large)).length).toBeGreaterThan(10_000_000)
        expect(await t.index.apply([put(large)])).toEqual([])
        const is = (op: 'begins' | 'words', value: string) =>
          found(t, valueIs('a-f7', { op, field: 'text', value }))
        expect(await is('begins', 'anfang7')).toBe('large')
        expect(await is('words', 'ende7')).toBe('large')
      }))

    it('a table of 5,000 values: of the same row, and of different ones', () =>
      withIndex(async (t) => {
        const rows = Array.from({ length: 1_000 }, (_, i) =>
          row(
            { table: 't' },
            {
              values: ['a', 'b', 'c', 'd', 'e'].map((column) =>
                row({ path: `t-${column}`, number: i * 10 + column.charCodeAt(0) }),
              ),
            },
          ),
        )
        await t.index.apply([put(product('table', { rows })), put(product('none', {}))])
        const cell = (column: string, value: number) =>
          below('values', and(terms('path', `t-${column}`), terms('number', value)))
        const inRow = (...of: IndexQuery[]) => below('lists', below('rows', and(...of)))
        expect(await found(t, inRow(cell('a', 9_990 + 97), cell('e', 9_990 + 101)))).toBe('table')
        expect(await found(t, inRow(cell('a', 9_990 + 97), cell('e', 101)))).toBe('')
      }))

    it('500 conditions over 40 lists are answered, as a viewer of less too', () =>
      withIndex(async (t) => {
        const ids = Array.from({ length: 40 }, (_, i) => `list-${i}`)
        const lists = new Map([
          ...sampleLists,
          ...ids.map((id) => [id, { ...[...sampleLists.values()][0]!, id }] as const),
        ])
        const reference = { list: lists, fielddefinition: new Map() }
        const catalogue = fieldCatalogue('product', reference)
        const list = (id: string, i: number) =>
          row({ list: id, active: true }, { approvals: [row({ standard: `s${i}`, active: true })] })
        const one: IndexDocument = { ...product('one', {}), nested: { lists: ids.map(list) } }
        await t.index.apply([put(one), put(product('other', {}))])
        const inList = (id: string, i: number): Filter => ({
          $nested: {
            path: 'lists',
            match: {
              $and: [
                { field: 'lists.list', comparison: 'eq', value: id },
                ...Array.from(
                  { length: 11 },
                  (_, n): Filter => ({
                    $not: { field: 'lists.approvals.standard', comparison: 'eq', value: `s${i + n + 1}` },
                  }),
                ),
              ],
            },
          },
        })
        const filter: Filter = { $and: ids.map(inList) }
        const of = (who: keyof typeof viewers) =>
          compileFilter(filter, catalogue, visibility('product', viewers[who], reference))
        expect(await found(t, of('A'))).toBe('one')
        expect(await found(t, of('N'))).toBe('')
      }))

    it('an index with a document for each row, as versions before made it, says that it is away until it is built anew', () =>
      withIndex(async (t) => {
        const rows = `${t.prefix}-product-rows`
        const names = [`${t.prefix}-product`, `${t.prefix}-product-all`, `${rows}-w`]
        const keyword = { properties: { k: { type: 'keyword' } } }
        await t.client.indices.create({
          index: rows,
          body: {
            mappings: {
              dynamic: false,
              _meta: { made: 'long ago', documentVersion: 1 },
              properties: {
                entityclass: { type: 'keyword' },
                docid: { type: 'keyword' },
                lists: {
                  type: 'nested',
                  properties: { values: { type: 'nested', properties: { path: keyword, keyword } } },
                },
              },
            },
            aliases: Object.fromEntries(names.map((name) => [name, {}])),
          } as never,
        })
        const values = [{ path: { k: 'a-f1' }, keyword: { k: 'x' } }]
        const old = { entityclass: 'product', docid: 'a', lists: [{ values }] }
        await t.client.index({ index: rows, id: 'a', body: old })
        expect(await findOutdated(t.client, t.prefix)).toHaveLength(1)
        const removed = { entityclass: '-', docid: 'c' }
        await t.client.index({
          index: rows,
          id: 'c',
          body: removed,
          version: 5,
          version_type: 'external_gte',
        })
        const isX = valueIs('a-f1', terms('keyword', 'x'))
        const away = { code: 'search_unavailable' }
        await expect(found(t, { op: 'all' })).rejects.toMatchObject(away)
        // It would find nothing, which is as wrong.
        await expect(found(t, isX)).rejects.toMatchObject(away)
        await expect(t.index.count('product', isX)).rejects.toMatchObject(away)
        const all = { all: { kind: 'count', field: 'id' } } as const
        await expect(t.index.aggregate('product', isX, all)).rejects.toMatchObject(away)
        await t.index.apply([put(product('b', { values: [row({ path: 'a-f1', text: 'b' })] }))])
        expect((await t.client.count({ index: rows })).body.count).toBe(2)
        const today = product('a', { values: [row({ path: 'a-f1', keyword: 'x' })] })
        async function* documents() {
          yield [today]
        }
        await t.index.rebuild(documents())
        expect(await found(t, isX)).toBe('a')
        // What had been removed there stays removed.
        await t.index.apply([put(product('c', {}))])
        expect(await found(t, { op: 'all' })).toBe('a')
        expect(await findOutdated(t.client, t.prefix)).toEqual([])
      }))

    it('an index of an older version answers until the one that is built beside it is ready', () =>
      withIndex(async (t) => {
        const company = (id: string): IndexDocument => ({
          id,
          entityclass: 'company',
          rev: 1,
          fields: { id, rev: 1, name: id, website: `www.${id}.test` },
          nested: {},
        })
        const all = ['a', 'b', 'c'].map(company)
        // As a version made it that did not know the website.
        const { settings, mappings } = indexBody('company', { shards: 1 })
        const { website: _, ...properties } = mappings.properties as Record<string, object>
        const older = `${t.prefix}-company-older`
        const names = [`${t.prefix}-company`, `${t.prefix}-company-columns`, `${older}-w`]
        await t.client.indices.create({
          index: older,
          body: {
            settings,
            mappings: { ...mappings, properties, _meta: { made: 'long ago', documentVersion: 1 } },
            aliases: Object.fromEntries(names.map((name) => [name, {}])),
          } as never,
        })
        for (const one of all) await t.client.index({ index: older, id: one.id, body: bodyOf(one) })
        await t.refresh()
        expect(await findOutdated(t.client, t.prefix)).toHaveLength(1)
        const search = {
          entityclass: 'company',
          query: { op: 'all' } as const,
          sort: [{ field: 'website', direction: 'desc' } as const],
          fetch: [],
        }
        const asked = async () => {
          const { rows } = await t.index.search({ ...search, page: { start: 0, limit: 3 } })
          return rows.map((r) => r.id).join(' ')
        }
        const first = await t.index.search({ ...search, page: { start: 0, limit: 2 } })
        const rest = await t.index.search({ ...search, page: { cursor: first.cursor!, limit: 2 } })
        expect([...first.rows, ...rest.rows].map((r) => r.id)).toEqual(['a', 'b', 'c'])
        // One question at a time: between two pages the order may become another.
        const answers = new Set<string>([await asked()])
        expect([...answers]).toEqual(['a b c'])
        let isReady = false
        const searching = (async () => {
          while (!isReady) answers.add(await asked())
        })()
        async function* documents() {
          for (const one of all) yield [one]
        }
        await t.index.rebuild(documents())
        isReady = true
        await searching
        await t.refresh()
        expect(await asked()).toBe('c b a')
        for (const answer of answers) expect(['a b c', 'c b a']).toContain(answer)
        expect(await findOutdated(t.client, t.prefix)).toEqual([])
      }))
  })
}
