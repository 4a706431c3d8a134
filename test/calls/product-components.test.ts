/** Components that a list has from the base list: whose they are and how secret, through the runtime. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { archivelist } from '../../shared/calls/bml/product/archivelist.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { movelist } from '../../shared/calls/bml/product/movelist.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { unarchivelist } from '../../shared/calls/bml/product/unarchivelist.ts'
import type { Secrecy } from '../../shared/constants.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'
import { at, listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch, fr } = ids.list
const asked = async (id: string) => ({ id, rev: await h.revOf(id) })
const patch = async (id: string, operations: JsonPatch, user: DemoUser = 'admin') =>
  h.as(user).call(save, { ...(await asked(id)), patch: operations })
/** A product of the core partner, with lists. */
async function newProduct(name: string, ...lists: string[]) {
  const { id } = await h.as('core').call(create, {})
  const companies = { r1: { company: ids.company.nordhain, role: 'distributor' } }
  const patched = [
    set(base, 'basis-f1', text(name)),
    set(base, '_category', ids.category.compost),
    set(base, '_companies', companies),
  ]
  await patch(id, patched, 'core')
  for (const list of lists) await h.as('admin').call(addlist, { ...(await asked(id)), list })
  return id
}
const give = async (id: string, list: string, institution: string) =>
  h.as('admin').call(setresponsibility, { ...(await asked(id)), list, institution })
const move = async (id: string, list: string, target: string) =>
  h.as('admin').call(movelist, { ...(await asked(id)), list, target })
const shelve = async (id: string, list: string) =>
  h.as('admin').call(archivelist, { ...(await asked(id)), list })
const component = (secrecy: Secrecy, amount = 1) => ({ component: ids.component.secret, secrecy, amount })
const add = (list: string, row: string, value: object) => set(list, `_components/base/${row}`, value)
const remove = (list: string, row: string) =>
  ({ op: 'remove', path: at(list, `_components/base/${row}`) }) as const
/** Rows of the list that the user sees. */
const seen = async (user: DemoUser, id: string, list: string, rev?: number) => {
  const view = await h.as(user).call(load, { id, ...(rev && { rev }) })
  return listIn(view, list)?._components.base
}
const amounts = async (...of: Parameters<typeof seen>) =>
  Object.values((await seen(...of)) ?? {})
    .map(({ amount }) => amount)
    .sort()
async function isFound(user: DemoUser, id: string): Promise<boolean> {
  await h.indexed()
  const { list } = await h.as(user).call(search, {
    attributeFilter: {
      $and: [
        { field: 'id', comparison: 'eq', value: id },
        { field: 'lists.components.component', comparison: 'eq', value: ids.component.secret },
      ],
    },
  })
  return list.length > 0
}
/** Writes past the rules, as an older version would have. */
async function store(id: string, change: (data: ProductData) => void) {
  const entity = (await h.ports.entities.get('product', id))!
  const data = structuredClone(entity.data)
  change(data)
  await h.ports.entities.put({ ...entity, data }, { expectRev: entity.rev })
}

describe('a component that becomes more secret in the base list', () => {
  const ways: [string, (id: string) => Promise<unknown>][] = [
    ['has changed', (id) => patch(id, [set(fr, '_components/base/k/printlabel', true)])],
    ['has, archived,', (id) => shelve(id, fr)],
  ]
  test.each(ways)('is as secret in the copy that a list %s', async (_, prepare) => {
    const id = await newProduct('Höher')
    await patch(id, [add(base, 'k', component('public'))])
    await h.as('admin').call(addlist, { ...(await asked(id)), list: fr })
    await give(id, fr, ids.institution.france)
    await give(id, base, ids.institution.rhine)
    await prepare(id)
    const rev = await h.revOf(id)
    const everybody: DemoUser[] = ['company', 'national', 'core']
    for (const user of everybody) {
      expect(await amounts(user, id, fr), user).toEqual([1])
      expect(await isFound(user, id), user).toBe(true)
    }
    for (const [level, sees] of [
      ['core-partners', ['core']],
      ['base-data-responsible', []],
    ] as const) {
      await patch(id, [set(base, '_components/base/k/secrecy', level)])
      for (const user of everybody) {
        const isSeen = (sees as readonly string[]).includes(user)
        expect(await amounts(user, id, fr), user).toEqual(isSeen ? [1] : [])
        expect(await amounts(user, id, fr, rev), user).toEqual(isSeen ? [1] : [])
        expect(await isFound(user, id), user).toBe(isSeen)
      }
    }
    await patch(id, [remove(base, 'k')])
    expect(await seen('admin', id, fr)).toEqual({})
  })
})

describe('a list’s own components', () => {
  test('stay its own and stay there, whatever ids the base list has and loses', async () => {
    for (const isArchived of [false, true]) {
      const id = await newProduct('Gleiche Ids', fr)
      await give(id, fr, ids.institution.france)
      const levels = ['public', 'national-partners', 'core-partners', 'base-data-responsible'] as const
      await patch(
        id,
        levels.map((level) => add(fr, level, component(level))),
        'national',
      )
      if (isArchived) await shelve(id, fr)
      const mine = await seen('national', id, fr)
      expect(Object.keys(mine)).toHaveLength(4)
      const others = levels.map((level) => add(base, level, component('base-data-responsible', 9)))
      await patch(id, others, 'core')
      const shown = await amounts('national', id, fr)
      expect(shown).toEqual([1, 1, 1, 1])
      await patch(
        id,
        levels.map((level) => remove(base, level)),
        'core',
      )
      expect(await amounts('national', id, fr)).toEqual(shown)
      expect(await amounts('admin', id, fr)).toEqual(shown)
    }
  })
  test('nobody says by a patch what came from the base list, and nobody is told', async () => {
    const id = await newProduct('Vermerk')
    await patch(id, [add(base, 'k', component('public'))])
    await h.as('admin').call(addlist, { ...(await asked(id)), list: fr })
    const stored = (await h.ports.entities.get('product', id))!.data.listData[fr]
    expect(stored?._fromBase).toEqual({ base: { k: true }, additional: {} })
    expect(JSON.stringify(await h.as('admin').call(load, { id }))).not.toContain('_fromBase')
    for (const [key, value] of [
      ['_fromBase', { base: {}, additional: {} }],
      ['_fromBase/base/k', true],
    ] as const)
      expect(await refusal(patch(id, [set(fr, key, value)]))).toMatchObject({ key: 'pathInvalid' })
  })
  test('in data of before that was kept, a row of the base list’s id is its copy if it has the same component', async () => {
    const id = await newProduct('Älter', fr)
    await give(id, fr, ids.institution.france)
    await store(id, ({ listData }) => {
      const [root, list] = [listData[base]!, listData[fr]!]
      root._components.base = { copy: component('core-partners', 5), other: component('core-partners', 6) }
      list._components.base = {
        copy: { ...component('core-partners', 5), printlabel: true },
        other: { ...component('core-partners', 7), component: ids.component.horn },
      }
      delete list._fromBase
    })
    expect(await amounts('national', id, fr)).toEqual([7])
    await patch(id, [remove(base, 'copy'), remove(base, 'other')])
    expect(await amounts('admin', id, fr)).toEqual([7])
  })
})

describe('a secret component of the base list', () => {
  const secret = component('base-data-responsible', 42)
  test('does not come to another institution with a list that is archived, handed over or moved', async () => {
    const ways: [string, (id: string) => Promise<string>][] = [
      [
        'archived meanwhile',
        async (id) => {
          await shelve(id, fr)
          await patch(id, [remove(base, 'k')])
          await h.as('admin').call(unarchivelist, { ...(await asked(id)), list: fr })
          return id
        },
      ],
      ['handed over', async (id) => id],
      [
        'changed and moved',
        async (id) => {
          await patch(id, [set(fr, '_components/base/k/printlabel', true)])
          const target = await newProduct('Ziel')
          await move(id, fr, target)
          return target
        },
      ],
    ]
    for (const [way, go] of ways) {
      const id = await newProduct(way, fr)
      await patch(id, [add(base, 'k', secret)])
      const holder = await go(id)
      await give(holder, fr, ids.institution.france)
      expect(await seen('national', holder, fr), way).toEqual({})
    }
  })
  test('is the base list’s again in a list to which a revert brings it back', async () => {
    const id = await newProduct('Zurück', fr)
    await give(id, fr, ids.institution.france)
    await patch(id, [add(base, 'k', secret)])
    const then = await h.revOf(id)
    await patch(id, [remove(base, 'k')])
    await h.as('admin').call(revert, { ...(await asked(id)), toRev: then })
    expect(await amounts('admin', id, fr)).toEqual([42])
    expect(await amounts('national', id, fr)).toEqual([])
  })
  test('goes from an archived list with the base list, and nothing of its own does', async () => {
    for (const [list, institution] of [
      [ch, ids.institution.aare],
      [fr, ids.institution.france],
    ] as const) {
      const id = await newProduct('Archiv', list)
      await give(id, list, institution)
      await patch(id, [add(base, 'k', secret), add(base, 'open', component('public', 2))])
      await patch(id, [add(list, 'own', component('base-data-responsible', 1))])
      await shelve(id, list)
      const rev = await h.revOf(id)
      await patch(id, [remove(base, 'k')])
      expect(await seen('admin', id, list)).toEqual({ own: component('base-data-responsible', 1) })
      if (list !== fr) continue
      for (const at of [undefined, rev]) expect(await amounts('national', id, fr, at)).toEqual([1])
    }
  })
})

describe('a list that moves', () => {
  test('has what a list has that is added there, its own components, and what it has changed but secrets', async () => {
    const [source, target] = [await newProduct('Rezept A'), await newProduct('Rezept B')]
    const additional = (list: string, row: string, value: object) =>
      set(list, `_components/additional/${row}`, value)
    await patch(source, [
      add(base, 'open', component('public', 10)),
      add(base, 'changed', component('public', 20)),
      add(base, 'secret', component('core-partners', 30)),
      add(base, 'changed-secret', component('core-partners', 40)),
      additional(base, 'more', component('public', 50)),
    ])
    await patch(target, [
      add(base, 'there', component('public', 1)),
      add(base, 'own', component('core-partners', 2)),
      additional(base, 'more', component('national-partners', 3)),
    ])
    await h.as('admin').call(addlist, { ...(await asked(source)), list: ch })
    await patch(source, [
      set(ch, '_components/base/changed/amount', 25),
      set(ch, '_components/base/changed-secret/amount', 45),
      add(ch, 'own', component('core-partners', 5)),
    ])
    const { target: there } = await move(source, ch, target)
    const { base: rows, additional: more } = listIn(there, ch)._components
    const added = listIn(await h.as('admin').call(load, { id: target }), base)._components
    // A row of the target's base list has the same id: the moved one has another.
    expect(rows).toMatchObject(added.base)
    expect(more).toEqual(added.additional)
    const rest = Object.entries(rows).flatMap(([id, { amount }]) => (id in added.base ? [] : [amount]))
    expect(rest.sort()).toEqual([25, 5])
    // What came with the target's base list follows it, and stays there.
    await patch(target, [set(base, '_components/base/there/amount', 11), remove(base, 'own')])
    expect(await amounts('admin', target, ch)).toEqual([11, 25, 5])
    await move(target, ch, source)
    expect(await amounts('admin', source, ch)).toEqual([10, 20, 25, 30, 40, 5])
  })
})
