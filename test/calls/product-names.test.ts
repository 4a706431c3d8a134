/** Trade names that a product had from derived parents, with their dates, by every call that shows them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { asof } from '../../shared/calls/bml/product/asof.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { movelist } from '../../shared/calls/bml/product/movelist.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { at, listIn, set, text } from './product-data.ts'

let h: Harness
const { base, fr } = ids.list
const name = 'basis-f1'

beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const revOf = async (id: string) => (await h.as('admin').call(load, { id })).rev
/** On the next day, so that each name has a day of its own. */
async function change(id: string, patch: JsonPatch) {
  h.clock.advance(86_400)
  return h.as('admin').call(save, { id, rev: await revOf(id), patch })
}
const today = () => h.clock.now().slice(0, 10)
async function derive(id: string, parent: string | null) {
  h.clock.advance(86_400)
  await h.as('admin').call(setderived, { id, rev: await revOf(id), parent })
  return today()
}
async function rename(id: string, to: string) {
  await change(id, [set(base, name, text(to))])
  return today()
}
async function make(called: string) {
  const { id } = await h.as('admin').call(create, {})
  await change(id, [set(base, '_category', ids.category.compost), set(base, name, text(called))])
  return id
}
const linksToParent: JsonPatch = [
  { op: 'remove', path: at(base, name) },
  { op: 'add', path: at(base, `_linked/${name}`), value: 'derived' },
]
/** A product that has shown its parent's name since the second day. */
async function makeChild(parent: string) {
  const id = await make('Child')
  await derive(id, parent)
  await change(id, linksToParent)
  return { id, linked: today() }
}
const namesIn = (view: Parameters<typeof listIn>[0], list: string = base) =>
  Object.values(listIn(view, list)._nameHistory).map((row) => [
    row.name,
    row.from.slice(0, 10),
    row.to?.slice(0, 10),
  ])
const names = async (id: string, list: string = base, user: Parameters<Harness['as']>[0] = 'admin') =>
  namesIn(await h.as(user).call(load, { id }), list)

describe('the names of derived parents', () => {
  test('have the dates of the parent, whether the product was saved or not', async () => {
    const parent = await make('Parent one')
    const child = await makeChild(parent)
    const renamed = await rename(parent, 'Parent two')
    const expected = [
      ['Parent one', child.linked, renamed],
      ['Parent two', renamed, undefined],
    ]
    expect((await names(child.id)).slice(1)).toEqual(expected)
    await change(child.id, [set(base, '_risklabels', [])])
    expect((await names(child.id)).slice(1)).toEqual(expected)
  })

  test('in older revisions and as of a day are those of then', async () => {
    const parent = await make('Parent one')
    const child = await makeChild(parent)
    const rev = await revOf(child.id)
    const renamed = await rename(parent, 'Parent two')
    await change(child.id, [set(base, '_risklabels', [])])
    const admin = h.as('admin')
    expect(namesIn(await admin.call(load, { id: child.id, rev })).slice(1)).toEqual([
      ['Parent one', child.linked, undefined],
    ])
    const { product } = await admin.call(asof, { id: child.id, day: renamed })
    expect(namesIn(product).slice(1)).toEqual([
      ['Parent one', child.linked, renamed],
      ['Parent two', renamed, undefined],
    ])
  })

  test('stay when the parent is removed, and end then', async () => {
    const parent = await make('Parent one')
    const child = await makeChild(parent)
    const renamed = await rename(parent, 'Parent two')
    const removed = await derive(child.id, null)
    await rename(parent, 'Parent three')
    expect((await names(child.id)).slice(1)).toEqual([
      ['Parent one', child.linked, renamed],
      ['Parent two', renamed, removed],
      ['Parent two', removed, undefined],
    ])
  })

  test('stay when the product gets another parent', async () => {
    const [one, two] = [await make('Parent one'), await make('Parent two')]
    const child = await makeChild(one)
    const other = await derive(child.id, two)
    await rename(one, 'Not its parent')
    const renamed = await rename(two, 'Parent three')
    expect((await names(child.id)).slice(1)).toEqual([
      ['Parent one', child.linked, other],
      ['Parent two', other, renamed],
      ['Parent three', renamed, undefined],
    ])
  })

  test('come through a parent that has the name from its own parent', async () => {
    const top = await make('Top one')
    const middle = await makeChild(top)
    const child = await makeChild(middle.id)
    const renamed = await rename(top, 'Top two')
    expect((await names(child.id)).slice(1)).toEqual([
      ['Top one', child.linked, renamed],
      ['Top two', renamed, undefined],
    ])
  })

  test('are noted also where the parent got a name only later', async () => {
    const parent = await make('Before')
    await change(parent, [{ op: 'remove', path: at(base, name) }]).catch(() => undefined)
    const child = await makeChild(parent)
    const named = await rename(parent, 'Later')
    expect((await names(child.id)).at(-1)).toEqual(['Later', named, undefined])
  })

  test('go along with a list that moves', async () => {
    const [parent, target] = [await make('Parent one'), await make('Target')]
    const child = await makeChild(parent)
    await h.as('admin').call(addlist, { id: child.id, rev: await revOf(child.id), list: fr })
    const added = today()
    const renamed = await rename(parent, 'Parent two')
    h.clock.advance(86_400)
    await h.as('admin').call(movelist, {
      id: child.id,
      rev: await revOf(child.id),
      list: fr,
      target,
    })
    expect(await names(target, fr)).toEqual([
      ['Parent one', added, renamed],
      ['Parent two', renamed, today()],
      ['Target', today(), undefined],
    ])
  })
  test('are told to nobody who may not see the parent, also after it has gone', async () => {
    const parent = await make('Hidden one')
    const child = await makeChild(parent)
    await h.as('admin').call(addlist, { id: child.id, rev: await revOf(child.id), list: fr })
    await rename(parent, 'Hidden two')
    const shown = async () => JSON.stringify((await h.as('national').call(load, { id: child.id })).data)
    await expect(h.as('national').call(load, { id: parent })).rejects.toThrow()
    expect(await names(child.id, fr)).toHaveLength(2)
    expect(await shown()).not.toContain('Hidden')
    await change(child.id, [
      { op: 'remove', path: at(base, `_linked/${name}`) },
      set(base, name, text('Own')),
    ])
    const own = today()
    await derive(child.id, null)
    expect((await names(child.id, fr)).map(([called]) => called)).toEqual(['Hidden one', 'Hidden two', 'Own'])
    expect(namesIn(await h.as('national').call(load, { id: child.id }), fr)).toEqual([
      ['Own', own, undefined],
    ])
  })
})
