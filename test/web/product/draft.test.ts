import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { mergeDrafts } from '../../../shared/rules/merge.ts'
import {
  addRow,
  alongWithLink,
  baseList,
  changeRow,
  changeSource,
  effective,
  moveRow,
  orderedRows,
  possibleSources,
  removeRow,
  type Source,
  setValue,
  sourceOf,
  stored,
} from '../../../web/features/product/model/draft.ts'
import { applyChoices } from '../../../web/ui/save-draft.ts'
import { listOf, nationalList, productWith, viewOf } from './samples.ts'

const text = (value: string) => ({ textValue: value })
const path = fc.constantFrom('basis-f1', 'basis-f2', 'application-f2')
const list = fc.constantFrom(baseList, nationalList)
const someValue = fc.string().map(text)
interface Numbered {
  n?: number
  _order?: number
}

const setLinked = (data: ProductData) =>
  changeSource(viewOf(data), data, nationalList, 'basis-f1', 'basis').data

describe('the draft of a product', () => {
  const start = (): { view: ProductView; data: ProductData } => {
    const data = productWith({
      [baseList]: listOf({ 'basis-f1': text('Base') }),
      [nationalList]: listOf({ _linked: { 'basis-f1': 'basis' } }),
    })
    return { view: viewOf(data), data }
  }

  test('a linked value follows what is typed in the base list before it is saved', () => {
    const { view, data } = start()
    const draft = setValue(data, baseList, 'basis-f1', text('New'))
    expect(effective(view, draft, nationalList, 'basis-f1')).toMatchObject({
      source: 'basis',
      value: text('New'),
      fromList: baseList,
    })
  })

  test('typing into a linked field makes it direct', () => {
    const { data } = start()
    const draft = setValue(data, nationalList, 'basis-f1', text('Own'))
    expect(sourceOf(draft, nationalList, 'basis-f1')).toBe('direct')
    expect(stored(draft, nationalList, 'basis-f1')).toEqual(text('Own'))
    expect(data.listData[nationalList]?._linked).toEqual({ 'basis-f1': 'basis' })
  })

  test('to direct copies what was seen, away from direct drops it and says so', () => {
    const { view, data } = start()
    const direct = changeSource(view, data, nationalList, 'basis-f1', 'direct')
    expect(direct.value).toEqual(text('Base'))
    expect(stored(direct.data, nationalList, 'basis-f1')).toEqual(text('Base'))
    const typed = setValue(direct.data, nationalList, 'basis-f1', text('Own'))
    const back = changeSource(view, typed, nationalList, 'basis-f1', 'basis')
    expect(back.dropped).toEqual(text('Own'))
    expect(stored(back.data, nationalList, 'basis-f1')).toBeUndefined()
    expect(back.value).toEqual(text('Base'))
  })

  test('the base list has no basis, and only a derived product has a parent as source', () => {
    const { data } = start()
    expect(possibleSources(data, baseList)).toEqual(['direct'])
    expect(possibleSources({ ...data, derivedProductId: nationalList }, nationalList)).toEqual([
      'direct',
      'basis',
      'derived',
    ])
  })

  test('the value of the derived parent is shown before the switch', () => {
    const { data } = start()
    const derived = { ...data, derivedProductId: '0'.repeat(36) }
    const view = viewOf(derived, {
      derivedValues: { [nationalList]: { 'basis-f1': text('Parent') } },
    })
    expect(changeSource(view, derived, nationalList, 'basis-f1', 'derived').value).toEqual(text('Parent'))
  })

  test('any series of edits leaves a key either linked or stored, never both, and the start untouched', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('type' as const), list, path, value: someValue }),
      fc.record({
        kind: fc.constant('switch' as const),
        list,
        path,
        to: fc.constantFrom<Source>('direct', 'basis', 'derived'),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { view, data } = start()
        const before = structuredClone(data)
        let draft = data
        for (const s of steps) {
          if (s.kind === 'type') draft = setValue(draft, s.list, s.path, s.value)
          else if (possibleSources(draft, s.list).includes(s.to)) {
            const seen = effective(view, draft, s.list, s.path).value
            draft = changeSource(view, draft, s.list, s.path, s.to).data
            if (s.to === 'direct') expect(effective(view, draft, s.list, s.path).value).toEqual(seen)
          }
        }
        for (const l of [baseList, nationalList])
          for (const key of Object.keys(draft.listData[l]?._linked ?? {}))
            expect(stored(draft, l, key)).toBeUndefined()
        expect(data).toEqual(before)
      }),
    )
  })
})

describe('rows', () => {
  test('a new row comes last, a moved row trades places, a removed row is gone', () => {
    const rows = addRow(addRow(addRow<Numbered>({}, 'a', { n: 1 }), 'b', { n: 2 }), 'c', { n: 3 })
    expect(orderedRows(rows).map((r) => r.id)).toEqual(['a', 'b', 'c'])
    expect(orderedRows(moveRow(rows, 'c', -1)).map((r) => r.id)).toEqual(['a', 'c', 'b'])
    expect(moveRow(rows, 'a', -1)).toBe(rows)
    expect(orderedRows(removeRow(rows, 'b')).map((r) => r.id)).toEqual(['a', 'c'])
  })

  test('a change to undefined takes the key out of the row', () => {
    const rows: Record<string, Numbered> = { a: { n: 1, _order: 0 } }
    expect(changeRow(rows, 'a', { n: undefined })).toEqual({ a: { _order: 0 } })
  })

  test('moving keeps every row and orders without ties, whatever the orders were', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer({ min: 0, max: 3 }), { minKeys: 2 }),
        fc.nat(),
        fc.constantFrom<-1 | 1>(-1, 1),
        (orders, pick, by) => {
          const rows = Object.fromEntries(Object.entries(orders).map(([k, o]) => [k, { _order: o }]))
          const before = orderedRows(rows).map((r) => r.id)
          const at = pick % before.length
          const after = orderedRows(moveRow(rows, before[at]!, by)).map((r) => r.id)
          expect([...after].sort()).toEqual([...before].sort())
          if (before[at + by] !== undefined) expect(after[at + by]).toBe(before[at])
          else expect(after).toEqual(before)
        },
      ),
    )
  })
})

describe('a field and its link in a conflict', () => {
  const common = productWith({
    [baseList]: listOf({ 'basis-f1': text('Base') }),
    [nationalList]: listOf({ 'basis-f1': text('Old') }),
  })
  const mine = setLinked(common)
  const theirs = setValue(common, nationalList, 'basis-f1', text('Theirs'))
  const pointer = `/listData/${nationalList}/basis-f1`

  test('whoever is chosen, value and link are of the same side', () => {
    const { merged, conflicts } = mergeDrafts(common, mine, theirs)
    expect(conflicts.map((c) => c.path)).toEqual([pointer])
    const sides = { mine, theirs }
    const took = applyChoices(merged, conflicts, { [pointer]: 'theirs' }, sides, alongWithLink)
    expect(sourceOf(took, nationalList, 'basis-f1')).toBe('direct')
    expect(stored(took, nationalList, 'basis-f1')).toEqual(text('Theirs'))
    const kept = applyChoices(merged, conflicts, { [pointer]: 'mine' }, sides, alongWithLink)
    expect(sourceOf(kept, nationalList, 'basis-f1')).toBe('basis')
    expect(stored(kept, nationalList, 'basis-f1')).toBeUndefined()
  })
})
