/** A list that moves to another product, with everything in it but its approvals, through the runtime. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { archive } from '../../shared/calls/bml/product/archive.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { movelist } from '../../shared/calls/bml/product/movelist.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'
import { dataOf, listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch, de, fr } = ids.list
const patch = async (id: string, operations: JsonPatch, user: DemoUser = 'core') =>
  h.as(user).call(save, { id, rev: await h.revOf(id), patch: operations })
async function newProduct(name: string, list?: string, category: string = ids.category.compost) {
  const { id } = await h.as('core').call(create, {})
  await patch(id, [set(base, 'basis-f1', text(name)), set(base, '_category', category)])
  if (list) await h.as('admin').call(addlist, { id, rev: await h.revOf(id), list })
  return id
}
const move = async (id: string, list: string, target: string, user: DemoUser = 'core') =>
  h.as(user).call(movelist, { id, rev: await h.revOf(id), list, target })
/** Writes past the rules, as years of work would have. */
async function store(id: string, change: (data: ProductData) => void) {
  const entity = (await h.ports.entities.get('product', id))!
  const data = structuredClone(entity.data)
  change(data)
  await h.ports.entities.put({ ...entity, data }, { expectRev: entity.rev })
}

describe('moving a list', () => {
  test('takes documents, checklist, notes, values and names along; the other product is as it was', async () => {
    const [source, target] = [await newProduct('Alt', ch), await newProduct('Neu')]
    const kept = {
      _active: true,
      activatedBy: ids.account.core,
      _documents: {
        d1: { fileId: crypto.randomUUID(), fileName: 'a.pdf', uploadTime: '2026-01-01T04:00:00.000Z' },
      },
      _notes: { n1: { text: 'note', read: false, at: '2026-01-01T04:00:00.000Z', by: ids.account.core } },
      _companies: { r1: { company: ids.company.nordhain, role: 'distributor' as const } },
      'basis-f5': text('of Switzerland'),
    }
    await store(source, (data) => {
      Object.assign(data.listData[ch]!, kept)
      delete data.listData[ch]!._linked['basis-f5']
    })
    const [before, there] = [
      await h.as('core').call(load, { id: source }),
      await h.as('core').call(load, { id: target }),
    ]

    const moved = await move(source, ch, target)
    expect(moved.source.id).toBe(source)
    expect(dataOf(moved.source).listData).toEqual({ [base]: listIn(before, base) })
    expect(listIn(moved.target, base)).toEqual(listIn(there, base))
    const { _nameHistory, ...list } = listIn(moved.target, ch)
    const { _nameHistory: _, ...was } = listIn(before, ch)
    expect(list).toEqual(was)
    expect(list).toMatchObject(kept)
    // It showed the name of its base list, and shows the new one's from now on.
    expect(moved.target.resolved[ch]?.['basis-f1']?.value).toEqual(text('Neu'))
    expect(Object.values(_nameHistory).map(({ name, to }) => [name, to !== undefined])).toEqual([
      ['Alt', true],
      ['Neu', false],
    ])
    // What was, is still there; its documents for administrators, since nobody can make them more secret here any more.
    const old = (user: DemoUser) => h.as(user).call(load, { id: source, rev: before.rev })
    expect(listIn(await old('admin'), ch)).toEqual(listIn(before, ch))
    expect(listIn(await old('core'), ch)).toEqual({ ...listIn(before, ch), _documents: {} })
  })
  test('gives the other product no approval: nobody has approved it there, and both timelines say so', async () => {
    const [source, target] = [await newProduct('Zugelassen', ch), await newProduct('Nicht zugelassen')]
    const given = { active: true, hasEverBeenApproved: true, begin: '2026-01-01T04:00:00.000Z' }
    await store(source, (data) => {
      data.listData[ch]!._approval = {
        [ids.standard.ch]: given as never,
        [ids.standard.eu]: { active: true } as never,
      }
    })
    const rev = await h.revOf(source)
    const moved = await move(source, ch, target)
    expect(listIn(moved.target, ch)._approval).toEqual({})
    const left = { kind: 'approvalLeft', list: ch, standard: ids.standard.ch }
    for (const id of [source, target]) {
      const { list } = await h.as('core').call(gettimeline, { id })
      const ofMove = list.filter((event) => event.rev === list[0]?.rev)
      expect(ofMove.filter(({ kind }) => kind !== 'nameChanged')).toMatchObject([{ kind: 'moved' }, left])
    }
    const old = await h.as('core').call(load, { id: source, rev })
    expect(listIn(old, ch)._approval[ids.standard.ch]).toMatchObject(given)
  })
  test('is told in both timelines and histories, also of the list that is gone', async () => {
    const [source, target] = [await newProduct('Von', ch), await newProduct('Nach')]
    await move(source, ch, target)
    const kinds = async (id: string) => (await h.as('core').call(gettimeline, { id })).list
    const [first, second] = await kinds(source)
    expect(first).toMatchObject({ kind: 'moved', list: ch, to: target })
    expect(second).toMatchObject({ kind: 'listAdded', list: ch })
    expect(first).toMatchObject({ toName: 'Nach' })
    expect((await kinds(target))[0]).toMatchObject({ kind: 'moved', list: ch, from: source, fromName: 'Von' })
    const { list: steps } = await h.as('core').call(history, { id: source })
    expect(steps[0]?.events).toEqual([{ kind: 'moved', list: ch, to: target }])
  })
  test('tells nobody of a product that they may not know of', async () => {
    const [source, target] = [await newProduct('Von verborgen', fr), await newProduct('Nach Frankreich')]
    await move(source, fr, target, 'admin')
    const national = h.as('national')
    expect(await refusal(national.call(load, { id: source }))).toMatchObject({ status: 404 })
    const { list } = await national.call(gettimeline, { id: target })
    const { list: steps } = await national.call(history, { id: target })
    expect(list[0]).toMatchObject({ kind: 'moved', list: fr })
    expect(steps[0]?.events).toContainEqual({ kind: 'moved', list: fr })
    expect(JSON.stringify([list, steps])).not.toContain(source)
  })
  test('keeps its secrets in the older revisions of the product that it left', async () => {
    const [source, target] = [await newProduct('Hier', de), await newProduct('Dort')]
    await h.as('admin').call(setresponsibility, {
      id: source,
      rev: await h.revOf(source),
      list: de,
      institution: ids.institution.rhine,
    })
    const secret = { secrecy: 'base-data-responsible' as const }
    await store(source, (data) => {
      data.listData[de]!._components.base['s1'] = { component: ids.component.secret, ...secret }
      data.listData[de]!._documents['d1'] = {
        fileId: crypto.randomUUID(),
        fileName: 'secret.pdf',
        uploadTime: '2026-01-01T04:00:00.000Z',
        ...secret,
      }
    })
    const rev = await h.revOf(source)
    const seen = async () => JSON.stringify(await h.as('core').call(load, { id: source, rev }))
    for (const hidden of ['secret.pdf', ids.component.secret]) expect(await seen()).not.toContain(hidden)
    await move(source, de, target)
    for (const hidden of ['secret.pdf', ids.component.secret]) expect(await seen()).not.toContain(hidden)
    expect(JSON.stringify(await h.as('admin').call(load, { id: source, rev }))).toContain('secret.pdf')
  })
  test('is found at its new place by the search', async () => {
    const [source, target] = [await newProduct('Sucht', ch), await newProduct('Findet')]
    await move(source, ch, target)
    await h.indexed()
    const found = await h.as('core').call(search, {
      attributeFilter: {
        $and: [
          { field: 'lists.list', comparison: 'eq', value: ch },
          { field: 'id', comparison: 'in', value: [source, target] },
        ],
      },
    })
    expect(found.list.map(({ id }) => id)).toEqual([target])
  })
  test('links to a parent follow the base list where the target has none', async () => {
    const [source, target] = [await newProduct('Kind', ch), await newProduct('Allein')]
    await store(source, (data) => {
      data.derivedProductId = ids.product.compost
      data.listData[ch]!._linked['basis-f1'] = 'derived'
    })
    const { target: there } = await move(source, ch, target)
    expect(listIn(there, ch)._linked['basis-f1']).toBe('basis')
  })
  test('refuses what is no list to move, and where it cannot go', async () => {
    const [source, other] = [await newProduct('Quelle', ch), await newProduct('Ziel', ch)]
    const empty = await newProduct('leer')
    const oil = await newProduct('Öl', undefined, ids.category.oils)
    expect(await refusal(move(source, base, empty))).toMatchObject({ status: 422, key: 'baseListMove' })
    expect(await refusal(move(empty, ch, source))).toMatchObject({ key: 'listMissing' })
    expect(await refusal(move(source, ch, other))).toMatchObject({ key: 'listExists' })
    expect(await refusal(move(source, ch, source))).toMatchObject({ key: 'listExists' })
    expect(await refusal(move(source, ch, oil))).toEqual({
      status: 422,
      key: 'mainCategoriesDiffer',
      message: 'Main categories do not match!',
    })
    const { id: nameless } = await h.as('core').call(create, {})
    await patch(nameless, [set(base, '_category', ids.category.compost), set(base, 'basis-f5', text('x'))])
    expect(await refusal(move(source, ch, nameless))).toMatchObject({ key: 'productInvalid' })
    await h.as('core').call(archive, { id: empty, rev: await h.revOf(empty) })
    expect(await refusal(move(source, ch, empty))).toMatchObject({ key: 'productArchived' })
    await h.as('core').call(deleteproduct, { id: empty, rev: await h.revOf(empty) })
    expect(await refusal(move(source, ch, empty))).toMatchObject({ key: 'productDeleted' })
  })
  test('is for those who administer both, of products that they know of', async () => {
    const [source, target] = [await newProduct('Mein', ch), await newProduct('Dein')]
    for (const unknown of [ids.nothing, ids.company.nordhain])
      expect(await refusal(move(source, ch, unknown))).toMatchObject({ status: 404, key: 'productNotFound' })
    expect(await refusal(move(source, ch, ids.product.basalt))).toMatchObject({ status: 403 })
    expect(await refusal(move(source, ch, target, 'national'))).toMatchObject({ status: 403 })
    expect(
      await refusal(h.as('core').call(movelist, { id: source, rev: 1, list: ch, target })),
    ).toMatchObject({
      status: 409,
    })
  })
  test('two at once, and edits of the target meanwhile: the list is in one place, and no edit is lost', async () => {
    const [source, ...targets] = [
      await newProduct('Eins', ch),
      await newProduct('Zwei'),
      await newProduct('Drei'),
    ]
    const rev = await h.revOf(source)
    const outcomes = await Promise.allSettled([
      ...targets.map((target) => h.as('core').call(movelist, { id: source, rev, list: ch, target })),
      ...targets.map((target) => patch(target, [set(base, 'basis-f5', text('edited'))])),
    ])
    expect(outcomes.slice(0, 2).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const all = await h.ports.entities.getMany([source, ...targets])
    const having = all.filter(({ data }) => Object.hasOwn((data as ProductData).listData, ch))
    expect(having).toHaveLength(1)
    for (const [i, outcome] of outcomes.slice(2).entries())
      if (outcome.status === 'fulfilled')
        expect(listIn(all[i + 1] as { data: Record<string, unknown> }, base)['basis-f5']).toEqual(
          text('edited'),
        )
  })
  test('the same request twice, by its key, moves once', async () => {
    const [source, target] = [await newProduct('Doppelt', de), await newProduct('Einmal')]
    const ask = { id: source, rev: await h.revOf(source), list: de, target }
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await h.as('core').call(movelist, ask, key)
    expect(await h.as('core').call(movelist, ask, key)).toEqual(first)
  })
})
