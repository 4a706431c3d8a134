import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@opensearch-project/opensearch'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromTerm, toTerm } from '../../functions/adapters/aws/search/code-units.ts'
import { readCursor, writeCursor } from '../../functions/adapters/aws/search/cursor.ts'
import { bodyOf, indexBody } from '../../functions/adapters/aws/search/mapping.ts'
import { piecesOf } from '../../functions/adapters/aws/search/parts.ts'
import { aggregateOf, type Level, queryOf, sortOf } from '../../functions/adapters/aws/search/query.ts'
import { createSearchIndex } from '../../functions/adapters/aws/search-index.ts'
import { documentVersion, indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexAggregate, IndexQuery, IndexSearch, IndexSort } from '../../shared/search/index-query.ts'

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
      'contains, where stars and question marks are letters',
      { op: 'contains', field: 'name', value: 'A*b?c\\' },
      { wildcard: { 'name.n': { value: '*a\\*b\\?c\\\\*' } } },
    ],
    [
      'contains, in keywords',
      { op: 'contains', field: 'groups', value: 'G' },
      { wildcard: { 'groups.k': { value: '*G*' } } },
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
  it('leads through levels of rows', () => {
    const query = queryOf(
      {
        op: 'nested',
        path: 'lists',
        of: { op: 'nested', path: 'values', of: { op: 'terms', field: 'number', values: [1] } },
      },
      product,
    )
    const nested = (path: string, inner: object) => ({
      nested: { path, query: inner, score_mode: 'none', ignore_unmapped: false },
    })
    expect(query).toEqual(nested('lists', nested('lists.values', { terms: { 'lists.values.number': [1] } })))
  })
  it('refuses fields and rows that the mapping has not', () => {
    expect(() => queryOf({ op: 'exists', field: 'colour' }, company)).toThrow('no field colour')
    expect(() => queryOf({ op: 'nested', path: 'lists', of: all }, company)).toThrow('no rows lists')
  })
})

describe('a sort key', () => {
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
    const { stored, ...body } = bodyOf(document) as { stored: { rev: number; document: string } }
    const face = toTerm('😀')
    expect(JSON.parse(JSON.stringify(body))).toEqual({
      entityclass: 'company',
      docid: 'c1',
      name: { k: [`ol ${face}`], n: [`ol ${face}`], s: [`ol ${face}`], w: ['ol'] },
      groups: { k: ['a', 'B'], s: ['a', 'B'] },
      customerSince: [noonAt],
      customerNumber: [5],
      addresses: [{ row: true, city: { k: ['zurich'], n: ['zurich'], s: ['zurich'], w: ['zurich'] } }],
    })
    expect(stored.rev).toBe(3)
    expect(JSON.parse(stored.document)).toEqual({ fields: document.fields, nested: document.nested })
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
    expect(indexBody('product', 0).mappings._meta.documentVersion).toBe(documentVersion)
    const made = (family: 'product' | 'company') => indexBody(family, 0).mappings._meta.made
    expect(made('product')).toBe(indexBody('product', 2).mappings._meta.made)
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
  const keys = [toTerm('x😀'), '-Infinity', 'id']
  it('gives its sort values back', () => {
    expect(readCursor(writeCursor(search, company, keys), search, company)).toEqual(keys)
    expect(readCursor(writeCursor(search, company, [null, 5, 'id']), search, company)).toEqual([
      null,
      5,
      'id',
    ])
  })
  it('of another order, or with other values than sort values, is refused', () => {
    const cursor = writeCursor(search, company, keys)
    const other = { ...search, sort: search.sort.slice(1) }
    const forged = [
      [{ a: 1 }, 5, 'id'],
      ['x', 'five', 'id'],
      [['x'], 5, 'id'],
      ['x', null, 'id'],
      ['x', 5],
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

describe('while OpenSearch is away', () => {
  const search: IndexSearch = {
    entityclass: 'company',
    query: all,
    sort: [],
    page: { start: 0, limit: 1 },
    fetch: [],
  }
  const indexAt = (node: string) =>
    createSearchIndex({ client: new Client({ node, maxRetries: 0 }), prefix: 'x', replicas: 0, believe: 0 })
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
    await expect(indexAt(strict.url).apply([change])).rejects.toThrow('because')
    await strict.close()
  })
})
