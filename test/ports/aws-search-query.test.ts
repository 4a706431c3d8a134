import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@opensearch-project/opensearch'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOf, orderOf } from '../../functions/adapters/aws/search/body.ts'
import { fromTerm, toTerm } from '../../functions/adapters/aws/search/code-units.ts'
import { readCursor, writeCursor } from '../../functions/adapters/aws/search/cursor.ts'
import type { Level } from '../../functions/adapters/aws/search/level.ts'
import { indexBody } from '../../functions/adapters/aws/search/mapping.ts'
import { piecesOf } from '../../functions/adapters/aws/search/parts.ts'
import { queryOf } from '../../functions/adapters/aws/search/query.ts'
import { columnsFor, readShownColumns } from '../../functions/adapters/aws/search/shown-columns.ts'
import { aggregateOf, sortOf } from '../../functions/adapters/aws/search/sources.ts'
import { createSearchIndex } from '../../functions/adapters/aws/search-index.ts'
import { documentVersion, indexMapping } from '../../shared/search/index-mapping.ts'
import type {
  IndexAggregate,
  IndexFetch,
  IndexQuery,
  IndexRow,
  IndexScope,
  IndexSearch,
  IndexSort,
} from '../../shared/search/index-query.ts'

const product: Level = { mapping: indexMapping('product'), prefix: '' }
const company: Level = { mapping: indexMapping('company'), prefix: '' }
const all: IndexQuery = { op: 'all' }
const noon = '2026-03-31T12:00:00.000Z'
const noonAt = Date.parse(noon)

describe('a condition in the words of OpenSearch', () => {
  const term = (field: string, ...values: unknown[]) => ({ terms: { [field]: values } })
  const cases: [string, IndexQuery, object][] = [
    ['everything', all, { match_all: {} }],
    ['nothing', { op: 'none' }, { match_none: {} }],
    ['and of nothing', { op: 'and', of: [] }, { match_all: {} }],
    ['or of nothing', { op: 'or', of: [] }, { match_none: {} }],
    ['and of one', { op: 'and', of: [{ op: 'none' }] }, { match_none: {} }],
    [
      'and within and, on one level',
      { op: 'and', of: [all, { op: 'and', of: [all, { op: 'or', of: [all, { op: 'none' }] }] }] },
      {
        bool: {
          filter: [
            { match_all: {} },
            { match_all: {} },
            { bool: { should: [{ match_all: {} }, { match_none: {} }], minimum_should_match: 1 } },
          ],
        },
      },
    ],
    ['not', { op: 'not', of: { op: 'none' } }, { bool: { must_not: [{ match_none: {} }] } }],
    [
      'rows below rows, by their full path',
      { op: 'nested', path: 'addresses', of: { op: 'exists', field: 'city' } },
      {
        nested: {
          path: 'addresses',
          query: { exists: { field: 'addresses.city.k' } },
          score_mode: 'none',
          ignore_unmapped: false,
        },
      },
    ],
    ['a number exists', { op: 'exists', field: 'customerNumber' }, { exists: { field: 'customerNumber' } }],
    ['keywords as they are', { op: 'terms', field: 'language', values: ['De'] }, term('language.k', 'De')],
    ['texts folded', { op: 'terms', field: 'name', values: ['Öl  A'] }, term('name.k', 'ol a')],
    ['a date as its moment', { op: 'terms', field: 'created', values: [noon] }, term('created', noonAt)],
    ['a value of another type', { op: 'terms', field: 'customerNumber', values: ['5'] }, { match_none: {} }],
    [
      'the values of the right type only',
      { op: 'terms', field: 'deleted', values: [true, 'true', 1] },
      term('deleted', true),
    ],
    ['no date', { op: 'terms', field: 'created', values: ['soon'] }, { match_none: {} }],
    [
      'a range',
      { op: 'range', field: 'customerNumber', gt: 1, lte: 5 },
      { range: { customerNumber: { gt: 1, lte: 5 } } },
    ],
    [
      'the narrower of two bounds on one side',
      { op: 'range', field: 'customerNumber', gt: 1, gte: 3, lt: 7, lte: 7 },
      { range: { customerNumber: { gte: 3, lt: 7 } } },
    ],
    [
      'bounds of texts, by their order',
      { op: 'range', field: 'name', gt: 'Ä', gte: 'b' },
      { range: { 'name.k': { gte: 'b' } } },
    ],
    ['a bound of another type', { op: 'range', field: 'created', gt: 5 }, { match_none: {} }],
    ['begins', { op: 'begins', field: 'name', value: 'Öl*' }, { prefix: { 'name.k': { value: 'ol*' } } }],
    ['begins with nothing', { op: 'begins', field: 'name', value: ' ' }, { exists: { field: 'name.k' } }],
    [
      'contains: letters in a row',
      { op: 'contains', field: 'name', value: 'A*b?c\\' },
      { match_phrase: { 'name.p': 'a*b?c\\' } },
    ],
    [
      'contains, of two letters: a row of three begins with them',
      { op: 'contains', field: 'name', value: 'Öl' },
      { prefix: { 'name.p': { value: 'ol' } } },
    ],
    [
      'contains, in keywords, where stars and question marks are letters',
      { op: 'contains', field: 'groups', value: 'G*?\\' },
      { wildcard: { 'groups.k': { value: '*G\\*\\?\\\\*' } } },
    ],
    ['a word', { op: 'words', field: 'name', value: 'Dünger!' }, { term: { 'name.w': 'dunger' } }],
    [
      'words, each once',
      { op: 'words', field: 'name', value: 'Bio-Dünger bio' },
      { bool: { filter: [{ term: { 'name.w': 'bio' } }, { term: { 'name.w': 'dunger' } }] } },
    ],
    ['no words', { op: 'words', field: 'name', value: '?' }, { match_none: {} }],
    [
      'fuzzy, of any number of words',
      { op: 'fuzzy', field: 'name', value: 'Kalk', distance: 2 },
      {
        fuzzy: {
          'name.w': {
            value: 'kalk',
            fuzziness: 2,
            transpositions: true,
            max_expansions: 1000,
            rewrite: 'constant_score',
          },
        },
      },
    ],
  ]
  it.each(cases)('%s', (_, query, expected) => {
    expect(queryOf(query, company)).toEqual(expected)
  })
  const nested = (path: string, inner: object) => ({
    nested: { path, query: inner, score_mode: 'none', ignore_unmapped: false },
  })
  it('leads through levels of rows', () => {
    const query = queryOf(
      {
        op: 'nested',
        path: 'lists',
        of: { op: 'nested', path: 'components', of: { op: 'terms', field: 'amount', values: [1] } },
      },
      product,
    )
    expect(query).toEqual(nested('lists', nested('lists.components', term('lists.components.amount', 1))))
  })
  describe('on rows that a key tells apart', () => {
    const value = (...of: IndexQuery[]) =>
      queryOf(
        {
          op: 'nested',
          path: 'lists',
          of: {
            op: 'nested',
            path: 'values',
            of: { op: 'and', of: [{ op: 'terms', field: 'path', values: ['basis-f2'] }, ...of] },
          },
        },
        product,
      )
    const path = 'basis-f2'
    it.each<[string, IndexQuery, object]>([
      [
        'a number',
        { op: 'range', field: 'number', lt: 5 },
        { range: { [`lists.values.number.${path}`]: { lt: 5 } } },
      ],
      [
        'a text',
        { op: 'contains', field: 'text', value: 'Kalk' },
        { match_phrase: { [`lists.values.text.p.${path}`]: 'kalk' } },
      ],
      [
        'a keyword of one of two rows',
        {
          op: 'and',
          of: [
            { op: 'terms', field: 'path', values: [path, 'x'] },
            { op: 'terms', field: 'keyword', values: ['a'] },
          ],
        },
        { bool: { filter: [{ match_all: {} }, term(`lists.values.keyword.k.${path}`, 'a')] } },
      ],
    ])('%s: a field of their parent', (_, query, expected) => {
      expect(value(query)).toEqual(nested('lists', expected))
    })
    it('who is responsible: as for the parent, or by a term of the key', () => {
      expect(
        value({ op: 'terms', field: 'responsible', values: ['i'] }, { op: 'exists', field: 'date' }),
      ).toEqual(
        nested('lists', {
          bool: {
            filter: [
              {
                bool: {
                  should: [
                    {
                      bool: {
                        filter: [
                          term('lists.responsible.k', 'i'),
                          {
                            bool: {
                              must_not: [
                                { prefix: { 'lists.values.responsible': { value: `${path}\u001f` } } },
                              ],
                            },
                          },
                        ],
                      },
                    },
                    term('lists.values.responsible', `${path}\u001fvi`),
                  ],
                  minimum_should_match: 1,
                },
              },
              { exists: { field: `lists.values.date.${path}` } },
            ],
          },
        }),
      )
    })
    it('rows below them: of that key', () => {
      const through: IndexQuery = {
        op: 'nested',
        path: 'through',
        of: { op: 'terms', field: 'seenBy', values: ['i'] },
      }
      expect(value({ op: 'exists', field: 'date' }, { op: 'not', of: through })).toEqual(
        nested('lists', {
          bool: {
            filter: [
              { exists: { field: `lists.values.date.${path}` } },
              {
                bool: {
                  must_not: [
                    nested('lists.values-through', {
                      bool: {
                        filter: [
                          { term: { 'lists.values-through.key': path } },
                          term('lists.values-through.seenBy.k', 'i'),
                        ],
                      },
                    }),
                  ],
                },
              },
            ],
          },
        }),
      )
    })
    it('what names no key is a mistake of ours', () => {
      const query: IndexQuery = { op: 'nested', path: 'values', of: { op: 'exists', field: 'number' } }
      expect(() => queryOf({ op: 'nested', path: 'lists', of: query }, product)).toThrow('names no path')
    })
  })
  it('refuses fields and rows that the mapping has not', () => {
    expect(() => queryOf({ op: 'exists', field: 'colour' }, company)).toThrow('no field colour')
    expect(() => queryOf({ op: 'nested', path: 'lists', of: all }, company)).toThrow('no rows lists')
  })
})

describe('a sort key', () => {
  it.each(['path', 'responsible'])(
    'of keyed rows is none that says which row it is, or what its parent says: %s',
    (field) => {
      const where: IndexQuery = { op: 'terms', field: 'path', values: ['a'] }
      const nested = { path: 'lists', where: all, nested: { path: 'values', where } }
      const product = { mapping: indexMapping('product'), prefix: '' }
      expect(() => sortOf({ field, direction: 'asc', nested }, product)).toThrow('asked by conditions only')
      expect(() => aggregateOf({ kind: 'terms', field, nested }, product)).toThrow('asked by conditions only')
    },
  )
  const cases: [string, IndexSort, object][] = [
    [
      'of a text: by its beginning, the missing last',
      { field: 'name', direction: 'asc' },
      { 'name.s': { order: 'asc', unmapped_type: 'keyword', missing: '_last', mode: 'min' } },
    ],
    [
      'of a number, the greatest first',
      { field: 'rev', direction: 'desc' },
      { rev: { order: 'desc', unmapped_type: 'double', missing: '_last', mode: 'max' } },
    ],
    [
      'of a boolean: the missing behind both, either way',
      { field: 'deleted', direction: 'asc' },
      { deleted: { order: 'asc', unmapped_type: 'double', missing: 2, mode: 'min' } },
    ],
    [
      'of a boolean, falling',
      { field: 'deleted', direction: 'desc' },
      { deleted: { order: 'desc', unmapped_type: 'double', missing: -1, mode: 'max' } },
    ],
    [
      'of a keyed row: of its parent, where that may be seen',
      {
        field: 'number',
        direction: 'desc',
        nested: {
          path: 'lists',
          where: { op: 'terms', field: 'list', values: ['x'] },
          nested: { path: 'values', where: { op: 'terms', field: 'path', values: ['basis-f2'] } },
        },
      },
      {
        'lists.values.number.basis-f2': {
          order: 'desc',
          unmapped_type: 'double',
          missing: '_last',
          mode: 'max',
          nested: {
            path: 'lists',
            filter: {
              bool: {
                filter: [
                  { term: { 'lists.row': true } },
                  { bool: { filter: [{ terms: { 'lists.list.k': ['x'] } }, { match_all: {} }] } },
                ],
              },
            },
          },
        },
      },
    ],
    [
      'of rows below rows',
      {
        field: 'amount',
        direction: 'asc',
        nested: {
          path: 'lists',
          where: { op: 'terms', field: 'list', values: ['x'] },
          nested: { path: 'components', where: all },
        },
      },
      {
        'lists.components.amount': {
          order: 'asc',
          unmapped_type: 'double',
          missing: '_last',
          mode: 'min',
          nested: {
            path: 'lists',
            filter: {
              bool: { filter: [{ term: { 'lists.row': true } }, { terms: { 'lists.list.k': ['x'] } }] },
            },
            nested: {
              path: 'lists.components',
              filter: { bool: { filter: [{ term: { 'lists.components.row': true } }, { match_all: {} }] } },
            },
          },
        },
      },
    ],
  ]
  it.each(cases)('%s', (_, sort, expected) => {
    expect(sortOf(sort, product)).toEqual(expected)
  })
})

describe('an aggregate', () => {
  const lists = { path: 'lists', where: all }
  const byCount = { size: 100, shard_size: 10_000, order: [{ _count: 'desc' }, { _key: 'asc' }] }
  const byDocuments = { size: 3, shard_size: 10_000, order: [{ documents: 'desc' }, { _key: 'asc' }] }
  const cases: [string, IndexAggregate, object][] = [
    [
      'of values',
      { kind: 'terms', field: 'name' },
      { filter: { match_all: {} }, aggs: { found: { terms: { field: 'name.k', ...byCount } } } },
    ],
    [
      'of values in rows, by document',
      { kind: 'terms', field: 'list', nested: lists, limit: 3 },
      {
        filter: { match_all: {} },
        aggs: {
          rows: {
            nested: { path: 'lists' },
            aggs: {
              met: {
                filter: { match_all: {} },
                aggs: {
                  found: {
                    terms: { field: 'lists.list.k', ...byDocuments },
                    aggs: { documents: { reverse_nested: {} } },
                  },
                },
              },
            },
          },
        },
      },
    ],
    [
      'the greatest, of some documents',
      { kind: 'max', field: 'updated', where: { op: 'exists', field: 'name' } },
      { filter: { exists: { field: 'name.k' } }, aggs: { found: { max: { field: 'updated' } } } },
    ],
    [
      'of numbers, added up',
      { kind: 'sum', field: 'rev' },
      { filter: { match_all: {} }, aggs: { found: { sum: { field: 'rev' } } } },
    ],
    [
      'how many have a value',
      { kind: 'count', field: 'rev' },
      { filter: { bool: { filter: [{ match_all: {} }, { exists: { field: 'rev' } }] } } },
    ],
  ]
  it.each(cases)('%s', (_, aggregate, expected) => {
    expect(aggregateOf(aggregate, product)).toEqual(expected)
  })
})

describe('texts as terms', () => {
  const texts = fc.string({
    unit: fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        'a',
        'é',
        '\ud7ff',
        '\ud800',
        '\udfff',
        '\ue000',
        '\ue7ff',
        '\uffff',
        '😀',
        '\u{f0000}',
        '\u{10ffff}',
      ),
    ),
  })
  const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  it('come back, are well-formed, and order by bytes as the texts by code units', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(fromTerm(toTerm(a))).toBe(a)
        expect(toTerm(a).isWellFormed()).toBe(true)
        expect(Math.sign(inBytes(toTerm(a), toTerm(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
        expect(toTerm(a + b)).toBe(toTerm(a) + toTerm(b))
      }),
    )
  })
  it('of at most 8,000 characters have room in Lucene', () => {
    for (const unit of ['a', 'é', '\ud83d', '\ue000', '\uffff', '😀'])
      expect(Buffer.byteLength(toTerm(unit.repeat(8000).slice(0, 8000)))).toBeLessThanOrEqual(32_766)
  })
})

describe('the number of an id', () => {
  it('orders ids as their code units do', () => {
    const ids = fc.oneof(
      fc.uuid(),
      fc.string({ unit: fc.constantFrom(...'09afgA:/- ~é'), maxLength: 20 }),
      fc.tuple(fc.uuid(), fc.nat(36)).map(([id, at]) => id.slice(0, at)),
    )
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        if (a < b) expect(orderOf(a)).toBeLessThanOrEqual(orderOf(b))
      }),
    )
    expect(orderOf('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(0x0f8fad5bd9cb4)
  })
})

describe('a part that is looked for', () => {
  it('stays whole, unless it repeats itself too often', () => {
    const sentence = Array.from({ length: 250 }, (_, i) => (i * 7919) % 1000).join(' ')
    for (const part of ['a', 'a'.repeat(200), sentence, `${'x'.repeat(100)}y`.repeat(3)])
      expect(piecesOf(part)).toEqual([part])
  })
  it('is cut into pieces that overlap and leave nothing out', () => {
    const part = `${'a'.repeat(500)}b${'a'.repeat(499)}`
    const pieces = piecesOf(part)
    expect(pieces.length).toBeGreaterThan(1)
    for (const piece of pieces) expect(part).toContain(piece)
    for (let at = 0; at + 100 <= part.length; at++)
      expect(pieces.some((piece) => piece.includes(part.slice(at, at + 100)))).toBe(true)
  })
})

describe('a document in the index', () => {
  const document = {
    id: 'c1',
    entityclass: 'company',
    rev: 3,
    fields: { name: 'Öl 😀', groups: ['a', 'B'], customerSince: noon, customerNumber: 5, language: [] },
    nested: { addresses: [{ fields: { city: 'Zürich' }, nested: {} }] },
  }
  it('holds what is compared beside what is shown', () => {
    const { head, apart, ...body } = bodyOf(document) as Record<string, unknown>
    const face = toTerm('😀')
    expect(JSON.parse(JSON.stringify(body))).toEqual({
      entityclass: 'company',
      docid: 'c1',
      order: orderOf('c1'),
      name: { k: `ol ${face}`, p: `ol ${face}\u0001\u0001`, s: `ol ${face}`, w: 'ol' },
      groups: { k: ['a', 'B'], s: ['a', 'B'] },
      customerSince: [noonAt],
      customerNumber: 5,
      addresses: [{ row: true, city: { k: 'zurich', p: 'zurich\u0001\u0001', s: 'zurich', w: 'zurich' } }],
    })
    expect(readShownColumns('company', { head: [head as string] })).toEqual(document)
    expect(apart).toEqual({})
  })
  it('keeps keyed rows as fields of their parent, by kind and key, and what they do not have from it', () => {
    const values: IndexRow[] = [
      { fields: { path: 'basis-f2', responsible: 'i', number: 5 }, nested: {} },
      {
        fields: { path: 'x.y', responsible: 'j', keyword: 'a' },
        nested: { through: [{ fields: { seenBy: ['n'] }, nested: {} }] },
      },
      { fields: { path: 'z', boolean: true }, nested: {} },
    ]
    const list = { fields: { list: 'base', responsible: 'i' }, nested: { values } }
    const { lists } = bodyOf({
      id: 'p',
      entityclass: 'product',
      rev: 1,
      fields: {},
      nested: { lists: [list] },
    }) as { lists: unknown[] }
    expect(lists).toEqual([
      {
        row: true,
        list: { k: 'base', s: 'base' },
        responsible: { k: 'i', s: 'i' },
        values: {
          number: { 'basis-f2': 5 },
          keyword: { k: { x_002ey: 'a' }, s: { x_002ey: 'a' } },
          boolean: { z: true },
          responsible: ['x.y\u001fvj', 'z\u001f'],
        },
        'values-through': [{ row: true, key: 'x.y', seenBy: { k: ['n'], s: ['n'] } }],
      },
    ])
  })
  it('is brought along as far as columns ask for it', () => {
    const value = (path: string) => ({ fields: { path, text: path }, nested: {} })
    const list = (id: string) => ({
      fields: { list: id },
      nested: {
        values: [value('basis-f1'), value('basis-f2')],
        companies: [{ fields: { role: 'r' }, nested: {} }],
      },
    })
    const uses = Array.from({ length: 40 }, (_, i) => `entity-${i}`)
    const product = {
      id: 'p',
      entityclass: 'product',
      rev: 2,
      fields: { archived: false, uses },
      nested: { lists: [list('a'), list('b')] },
    }
    const { head, apart } = bodyOf(product) as { head: string; apart: Record<string, string> }
    const read = (fetch: Parameters<typeof columnsFor>[0]) => {
      const all = { head, ...Object.fromEntries(Object.entries(apart).map(([k, v]) => [`apart.${k}`, v])) }
      const names = columnsFor(fetch).map((name) => new RegExp(`^${name.replace('*', '.*')}$`))
      const found = Object.entries(all).filter(([name]) => names.some((n) => n.test(name)))
      return readShownColumns('product', Object.fromEntries(found.map(([name, text]) => [name, [text]])))
    }
    const term = (field: string, value: string): IndexQuery => ({ op: 'terms', field, values: [value] })
    const inList = (list: string, nested: IndexScope): IndexFetch => ({
      as: 'x',
      field: 'text',
      nested: { path: 'lists', where: term('list', list), nested },
    })
    const values = (path: string): IndexScope => ({ path: 'values', where: term('path', path) })
    const names = value('basis-f1')
    const small = ['a', 'b'].map((id) => ({ fields: { list: id }, nested: { values: [names] } }))
    expect(read([{ as: 'x', field: 'archived' }])).toEqual({
      ...product,
      fields: { archived: false },
      nested: {},
    })
    expect(read([{ as: 'x', field: 'uses' }]).fields).toEqual(product.fields)
    expect(read([inList('b', values('basis-f1'))]).nested).toEqual({ lists: [small[1]] })
    expect(read([inList('b', values('basis-f2'))]).nested['lists']!.map((l) => l.nested['values'])).toEqual([
      product.nested.lists[1]!.nested.values,
    ])
    const inAny = { as: 'x', field: 'list', nested: { path: 'lists', where: all } }
    expect(read([inAny]).nested).toEqual({ lists: small })
    const everywhere = { as: 'x', field: 'role', nested: { path: 'lists', where: all } }
    expect(
      read([
        { ...everywhere, nested: { ...everywhere.nested, nested: { path: 'companies', where: all } } },
      ]).nested['lists']!.map((l) => l.nested['companies']),
    ).toEqual(product.nested.lists.map((l) => l.nested.companies))
  })
  it('leaves out values that its field cannot hold, instead of being refused', () => {
    const odd = {
      ...document,
      fields: { customerNumber: 'five', customerSince: 'soon', sendInvoiceViaEmail: 'yes' },
    }
    const body = JSON.parse(JSON.stringify(bodyOf(odd)))
    expect([body.customerNumber, body.customerSince, body.sendInvoiceViaEmail]).toEqual([[], [], []])
  })
  it('lies in an index that says of which mapping and of which version of documents it is', () => {
    expect(indexBody('product', { shards: 1 }).mappings._meta.documentVersion).toBe(documentVersion)
    const made = (family: 'product' | 'company') => indexBody(family, { shards: 1 }).mappings._meta.made
    expect(made('product')).toBe(indexBody('product', { shards: 3 }).mappings._meta.made)
    expect(made('product')).not.toBe(made('company'))
  })
})

describe('a cursor', () => {
  const search: IndexSearch = {
    entityclass: 'company',
    query: all,
    sort: [
      { field: 'name', direction: 'asc' },
      { field: 'customerNumber', direction: 'desc' },
    ],
    page: { start: 0, limit: 1 },
    fetch: [],
  }
  const keys = [toTerm('x😀'), '-Infinity', 7, 'id']
  it('gives its sort values back', () => {
    expect(readCursor(writeCursor(search, company, keys), search, company)).toEqual(keys)
    expect(readCursor(writeCursor(search, company, [null, 5, 7, 'id']), search, company)).toEqual([
      null,
      5,
      7,
      'id',
    ])
    // Where the order of the id decides, its text is not needed.
    expect(readCursor(writeCursor(search, company, [null, 5, 7]), search, company)).toEqual([null, 5, 7])
  })
  it('of another order, or with other values than sort values, is refused', () => {
    const cursor = writeCursor(search, company, keys)
    const other = { ...search, sort: search.sort.slice(1) }
    const forged = [
      [{ a: 1 }, 5, 7, 'id'],
      ['x', 'five', 7, 'id'],
      [['x'], 5, 7, 'id'],
      ['x', null, 7, 'id'],
      ['x', 5, 'id', 7],
      ['x', 5],
      ['x', 5, 7, 'id', 'id'],
    ].map((wrong) => writeCursor(search, company, wrong))
    for (const [given, of] of [
      [cursor, other],
      ['?', search],
      ['', search],
      ...forged.map((f) => [f, search] as const),
    ] as const)
      expect(() => readCursor(given, of, company)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }) as unknown as Error,
      )
  })
})

describe('the text of an id', () => {
  const search: IndexSearch = {
    entityclass: 'company',
    query: all,
    sort: [{ field: 'name', direction: 'asc' }],
    page: { start: 0, limit: 2 },
    fetch: [],
  }
  /** An index that answers with hits of these names and orders; asked for the text of their ids, with that too. */
  function indexOf(hits: [name: string, order: number, id: string][]) {
    const asked: { sort: object[]; from?: number; size: number; search_after?: unknown[] }[] = []
    const client = {
      async search({ body }: { body: (typeof asked)[number] }) {
        asked.push(body)
        // As OpenSearch refuses it.
        if (body.search_after && body.search_after.length !== body.sort.length)
          throw new Error('another length')
        const from = body.from ?? 0
        const found = hits.slice(from, from + body.size).map((keys) => ({
          sort: keys.slice(0, body.sort.length),
          fields: {
            head: [bodyOf({ id: keys[2], entityclass: 'company', rev: 1, fields: {}, nested: {} })['head']],
          },
        }))
        return { body: { hits: { total: { value: hits.length, relation: 'eq' }, hits: found } } }
      },
    }
    return { asked, index: createSearchIndex({ client: client as never, prefix: 'x' }) }
  }
  const isById = ({ sort }: { sort: object[] }) => sort.some((key) => 'docid' in key)
  const placeIn = (cursor: string | undefined) => readCursor(cursor!, search, company)

  it('is not asked for where names and the order of ids decide', async () => {
    const { asked, index } = indexOf([
      ['a', 1, 'i'],
      ['a', 2, 'j'],
      ['b', 2, 'k'],
    ])
    const { rows, cursor } = await index.search(search)
    expect(rows.map((row) => row.id)).toEqual(['i', 'j'])
    expect(placeIn(cursor)).toEqual(['a', 2])
    await index.search({ ...search, page: { cursor: cursor!, limit: 2 } })
    expect(asked.map(isById)).toEqual([false, false])
    expect(asked[1]!.search_after).toEqual(['a', 2])
  })
  it('is asked for where a page has equals, or ends or begins among them', async () => {
    const { asked, index } = indexOf([
      ['a', 1, 'h'],
      ['a', 2, 'i'],
      ['a', 2, 'j'],
      ['b', 3, 'k'],
    ])
    const { rows, cursor } = await index.search(search)
    expect(rows.map((row) => row.id)).toEqual(['h', 'i'])
    expect(asked.map(isById)).toEqual([false, true])
    expect(placeIn(cursor)).toEqual(['a', 2, 'i'])
    await index.search({ ...search, page: { cursor: cursor!, limit: 2 } })
    expect(asked.slice(2).map(isById)).toEqual([true])
    // Behind a hit that was told from all others without its text.
    const behind = writeCursor(search, company, ['0', 7])
    await index.search({ ...search, page: { cursor: behind, limit: 2 } })
    expect(asked.slice(3).map((body) => body.search_after)).toEqual([
      ['0', 7],
      ['0', 7, '\u{10ffff}'],
    ])
    const second = await index.search({ ...search, page: { start: 2, limit: 2 } })
    expect(second.rows.map((row) => row.id)).toEqual(['j', 'k'])
    expect(asked.slice(5).map(isById)).toEqual([false, true])
  })
})

describe('while OpenSearch is away', () => {
  const search: IndexSearch = {
    entityclass: 'company',
    query: all,
    sort: [],
    page: { start: 0, limit: 1 },
    fetch: [],
  }
  const indexAt = (node: string) =>
    createSearchIndex({ client: new Client({ node, maxRetries: 0 }), prefix: 'x', believe: 0 })
  /** A server that gives everyone the same answer. */
  async function answering(status: number, body: string, type = 'application/json') {
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { url, close: () => new Promise((resolve) => server.close(resolve)) }
  }
  it('every question says so, and keeps the cause for the log', async () => {
    const closed = await answering(200, '{}')
    await closed.close()
    const index = indexAt(closed.url)
    const change = { id: 'a', entityclass: 'company', rev: 1 }
    const asked: (() => Promise<unknown>)[] = [
      () => index.search(search),
      () => index.count('company', all),
      () => index.aggregate('company', all, {}),
      () => index.apply([change]),
      () =>
        index.rebuild(
          (async function* () {
            yield []
          })(),
        ),
      () => index.position(),
      () => index.setPosition('1'),
    ]
    for (const ask of asked)
      await expect(ask()).rejects.toMatchObject({
        code: 'search_unavailable',
        details: { key: 'search_unavailable', retryAfter: 10 },
        cause: { name: 'ConnectionError', message: expect.stringContaining('ECONNREFUSED') },
      })
  })
  it.each([
    ['overloaded', 429, '{"error":{"type":"circuit_breaking_exception"}}', 'application/json'],
    ['without a shard', 503, '{"error":{"type":"search_phase_execution_exception"}}', 'application/json'],
    ['behind a proxy that answers in its place', 502, '<html>Bad gateway</html>', 'text/html'],
  ])('%s', async (_, status, body, type) => {
    const server = await answering(status, body, type)
    await expect(indexAt(server.url).search(search)).rejects.toMatchObject({
      code: 'search_unavailable',
      cause: { name: 'ResponseError' },
    })
    await server.close()
  })
  it('tells a filter that is too large from trouble', async () => {
    const server = await answering(
      500,
      '{"error":{"type":"search_phase_execution_exception","caused_by":{"type":"too_many_nested_clauses"}}}',
    )
    await expect(indexAt(server.url).search(search)).rejects.toMatchObject({ code: 'invalid_input' })
    await server.close()
  })
  it('does not hide our own mistakes', async () => {
    const server = await answering(400, '{"error":{"type":"parsing_exception","reason":"unknown query"}}')
    await expect(indexAt(server.url).search(search)).rejects.toMatchObject({ name: 'ResponseError' })
    await server.close()
  })
  it('a document that it has no room for now is tried again, one that it refuses is told', async () => {
    const bulk = (status: number) =>
      JSON.stringify({
        'x-company': {},
        items: [{ index: { status, error: { type: 't', reason: 'because' } } }],
      })
    const busy = await answering(200, bulk(429))
    const change = { id: 'a', entityclass: 'company', rev: 1 }
    await expect(indexAt(busy.url).apply([change])).rejects.toMatchObject({ code: 'search_unavailable' })
    await busy.close()
    const strict = await answering(200, bulk(400))
    expect(await indexAt(strict.url).apply([change])).toEqual([
      { id: 'a', entityclass: 'company', reason: 'because' },
    ])
    await strict.close()
  })
})
