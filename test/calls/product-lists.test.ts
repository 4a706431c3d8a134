import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { activatelist } from '../../shared/calls/bml/product/activatelist.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'
import { listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch, fr, de } = ids.list
const now = '2026-03-10T09:00:00.000Z'
const patch = async (id: string, operations: JsonPatch, user: DemoUser = 'core') =>
  h.as(user).call(save, { id, rev: await h.revOf(id), patch: operations })
async function newProduct(): Promise<string> {
  const { id } = await h.as('core').call(create, {})
  await patch(id, [set(base, 'basis-f1', text('Fresh')), set(base, '_category', ids.category.compost)])
  return id
}

describe('adding a list', () => {
  const addTo = async (id: string, list: string, user: DemoUser = 'core') =>
    h.as(user).call(addlist, { id, rev: await h.revOf(id), list })

  test('links every field and the category; copies components, companies, permits and display; nothing else', async () => {
    const id = await newProduct()
    const row = (secrecy: string) => ({ component: ids.component.horn, secrecy })
    const display = { standards: { [ids.standard.eu]: { order: 2, limitation: { de_DE: 'nur Freiland' } } } }
    await patch(id, [
      set(base, '_components/base/c1', row('core-partners')),
      set(base, '_components/base/c2', row('base-data-responsible')),
      set(base, '_components/additional/c3', row('core-partners')),
      set(base, '_components/base/c4', row('public')),
      set(base, '_companies/r1', { company: ids.company.nordhain, role: 'distributor' }),
      set(base, '_permits', { p1: { number: 'W 6789' } }),
      set(base, '_display', display),
      set(base, '_preventPublicDisplay', true),
      set(base, '_notes/n1', { text: 'inner', read: false, at: now, by: ids.account.core }),
    ])
    const view = await addTo(id, ch)
    const added = listIn(view, ch)
    expect(added).toMatchObject({
      _active: false,
      _companies: { r1: { company: ids.company.nordhain, role: 'distributor' } },
      _permits: { p1: { number: 'W 6789' } },
      _display: display,
      _preventPublicDisplay: true,
      _approval: {},
      _notes: {},
      _documents: {},
      _checklist: {},
      _linked: { 'basis-f1': 'basis', 'nutrients-table': 'basis', _category: 'basis' },
      _components: {
        base: { c1: row('core-partners'), c2: row('base-data-responsible'), c4: row('public') },
        additional: { c3: row('core-partners') },
      },
    })
    // A button has no value.
    expect(Object.keys(added._linked)).not.toContain('misc-f3')
    expect(Object.keys(added._linked)).not.toContain('nutrients-table-content')
    expect(view.resolved[ch]?.['basis-f1']?.value).toEqual(text('Fresh'))
    expect(view.may[ch]).toContain('product:edit')
    const later = await patch(id, [set(base, 'basis-f5', text('later'))])
    expect(later.resolved[ch]?.['basis-f5']?.value).toEqual(text('later'))
  })
  test('links values of fields that are shown nowhere today', async () => {
    const id = await newProduct()
    const entity = (await h.ports.entities.get(id))!
    const data = structuredClone(entity.data) as { listData: Record<string, Record<string, unknown>> }
    data.listData[base]!['former-f1'] = text('of a field that has no definition')
    await h.ports.entities.put({ ...entity, data }, { expectRev: entity.rev })
    const view = await addTo(id, ch)
    expect(listIn(view, ch)._linked).toMatchObject({ 'former-f1': 'basis' })
    expect(view.resolved[ch]?.['former-f1']?.value).toEqual(text('of a field that has no definition'))
  })
  test('a national partner adds the own list to a product that it sees, and becomes responsible for it', async () => {
    const id = await newProduct()
    const entity = (await h.ports.entities.get(id))!
    const data = structuredClone(entity.data) as { listData: Record<string, Record<string, unknown>> }
    data.listData[base]!['_responsible'] = { institution: ids.institution.france }
    await h.ports.entities.put({ ...entity, data }, { expectRev: entity.rev })
    const view = await addTo(id, fr, 'national')
    expect(view.may[fr]).toContain('product:edit')
  })
  test('refuses a list that is there, that does not exist, of others, or of other main categories', async () => {
    const id = await newProduct()
    await addTo(id, ch)
    expect(await refusal(addTo(id, ch))).toMatchObject({ status: 422, key: 'listExists' })
    expect(await refusal(addTo(id, ids.nothing))).toEqual({
      status: 422,
      key: 'listMissing',
      message: `List missing: ${ids.nothing}`,
    })
    expect(await refusal(addTo(id, de))).toMatchObject({ status: 403 })
    expect(await refusal(addTo(ids.product.neem, de, 'admin'))).toEqual({
      status: 422,
      key: 'mainCategoriesDiffer',
      message: 'Main categories do not match!',
    })
  })
})

describe('activating a list', () => {
  const activate = async (id: string, list: string, active: boolean, user: DemoUser = 'core') =>
    h.as(user).call(activatelist, { id, rev: await h.revOf(id), list, active })

  test('keeps when and by whom, both ways', async () => {
    const id = await newProduct()
    const on = await activate(id, base, true)
    expect(listIn(on, base)).toMatchObject({
      _active: true,
      activatedOn: on.updated,
      activatedBy: ids.account.core,
    })
    const off = await activate(id, base, false, 'core2')
    expect(listIn(off, base)).toMatchObject({
      _active: false,
      activatedBy: ids.account.core,
      deactivatedOn: off.updated,
      deactivatedBy: ids.account.core2,
    })
    expect(await refusal(activate(id, base, false))).toMatchObject({ key: 'noChange' })
  })
  test('only what is complete becomes active', async () => {
    const { id } = await h.as('core').call(create, {})
    expect(await refusal(activate(id, base, true))).toMatchObject({
      status: 422,
      message: 'product is not valid: Please correct the errors first.',
    })
    await patch(id, [set(base, 'basis-f1', text('Named'))])
    expect(await refusal(activate(id, base, true))).toMatchObject({ message: 'No category selected!' })
  })
  test('is for those who may edit the list', async () => {
    expect(await refusal(activate(ids.product.neem, base, false))).toMatchObject({ status: 403 })
    expect(await refusal(activate(ids.product.compost, fr, false))).toMatchObject({ key: 'listMissing' })
    expect(await refusal(activate(ids.product.basalt, base, true, 'national'))).toMatchObject({ status: 404 })
  })
})

describe('responsibility', () => {
  const give = async (id: string, institution: string, accountId?: string, user: DemoUser = 'core') =>
    h.as(user).call(setresponsibility, { id, rev: await h.revOf(id), list: base, institution, accountId })

  test('goes to an institution and one of its people; then others edit', async () => {
    const id = await newProduct()
    const given = await give(id, ids.institution.rhine, ids.account.coreRhine)
    expect(listIn(given, base)._responsible).toEqual({
      institution: ids.institution.rhine,
      accountId: ids.account.coreRhine,
    })
    expect(given.may[base]).not.toContain('product:edit')
    expect(await refusal(patch(id, [set(base, 'basis-f5', text('x'))]))).toMatchObject({ status: 403 })
    expect(await refusal(give(id, ids.institution.rhine, ids.account.coreRhine))).toMatchObject({
      key: 'noChange',
    })
  })
  test('needs the flag, an institution that exists, and a person who belongs to it', async () => {
    expect(await refusal(give(ids.product.neem, ids.institution.aare, undefined, 'national'))).toMatchObject({
      status: 403,
    })
    const id = await newProduct()
    expect(await refusal(give(id, ids.nothing))).toMatchObject({ key: 'institutionUnknown' })
    expect(await refusal(give(id, ids.institution.rhine, ids.account.core))).toMatchObject({
      key: 'accountForeign',
    })
  })
})

describe('revert', () => {
  const back = async (id: string, toRev: number, user: DemoUser = 'core') =>
    h.as(user).call(revert, { id, rev: await h.revOf(id), toRev })

  test('writes the older state as a new revision; approvals, responsibility and activation stay', async () => {
    const id = await newProduct()
    const then = await h.revOf(id)
    await patch(id, [set(base, 'basis-f1', text('Changed')), set(base, 'basis-f5', text('new'))])
    await h.as('core').call(activatelist, { id, rev: await h.revOf(id), list: base, active: true })
    const reverted = await back(id, then)
    expect(listIn(reverted, base)).toMatchObject({ 'basis-f1': text('Fresh'), _active: true })
    expect(listIn(reverted, base)).not.toHaveProperty('basis-f5')
    expect(Object.values(listIn(reverted, base)._nameHistory).map((r) => r.name)).toEqual([
      'Fresh',
      'Changed',
      'Fresh',
    ])
    const [latest] = (await h.as('core').call(gettimeline, { id })).list
    expect(latest).toMatchObject({ kind: 'reverted', to: String(then), rev: reverted.rev })
  })
  test('lists of others and what one does not see stay as they are', async () => {
    const id = ids.product.neem
    const then = await h.revOf(id)
    const secret = { component: ids.component.secret, secrecy: 'base-data-responsible' }
    await patch(id, [set(base, 'basis-f5', text('base')), set(fr, 'basis-f5', text('fr'))], 'national')
    await h.as('admin').call(setresponsibility, {
      id,
      rev: await h.revOf(id),
      list: base,
      institution: ids.institution.aare,
    })
    await h.as('admin').call(setresponsibility, {
      id,
      rev: await h.revOf(id),
      list: fr,
      institution: ids.institution.france,
    })
    await patch(id, [set(base, '_components/base/s1', secret)])
    const reverted = await back(id, then, 'national')
    expect(listIn(reverted, fr)).not.toHaveProperty('basis-f5')
    expect(listIn(reverted, base)['basis-f5']).toEqual(text('base'))
    const whole = await h.as('admin').call(load, { id })
    expect(listIn(whole, base)._components.base).toEqual({ s1: secret })
    expect(listIn(whole, fr)._components.base).toEqual({ s1: secret })
  })
  test('refuses what does not exist, is the same, or is not theirs', async () => {
    const id = await newProduct()
    expect(await refusal(back(id, 99))).toMatchObject({ status: 404 })
    expect(await refusal(back(id, await h.revOf(id)))).toMatchObject({ key: 'noChange' })
    expect(await refusal(back(ids.product.basalt, 1))).toMatchObject({ status: 403 })
    const stale = h.as('core').call(revert, { id, rev: 1, toRev: 1 })
    expect(await refusal(stale)).toMatchObject({ status: 409 })
  })
})

describe('the timeline', () => {
  test('newest first, by list and kind, in pages', async () => {
    const id = await newProduct()
    await h.as('core').call(addlist, { id, rev: await h.revOf(id), list: ch })
    await h.as('core').call(activatelist, { id, rev: await h.revOf(id), list: ch, active: true })
    const ask = (more: object) => h.as('core').call(gettimeline, { id, ...more })
    const all = await ask({})
    expect(all.list.map((e) => e.kind)).toEqual(['activated', 'listAdded', 'nameChanged', 'created'])
    expect(all.list[0]).toMatchObject({ by: ids.account.core, byName: 'Matthias Egger', rev: 4, list: ch })
    expect((await ask({ list: ch })).list.map((e) => e.kind)).toEqual(['activated', 'listAdded'])
    expect((await ask({ kinds: ['created', 'nameChanged'] })).list.map((e) => e.kind)).toEqual([
      'nameChanged',
      'created',
    ])
    const page = await ask({ start: 1, limit: 2 })
    expect(page).toMatchObject({ count: 4, list: [{ kind: 'listAdded' }, { kind: 'nameChanged' }] })
  })
  test('of an unknown or foreign product is not found', async () => {
    for (const id of [ids.nothing, ids.product.basalt])
      expect(await refusal(h.as('national').call(gettimeline, { id }))).toMatchObject({ status: 404 })
  })
})

describe('names', () => {
  test('a list that reads its name has the names that it showed', async () => {
    const id = await newProduct()
    await h.as('core').call(addlist, { id, rev: await h.revOf(id), list: ch })
    const renamed = await patch(id, [set(base, 'basis-f1', text('Fresher'))])
    const names = (view: { data: Record<string, unknown> }, list: string) =>
      Object.values(listIn(view, list)._nameHistory).map(({ name, to }) => [name, to !== undefined])
    expect(names(renamed, base)).toEqual([
      ['Fresh', true],
      ['Fresher', false],
    ])
    expect(names(renamed, ch)).toEqual(names(renamed, base))
    // With a name of its own it no longer follows.
    await patch(id, [
      { op: 'remove', path: `/listData/${ch}/_linked/basis-f1` },
      set(ch, 'basis-f1', text('Frais')),
    ])
    const last = await patch(id, [set(base, 'basis-f1', text('Freshest'))])
    expect(names(last, ch)).toEqual([
      ['Fresh', true],
      ['Fresher', true],
      ['Frais', false],
    ])
    expect(names(last, base).at(-1)).toEqual(['Freshest', false])
  })
})

describe('new components', () => {
  test('are as secret as the main category says, unless told', async () => {
    const id = await newProduct()
    const horn = ids.component.horn
    const saved = await patch(id, [
      set(base, '_components/base/c1', { component: horn }),
      set(base, '_components/additional/c2', { component: horn, secrecy: 'public' }),
    ])
    expect(listIn(saved, base)._components).toMatchObject({
      base: { c1: { component: horn, secrecy: 'core-partners' } },
      additional: { c2: { secrecy: 'public' } },
    })
  })
})
