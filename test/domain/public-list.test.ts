/** What the public sees of the products of a list: nothing but what is public, of those that are shown today. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toldProduct } from '../../functions/domain/public/answer.ts'
import { companyRoles, type Secrecy } from '../../shared/constants.ts'
import { biostandard, type FieldDefinition, type List } from '../../shared/model/administration.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { publicAnswers } from '../../shared/model/public-answers.ts'
import { type PublicContext, publicList } from '../../shared/rules/public/list.ts'
import { isPublicField, liveFields, publicRow } from '../../shared/rules/public/row.ts'
import { isLinkable } from '../../shared/rules/resolution.ts'
import { secrecyOfComponent } from '../../shared/rules/secrecy.ts'
import { categories, components, definitions, productDatas, standards } from '../fixtures/search-products.ts'
import { base, ch, fr, idOf, listOf, productOf, text } from './product-samples.ts'

const today = '2026-03-10'
const bio = standards[1] as string
const entry = <T>(id: string, data: T): [string, { data: T; disabled: boolean }] => [
  id,
  { data, disabled: false },
]
const paths = ['open-f1', 'national-f1', 'core-f1', 'secret-f1', 'secret-f2', 'cells-table', 'stray-f1']
type Fields = PublicContext['reference']['fields']
const reference = (fields: Fields): PublicContext['reference'] => ({
  fields,
  options: new Map(),
  standards: new Map([
    entry(bio, biostandard.parse({ name: { de_DE: 'Bio' }, publicName: { de_DE: 'Öko' } })),
  ]),
  categories: new Map(
    categories.map((id) =>
      entry(id, { title: { de_DE: id }, disabled: false, mainCategoryKey: 'fertilisers', order: 1 }),
    ),
  ),
  components: new Map(components.map((id) => entry(id, { title: { de_DE: id } }))),
  restrictions: new Map(),
  categoryTexts: new Map(),
  permits: new Map(),
})
const contextOf = (fields: Fields, shown: string[]): PublicContext => ({
  list: ch,
  definition: { publicSearchExtraFields: shown },
  reference: reference(fields),
  company: (id) => `Firma ${id}`,
  today,
})
const answerOfOne = publicAnswers['v1/lists/{list}/products/{product}'].shape.product
const wordsOf = (c: PublicContext): Parameters<typeof toldProduct>[1] => ({
  language: 'de_DE',
  fallback: undefined,
  say: (key) => key,
  list: { id: ch, data: c.definition as List },
  fields: liveFields(c.reference.fields),
  today,
  changed: '2026-03-10T04:00:00.000Z',
})
/** The answer to the public, of products by their ids. */
function told(products: Record<string, ProductData>, c: PublicContext) {
  const rows = Object.entries(products).flatMap(
    ([id, data]) =>
      publicRow({ id, disabled: false, data }, ch, {
        fields: c.reference.fields,
        standards: (standard) => c.reference.standards.get(standard)?.data,
        derived: (parent) => products[parent],
        paths: new Set(c.definition.publicSearchExtraFields),
      }) ?? [],
  )
  // As it is kept, and read again.
  return publicList(JSON.parse(JSON.stringify(rows)), c)
}

const approved = { active: true, hasEverBeenApproved: true, begin: '2026-01-01T04:00:00.000Z' }
const shownIn = (more: Record<string, unknown> = {}) => ({
  _active: true,
  _approval: { [bio]: approved },
  'basis-f1': text('Kalk'),
  ...more,
})
const fields = definitions('public', 'public') as Fields
const namesOf = (list: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  told({ [idOf('p')]: productOf({ [ch]: list }, more) }, contextOf(fields, [])).map(({ name }) => name)

describe('a product is shown', () => {
  test('where it is active, approved today and has a public name', () => {
    expect(namesOf(shownIn())).toEqual(['Kalk'])
  })
  test.each([
    ['is not active', { _active: false }, {}],
    ['is archived', { _archived: true }, {}],
    ['is prevented', { _preventPublicDisplay: true }, {}],
    ['has no name', { 'basis-f1': text(' ') }, {}],
    ['has no approval', { _approval: {} }, {}],
    ['has an approval that is not active', { _approval: { [bio]: { ...approved, active: false } } }, {}],
    ['has one that ended', { _approval: { [bio]: { ...approved, end: '2026-03-09T04:00:00.000Z' } } }, {}],
    [
      'has one that begins tomorrow',
      { _approval: { [bio]: { ...approved, begin: '2026-03-11T04:00:00.000Z' } } },
      {},
    ],
    ['has one under a standard that is gone', { _approval: { [idOf('gone')]: approved } }, {}],
    ['is of a product in the archive', {}, { archived: true }],
  ])('not where the list %s', (_, list, more) => {
    expect(namesOf(shownIn(list), more)).toEqual([])
  })
  test('not where the name is secret, nor where its definition is deleted and was secret', () => {
    for (const disabled of [false, true]) {
      const secret = new Map(
        [...definitions('core-partners', 'public')].map(([id, { data }]) => [
          id,
          { data: data as FieldDefinition, disabled: disabled && data.path === 'basis-f1' },
        ]),
      )
      expect(told({ [idOf('p')]: productOf({ [ch]: shownIn() }) }, contextOf(secret, []))).toEqual([])
    }
  })
  test('under the public name of the standard, with the own limits of the list', () => {
    const display = { standards: { [bio]: { limitation: { de_DE: 'nur Freiland' } } } }
    const [product] = told(
      { [idOf('p')]: productOf({ [ch]: shownIn({ _display: display }) }) },
      contextOf(fields, []),
    )
    expect(product?.standards).toEqual([
      {
        id: bio,
        name: { de_DE: 'Öko' },
        from: '2026-01-01',
        limitation: { de_DE: 'nur Freiland' },
        restrictions: [],
        texts: [],
      },
    ])
  })
})

describe('a value', () => {
  const parent = idOf('parent')
  const child = { _linked: { 'open-f1': 'derived' } }
  const cellsWith = (ofParent: Record<string, unknown>) =>
    told(
      {
        [parent]: productOf({ [ch]: shownIn({ 'open-f1': text('fein'), ...ofParent }) }),
        [idOf('child')]: productOf({ [ch]: shownIn(child) }, { derivedProductId: parent }),
      },
      contextOf(fields, ['open-f1']),
    ).find(({ id }) => id === idOf('child'))?.cells
  test('of a derived parent is shown only where the parent is, too', () => {
    expect(cellsWith({})).toEqual({ 'open-f1': { kind: 'text', text: 'fein' } })
    expect(cellsWith({ _preventPublicDisplay: true })).toEqual({})
    expect(cellsWith({ _active: false })).toEqual({})
  })
  test('is shown only where the list’s settings say so', () => {
    const cells = (shown: string[]) =>
      told(
        {
          [idOf('p')]: productOf({
            [ch]: shownIn({ 'open-f1': text('fein'), 'core-f1': { selectValue: 'x' } }),
          }),
        },
        contextOf(fields, shown),
      )[0]?.cells
    expect(cells([])).toEqual({})
    expect(cells(['core-f1'])).toEqual({})
    expect(cells(['open-f1', 'core-f1'])).toEqual({ 'open-f1': { kind: 'text', text: 'fein' } })
  })
})

/** The product with other secrets: what the public cannot see of list `ch` comes from somewhere else. */
function otherwise(data: ProductData, other: ProductData, isField: (path: string) => boolean): ProductData {
  const kept = (id: string, keys: readonly string[]): Record<string, unknown> | undefined => {
    const stored = data.listData[id]
    if (!stored) return undefined
    const source: Record<string, unknown> = { ...other.listData[id] }
    const made: Record<string, unknown> = {}
    for (const key of Object.keys(source)) {
      if (key === '_fromBase') continue
      if (isLinkable(key) ? !isField(key) : !keys.includes(key)) made[key] = source[key]
    }
    for (const key of Object.keys(stored)) {
      if (isLinkable(key) ? isField(key) : keys.includes(key)) made[key] = stored[key]
    }
    const linked: Record<string, unknown> = {}
    for (const [path, link] of Object.entries((source['_linked'] ?? {}) as object))
      if (!isField(path)) linked[path] = link
    for (const [path, link] of Object.entries(stored._linked)) if (isField(path)) linked[path] = link
    const rows = (part: 'base' | 'additional') => ({
      ...Object.fromEntries(
        Object.entries(other.listData[id]?._components[part] ?? {}).map(([row, component]) => [
          `other-${row}`,
          { ...component, secrecy: 'core-partners' },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(stored._components[part]).filter(
          ([row]) => secrecyOfComponent(data, id, part, row).secrecy === 'public',
        ),
      ),
    })
    return {
      ...made,
      _linked: linked,
      _components: { base: rows('base'), additional: rows('additional') },
      ...(stored._fromBase && { _fromBase: stored._fromBase }),
    }
  }
  const shown = [
    '_approval',
    '_companies',
    '_permits',
    '_active',
    '_archived',
    '_preventPublicDisplay',
    '_display',
  ] as const
  const lists = {
    ...other.listData,
    [base]: kept(base, ['_approval']),
    [ch]: kept(ch, shown),
    [fr]: other.listData[fr],
  }
  const listData = Object.fromEntries(Object.entries(lists).filter(([, list]) => list))
  return productOf(listData as Record<string, Record<string, unknown>>, {
    invoiceFlags: { secret: 3 },
    importKey: 'secret',
    ...(data.derivedProductId && { derivedProductId: data.derivedProductId }),
  })
}

const parentId = idOf('parent')
const grandId = idOf('grandparent')
/** Mostly shown in the list, so that there is something to tell. */
const likely = (derived: string | undefined) =>
  fc.tuple(productDatas(derived), fc.nat({ max: 9 })).map(([data, n]) => {
    const list = data.listData[ch]
    if (!list || n === 0) return data
    const open = {
      _active: true,
      _archived: false,
      _preventPublicDisplay: n === 1,
      _approval: { [bio]: approved },
    }
    const named = list._linked['basis-f1'] || list['basis-f1'] ? {} : { 'basis-f1': text('Kalk') }
    return { ...data, listData: { ...data.listData, [ch]: listOf({ ...list, ...open, ...named }) } }
  })

test('nobody of the public can tell two worlds apart that differ in secrets alone', () => {
  let shown = 0
  let differed = 0
  fc.assert(
    fc.property(
      fc.record({
        name: fc.constantFrom<Secrecy>('public', 'public', 'public', 'core-partners'),
        table: fc.constantFrom<Secrecy>('public', 'national-partners', 'base-data-responsible'),
        child: likely(parentId),
        parent: likely(grandId),
        grand: likely(undefined),
        others: fc.array(likely(grandId), { minLength: 3, maxLength: 3 }),
      }),
      ({ name, table, child, parent, grand, others: [x, y, z] }) => {
        const defined = definitions(name, table) as Fields
        const c = contextOf(defined, [...paths, ...companyRoles, 'components', 'permits'])
        const world = { [idOf('child')]: child, [parentId]: parent, [grandId]: grand }
        const answer = told(world, c)
        const isShown = (of: typeof answer, id: string) => of.some((one) => one.id === id)
        const isField = (path: string) => isPublicField(path, defined)
        // A parent that is not shown may be any other one that is not.
        const changed = (id: string, data: ProductData, other: ProductData | undefined) => {
          const withId = {
            ...other!,
            ...(data.derivedProductId && { derivedProductId: data.derivedProductId }),
          }
          return id === idOf('child') || isShown(answer, id) ? otherwise(data, other!, isField) : withId
        }
        const second = {
          [idOf('child')]: changed(idOf('child'), child, x),
          [parentId]: changed(parentId, parent, y),
          [grandId]: changed(grandId, grand, z),
        }
        const found = told(second, c)
        for (const id of [parentId, grandId]) fc.pre(isShown(answer, id) === isShown(found, id))
        if (answer.length > 0) shown++
        if (JSON.stringify(world) !== JSON.stringify(second)) differed++
        expect(found).toEqual(answer)
        for (const product of answer)
          expect(answerOfOne.safeParse(toldProduct(product, wordsOf(c))).error).toBeUndefined()
      },
    ),
    { numRuns: 300 },
  )
  expect(shown).toBeGreaterThan(100)
  expect(differed).toBeGreaterThan(100)
})
