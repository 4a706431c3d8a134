import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CallError } from '../../shared/errors.ts'
import type { Actor } from '../../shared/model/actor.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { fieldCatalogue, type SearchReference } from '../../shared/search/catalogue.ts'
import { and } from '../../shared/search/combine.ts'
import { compileFilter, compileName } from '../../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../../shared/search/compile-columns.ts'
import { toIndexDocument } from '../../shared/search/document.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { fold, isWithin, words } from '../../shared/search/fold.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexDocument } from '../../shared/search/index-query.ts'
import { evaluateSearch } from '../../shared/search/reference-evaluator.ts'
import { visibility } from '../../shared/search/visibility.ts'
import {
  base,
  ch,
  core,
  fieldsOf,
  fr,
  idOf,
  lists,
  national,
  other,
  productOf,
  viewers,
} from './product-samples.ts'

const reference: SearchReference = {
  list: lists,
  fielddefinition: fieldsOf(
    ['basis-f1', 'public'],
    ['basis-f2', 'public', { type: 'multitext' }],
    ['basis-f3', 'public', { type: 'numberfield' }],
    ['basis-f4', 'public', { type: 'checkbox' }],
    ['basis-f5', 'public', { type: 'datefield' }],
    ['basis-f6', 'public', { type: 'multiselect' }],
    ['secret-f1', 'base-data-responsible'],
    ['pack-table', 'public', { type: 'table' }],
    ['pack-table-size', 'public', { type: 'numberfield', displayType: 'table', displayKey: 'pack-table' }],
    ['pack-table-unit', 'public', { type: 'select', displayType: 'table', displayKey: 'pack-table' }],
  ),
}
const catalogue = fieldCatalogue('product', reference)
const viewerOf = (viewer: keyof typeof viewers, entityclass = 'product') =>
  visibility(entityclass, viewers[viewer], reference)
const eu = idOf('eu')
const bio = idOf('bio')

const entity = (id: string, entityclass: string, data: unknown, more: Partial<Entity> = {}): Entity => ({
  id,
  entityclass,
  attributeset: 'default',
  rev: 1,
  created: '2026-03-30T22:30:00.000Z',
  createdBy: idOf('author'),
  updated: '2026-03-31T12:00:00.000Z',
  updatedBy: idOf('author'),
  disabled: false,
  data: data as Record<string, unknown>,
  ...more,
})
const products = [
  entity(
    'a',
    'product',
    productOf({
      [base]: {
        'basis-f1': { textValue: 'Bio-Dünger Süd' },
        'basis-f2': { textValue: { de_DE: 'Kalk und Gips', fr_FR: 'Calcaire' } },
        'basis-f3': { numberValue: 3.5 },
        'basis-f4': { booleanValue: true },
        'basis-f5': { dateValue: '2026-03-31T04:00:00.000Z' },
        'basis-f6': { multiselectValue: ['x', 'y'] },
        'secret-f1': { textValue: 'Geheim' },
        'pack-table': {
          tableValue: {
            r1: { size: { numberValue: 5 }, unit: { selectValue: 'kg' } },
            r2: { 'pack-table-size': { numberValue: 10 }, 'pack-table-unit': { selectValue: 'l' } },
          },
        },
        _responsible: { institution: other },
        _approval: { [eu]: { active: true, end: '2026-12-31T04:00:00.000Z' }, [bio]: { active: false } },
        _active: true,
      },
      [ch]: {
        'basis-f1': { textValue: 'Naturdünger' },
        _approval: { [bio]: { active: true } },
        _active: false,
      },
    }),
  ),
  entity(
    'b',
    'product',
    productOf({
      [base]: {
        'basis-f1': { textValue: 'Kalk' },
        'secret-f1': { textValue: 'Offen' },
        _responsible: { institution: core },
        _active: false,
      },
      [fr]: { 'basis-f1': { textValue: 'Calcaire' }, _active: true, _responsible: { institution: national } },
    }),
  ),
  entity('c', 'product', productOf({ [base]: { _active: true } }), { updated: '2026-04-01T00:00:00.000Z' }),
  entity('gone', 'product', productOf({ [base]: { 'basis-f1': { textValue: 'Kalk' } } }), { disabled: true }),
]
const documents = products.map((p) => toIndexDocument(p))
const found = (
  filter: Filter | undefined,
  viewer: keyof typeof viewers = 'A',
  among: IndexDocument[] = documents,
) =>
  evaluateSearch(among, indexMapping('product'), {
    entityclass: 'product',
    query: compileFilter(filter, catalogue, viewerOf(viewer)),
    sort: [],
    fetch: [],
  })
    .rows.map((r) => r.id)
    .join(' ')
const is = (field: string, value: unknown, more: object = {}) =>
  ({ field, comparison: 'eq', value, ...more }) as Filter
const nested = (path: string, match: Filter): Filter => ({ $nested: { path, match } })

describe('what a filter means', () => {
  test.each<[string, Filter | undefined, string]>([
    ['no filter: all but the deleted', undefined, 'a b c'],
    ['deleted ones where the filter names them', is('deleted', true), 'gone'],
    ['text is compared folded', is('name', 'BIO-DUNGER SÜD'), 'a'],
    ['text with a list of texts', { field: 'name', comparison: 'in', value: ['kalk', 'nichts'] }, 'b'],
    ['nothing is in an empty list', { field: 'name', comparison: 'in', value: [] }, ''],
    ['not equal includes those without', { field: 'name', comparison: 'ne', value: 'kalk' }, 'a c'],
    ['begins', { field: 'name', comparison: 'begins', value: 'bio' }, 'a'],
    ['contains', { field: 'name', comparison: 'contains', value: 'dünger' }, 'a'],
    ['contains, by words', { field: 'name', comparison: 'contains', value: 'süd bio', use: 'text' }, 'a'],
    ['contains, by parts', { field: 'name', comparison: 'contains', value: 'üng', use: 'ngram' }, 'a'],
    ['equal by words', is('name', 'süd', { use: 'text' }), 'a'],
    ['equal by parts', is('name', 'ung', { use: 'ngram' }), 'a'],
    ['equal, whole', is('name', 'dünger', { use: 'keyword' }), ''],
    ['fuzzy: one edit in a short word', { field: 'name', comparison: 'fuz', value: 'kallk' }, 'b'],
    ['fuzzy: two edits in a long word', { field: 'name', comparison: 'fuz', value: 'tünker' }, 'a'],
    ['fuzzy: not two in a short word', { field: 'name', comparison: 'fuz', value: 'kllk kak' }, 'b'],
    ['fuzzy: too far', { field: 'name', comparison: 'fuz', value: 'kolb' }, ''],
    ['fuzzy as an option', is('name', 'kallk', { fuzzy: true }), 'b'],
    ['exists', { field: 'name', comparison: 'exists', value: true }, 'a b'],
    ['exists without a value means true', { field: 'name', comparison: 'exists' }, 'a b'],
    ['does not exist', { field: 'name', comparison: 'exists', value: false }, 'c'],
    ['number', { field: 'basis-f3', comparison: 'gt', value: 3 }, 'a'],
    ['number given as text', { field: 'basis-f3', comparison: 'lte', value: ' 3.5 ' }, 'a'],
    ['true or false', is('basis-f4', true), 'a'],
    ['one of several values', is('basis-f6', 'y'), 'a'],
    ['a text in any language', { field: 'basis-f2', comparison: 'contains', value: 'calc' }, 'a'],
    ['a day means the whole day', is('updated', '2026-03-31'), 'a b'],
    ['a day stored as such', is('basis-f5', '2026-03-31'), 'a'],
    ['after a day', { field: 'updated', comparison: 'gt', value: '2026-03-31' }, 'c'],
    ['from a day on', { field: 'updated', comparison: 'gte', value: '2026-03-31' }, 'a b c'],
    ['up to a day', { field: 'updated', comparison: 'lte', value: '2026-03-31' }, 'a b'],
    ['before a day', { field: 'updated', comparison: 'lt', value: '2026-03-31' }, ''],
    ['a moment with its zone', is('updated', '2026-03-31T14:00:00+02:00'), 'a b'],
    [
      'and, or, not',
      { $and: [{ $or: [is('name', 'kalk'), is('basis-f4', true)] }, { $not: is('name', 'kalk') }] },
      'a',
    ],
    ['and of nothing', { $and: [] }, 'a b c'],
    ['or of nothing', { $or: [] }, ''],
    ['a field of the base list', is('basis-f1', 'Naturdünger'), ''],
    ['the same field in any list', is('lists.basis-f1', 'Naturdünger'), 'a'],
    [
      'conditions beside each other meet any lists',
      { $and: [is('lists.list', ch), is('lists.active', true)] },
      'a',
    ],
    [
      'conditions on rows meet the same list',
      nested('lists', { $and: [is('lists.list', ch), is('lists.active', true)] }),
      '',
    ],
    [
      'a field of the same list',
      nested('lists', { $and: [is('lists.list', ch), is('lists.basis-f1', 'naturdünger')] }),
      'a',
    ],
    [
      'not equal within a list',
      nested('lists', {
        $and: [is('lists.list', ch), { field: 'lists.basis-f1', comparison: 'ne', value: 'x' }],
      }),
      'a',
    ],
    ['not equal outside: in no list', { field: 'lists.active', comparison: 'ne', value: true }, ''],
    [
      'approvals of one row',
      nested('lists.approvals', {
        $and: [is('lists.approvals.standard', bio), is('lists.approvals.active', true)],
      }),
      'a',
    ],
    [
      'approvals of one row of one list',
      nested('lists', {
        $and: [
          is('lists.list', base),
          nested('lists.approvals', {
            $and: [is('lists.approvals.standard', bio), is('lists.approvals.active', true)],
          }),
        ],
      }),
      '',
    ],
    ['a list without', nested('lists', { $not: nested('lists.approvals', { $and: [] }) }), 'b c'],
    [
      'cells of one row of a table',
      nested('pack-table', { $and: [is('pack-table-size', 5), is('pack-table-unit', 'l')] }),
      '',
    ],
    ['cells of some rows', { $and: [is('pack-table-size', 5), is('pack-table-unit', 'l')] }, 'a'],
    [
      'a table within a list',
      nested('lists', {
        $and: [is('lists.list', base), nested('lists.pack-table', is('lists.pack-table-size', 10))],
      }),
      'a',
    ],
    ['the id', { field: 'id', comparison: 'in', value: ['a', 'c'] }, 'a c'],
  ])('%s', (_, filter, expected) => {
    expect(found(filter)).toBe(expected)
  })
})

describe('what is not understood is refused, with its place', () => {
  const deep = (n: number): Filter => (n === 0 ? is('name', 'x') : { $not: deep(n - 1) })
  test.each<[string, Filter, string]>([
    ['unknown field', is('nmae', 'x'), '/attributeFilter/field'],
    [
      'unknown field inside',
      { $and: [is('name', 'x'), { $or: [is('lists.gone', 1)] }] },
      '/attributeFilter/$and/1/$or/0/field',
    ],
    ['physical fields are not for callers', is('lists.values.text', 'x'), '/attributeFilter/field'],
    ['unknown rows', nested('lists.values', is('name', 'x')), '/attributeFilter/$nested/path'],
    [
      'rows in themselves',
      nested('lists', nested('lists', is('lists.active', true))),
      '/attributeFilter/$nested/match/$nested/path',
    ],
    [
      'rows beside',
      nested('lists.approvals', nested('lists.companies', { $and: [] })),
      '/attributeFilter/$nested/match/$nested/path',
    ],
    [
      'field of the document in rows',
      nested('lists', is('name', 'x')),
      '/attributeFilter/$nested/match/field',
    ],
    [
      'field of the base list in rows',
      nested('lists', is('basis-f1', 'x')),
      '/attributeFilter/$nested/match/field',
    ],
    [
      'field of other rows',
      nested('lists.approvals', is('lists.companies.role', 'x')),
      '/attributeFilter/$nested/match/field',
    ],
    ['order of truth', { field: 'basis-f4', comparison: 'gt', value: true }, '/attributeFilter/comparison'],
    ['text in a number', is('basis-f3', 'much'), '/attributeFilter/value'],
    ['number in a truth', is('basis-f4', 1), '/attributeFilter/value'],
    ['no date', is('updated', '31.3.2026'), '/attributeFilter/value'],
    ['impossible date', is('updated', '2026-13-41'), '/attributeFilter/value'],
    ['day that is not there', is('updated', '2026-02-30'), '/attributeFilter/value'],
    ['moment of no day', is('updated', '2026-02-30T04:00:00Z'), '/attributeFilter/value'],
    [
      'day of no leap year',
      is('updated', ['2028-02-29', '2026-02-29'], { comparison: 'in' }),
      '/attributeFilter/value',
    ],
    [
      'begins of a number',
      { field: 'basis-f3', comparison: 'begins', value: 3 },
      '/attributeFilter/comparison',
    ],
    ['fuzzy keyword', { field: 'lists.list', comparison: 'fuz', value: 'x' }, '/attributeFilter/comparison'],
    ['words of a keyword', is('lists.list', 'x', { use: 'text' }), '/attributeFilter/use'],
    ['fuzzy option of a date', is('updated', '2026-01-01', { fuzzy: true }), '/attributeFilter/fuzzy'],
    ['fuzzy range', { field: 'name', comparison: 'gt', value: 'x', fuzzy: true }, '/attributeFilter/fuzzy'],
    [
      'parts of a fuzzy text',
      { field: 'name', comparison: 'fuz', value: 'x', use: 'ngram' },
      '/attributeFilter/use',
    ],
    [
      'beginning of words',
      { field: 'name', comparison: 'begins', value: 'x', use: 'text' },
      '/attributeFilter/use',
    ],
    ['empty text', { field: 'name', comparison: 'contains', value: ' ' }, '/attributeFilter/value'],
    ['no words', { field: 'name', comparison: 'fuz', value: '--' }, '/attributeFilter/value'],
    ['list for one value', { field: 'name', comparison: 'eq', value: ['a'] }, '/attributeFilter/value'],
    ['one value for a list', { field: 'name', comparison: 'in', value: 'a' }, '/attributeFilter/value'],
    ['no value', { field: 'name', comparison: 'eq' }, '/attributeFilter/value'],
    ['exists with a text', { field: 'name', comparison: 'exists', value: 'yes' }, '/attributeFilter/value'],
    ['too deep', deep(40), `/attributeFilter${'/$not'.repeat(31)}`],
    [
      'too long',
      { $or: Array.from({ length: 3 }, () => ({ $or: Array.from({ length: 200 }, () => is('rev', 1)) })) },
      '/attributeFilter/$or/2/$or/100',
    ],
  ])('%s', (_, filter, path) => {
    const error = thrown(() => compileFilter(filter, catalogue, viewerOf('A')))
    expect(error).toMatchObject({
      code: 'invalid_input',
      details: { key: 'unknownFilter', issues: [{ path }] },
    })
    expect(error.message).toMatch(/^unknown filter: /)
  })
  test('a hidden field is refused no sooner than an open one', () => {
    const wrong = is('secret-f1', true)
    for (const viewer of ['A', 'P', 'R'] as const)
      expect(thrown(() => compileFilter(wrong, catalogue, viewerOf(viewer))).details.issues).toEqual([
        { path: '/attributeFilter/value', expected: 'expected a text' },
      ])
  })
  test('columns, sort keys and aggregates too', () => {
    const viewer = viewerOf('A')
    for (const [run, path] of [
      [() => compileSort(['name:asc', 'nmae:asc'], catalogue, viewer), '/sorting/1'],
      [() => compileSort(['lists.approvals.end:asc'], catalogue, viewer), '/sorting/0'],
      [() => compileSort(['name:up'], catalogue, viewer), '/sorting/0'],
      [() => compileFetch(['name', 'nmae'], catalogue, viewer), '/columns/1'],
      [() => compileAggregate({ kind: 'terms', field: 'nmae' }, catalogue, viewer), '/aggregate/field'],
      [() => compileAggregate({ kind: 'min', field: 'name' }, catalogue, viewer), '/aggregate/kind'],
      [() => compileAggregate({ kind: 'sum', field: 'updated' }, catalogue, viewer), '/aggregate/kind'],
    ] as const)
      expect(thrown(run)).toMatchObject({ code: 'invalid_input', details: { issues: [{ path }] } })
  })
})
function thrown(run: () => unknown): CallError {
  try {
    run()
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('who finds what', () => {
  test('products, by viewer class', () => {
    expect({
      A: found(undefined, 'A'),
      C: found(undefined, 'C'),
      N: found(undefined, 'N'),
      R: found(undefined, 'R'),
      P: found(undefined, 'P'),
    }).toEqual({ A: 'a b c', C: 'a b c', N: 'b', R: '', P: '' })
  })
  test('a secret is found by administrators and where one is responsible', () => {
    const exists: Filter = { field: 'secret-f1', comparison: 'exists', value: true }
    expect(found(exists, 'A')).toBe('a b')
    expect(found(exists, 'C')).toBe('b')
    expect(found({ field: 'secret-f1', comparison: 'exists', value: false }, 'C')).toBe('a c')
    expect(found({ $not: is('secret-f1', 'geheim') }, 'C')).toBe('a b c')
  })
  test('a company user finds the own company’s products, not who else has a role', () => {
    const own = entity(
      'own',
      'product',
      productOf({
        [base]: {
          _companies: {
            r1: { company: viewers.P.companyLink, role: 'manufacturer' },
            r2: { company: idOf('rival'), role: 'distributor' },
          },
        },
      }),
    )
    const among = [...documents, toIndexDocument(own)]
    expect(found(undefined, 'P', among)).toBe('own')
    expect(found(is('lists.companies.company', viewers.P.companyLink), 'P', among)).toBe('own')
    expect(found(is('lists.companies.company', idOf('rival')), 'P', among)).toBe('')
    expect(found(is('lists.companies.role', 'distributor'), 'P', among)).toBe('')
  })
  test('companies: owner-only rows are found by the owner alone', () => {
    const company = entity('k', 'company', {
      baseData: { name: 'Kalkwerk', owner: national },
      addresses: {
        a: { type: 'main', city: 'Bern', lists: [], visibleToOwnerOnly: false },
        b: { type: 'secondary', city: 'Thun', lists: [], visibleToOwnerOnly: true },
      },
      contactPersons: { c: { lastName: 'Meier', lists: [], jurisdictions: [], visibleToOwnerOnly: true } },
      checklists: {},
    })
    const ownerless = entity('o', 'company', {
      baseData: { name: 'Niemand' },
      addresses: { a: { type: 'main', city: 'Thun', lists: [], visibleToOwnerOnly: true } },
      contactPersons: {},
      checklists: {},
    })
    const fields = fieldCatalogue('company', reference)
    const who = (filter: Filter) =>
      Object.entries({ ...viewers, own: { ...viewers.P, companyLink: 'k' } })
        .map(([name, actor]: [string, Actor]) => {
          const query = compileFilter(filter, fields, visibility('company', actor, reference))
          const { rows } = evaluateSearch(
            [company, ownerless].map((e) => toIndexDocument(e)),
            indexMapping('company'),
            {
              entityclass: 'company',
              query,
              sort: [],
              fetch: [],
            },
          )
          return rows.length ? `${name}:${rows.map((r) => r.id).join('+')}` : ''
        })
        .filter(Boolean)
        .join(' ')
    expect(who(is('addresses.city', 'Bern'))).toBe('A:k C:k N:k own:k')
    expect(who(is('addresses.city', 'Thun'))).toBe('A:k+o N:k own:k')
    expect(who(nested('contacts', is('contacts.lastName', 'Meier')))).toBe('A:k N:k own:k')
    expect(who({ $not: is('addresses.city', 'Thun') })).toBe('C:k+o N:o')
  })
  test('other classes: reference data by everyone, accounts and jobs by their owner', () => {
    const visible = (entityclass: string) =>
      Object.keys(viewers).filter(
        (v) => viewerOf(v as keyof typeof viewers, entityclass).documents.op !== 'none',
      )
    expect(visible('category')).toEqual(['A', 'C', 'N', 'R', 'P'])
    const account = viewers.C.account
    expect(viewerOf('C', 'account').documents).toEqual({ op: 'terms', field: 'id', values: [account] })
    expect(viewerOf('R', 'batchjob').documents).toEqual({
      op: 'terms',
      field: 'createdBy',
      values: [account],
    })
    expect(viewerOf('C', 'something new').documents).toEqual({ op: 'none' })
    expect(viewerOf('A', 'something new').documents).toEqual({ op: 'all' })
    const institutions = fieldCatalogue('institution', reference)
    const users = is('users', idOf('author'))
    const document = toIndexDocument(
      entity('i', 'institution', {
        title: { de_DE: 'Institut' },
        users: [idOf('author')],
        corePartner: true,
      }),
    )
    const finds = (viewer: keyof typeof viewers) =>
      evaluateSearch([document], indexMapping('institution'), {
        entityclass: 'institution',
        query: compileFilter(users, institutions, viewerOf(viewer, 'institution')),
        sort: [],
        fetch: [],
      }).count
    expect([finds('A'), finds('C')]).toEqual([1, 0])
  })
})

describe('names, columns and order', () => {
  const names = (name: string, viewer: keyof typeof viewers = 'A') => {
    const { query, exactFirst } = compileName(name, catalogue, viewerOf(viewer))
    return evaluateSearch(documents, indexMapping('product'), {
      entityclass: 'product',
      query: and(compileFilter(undefined, catalogue, viewerOf(viewer)), query),
      sort: [],
      fetch: [],
      exactFirst,
    })
      .rows.map((r) => r.id)
      .join(' ')
  }
  test('the name search takes parts of words in any order, whatever stands between them', () => {
    expect(names('dung')).toBe('a')
    expect(names('süd, BIO dünger')).toBe('a')
    expect(names('bio/dünger')).toBe('a')
    expect(names('kalk dünger')).toBe('')
    expect(names('--')).toBe('')
    expect(compileName('Bio–Dünger', catalogue, viewerOf('A')).exactFirst).toEqual({
      field: 'nameSearch',
      value: 'bio dunger',
    })
  })
  test('columns of lists are read from the list asked for, else from the base list', () => {
    const columns = [
      'name',
      'lists.name',
      'lists.active',
      'lists.approvals.standard',
      'secret-f1',
      'categoryTree',
    ]
    const row = (viewer: keyof typeof viewers, list?: string) =>
      evaluateSearch(documents.slice(0, 1), indexMapping('product'), {
        entityclass: 'product',
        query: { op: 'all' },
        sort: [],
        fetch: compileFetch(columns, catalogue, viewerOf(viewer), { list }),
      }).rows[0]!.values
    expect(row('A')).toEqual({
      name: 'Bio-Dünger Süd',
      'lists.name': 'Bio-Dünger Süd',
      'lists.active': true,
      'lists.approvals.standard': [eu, bio],
      'secret-f1': 'Geheim',
    })
    expect(row('C', ch)).toEqual({
      name: 'Bio-Dünger Süd',
      'lists.name': 'Naturdünger',
      'lists.active': false,
      'lists.approvals.standard': [bio],
    })
    expect(row('N', ch)).toEqual({ name: 'Bio-Dünger Süd' })
  })
  test('a sort key without anything to see does nothing', () => {
    expect(compileSort(['secret-f1:asc', 'created:desc'], catalogue, viewerOf('P'))).toEqual([
      { field: 'created', direction: 'desc' },
    ])
    expect(compileSort(['secret-f1:asc'], catalogue, viewerOf('C'))).toHaveLength(1)
  })
})

describe('folding', () => {
  test.each([
    ['Bio-Dünger™', 'bio-dunger'],
    ['ŁÓDŹ  Größe', 'lodz grosse'],
    ['Œuvre d’Æsir', "oeuvre d'aesir"],
    ['Ёлка Жук', 'elka zhuk'],
    ['Αθήνα', 'athina'],
    ['½ l – 3\u00a0kg', '1/2 l - 3 kg'],
    ['a\u0000b\tc', 'a b c'],
  ])('%s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })
  test('folding what is folded changes nothing', () => {
    for (let code = 0; code < 0x30000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const once = fold(`a${String.fromCodePoint(code)}b`)
      if (fold(once) !== once) expect(fold(once), code.toString(16)).toBe(once)
    }
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)))
  })
  test('words are runs of letters and digits', () => {
    expect(words('Bio-Dünger 0,5 % (fein)')).toEqual(['bio', 'dunger', '0', '5', 'fein'])
  })
  test('distance: insertions, removals, replacements and swaps of neighbours', () => {
    expect([isWithin('kalk', 'kalk', 0), isWithin('kalk', 'klak', 1), isWithin('kalk', 'kak', 1)]).toEqual([
      true,
      true,
      true,
    ])
    expect([isWithin('kalk', 'kolb', 1), isWithin('kalk', 'kolb', 2), isWithin('', 'ab', 1)]).toEqual([
      false,
      true,
      false,
    ])
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
        expect(isWithin(a, b, limit)).toBe(distance(a, b) <= limit)
        expect(isWithin(a, b, limit)).toBe(isWithin(b, a, limit))
      }),
    )
  })
})
/** By definition, without any short cut. */
function distance(a: string, b: string): number {
  if (!a || !b) return a.length + b.length
  const same = a.at(-1) === b.at(-1)
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(
    distance(a.slice(0, -1), b) + 1,
    distance(a, b.slice(0, -1)) + 1,
    distance(a.slice(0, -1), b.slice(0, -1)) + (same ? 0 : 1),
    swapped ? distance(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  )
}
