/** Trees of administration data: what a move writes, and what it may not do. */
import { describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/model/entity.ts'
import { below, lastOrder, moveRefusal, movesTo, rowsOfTree } from '../../web/features/admin/model/tree.ts'
import { buildTree } from '../../web/ui/tree.ts'

const entry = (id: string, order: number, parent?: string, data: Record<string, unknown> = {}): Entity => ({
  id,
  entityclass: 'category',
  attributeset: 'default',
  rev: 1,
  created: '',
  createdBy: '',
  updated: '',
  updatedBy: '',
  disabled: false,
  data: { title: { de_DE: id }, order, ...(parent && { parent }), ...data },
})
const treeOf = (...entries: Entity[]) => new Map(entries.map((one) => [one.id, one]))
const known = treeOf(
  entry('top', 1),
  entry('a', 1, 'top'),
  entry('b', 2, 'top'),
  entry('c', 3, 'top'),
  entry('d', 9, 'top'),
  entry('a1', 1, 'a'),
)
const children = ['a', 'b', 'c', 'd']

describe('a move', () => {
  it('among its siblings has those in between step aside: the numbers stay those that are there', () => {
    expect(movesTo('a', { parent: 'top', at: 3 }, children, known)).toEqual([
      { id: 'a', parent: 'top', order: 3 },
      { id: 'b', parent: 'top', order: 1 },
      { id: 'c', parent: 'top', order: 2 },
    ])
    expect(movesTo('d', { parent: 'top', at: 2 }, children, known)).toEqual([
      { id: 'd', parent: 'top', order: 3 },
      { id: 'c', parent: 'top', order: 9 },
    ])
  })
  it('to another parent makes room where there is none, and only as far as it has to', () => {
    expect(movesTo('a1', { parent: 'top', at: 3 }, children, known)).toEqual([
      { id: 'a1', parent: 'top', order: 4 },
    ])
    expect(movesTo('a1', { parent: 'top', at: 1 }, children, known)).toEqual([
      { id: 'a1', parent: 'top', order: 2 },
      { id: 'b', parent: 'top', order: 3 },
      { id: 'c', parent: 'top', order: 4 },
    ])
  })
  it('far away among hundreds takes a number of its own', () => {
    const ids = Array.from({ length: 300 }, (_, n) => `n${n}`)
    const many = treeOf(...ids.map((id, n) => entry(id, n + 1, 'top')))
    expect(movesTo('n0', { parent: 'top', at: 300 }, ids, many)).toEqual([
      { id: 'n0', parent: 'top', order: 301 },
    ])
  })
  it('to where it stands writes nothing', () => {
    expect(movesTo('b', { parent: 'top', at: 1 }, children, known)).toEqual([])
    expect(movesTo('b', { parent: 'top', at: 2 }, children, known)).toEqual([])
  })
  it('below another one stands behind its children', () => {
    expect(movesTo('b', { parent: 'a', at: 1 }, ['a1'], known)).toEqual([{ id: 'b', parent: 'a', order: 2 }])
  })
  it('of entries that all have the same order brings them into one', () => {
    const same = treeOf(entry('x', 0), entry('y', 0), entry('z', 0))
    expect(movesTo('z', { parent: undefined, at: 1 }, ['x', 'y', 'z'], same)).toEqual([
      { id: 'z', parent: undefined, order: 1 },
      { id: 'y', parent: undefined, order: 2 },
    ])
  })
  it('is refused into itself, out of the top, and to where something else is shared', () => {
    const mixed = treeOf(
      entry('p', 1, undefined, { kind: 'plant' }),
      entry('p1', 1, 'p', { kind: 'plant' }),
      entry('q', 2, undefined, { kind: 'pest' }),
    )
    expect(moveRefusal('p', 'p1', mixed, {})).toBe('inside')
    expect(moveRefusal('p', 'p', mixed, {})).toBe('inside')
    expect(moveRefusal('p1', undefined, mixed, { tree: { hasFixedRoots: true } })).toBe('top')
    expect(moveRefusal('p', 'q', mixed, { tree: { hasFixedRoots: true } })).toBe('top')
    expect(moveRefusal('p1', 'q', mixed, { tree: { shares: 'kind' } })).toBe('shares')
    expect(moveRefusal('p1', undefined, mixed, { tree: { shares: 'kind' } })).toBeUndefined()
  })
})

describe('a tree', () => {
  it('of 10,000 entries is drawn row by row, and only what is open', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      id: `e${n}`,
      title: `Eintrag ${n}`,
      ...(n >= 100 && { parent: `e${n % 100}` }),
      disabled: false,
      order: n,
    }))
    const nodes = buildTree(many, { mainCategories: [], locale: 'de_DE' })
    expect(rowsOfTree(nodes, () => false)).toHaveLength(100)
    const rows = rowsOfTree(nodes, (id) => id === 'e0')
    expect(rows).toHaveLength(199)
    expect(rows[1]).toMatchObject({ level: 2, place: 1, siblings: 99 })
    expect(rowsOfTree(nodes, () => true)).toHaveLength(10_000)
  })
  it('tells what goes with an entry, also where the data goes round in a circle', () => {
    const round = [entry('r', 1, 't'), entry('s', 1, 'r'), entry('t', 1, 's'), entry('u', 2, 's')]
    expect(below('r', round).map(({ id }) => id)).toEqual(['s', 't', 'u'])
    expect(below('top', [...known.values()]).map(({ id }) => id)).toEqual(['a', 'a1', 'b', 'c', 'd'])
    expect(lastOrder(children, known)).toBe(10)
  })
})
