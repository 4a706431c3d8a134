import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProductData } from '../../shared/model/product.ts'
import { applyJsonPatch } from '../../shared/rules/json-patch.ts'
import { isRefusal } from '../../shared/rules/refusal.ts'
import {
  type DerivedOf,
  derivedChainRefusal,
  derivedOffers,
  resolveKey,
  resolveLists,
  type Source,
  switchSource,
} from '../../shared/rules/resolution.ts'
import { base, ch, core, fr, idOf, national, other, productOf, text } from './product-samples.ts'

const none: DerivedOf = () => undefined
const parentId = idOf('parent')
const grandId = idOf('grand')
const from = (...known: [string, ProductData][]): DerivedOf => {
  const map = new Map(known)
  return (id) => map.get(id)
}
const responsible = (institution: string) => ({ _responsible: { institution } })

describe('where a value comes from', () => {
  const parent = productOf({
    [base]: { ...responsible(other), 'basis-f1': text('parent base'), 'misc-f1': text('parent misc') },
    [ch]: { ...responsible(national), 'basis-f1': text('parent ch') },
  })
  const child = productOf(
    {
      [base]: {
        ...responsible(core),
        'basis-f1': text('own base'),
        'basis-f2': text('base only'),
        _category: idOf('cat'),
      },
      [ch]: {
        'basis-f3': text('direct'),
        _linked: {
          'basis-f1': 'derived',
          'basis-f2': 'derived',
          'misc-f1': 'derived',
          'misc-f2': 'basis',
          _category: 'basis',
        },
      },
      [fr]: { _linked: { 'basis-f1': 'derived' } },
    },
    { derivedProductId: parentId },
  )
  const resolved = resolveLists(child, from([parentId, parent]))

  test('direct values are the list’s own', () => {
    expect(resolved[ch]?.['basis-f3']).toEqual({
      source: 'direct',
      value: text('direct'),
      places: [{ list: ch }],
      through: [],
    })
  })
  test('the derived product’s same list comes before its base list', () => {
    expect(resolved[ch]?.['basis-f1']).toEqual({
      source: 'derived',
      value: text('parent ch'),
      fromProduct: parentId,
      fromList: ch,
      places: [{ product: parentId, list: ch }],
      through: [{ product: parentId, list: ch }],
    })
    expect(resolved[fr]?.['basis-f1']).toMatchObject({
      value: text('parent base'),
      fromList: base,
      places: [{ product: parentId, list: base }],
    })
  })
  test('what the derived product lacks is read from the basis', () => {
    expect(resolved[ch]?.['basis-f2']).toEqual({
      source: 'basis',
      value: text('base only'),
      fromList: base,
      // That the parent has none is told too.
      places: [{ product: parentId, list: ch }, { list: base }],
      through: [{ product: parentId, list: ch }],
    })
    expect(resolved[ch]?.['misc-f1']).toMatchObject({
      source: 'derived',
      value: undefined,
      fromProduct: parentId,
    })
  })
  test('a link that finds nothing says where a value would be', () => {
    expect(resolved[ch]?.['misc-f2']).toEqual({
      source: 'basis',
      value: undefined,
      fromList: base,
      places: [{ list: base }],
      through: [],
    })
  })
  test('a category is linked like a field', () => {
    expect(resolved[ch]?._category).toMatchObject({ source: 'basis', value: idOf('cat') })
  })
  test('a parent that is not known leaves the basis', () => {
    expect(resolveLists(child, none)[ch]?.['basis-f1']).toMatchObject({
      source: 'basis',
      value: text('own base'),
    })
  })
  test('a change in the base list is at once visible in every linked list', () => {
    const changed = structuredClone(child)
    changed.listData[base]!['basis-f2'] = text('changed')
    expect(resolveLists(changed, none)[ch]?.['basis-f2']?.value).toEqual(text('changed'))
  })
  test('the derived parent tells what it offers', () => {
    expect(
      derivedOffers(child, ch, ['basis-f1', 'misc-f1', 'basis-f2'], from([parentId, parent])),
    ).toMatchObject({
      'basis-f1': { value: text('parent ch') },
    })
  })
})

describe('chains', () => {
  const linked = (parent: string | undefined, value?: string) =>
    productOf(
      { [base]: { ...(value ? { 'basis-f1': text(value) } : { _linked: { 'basis-f1': 'derived' } }) } },
      parent ? { derivedProductId: parent } : {},
    )
  const chain = (length: number): DerivedOf => {
    const products = new Map<string, ProductData>()
    for (let i = 1; i <= length; i++)
      products.set(idOf(`p${i}`), i === length ? linked(undefined, 'root') : linked(idOf(`p${i + 1}`)))
    return (id) => products.get(id)
  }
  test('are followed through their links to the product that holds the value', () => {
    const found = resolveKey(
      linked(parentId),
      base,
      'basis-f1',
      from([parentId, linked(grandId)], [grandId, linked(undefined, 'root')]),
    )
    expect(found).toMatchObject({
      source: 'derived',
      value: text('root'),
      fromProduct: grandId,
      fromList: base,
    })
  })
  test('are at most five deep', () => {
    expect(resolveKey(linked(idOf('p1')), base, 'basis-f1', chain(5))?.value).toEqual(text('root'))
    expect(resolveKey(linked(idOf('p1')), base, 'basis-f1', chain(6))?.value).toBeUndefined()
  })
  test('a circle ends without a value', () => {
    const circle = from([parentId, linked(grandId)], [grandId, linked(parentId)])
    expect(resolveKey(linked(parentId), base, 'basis-f1', circle)?.value).toBeUndefined()
  })
  test('setting a parent refuses circles, long chains and unknown products', () => {
    const key = (...args: Parameters<typeof derivedChainRefusal>) => derivedChainRefusal(...args)?.details.key
    const me = idOf('me')
    expect(key(me, me, none)).toBe('derivedCycle')
    expect(key(me, parentId, from([parentId, linked(me)]))).toBe('derivedCycle')
    expect(derivedChainRefusal(me, parentId, none)).toMatchObject({
      message: `product not loaded: ${parentId}`,
      details: { key: 'productNotLoaded', params: { id: parentId } },
    })
    expect(key(me, idOf('p1'), chain(5))).toBeUndefined()
    expect(key(me, idOf('p1'), chain(6))).toBe('derivedTooDeep')
  })
})

describe('switching the source of a field', () => {
  const data = productOf(
    {
      [base]: { 'basis-f1': text('base') },
      [ch]: { 'misc-f1': text('own'), _linked: { 'basis-f1': 'basis' } },
    },
    { derivedProductId: parentId },
  )
  const offers = { basis: text('base'), derived: text('parent') }

  test('to direct copies what is seen', () => {
    expect(switchSource(data, ch, 'basis-f1', 'direct', offers)).toEqual({
      patch: [
        { op: 'remove', path: `/listData/${ch}/_linked/basis-f1` },
        { op: 'add', path: `/listData/${ch}/basis-f1`, value: text('base') },
      ],
      value: text('base'),
    })
  })
  test('to direct without a value takes the default of the field’s type', () => {
    expect(switchSource(data, ch, 'basis-f1', 'direct', {}, text(''))).toMatchObject({ value: text('') })
  })
  test('away from direct drops the own value and says so', () => {
    expect(switchSource(data, ch, 'misc-f1', 'derived', offers)).toEqual({
      patch: [
        { op: 'add', path: `/listData/${ch}/_linked/misc-f1`, value: 'derived' },
        { op: 'remove', path: `/listData/${ch}/misc-f1` },
      ],
      value: text('parent'),
      dropped: text('own'),
    })
  })
  test('the base list has no basis, a product without parent no derived, other keys no source', () => {
    const key = (...args: Parameters<typeof switchSource>) => {
      const outcome = switchSource(...args)
      return isRefusal(outcome) ? outcome.details.key : undefined
    }
    expect(key(data, base, 'basis-f1', 'basis', offers)).toBe('linkBase')
    expect(key({ listData: data.listData }, ch, 'misc-f1', 'derived', offers)).toBe('derivedMissing')
    expect(key(data, ch, '_companies', 'basis', offers)).toBe('linkInvalid')
    expect(key(data, fr, 'basis-f1', 'basis', offers)).toBe('listMissing')
  })
  test('any series of switches leaves a key either linked or direct, and to direct never changes what is seen', () => {
    const parent = productOf({ [base]: { 'basis-f1': text('parent') } })
    const derived = from([parentId, parent])
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Source>('direct', 'basis', 'derived'), { maxLength: 8 }),
        (steps) => {
          let state = data
          for (const to of steps) {
            const seen = resolveKey(state, ch, 'basis-f1', derived)?.value
            const outcome = switchSource(state, ch, 'basis-f1', to, {
              basis: resolveKey(state, base, 'basis-f1', derived)?.value,
              derived: derivedOffers(state, ch, ['basis-f1'], derived)['basis-f1']?.value,
            })
            if (isRefusal(outcome)) throw new Error(outcome.message)
            const applied = applyJsonPatch(state, outcome.patch)
            if (!applied.ok) throw new Error(applied.reason)
            state = applied.document
            const now = resolveKey(state, ch, 'basis-f1', derived)
            expect(now?.source).toBe(to)
            expect(now?.value).toEqual(outcome.value)
            if (to === 'direct') expect(now?.value).toEqual(seen)
            const list = state.listData[ch]
            expect('basis-f1' in (list ?? {}) && 'basis-f1' in (list?._linked ?? {})).toBe(false)
          }
        },
      ),
    )
  })
})
