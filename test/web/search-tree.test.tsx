/** Trees of conditions as they are built: changed by place, taken back step by step, read as a sentence. */
import { act, renderHook } from '@testing-library/react'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { isGroup, nodesOf, type SearchNode } from '../../shared/search/tree.ts'
import { changeLocale, loadTexts, text } from '../../web/texts/texts.ts'
import type { FilterField } from '../../web/ui/filter-field.ts'
import {
  addTo,
  asGroup,
  askable,
  emptyTree,
  moveBy,
  openIn,
  removeAt,
  replaceAt,
  type TreePath,
  withoutFields,
} from '../../web/ui/search-tree/edit.ts'
import { fieldsIn, rowsIn, type TreeFields } from '../../web/ui/search-tree/fields.ts'
import { useSteps } from '../../web/ui/search-tree/history.ts'
import { treeSentence } from '../../web/ui/search-tree/sentence.ts'

beforeAll(() => loadTexts('search'))

const is = (field: string, value?: string | string[]): SearchNode => ({
  type: 'simple',
  field,
  comparator: 'eq',
  ...(value !== undefined && { value }),
})
const group = (operator: 'AND' | 'OR' | 'NOT', ...nodes: SearchNode[]): SearchNode => ({
  type: 'combined',
  operator,
  nodes,
})
const row = (path: string, ...nodes: SearchNode[]): SearchNode => ({
  type: 'tablerow',
  path,
  operator: 'AND',
  nodes,
})
const [a, b, c] = [is('a', '1'), is('b', '2'), is('c', '3')]
const nested = group('AND', a, group('OR', b, c))

describe('changes by place', () => {
  it('replace, add and remove what is named, and nothing else', () => {
    expect(replaceAt(nested, [1, 0], is('x', '9'))).toEqual(group('AND', a, group('OR', is('x', '9'), c)))
    expect(addTo(nested, [1], a)).toEqual(group('AND', a, group('OR', b, c, a)))
    expect(removeAt(nested, [0])).toEqual(group('AND', group('OR', b, c)))
    expect(removeAt(nested, [])).toEqual(emptyTree)
  })
  it('move a condition within its group, and not out of it', () => {
    expect(moveBy(nested, [1, 0], 1)).toEqual(group('AND', a, group('OR', c, b)))
    expect(moveBy(nested, [1, 1], 1)).toEqual(nested)
    expect(moveBy(nested, [0], -1)).toEqual(nested)
  })
  it('go on with one condition as the only one of a group', () => {
    expect(asGroup(a)).toEqual(group('AND', a))
    expect(asGroup({ type: 'nop' })).toEqual(emptyTree)
    expect(asGroup(nested)).toBe(nested)
  })
})

const tree = fc.letrec<{ node: SearchNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<SearchNode>(a, b, is(''), is('d'), is('e', []), { type: 'nop' }),
    fc
      .tuple(fc.constantFrom('AND', 'OR', 'NOT'), fc.array(tie('node'), { maxLength: 4 }))
      .map(([operator, nodes]) => group(operator, ...nodes)),
    fc.array(tie('node'), { maxLength: 3 }).map((nodes) => row('lists', ...nodes)),
  ),
})).node
const pathsOf = (node: SearchNode, path: TreePath = []): TreePath[] => [
  path,
  ...(isGroup(node) ? node.nodes.flatMap((inner, i) => pathsOf(inner, [...path, i])) : []),
]

describe('what can be asked already', () => {
  it('is without what lacks something and without groups of nothing', () => {
    const half = group('AND', a, is(''), is('b'), group('NOT', is('c', '')), row('lists', is('d', [])))
    expect(openIn(half)).toBe(4)
    expect(askable(half)).toEqual(group('AND', a))
    expect(askable(group('OR', is('')))).toEqual({ type: 'nop' })
    const leaves: SearchNode[] = [
      { type: 'external', comparator: 'eq', value: ' ' },
      { type: 'company', companies: [], roles: [] },
      { type: 'reference', field: 'a', ids: [] },
    ]
    for (const leaf of leaves) expect(openIn(leaf), leaf.type).toBe(1)
    expect(openIn({ type: 'simple', field: 'a', comparator: 'exists' })).toBe(0)
  })
  test('whatever is built: nothing open is left in it, and it is asked as it is', () => {
    fc.assert(
      fc.property(tree, (built) => {
        const asked = askable(built)
        expect(openIn(asked)).toBe(0)
        expect(askable(asked)).toEqual(asked)
        expect([...nodesOf(asked)].every((node) => !isGroup(node) || node.nodes.length > 0)).toBe(true)
      }),
    )
  })
  test('whatever is moved down comes back up', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (built, n) => {
        const paths = pathsOf(built)
        const path = paths[n % paths.length]!
        const moved = moveBy(built, path, 1)
        if (moved === built || path.length === 0) return
        const below = [...path.slice(0, -1), path.at(-1)! + 1]
        const isThere = pathsOf(built).some((one) => one.join() === below.join())
        expect(isThere ? moveBy(moved, below, -1) : moved).toEqual(built)
      }),
    )
  })
  it('keeps the rest where fields and rows are gone', () => {
    const search = group('AND', a, is('gone', 'x'), row('lists.old', b), row('lists', is('gone', 'y'), c))
    const kept = askable(withoutFields(search, ['gone', 'lists.old']))
    expect(kept).toEqual(group('AND', a, row('lists', c)))
    expect(withoutFields(search, [])).toBe(search)
  })
})

describe('the steps', () => {
  const steps = () => {
    const { result } = renderHook(() => useSteps('start'))
    const states = () => result.current
    return { states, act: (run: (now: ReturnType<typeof states>) => void) => act(() => run(states())) }
  }
  it('are taken back and made again', () => {
    const { states, act: then } = steps()
    then(({ change }) => change('one'))
    then(({ change }) => change('two'))
    then(({ undo }) => undo())
    expect(states()).toMatchObject({ now: 'one', canUndo: true, canRedo: true })
    then(({ undo }) => undo())
    expect(states()).toMatchObject({ now: 'start', canUndo: false, canRedo: true })
    then(({ redo }) => redo())
    then(({ change }) => change('other'))
    expect(states()).toMatchObject({ now: 'other', canUndo: true, canRedo: false })
  })
  it('are one for the keys of one value, and another one after a step back', () => {
    const { states, act: then } = steps()
    for (const typed of ['k', 'ka', 'kal']) then(({ change }) => change(typed, '0'))
    then(({ change }) => change('kal and more', '1'))
    then(({ undo }) => undo())
    expect(states().now).toBe('kal')
    then(({ change }) => change('kalk', '0'))
    then(({ undo }) => undo())
    expect(states().now).toBe('kal')
    then(({ undo }) => undo())
    expect(states()).toMatchObject({ now: 'start', canUndo: false })
  })
  it('stay as they are where there is none', () => {
    const { states, act: then } = steps()
    then(({ undo }) => undo())
    then(({ redo }) => redo())
    expect(states()).toMatchObject({ now: 'start', canUndo: false, canRedo: false })
  })
})

const fields: FilterField[] = [
  { key: 'name', kind: 'text', title: 'Handelsname', group: 'product' },
  { key: 'rev', kind: 'number', title: 'Version', group: 'product' },
  { key: 'updated', kind: 'date', title: 'Geändert', group: 'product' },
  {
    key: 'lists.list',
    kind: 'choice',
    title: 'Liste',
    group: 'lists',
    options: [
      { value: 'ch', label: 'Schweiz' },
      { value: 'fr', label: 'Frankreich' },
    ],
  },
  { key: 'lists.components.name', kind: 'text', title: 'Komponente', group: 'lists' },
]
const treeFields: TreeFields = {
  all: fields,
  byName: new Map(fields.map((field) => [field.key, field])),
  groups: [],
  rowsOf: (name) => ({ 'lists.list': 'lists', 'lists.components.name': 'lists.components' })[name],
  rows: [
    { path: 'lists', title: 'Liste' },
    { path: 'lists.components', title: 'Komponente' },
  ],
  standards: [
    { value: 'eu', label: 'EU-Öko' },
    { value: 'demeter', label: 'Lebenskreis' },
  ],
  roles: [{ value: 'manufacturer', label: 'Hersteller' }],
  load: async () => [],
  labelOf: (_, id) => (id === 'leu' ? 'Leu AG' : id),
}
const says = (node: SearchNode) =>
  treeSentence(node, {
    t: (key, params) => text('search', key, params),
    fields: treeFields,
    date: (day) => `D${day}`,
    number: (value) => `N${value}`,
  })

describe('the sentence', () => {
  test.each<[string, SearchNode]>([
    ['', { type: 'nop' }],
    ['', group('AND')],
    ['Handelsname ist „Kalk“', is('name', 'Kalk')],
    ['Handelsname ist ausgefüllt', { type: 'simple', field: 'name', comparator: 'exists' }],
    ['Liste ist Schweiz oder Frankreich', is('lists.list', ['ch', 'fr'])],
    ['Version ≥ N3', { type: 'simple', field: 'rev', comparator: 'gte', value: 3 }],
    ['Geändert ist am D2026-02-03', is('updated', '2026-02-03')],
    [
      'Geändert ist vor Ende: nächster Monat',
      {
        type: 'simple',
        field: 'updated',
        comparator: 'lt',
        value: { of: 'month', shift: 1, at: 'end' },
      },
    ],
    [
      'Geändert ist nach vor 30 Tagen',
      { type: 'simple', field: 'updated', comparator: 'gt', value: { of: 'day', shift: -30, at: 'start' } },
    ],
    ['alt (gibt es nicht mehr) ist „x“', is('alt', 'x')],
    ['(unvollständig)', is('name')],
    [
      'Register- oder Zulassungsnummer enthält „W-1“',
      { type: 'external', comparator: 'contains', value: 'W-1' },
    ],
    ['Leu AG als Hersteller', { type: 'company', companies: ['leu'], roles: ['manufacturer'] }],
    ['eine Firma als Hersteller', { type: 'company', companies: [], roles: ['manufacturer'] }],
    [
      'zugelassen nach EU-Öko und Lebenskreis heute',
      { type: 'approval', range: 'complete', standards: ['eu', 'demeter'] },
    ],
    [
      'zeitweise zugelassen nach EU-Öko oder Lebenskreis von D2026-01-01 bis heute',
      {
        type: 'approval',
        range: 'partial_partial',
        standards: ['eu', 'demeter'],
        from: '2026-01-01',
        until: { of: 'day', shift: 0, at: 'start' },
      },
    ],
    ['eingeleitet nach irgendeinem Standard', { type: 'approval', range: 'initiated', standards: [] }],
  ])('%s', (sentence, node) => {
    expect(says(node)).toBe(sentence)
  })
  it('says what belongs together', async () => {
    const [kalk, gips] = [is('name', 'Kalk'), is('name', 'Gips')]
    const [one, two] = ['Handelsname ist „Kalk“', 'Handelsname ist „Gips“']
    expect(says(group('AND', kalk, group('OR', kalk, gips)))).toBe(`${one} und (${one} oder ${two})`)
    expect(says(group('NOT', kalk, gips))).toBe(`nicht (${one} oder ${two})`)
    expect(says(group('AND', kalk, group('NOT', gips)))).toBe(`${one} und nicht ${two}`)
    expect(says(row('lists.components', is('lists.components.name', 'Ton'), kalk))).toBe(
      `Komponente mit [Komponente ist „Ton“ und ${one}]`,
    )
    await act(() => changeLocale('en_GB'))
    await loadTexts('search')
    expect(says(group('OR', kalk, group('AND', gips, kalk)))).toBe(
      'Handelsname is “Kalk” or (Handelsname is “Gips” and Handelsname is “Kalk”)',
    )
  })
})

it('in a group about rows the fields and rows of these are offered', () => {
  const keys = (path?: string) => fieldsIn(treeFields, path).map(({ key }) => key)
  expect(keys()).toHaveLength(5)
  expect(keys('lists')).toEqual(['lists.list', 'lists.components.name'])
  expect(keys('lists.components')).toEqual(['lists.components.name'])
  expect(rowsIn(treeFields, 'lists').map(({ path }) => path)).toEqual(['lists.components'])
})
