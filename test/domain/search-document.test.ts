import { describe, expect, test } from 'vitest'
import { fixedIds } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { entityClassNames } from '../../shared/model/entity-classes.ts'
import { fieldTypes } from '../../shared/model/field-value.ts'
import { resolveLists } from '../../shared/rules/resolution.ts'
import { fieldCatalogue, type SearchReference } from '../../shared/search/catalogue.ts'
import { toIndexDocument } from '../../shared/search/document.ts'
import { maxIndexedText } from '../../shared/search/document-parts.ts'
import { indexMapping, physicalKind } from '../../shared/search/index-mapping.ts'
import type { IndexDocument, IndexMapping, IndexRow } from '../../shared/search/index-query.ts'
import { noOthers, type Others, partsTaken, type Taken } from '../../shared/search/others.ts'
import { base, ch, core, fieldsOf, idOf, lists, national, productOf } from './product-samples.ts'

const entity = (entityclass: string, data: unknown, more: Partial<Entity> = {}): Entity => ({
  id: 'e',
  entityclass,
  attributeset: 'default',
  rev: 3,
  created: '2026-01-01T10:00:00Z',
  createdBy: 'author',
  updated: '2026-01-02T10:00:00.5Z',
  updatedBy: 'editor',
  disabled: false,
  data: data as Record<string, unknown>,
  ...more,
})
const common = {
  id: 'e',
  rev: 3,
  created: '2026-01-01T10:00:00.000Z',
  createdBy: 'author',
  updated: '2026-01-02T10:00:00.500Z',
  updatedBy: 'editor',
  deleted: false,
}
const list = (document: IndexDocument, id: string) =>
  document.nested['lists']!.find((row) => row.fields['list'] === id)!
const valuesOf = (row: IndexRow) =>
  Object.fromEntries(
    row.nested['values']!.map(({ fields: { path, responsible, ...value } }) => [
      path,
      [...Object.values(value), responsible],
    ]),
  )
const category = new Map(
  [
    { id: idOf('root'), order: 2, title: 'Dünger' },
    { id: idOf('leaf'), order: 10, title: 'Kalk', parent: idOf('root') },
  ].map(({ id, order, title, parent }) => [
    id,
    { order, title: { de_DE: title }, mainCategoryKey: 'fertilisers', parent } as Taken['category'],
  ]),
)
const component = new Map([[idOf('urea'), { title: { de_DE: 'Harnstoff', en_GB: 'Urea' } }]])
const names: Record<string, string> = { [idOf('maker')]: 'Kalkwerk AG', [idOf('seller')]: 'Händler' }
const others: Others = {
  ...noOthers,
  company: (id) => ({ name: names[id] }),
  category: (id) => category.get(id),
  component: (id) => component.get(id),
}

describe('a product in the index', () => {
  const data = productOf(
    {
      [base]: {
        'basis-f1': { textValue: 'Bio-Dünger' },
        'basis-f2': { textValue: { fr_FR: 'Chaux', de_DE: 'Kalk', it_IT: '  ' } },
        'basis-f3': { numberValue: 0 },
        'basis-f4': { dateValue: '' },
        'basis-f5': { dateValue: '2026-03-01T04:00:00Z' },
        'basis-f6': { multiselectValue: ['x', 'y'] },
        'basis-f7': { selectValue: '' },
        'basis-f8': { booleanValue: false },
        'pack-table': {
          tableValue: {
            late: { _order: 2, size: { numberValue: 2 } },
            early: { _order: 1, size: { numberValue: 1 }, unit: { selectValue: 'kg' } },
          },
        },
        _category: idOf('leaf'),
        _responsible: { institution: core },
        _companies: {
          b: { company: idOf('seller'), role: 'distributor', _order: 2 },
          a: { company: idOf('maker'), role: 'manufacturer', _order: 1 },
        },
        _components: {
          base: { shared: { component: idOf('urea'), secrecy: 'core-partners', amount: 4 } },
          additional: {},
        },
        _approval: {
          [idOf('eu')]: { active: true, begin: '2026-01-01T04:00:00Z', tmp_begin: '2027-01-01T04:00:00Z' },
        },
        _active: true,
        activatedOn: '2025-05-05T04:00:00Z',
      },
      [ch]: {
        'basis-f2': { textValue: 'Schweizer Kalk' },
        _linked: { 'basis-f1': 'basis', _category: 'basis', 'basis-f3': 'derived' },
        _responsible: { institution: national },
        _components: {
          base: {
            shared: { component: idOf('urea'), secrecy: 'base-data-responsible' },
            own: { component: idOf('lime'), secrecy: 'public' },
          },
          additional: {},
        },
      },
    },
    { derivedProductId: idOf('parent'), importKey: 'wNbr-7', isNationalPartner: true },
  )
  const parent = productOf({
    [base]: { 'basis-f3': { numberValue: 9 }, _responsible: { institution: idOf('far') } },
  })
  const document = toIndexDocument(entity('product', data), {
    others: { ...others, product: (id) => (id === idOf('parent') ? partsTaken.product(parent) : undefined) },
  })

  test('names two companies of one name once', () => {
    const { fields, nested } = toIndexDocument(entity('product', data), {
      resolved: resolveLists(
        productOf({
          [base]: {
            _companies: {
              a: { company: idOf('maker'), role: 'manufacturer', _order: 1 },
              b: { company: idOf('seller'), role: 'manufacturer', _order: 2 },
            },
          },
        }),
        () => undefined,
      ),
      others: { ...others, company: () => ({ name: 'Kalkwerk AG' }) },
    })
    expect(fields['manufacturer']).toBe('Kalkwerk AG')
    expect(nested['lists']![0]!.nested['companies']).toHaveLength(2)
  })

  test('knows itself', () => {
    const { categorySort, ...fields } = document.fields
    expect(fields).toEqual({
      ...common,
      name: 'Bio-Dünger',
      nameSearch: 'bio dunger',
      archived: false,
      isNationalPartner: true,
      categoryTree: '2-10 Dünger / Kalk',
      category: idOf('leaf'),
      inCategory: [idOf('leaf'), idOf('root')],
      mainCategory: 'fertilisers',
      manufacturer: 'Kalkwerk AG',
      distributor: 'Händler',
      responsible: core,
      derived: idOf('parent'),
      importKey: 'wNbr-7',
      companies: [idOf('seller'), idOf('maker')],
    })
    const ninth = productOf({ [base]: { _category: idOf('ninth') } })
    const nine = { ...category.get(idOf('leaf'))!, order: 9, title: { de_DE: 'Zink' } }
    const withNine = { ...others, category: (id: string) => (id === idOf('ninth') ? nine : category.get(id)) }
    const before = toIndexDocument(entity('product', ninth), { others: withNine }).fields['categorySort']
    expect([categorySort, before].sort()).toEqual([before, categorySort])
    // The place in the tree does not depend on what categories are called, in whatever language.
    const renamed = (id: string) => ({ ...category.get(id)!, title: { de_DE: 'Anders' } })
    const after = toIndexDocument(entity('product', data), { others: { ...others, category: renamed } })
    expect(after.fields['categorySort']).toBe(categorySort)
  })
  test('has the values of each list, with who is responsible where they are stored', () => {
    expect(valuesOf(list(document, base))).toEqual({
      'basis-f1': ['Bio-Dünger', core],
      'basis-f2': [['Kalk', 'Chaux'], core],
      'basis-f3': [0, core],
      'basis-f5': ['2026-03-01T04:00:00.000Z', core],
      'basis-f6': [['x', 'y'], core],
      'basis-f8': [false, core],
    })
    expect(valuesOf(list(document, ch))).toEqual({
      'basis-f1': ['Bio-Dünger', core],
      'basis-f2': ['Schweizer Kalk', national],
      'basis-f3': [9, idOf('far')],
    })
    expect(list(document, ch).fields).toEqual({
      list: ch,
      active: false,
      preventPublicDisplay: false,
      archived: false,
      responsible: national,
      category: idOf('leaf'),
      inCategory: [idOf('leaf'), idOf('root')],
      mainCategory: 'fertilisers',
      name: 'Bio-Dünger',
    })
  })
  test('has the rows of tables, approvals, companies and components', () => {
    const row = list(document, base)
    expect(row.nested['rows']!.map((r) => [r.fields['table'], valuesOf(r)])).toEqual([
      ['pack-table', { 'pack-table-size': [1, core], 'pack-table-unit': ['kg', core] }],
      ['pack-table', { 'pack-table-size': [2, core] }],
    ])
    expect(row.nested['approvals']).toEqual([
      {
        fields: {
          standard: idOf('eu'),
          active: true,
          begin: '2026-01-01T04:00:00.000Z',
          tmp_begin: '2027-01-01T04:00:00.000Z',
          hasEverBeenApproved: false,
          initiated: true,
          given: false,
          summary: `${idOf('eu')}|active||2027-01-01|`,
        },
        nested: {},
      },
    ])
    expect(row.nested['companies']!.map((r) => r.fields)).toEqual([
      { company: idOf('maker'), role: 'manufacturer', name: 'Kalkwerk AG' },
      { company: idOf('seller'), role: 'distributor', name: 'Händler' },
    ])
    expect(row.nested['components']![0]!.fields).toEqual({
      component: idOf('urea'),
      secrecy: 'core-partners',
      responsible: core,
      amount: 4,
      name: ['Harnstoff', 'Urea'],
    })
  })
  test('judges a component that was handed down from the base list by the base list', () => {
    const responsible = list(document, ch).nested['components']!.map((r) => r.fields['responsible'])
    expect(responsible.sort()).toEqual([core, national].sort())
  })
  test('cuts long texts, and does not mind a category that is gone or its own parent', () => {
    const odd = productOf({
      [base]: { 'basis-f1': { textValue: 'x'.repeat(20_000) }, _category: idOf('circle') },
      [ch]: { _category: idOf('gone') },
    })
    const circle: Taken['category'] = {
      order: 1,
      title: {},
      mainCategoryKey: 'fertilisers',
      parent: idOf('circle'),
    }
    const found = (id: string) => (id === idOf('circle') ? circle : undefined)
    const made = toIndexDocument(entity('product', odd), { others: { ...noOthers, category: found } })
    expect(made.fields['name']).toBe(`${'x'.repeat(maxIndexedText - 1)}…`)
    expect(made.fields['inCategory']).toEqual([idOf('circle')])
    expect(list(made, ch).fields).toMatchObject({ category: idOf('gone') })
  })
})

test('a company in the index: owner-only rows say whose they are', () => {
  const data = {
    baseData: {
      name: 'Kalk & Co.',
      customerNumber: 0,
      owner: national,
      groups: [],
      language: 'de_DE',
      website: ' ',
    },
    addresses: { a: { type: 'main', city: 'Bern', lists: [base], visibleToOwnerOnly: true } },
    contactPersons: { c: { lastName: 'Meier', lists: [], jurisdictions: [], isMain: true } },
    checklists: {},
  }
  expect(toIndexDocument(entity('company', data))).toEqual({
    id: 'e',
    entityclass: 'company',
    rev: 3,
    fields: {
      ...common,
      name: 'Kalk & Co.',
      nameSearch: 'kalk co',
      customerNumber: 0,
      groups: [],
      owner: national,
      language: 'de_DE',
      sendInvoiceViaEmail: false,
    },
    nested: {
      addresses: [{ fields: { type: 'main', city: 'Bern', lists: [base], visibleTo: national }, nested: {} }],
      contacts: [{ fields: { isMain: true, lastName: 'Meier', lists: [], jurisdictions: [] }, nested: {} }],
    },
  })
})
test('any other entity in the index: its title, and its keys as rows of values', () => {
  const data = {
    title: { en_GB: 'Liming', de_DE: 'Kalkung' },
    country: 'c1',
    institutes: ['i1', 'i2'],
    isBasedata: false,
    order: 4,
    pdfFooter: { de_DE: 'Fuß' },
  }
  const document = toIndexDocument(entity('list', data, { disabled: true }))
  expect(document.fields).toEqual({
    ...common,
    deleted: true,
    title: ['Kalkung', 'Liming'],
    titleSort: 'Kalkung',
    nameSearch: ['kalkung', 'liming'],
  })
  const values = document.nested['values']!.map((r) => r.fields)
  expect(values).toEqual([
    { path: 'country', keyword: 'c1' },
    { path: 'institutes', keyword: ['i1', 'i2'] },
    { path: 'isBasedata', boolean: false },
    { path: 'pdfFooter', text: 'Fuß' },
    { path: 'order', number: 4 },
  ])
})

const referenceOf = (fielddefinition: SearchReference['fielddefinition']): SearchReference => ({
  list: lists,
  fielddefinition,
})
describe('the catalogue', () => {
  const everyType = fieldsOf(
    ...fieldTypes.map((type, i): [string, 'public', Record<string, unknown>] => [
      `basis-f${i + 1}`,
      'public',
      { type },
    ]),
    ['pack-table', 'core-partners', { type: 'table' }],
    [
      'pack-table-size',
      'public',
      { type: 'numberfield', displayType: 'table', displayKey: 'pack-table', unit: 'kg' },
    ],
    ['lost-f1', 'public', { displayType: 'table', displayKey: 'gone-table' }],
  )
  const products = fieldCatalogue('product', referenceOf(everyType))
  const named = (name: string) => products.find((f) => f.name === name)

  test.each(entityClassNames)(
    '%s: every field is where it says, with its kind and a name of its own',
    (name) => {
      const fields = fieldCatalogue(name, referenceOf(everyType))
      const mapping = indexMapping(name)
      for (const field of fields) {
        for (const path of [
          field.physical,
          field.sortPhysical ?? field.physical,
          field.showPhysical ?? field.physical,
        ])
          expect(physicalKind(mapping, path), `${field.name} in ${path}`).toBeDefined()
        expect(physicalKind(mapping, field.physical), field.name).toBe(field.kind)
      }
      expect(new Set(fields.map((f) => f.name)).size).toBe(fields.length)
      expect(fields.length).toBeGreaterThan(7)
    },
  )
  test('offers what the product list shows by default, all sortable', () => {
    for (const name of [
      'name',
      'rev',
      'created',
      'updated',
      'isNationalPartner',
      'categoryTree',
      'manufacturer',
      'distributor',
    ])
      expect(named(name)).toMatchObject({ name, sortable: true })
  })
  test('has each defined field twice: of the base list, and of any list', () => {
    expect(named('basis-f2')).toMatchObject({
      inBaseList: true,
      valuePath: 'basis-f2',
      physical: 'lists.values.keyword',
    })
    expect(named('basis-f2')).not.toHaveProperty('nestedPath')
    expect(named('lists.basis-f2')).toMatchObject({ nestedPath: 'lists', physical: 'lists.values.keyword' })
    expect(named('lists.basis-f2')).not.toHaveProperty('inBaseList')
  })
  test('has columns of tables, at least as secret as their table, and no fields without values', () => {
    expect(named('pack-table-size')).toMatchObject({
      nestedPath: 'pack-table',
      secrecy: 'core-partners',
      unit: 'kg',
    })
    expect(named('lists.pack-table-size')).toMatchObject({ nestedPath: 'lists.pack-table', sortable: false })
    for (const name of ['pack-table', 'lost-f1', 'basis-f11']) expect(named(name), name).toBeUndefined()
  })
  test('is kept until the definitions change', () => {
    expect(fieldCatalogue('product', referenceOf(everyType))).toBe(products)
    expect(fieldCatalogue('product', referenceOf(new Map(everyType)))).not.toBe(products)
  })
  test('knows nothing of classes that do not exist', () => {
    expect(fieldCatalogue('gone', referenceOf(everyType))).toEqual([])
  })
})

test('2,000 field definitions make no more fields of the index than 20 do', () => {
  const definitions = (n: number) =>
    fieldsOf(
      ...Array.from({ length: n }, (_, i): [string, 'public', Record<string, unknown>] => [
        `basis-f${i + 1}`,
        'public',
        { type: fieldTypes[i % 9]! },
      ]),
    )
  const physical = (n: number) =>
    new Set(fieldCatalogue('product', referenceOf(definitions(n))).map((f) => f.physical))
  expect(physical(2000)).toEqual(physical(20))
  expect(physical(2000).size).toBeLessThan(80)
  const count = (m: IndexMapping): number =>
    Object.keys(m.fields).length + Object.values(m.nested).reduce((sum, nested) => sum + count(nested), 0)
  expect(count(indexMapping('product'))).toBeLessThan(120)

  const data = productOf({
    [fixedIds.list.base]: Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`basis-f${i + 1}`, { textValue: `value ${i}` }]),
    ),
  })
  const fits = (row: Pick<IndexRow, 'fields' | 'nested'>, mapping: IndexMapping): boolean =>
    Object.keys(row.fields).every((name) => name in mapping.fields) &&
    Object.entries(row.nested).every(
      ([name, rows]) => name in mapping.nested && rows.every((r) => fits(r, mapping.nested[name]!)),
    )
  const document = toIndexDocument(entity('product', data))
  expect(fits(document, indexMapping('product'))).toBe(true)
  expect(document.nested['lists']![0]!.nested['values']).toHaveLength(2000)
})
