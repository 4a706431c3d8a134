import { describe, expect, test } from 'vitest'
import { compareRevisions } from '../../shared/rules/compare.ts'
import { resolveLists } from '../../shared/rules/resolution.ts'
import { base, ch, company, idOf, productOf, text } from './product-samples.ts'

const compare = (
  before: Record<string, Record<string, unknown>>,
  after: Record<string, Record<string, unknown>>,
) => compareRevisions({ data: productOf(before) }, { data: productOf(after) })

describe('differences between two revisions', () => {
  test('none between equal states', () => {
    expect(compare({ [base]: { 'basis-f1': text('A') } }, { [base]: { 'basis-f1': text('A') } })).toEqual([])
  })
  test('fields by path, with what was before and is after', () => {
    const found = compare(
      { [base]: { 'basis-f1': text('A'), 'basis-f2': text('gone') } },
      { [base]: { 'basis-f1': text('B'), 'basis-f3': text('new') } },
    )
    expect(found).toMatchObject([
      {
        path: `/listData/${base}/basis-f1`,
        list: base,
        key: 'basis-f1',
        kind: 'changed',
        before: text('A'),
        after: text('B'),
      },
      { key: 'basis-f2', kind: 'removed', before: text('gone'), after: undefined },
      { key: 'basis-f3', kind: 'added', before: undefined, after: text('new') },
    ])
  })
  test('rows one by one: companies, components with their part, table rows, approvals', () => {
    const eu = idOf('eu')
    const found = compare(
      {
        [base]: {
          _companies: { r1: { company, role: 'distributor' } },
          'nutrients-table': { tableValue: { t1: { a: text('1') }, t2: { a: text('2') } } },
          _approval: { [eu]: { active: true } },
        },
      },
      {
        [base]: {
          _companies: { r1: { company, role: 'manufacturer' } },
          _components: { base: {}, additional: { c1: { component: idOf('c'), secrecy: 'public' } } },
          'nutrients-table': { tableValue: { t1: { a: text('1 more') }, t2: { a: text('2') } } },
          _approval: { [eu]: { active: false } },
        },
      },
    )
    expect(found.map(({ key, row, part, kind }) => [key, row, part, kind])).toEqual([
      ['nutrients-table', 't1', undefined, 'changed'],
      ['_approval', eu, undefined, 'changed'],
      ['_companies', 'r1', undefined, 'changed'],
      ['_components', 'c1', 'additional', 'added'],
    ])
  })
  test('a list that came or went is one difference', () => {
    expect(compare({ [base]: {} }, { [base]: {}, [ch]: { 'basis-f1': text('A') } })).toEqual([
      { path: `/listData/${ch}`, list: ch, key: '', kind: 'added' },
    ])
  })
  test('what belongs to the product itself, and fixed keys of a list', () => {
    const found = compareRevisions(
      { data: productOf({ [base]: {} }) },
      { data: productOf({ [base]: { _active: true } }, { derivedProductId: idOf('p') }) },
    )
    expect(found).toMatchObject([
      { path: '/derivedProductId', key: 'derivedProductId', kind: 'added' },
      { path: `/listData/${base}/_active`, key: '_active', before: false, after: true },
    ])
  })
  test('a switched source is a difference also where the value stays the same', () => {
    const linked = productOf({
      [base]: { 'basis-f1': text('A') },
      [ch]: { _linked: { 'basis-f1': 'basis' } },
    })
    const direct = productOf({ [base]: { 'basis-f1': text('A') }, [ch]: { 'basis-f1': text('A') } })
    const state = (data: typeof linked) => ({ data, resolved: resolveLists(data, () => undefined) })
    expect(compareRevisions(state(linked), state(direct))).toEqual([
      {
        path: `/listData/${ch}/basis-f1`,
        list: ch,
        key: 'basis-f1',
        kind: 'changed',
        before: text('A'),
        after: text('A'),
        sourceBefore: 'basis',
        sourceAfter: 'direct',
      },
    ])
  })
  test('a linked value that changed in the base list shows in both lists', () => {
    const at = (name: string) => {
      const data = productOf({
        [base]: { 'basis-f1': text(name) },
        [ch]: { _linked: { 'basis-f1': 'basis' } },
      })
      return { data, resolved: resolveLists(data, () => undefined) }
    }
    expect(compareRevisions(at('A'), at('B')).map((d) => d.list)).toEqual([base, ch])
  })
})
