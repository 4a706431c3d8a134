/** Nobody releases what they alone entered, whichever product or list it was entered in and whoever brought it here. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownChanges } from '../../functions/services/product/own-changes.ts'
import { loadParents } from '../../functions/services/product/parents.ts'
import type { ReadLimits } from '../../functions/services/product/read-limits.ts'
import { demoSub } from '../../scripts/seed/people.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { movelist } from '../../shared/calls/bml/product/movelist.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { deleteEntity } from '../../shared/calls/eav/entity/delete.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { CallFailure, type Harness, ids, refusal, startHarness } from './harness.ts'
import { dataOf, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  const standard = async (name: string) => {
    const data = { name: { de_DE: name }, activeInLists: [base, ch] }
    return (await h.as('admin').call(createEntity, { entityclass: 'biostandard', data })).id
  }
  free = await standard('Allein')
  other = await standard('Anders')
  h.clock.advance(61)
})
afterAll(() => h.close())

const { base, ch } = ids.list
const { eu } = ids.standard
/** Standards that depend on no other. */
let free: string
let other: string
const people = ['core', 'core2', 'admin'] as const
type Who = (typeof people)[number]
const revOf = (id: string) => h.revOf(id)
const patch = async (who: Who, id: string, operations: JsonPatch) =>
  h.as(who).call(save, { id, rev: await revOf(id), patch: operations })
const enter = (who: Who, id: string, value: string, list: string = base, key = 'basis-f5') =>
  patch(who, id, [set(list, key, text(value))])
const seenBy = async (who: Who, id: string) => {
  const { rev, parentRevs } = await h.as(who).call(load, { id })
  return { id, rev, parentRevs }
}
type Action = 'initiate' | 'confirm' | 'activate' | 'reset' | 'grantyear' | 'release'
const act = async (who: Who, id: string, action: Action, list: string = ch, standard = free) =>
  h.as(who).call(approvals, { ...(await seenBy(who, id)), list, standard, action })
const add = async (who: Who, id: string) => h.as(who).call(addlist, { id, rev: await revOf(id), list: ch })
const move = async (who: Who, id: string, target: string) =>
  h.as(who).call(movelist, { id, rev: await revOf(id), list: ch, target })
const derive = async (who: Who, id: string, parent: string | null) =>
  h.as(who).call(setderived, { id, rev: await revOf(id), parent })
const read = async (id: string, list: string, key = 'basis-f5') => {
  const view = await h.as('admin').call(load, { id })
  return view.resolved[list]?.[key]?.value ?? dataOf(view).listData[list]?.[key]
}
/** With a base approval of `admin` and `by`, so that the national standard can be approved. */
async function made(by: Who = 'core', name = 'Made'): Promise<string> {
  const { id } = await h.as(by).call(create, {})
  await patch(by, id, [
    set(base, 'basis-f1', text(name)),
    set(base, '_category', ids.category.compost),
    set(base, '_companies/r1', { company: ids.company.nordhain, role: 'distributor' }),
  ])
  return id
}
async function released(id: string) {
  await act('admin', id, 'initiate', base, eu)
  await act('core2', id, 'confirm', base, eu)
}
const own = { status: 403, key: 'approvalOwnChanges' }
const refused = async (made: Promise<unknown>) => {
  const { status, key } = await refusal(made)
  return { status, key }
}
const link = (list: string, key = 'basis-f5'): JsonPatch => [set(list, `_linked/${key}`, 'derived')]

describe('what one person entered, another releases', () => {
  test('in the base list, before another person added the list', async () => {
    const id = await made()
    await released(id)
    await enter('core2', id, 'of core2')
    await patch('core2', id, [
      set(base, '_components/base/n', { component: ids.component.horn, secrecy: 'core-partners', amount: 1 }),
    ])
    await add('core', id)
    expect(await read(id, ch)).toEqual(text('of core2'))
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    // A base approval too, which somebody else initiates.
    await act('admin', id, 'initiate', ch, eu)
    expect(await refused(act('core2', id, 'confirm', ch, eu))).toEqual(own)
    // The components alone, which came along with the list.
    await enter('admin', id, 'of admin')
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    await patch('admin', id, [{ op: 'remove', path: `/listData/${base}/_components/base/n` }])
    await act('core2', id, 'grantyear')
  })

  test('in the base list of the product that a list is moved to, or while the list was elsewhere', async () => {
    const [source, target] = [await made('core', 'Source'), await made('core', 'Target')]
    await released(source)
    await released(target)
    await enter('core2', target, 'of core2')
    await add('core', source)
    await move('core', source, target)
    expect(await refused(act('core2', target, 'grantyear'))).toEqual(own)
    // It goes back, where they entered something in between.
    await enter('core2', source, 'of core2, too')
    await move('core', target, source)
    expect(await refused(act('core2', source, 'grantyear'))).toEqual(own)
    await enter('core', source, 'of core')
    await act('core2', source, 'grantyear')
  })

  test('in a list before it was moved, under an id that the other product had', async () => {
    const [source, target] = [await made('core', 'Source'), await made('core', 'Target')]
    await released(source)
    await released(target)
    await add('core', source)
    const component = (amount: number) => ({ component: ids.component.horn, secrecy: 'public', amount })
    await patch('core2', source, [set(ch, '_components/base/n', component(7))])
    await patch('core', target, [set(base, '_components/base/n', component(1))])
    await move('core', source, target)
    expect(await refused(act('core2', target, 'grantyear'))).toEqual(own)
  })

  test('in a product from before it became the parent, and whoever took it off again', async () => {
    const [parent, id] = [await made('core2', 'Parent'), await made()]
    await enter('core2', parent, 'of the parent')
    await released(id)
    await add('core', id)
    await act('core2', id, 'grantyear')
    // Whoever knows of the product by this list knows of its parent, too: else its value goes with it.
    await add('core', parent)
    await derive('core', id, parent)
    await patch('core', id, link(base))
    expect(await read(id, ch)).toEqual(text('of the parent'))
    await act('admin', id, 'reset')
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    await derive('core', id, null)
    expect(await read(id, base)).toEqual(text('of the parent'))
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    await act('core', id, 'grantyear').catch(() => act('admin', id, 'grantyear'))
    await act('admin', id, 'reset')
    await enter('core', id, 'of core')
    await act('core2', id, 'grantyear')
  })

  test('in a parent whose other key was read at the release, and whose value stayed when it was taken off', async () => {
    const [parent, id] = [await made('core2', 'Parent'), await made()]
    await enter('core2', parent, 'of the parent, seen', base, 'basis-f7')
    await enter('core2', parent, 'of the parent')
    await enter('core', id, 'old')
    await derive('core', id, parent)
    await patch('core', id, link(base, 'basis-f7'))
    await act('admin', id, 'activate', base)
    await act('admin', id, 'confirm', base)
    await patch('core', id, [{ op: 'remove', path: `/listData/${base}/basis-f5` }, ...link(base)])
    await act('core', id, 'activate', base, other)
    expect(await refused(act('core2', id, 'confirm', base, other))).toEqual(own)
    await derive('core', id, null)
    expect(await read(id, base)).toEqual(text('of the parent'))
    expect(await refused(act('core2', id, 'confirm', base, other))).toEqual(own)
    await act('admin', id, 'confirm', base, other)
  })

  test('in a parent where it was replaced after its value stayed, and before the release', async () => {
    const [parent, id] = [await made('core2', 'Parent'), await made()]
    await enter('core2', parent, 'of core2')
    await released(id)
    await add('core', id)
    await patch('core', id, [
      set(ch, 'basis-f5', text('old')),
      { op: 'remove', path: `/listData/${ch}/_linked/basis-f5` },
    ])
    await add('core', parent)
    await derive('core', id, parent)
    await patch('core', id, link(base))
    await derive('core', id, null)
    await enter('core', parent, 'other')
    await derive('core', id, parent)
    await act('admin', id, 'grantyear')
    await patch('core', id, [
      { op: 'remove', path: `/listData/${ch}/basis-f5` },
      set(ch, '_linked/basis-f5', 'basis'),
    ])
    expect(await read(id, ch)).toEqual(text('of core2'))
    await act('core', id, 'activate', ch, other)
    expect(await refused(act('core2', id, 'confirm', ch, other))).toEqual(own)
    await act('admin', id, 'confirm', ch, other)
  })

  test('in the base list of the parent, which its list came to read later', async () => {
    const [parent, id] = [await made('core2', 'Parent'), await made()]
    await enter('core2', parent, 'of core2')
    await released(id)
    for (const one of [parent, id]) await add('core', one)
    await patch('core', parent, [
      set(ch, 'basis-f5', text('seen')),
      { op: 'remove', path: `/listData/${ch}/_linked/basis-f5` },
    ])
    await derive('core', id, parent)
    await patch('core', id, [set(ch, '_linked/basis-f5', 'derived')])
    expect(await read(id, ch)).toEqual(text('seen'))
    await act('admin', id, 'grantyear')
    await patch('core', parent, [
      { op: 'remove', path: `/listData/${ch}/basis-f5` },
      set(ch, '_linked/basis-f5', 'basis'),
    ])
    expect(await read(id, ch)).toEqual(text('of core2'))
    await act('core', id, 'activate', ch, other)
    expect(await refused(act('core2', id, 'confirm', ch, other))).toEqual(own)
    await act('admin', id, 'confirm', ch, other)
  })

  test('in the base list, read by the list between two values of its own', async () => {
    const id = await made()
    await released(id)
    await add('core', id)
    await patch('core', id, [
      set(ch, 'basis-f5', text('old')),
      { op: 'remove', path: `/listData/${ch}/_linked/basis-f5` },
    ])
    await enter('core2', id, 'of core2')
    await act('admin', id, 'grantyear')
    await patch('core', id, [
      { op: 'remove', path: `/listData/${ch}/basis-f5` },
      set(ch, '_linked/basis-f5', 'basis'),
    ])
    await patch('core', id, [
      set(ch, 'basis-f5', text('of core2')),
      { op: 'remove', path: `/listData/${ch}/_linked/basis-f5` },
    ])
    await act('core', id, 'activate', ch, other)
    expect(await refused(act('core2', id, 'confirm', ch, other))).toEqual(own)
    await enter('core', id, 'of core, later')
    expect(await refused(act('core2', id, 'confirm', ch, other))).toEqual(own)
  })

  test('not what another person has replaced or taken back, nor what was released as it is', async () => {
    const id = await made()
    const before = await revOf(id)
    await patch('core2', id, [set(base, '_remark', { de_DE: 'of core2' })])
    await h.as('core').call(revert, { id, rev: await revOf(id), toRev: before })
    await enter('core2', id, 'of core2')
    await enter('core', id, 'of core')
    await act('admin', id, 'initiate', base, eu)
    await act('core2', id, 'confirm', base, eu)
    // Something that two people have released comes back.
    await enter('admin', id, 'of admin')
    await enter('core2', id, 'of core')
    await act('admin', id, 'reset', base, eu)
    await act('admin', id, 'initiate', base, eu)
    expect(await refused(act('core2', id, 'confirm', base, eu))).toEqual(own)
    await enter('core', id, 'new')
    await act('core2', id, 'confirm', base, eu)
  })
})

describe('who releases has seen the parents as they are', () => {
  test('a parent that was changed since is a conflict; who says nothing of it has not seen it', async () => {
    const [parent, id] = [await made('core2', 'Parent'), await made('core2')]
    await enter('core2', parent, 'seen')
    await derive('core2', id, parent)
    await patch('core2', id, link(base))
    await act('admin', id, 'initiate', base, eu)
    const seen = await seenBy('core', id)
    expect(seen.parentRevs).toEqual([await revOf(parent)])
    await enter('core2', parent, 'never seen')
    const confirm = (more: { parentRevs?: number[] | undefined }) =>
      h
        .as('core')
        .call(approvals, { id, rev: seen.rev, list: base, standard: eu, action: 'confirm', ...more })
    expect(await refusal(confirm({ parentRevs: seen.parentRevs }))).toMatchObject({
      status: 409,
      message: expect.stringContaining('409001'),
    })
    expect((await refusal(confirm({}))).status).toBe(409)
    const { rev } = await act('core', id, 'confirm', base, eu)
    // The server notes them, and tells nobody.
    const row = (await h.ports.entities.get('product', id))!.data.listData[base]!._approval[eu]!
    expect(row).toMatchObject({ releasedRev: rev - 1, releasedParents: [await revOf(parent)] })
    const shown = dataOf(await h.as('admin').call(load, { id })).listData[base]!._approval[eu]!
    expect(shown).not.toHaveProperty('releasedParents')
    // What was released is known by these revisions, not by a time.
    await act('admin', id, 'initiate', base, eu).catch((e: unknown) => expect(e).toBeInstanceOf(CallFailure))
    await enter('core2', parent, 'later')
    await act('admin', id, 'reset', base, eu)
    await act('admin', id, 'initiate', base, eu)
    expect(await refused(act('core2', id, 'confirm', base, eu))).toEqual(own)
  })
})

describe('what has come by a longer way, another releases too', () => {
  /** A value in the list itself, whatever it was linked to. */
  const direct = (id: string, who: Who, value: string) =>
    patch(who, id, [
      set(ch, 'basis-f5', text(value)),
      { op: 'remove', path: `/listData/${ch}/_linked/basis-f5` },
    ])

  test('a value that stayed in the parent from its own former parent', async () => {
    const [former, parent, id] = [await made('core2'), await made(), await made()]
    await enter('core2', former, 'of the former parent')
    await derive('core', parent, former)
    await patch('core', parent, link(base))
    await derive('core', parent, null)
    expect(await read(parent, base)).toEqual(text('of the former parent'))
    await derive('core', id, parent)
    await patch('core', id, link(base))
    expect(await read(id, base)).toEqual(text('of the former parent'))
    expect(await refused(act('core2', id, 'grantyear', base))).toEqual(own)
    // It stays here as well.
    await derive('core', id, null)
    expect(await read(id, base)).toEqual(text('of the former parent'))
    expect(await refused(act('core2', id, 'grantyear', base))).toEqual(own)
    await act('admin', id, 'grantyear', base)
  })

  test('a list that was moved into the parent', async () => {
    const [source, parent, id] = [await made(), await made(), await made()]
    await add('core', source)
    await direct(source, 'core2', 'of core2')
    await move('core', source, parent)
    await derive('core', id, parent)
    await add('core', id)
    await patch('core', id, link(ch))
    expect(await read(id, ch)).toEqual(text('of core2'))
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    await act('admin', id, 'grantyear')
  })

  test('what was entered in a product between two stays of a list there', async () => {
    const [first, second, third] = [await made(), await made(), await made()]
    await add('core', second)
    await move('core', second, first)
    h.clock.advance(1)
    await move('core', first, second)
    await patch('core2', second, [set(ch, '_remark', { de_DE: 'of core2' })])
    h.clock.advance(1)
    await move('core', second, third)
    await move('core', third, first)
    expect(await refused(act('core2', first, 'grantyear'))).toEqual(own)
    await act('admin', first, 'grantyear')
  })

  const component = { component: ids.component.horn, secrecy: 'public', amount: 1 }
  const row = (id: string) => `_components/base/${id}`
  const rows = (id: string) =>
    patch('core', id, [set(base, row('k1'), component), set(base, row('k2'), component)])
  const without = (id: string) =>
    patch('core2', id, [{ op: 'remove', path: `/listData/${base}/${row('k2')}` }])

  test('a row that was removed from the base list before the list was added', async () => {
    const id = await made()
    await rows(id)
    await act('admin', id, 'grantyear', base)
    await without(id)
    await add('core', id)
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    // Somebody else has released the base list without it.
    await act('admin', id, 'reset', base)
    await act('admin', id, 'grantyear', base)
    await act('core2', id, 'grantyear')
  })

  test('a row that was removed from the base list before the list was moved there', async () => {
    const [source, target] = [await made(), await made()]
    await add('core', source)
    await rows(target)
    await without(target)
    await move('core', source, target)
    expect(await refused(act('core2', target, 'grantyear'))).toEqual(own)
    await act('admin', target, 'grantyear')
  })
  test('not a row that somebody else put there again before', async () => {
    const id = await made()
    await rows(id)
    await without(id)
    await rows(id)
    await add('core', id)
    await act('core2', id, 'grantyear')
  })

  test('what came from a product that has been erased, as far as the list still shows it', async () => {
    const [source, target] = [await made(), await made()]
    await add('core', source)
    await direct(source, 'core2', 'of core2')
    await move('core', source, target)
    await h.ports.entities.erase(source, ids.account.core, h.clock.now(), { evenIfNamed: true })
    const unknown = { status: 403, key: 'approvalUnexamined' }
    for (const who of ['admin', 'core2'] as const)
      expect(await refused(act(who, target, 'grantyear'))).toEqual(unknown)
  })
})

describe('limits of what is read', () => {
  const asked = async (who: Who | 'national', id: string, limits: Partial<ReadLimits> = {}) => {
    const product = (await h.ports.entities.get('product', id))!
    const derived = await loadParents(h.ports.entities, [product.data])
    const actor = { account: ids.account[who], sub: demoSub(who) }
    return (
      await ownChanges(h.ports.entities, product, derived, [{ list: base }, { list: ch }], actor, limits)
    ).get(ch)
  }
  test('only what the person wrote counts, and kept states change no answer', async () => {
    const places = [await made(), await made(), await made()] as const
    await add('core', places[0])
    for (const [n, id] of places.entries()) {
      // Both times core replaces it again: nothing of it is left.
      for (const value of [`${n}`, `${n}, too`]) {
        await patch('core2', id, [set(ch, '_remark', { de_DE: value })])
        await patch('core', id, [set(ch, '_remark', { de_DE: `${value}, by core` })])
      }
      h.clock.advance(1)
      if (places[n + 1]) await move('core', id, places[n + 1]!)
    }
    const id = places[2]
    expect(await asked('core2', id)).toBeUndefined()
    expect(await asked('core2', id, { kept: 1 })).toBeUndefined()
    for (const limits of [{ products: 2 }, { revisions: 5 }, { bytes: 100 }, { milliseconds: -1 }])
      expect(await asked('core2', id, limits)).toBe('unexamined')
    expect(await asked('core2', id, { products: 3, revisions: 6 })).toBeUndefined()
    expect(await asked('national', id, { products: 0, revisions: 0 })).toBeUndefined()
    expect(await asked('national', id, { bytes: 100 })).toBe('unexamined')
    expect(await asked('core', id, { revisions: 100 })).toBe('entered')
  })

  test('who wrote nothing releases a list that has been in more than 20 products', async () => {
    const first = await made()
    await add('core', first)
    let at = first
    for (let n = 0; n < 21; n++) {
      const next = await made()
      await move('core', at, next)
      at = next
    }
    await act('core2', at, 'grantyear')
  })
})

test('what a person wrote with an account stays theirs when the account is given to somebody else', async () => {
  const id = await made('admin')
  const { core2 } = ids.account
  const people = async (ssoUsers: string[]) =>
    h.as('admin').call(updatefrompatch, {
      id: core2,
      rev: await revOf(core2),
      patch: [{ op: 'replace', path: '/ssoUsers', value: ssoUsers }],
    })
  await enter('core2', id, 'of core2')
  const actor = { account: ids.account.registered, sub: demoSub('core2') }
  const changed = async () => {
    const product = (await h.ports.entities.get('product', id))!
    const derived = await loadParents(h.ports.entities, [product.data])
    return ownChanges(h.ports.entities, product, derived, [{ list: base }], actor)
  }
  expect((await changed()).get(base)).toBe('entered')
  await people(['somebody'])
  expect((await changed()).get(base)).toBe('entered')
  const stored = async () => (await h.ports.entities.get('account', core2))!.data
  expect((await stored()).formerSsoUsers).toEqual([demoSub('core2')])
  // Nobody writes it.
  const forget: JsonPatch = [{ op: 'remove', path: '/formerSsoUsers' }]
  const rev = await revOf(core2)
  await expect(h.as('admin').call(updatefrompatch, { id: core2, rev, patch: forget })).rejects.toThrow()
  await people([demoSub('core2')])
  expect((await stored()).formerSsoUsers).toEqual(['somebody'])
})

test('an account that people have signed in with is not erased, so that it stays known whose it was', async () => {
  const { id } = await h.as('admin').call(createEntity, {
    entityclass: 'account',
    data: { registrationName: 'second', ssoUsers: ['somebody'], staticData: { fullname: 'Second' } },
  })
  const erase = async () => refusal(h.as('admin').call(deleteEntity, { id }))
  await h.as('admin').call(disable, { id })
  expect(await erase()).toMatchObject({ status: 422, key: 'accountHadPeople' })
  await h.as('admin').call(restore, { id })
  const patch: JsonPatch = [{ op: 'replace', path: '/ssoUsers', value: [] }]
  await h.as('admin').call(updatefrompatch, { id, rev: await revOf(id), patch })
  expect(await erase()).toMatchObject({ status: 422, key: 'accountHadPeople' })
  const { id: unused } = await h.as('admin').call(createEntity, {
    entityclass: 'account',
    data: { registrationName: 'unused', ssoUsers: [], staticData: { fullname: 'Unused' } },
  })
  expect(await h.as('admin').call(deleteEntity, { id: unused })).toEqual({ id: unused })
})

test('whatever three people do: who gives an approval has not alone entered what the list shows', async () => {
  const person = fc.constantFrom(...people)
  const which = fc.nat({ max: 2 })
  const list = fc.constantFrom(base, ch)
  const key = fc.constantFrom('basis-f5')
  const row = fc.constantFrom('k1', 'k2')
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('enter' as const), who: person, at: which, list, key }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('release' as const),
        who: person,
        at: which,
        list,
        isReset: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('again' as const), who: person, by: person, at: which, list }),
    },
    fc.record({ kind: fc.constant('unlink' as const), who: person, at: which, list, key }),
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('link' as const), who: person, at: which, list, key }),
    },
    fc.record({ kind: fc.constantFrom('row' as const, 'removeRow' as const), who: person, at: which, row }),
    fc.record({ kind: fc.constant('add' as const), who: person, at: which }),
    fc.record({ kind: fc.constant('move' as const), who: person, at: which, to: which }),
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('derive' as const),
        who: person,
        at: which,
        to: fc.option(which),
      }),
    },
  )
  const releases = { grantyear: 0, release: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const products = [await made('admin'), await made('admin'), await made('admin')]
      /** Who entered which text, and which ones a list showed when it was released: somebody else has seen these. */
      const enteredBy = new Map<string, Who>()
      const seen = new Set<string>()
      const changed = new Set<Who>(['admin'])
      /** By product: who took which row from the base list, and of whom the list lacks one that it would have got. */
      const removed = new Map(products.map((id) => [id, new Map<string, Who>()]))
      const lacking = new Map(products.map((id) => [id, new Set<Who>()]))
      const shown = async (id: string, of: string) =>
        (await Promise.all(['basis-f5', 'basis-f1'].map((k) => read(id, of, k)))).flatMap((value) =>
          value === undefined ? [] : [(value as { textValue: string }).textValue],
        )
      const releaseAs = async (who: Who, id: string, of: string) => {
        const row = dataOf(await h.as('admin').call(load, { id })).listData[of]?._approval[free]
        const how = row?.begin ? 'release' : 'grantyear'
        await act(who, id, how, of, free)
        releases[how]++
        const values = await shown(id, of)
        const alone = values.filter((value) => enteredBy.get(value) === who && !seen.has(value))
        expect(alone).toEqual([])
        if (of === ch) expect(lacking.get(id)).not.toContain(who)
        if (of === base) removed.get(id)!.clear()
        lacking.get(id)!.clear()
        for (const value of values) seen.add(value)
      }
      for (const [n, one] of steps.entries()) {
        const id = products[one.at]!
        const enterAs = async (who: Who) => {
          if (one.kind !== 'enter' && one.kind !== 'again') return
          const value = `text ${n} of ${who}`
          await patch(who, id, [
            set(one.list, 'basis-f5', text(value)),
            { op: 'remove', path: `/listData/${one.list}/_linked/basis-f5` },
          ]).catch(() => enter(who, id, value, one.list))
          enteredBy.set(value, who)
        }
        const run = async (): Promise<unknown> => {
          switch (one.kind) {
            case 'enter':
              return enterAs(one.who)
            case 'again':
              // Who enters something under an approval that goes on, and who confirms that again.
              await enterAs(one.who)
              changed.add(one.who)
              return releaseAs(one.by, id, one.list)
            case 'unlink':
              return patch(one.who, id, [
                { op: 'remove', path: `/listData/${one.list}/${one.key}` },
                set(one.list, `_linked/${one.key}`, 'basis'),
              ])
            case 'link':
              return patch(one.who, id, link(one.list, one.key)).catch(() =>
                patch(one.who, id, [
                  { op: 'remove', path: `/listData/${one.list}/${one.key}` },
                  ...link(one.list, one.key),
                ]),
              )
            case 'row': {
              const component = { component: ids.component.horn, secrecy: 'public', amount: n }
              await patch(one.who, id, [set(base, `_components/base/${one.row}`, component)])
              return removed.get(id)!.delete(one.row)
            }
            case 'removeRow':
              await patch(one.who, id, [
                { op: 'remove', path: `/listData/${base}/_components/base/${one.row}` },
              ])
              return removed.get(id)!.set(one.row, one.who)
            case 'add':
              await add(one.who, id)
              return lacking.set(id, new Set(removed.get(id)!.values()))
            case 'move': {
              const to = products[one.to]!
              await move(one.who, id, to)
              lacking.get(id)!.clear()
              return lacking.set(to, new Set(removed.get(to)!.values()))
            }
            case 'derive':
              return derive(one.who, id, one.to === null ? null : products[one.to]!)
            case 'release':
              if (one.list === ch && !dataOf(await h.as('admin').call(load, { id })).listData[ch]) return
              if (one.isReset) await act('admin', id, 'reset', one.list, free).catch(() => undefined)
              return releaseAs(one.who, id, one.list)
          }
        }
        await run().then(
          () => one.kind !== 'release' && changed.add(one.who),
          (error: unknown) => {
            if (!(error instanceof CallFailure)) throw error
            // Who has changed nothing is not refused for it.
            const who = one.kind === 'again' ? one.by : one.who
            if (error.details.key === 'approvalOwnChanges') expect(changed).toContain(who)
          },
        )
      }
    }),
    { numRuns: 60 },
  )
  expect(Math.min(releases.grantyear, releases.release)).toBeGreaterThan(2)
})
