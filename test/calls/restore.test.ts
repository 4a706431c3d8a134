/** Restoring and reverting: by the rules and rights of each class. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create as createCompany } from '../../shared/calls/bml/company/create.ts'
import { revert as revertCompany } from '../../shared/calls/bml/company/revert.ts'
import { create as createProduct } from '../../shared/calls/bml/product/create.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { restore as restoreProduct } from '../../shared/calls/bml/product/restore.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { revert } from '../../shared/calls/eav/entity/revert.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { AccountData } from '../../shared/model/actor.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
const t = (text: string) => ({ de_DE: text })
const admin = () => h.as('admin')
const make = (entityclass: string, data: Record<string, unknown>) =>
  admin().call(create, { entityclass, data })
const merge = async (id: string, patch: Record<string, unknown>) => {
  const { rev } = (await h.ports.entities.get(id))!
  return admin().call(updatefrompatch, { id, rev, mode: 'merge', patch })
}

describe('eav/entity/restore', () => {
  it('brings an entry back as it was, with its unique values held all the while', async () => {
    const made = await make('country', { title: t('Wieder'), isoCode: 'XW' })
    await expect(admin().call(restore, { id: made.id })).rejects.toMatchObject({
      details: { key: 'noChange' },
    })
    await admin().call(disable, { id: made.id })
    await expect(make('country', { title: t('Anders'), isoCode: 'XW' })).rejects.toMatchObject({
      code: 'duplicate',
    })
    await expect(admin().call(restore, { id: made.id, rev: 1 })).rejects.toMatchObject({
      code: 'revision_conflict',
    })
    const back = await admin().call(restore, { id: made.id, rev: 2 })
    expect(back).toMatchObject({ rev: 3, disabled: false, data: made.data })
    const { list } = await admin().call(history, { id: made.id })
    expect(list.map((step) => step.events?.[0]?.kind)).toEqual(['restored', 'deleted', undefined])
  })
  it('brings back a part of a tree only below what is there', async () => {
    const parent = { parent: fixedIds.mainCategory.fertilisers, mainCategoryKey: 'fertilisers' }
    const top = await make('category', { title: t('Oben'), ...parent })
    const below = await make('category', { title: t('Unten'), ...parent, parent: top.id })
    await admin().call(disable, { id: top.id })
    await expect(admin().call(restore, { id: below.id })).rejects.toMatchObject({
      status: 422,
      details: { key: 'namesDeleted', params: { id: top.id } },
    })
    await admin().call(restore, { id: top.id })
    expect(await admin().call(restore, { id: below.id })).toMatchObject({ disabled: false })
  })
  it('is for those who may delete, and keeps the rules of the class', async () => {
    const label = await make('label', { title: t('x'), color: '#123456' })
    await admin().call(disable, { id: label.id })
    await expect(h.as('core').call(restore, { id: label.id })).rejects.toMatchObject({ status: 403 })
    const account = await make('account', { staticData: { fullname: 'Gone' } })
    await admin().call(disable, { id: account.id })
    await expect(h.as('core').call(restore, { id: account.id })).rejects.toMatchObject({ status: 404 })
    expect(await admin().call(restore, { id: account.id })).toMatchObject({ disabled: false })
  })
})

describe('what is deleted', () => {
  const inTree = { parent: fixedIds.mainCategory.fertilisers, mainCategoryKey: 'fertilisers' }
  it.each([
    ['category', { title: t('x'), ...inTree }, { order: 7 }],
    ['component', { title: t('x') }, { order: 7 }],
    ['biostandard', { name: t('x') }, { publicOrder: 3 }],
    ['selectoption', { title: t('x'), type: 'unit' }, { enabled: false }],
    ['account', { staticData: { fullname: 'Gone' } }, { active: false }],
  ])('takes no changes before it is restored: %s', async (entityclass, data, patch) => {
    const { id } = await make(entityclass, data)
    await merge(id, patch)
    await admin().call(disable, { id })
    const refused = { status: 422, details: { key: 'entryDeleted' } }
    await expect(merge(id, data)).rejects.toMatchObject(refused)
    await expect(admin().call(revert, { id, rev: 3, toRev: 1 })).rejects.toMatchObject(refused)
    await admin().call(restore, { id })
    expect(await admin().call(revert, { id, rev: 4, toRev: 1 })).toMatchObject({ rev: 5 })
  })
})

describe('bml/product/restore', () => {
  it('is for who may delete it, is told in the timeline, and can be edited again', async () => {
    const made = await h.as('core').call(createProduct, {})
    await h.as('core').call(disable, { id: made.id })
    await expect(h.as('national').call(restoreProduct, { id: made.id })).rejects.toMatchObject({
      status: 403,
    })
    const back = await h.as('core').call(restoreProduct, { id: made.id, rev: 2 })
    expect(back).toMatchObject({ rev: 3, disabled: false, data: made.data })
    const { list } = await h.as('core').call(gettimeline, { id: made.id })
    expect(list.map((event) => event.kind)).toEqual(['restored', 'deleted', 'created'])
    const company = await h.as('core').call(createCompany, { name: 'Zurück' })
    await expect(h.as('core').call(restoreProduct, { id: company.id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('reverting', () => {
  it('writes an older state of an entry as the newest, by the rules of its class', async () => {
    const { id } = await make('label', { title: t('Erst'), color: '#111111' })
    await merge(id, { color: '#222222' })
    expect(await admin().call(revert, { id, rev: 2, toRev: 1 })).toMatchObject({
      rev: 3,
      data: { color: '#111111' },
    })
    await expect(admin().call(revert, { id, rev: 3, toRev: 1 })).rejects.toMatchObject({
      details: { key: 'noChange' },
    })
    await expect(admin().call(revert, { id, rev: 2, toRev: 1 })).rejects.toMatchObject({
      code: 'revision_conflict',
    })
    await expect(admin().call(revert, { id, rev: 3, toRev: 9 })).rejects.toMatchObject({ status: 404 })
    await expect(h.as('core').call(revert, { id, rev: 3, toRev: 2 })).rejects.toMatchObject({ status: 403 })
    const taken = await make('country', { title: t('A'), isoCode: 'XA' })
    await merge(taken.id, { isoCode: 'XB' })
    await make('country', { title: t('B'), isoCode: 'XA' })
    await expect(admin().call(revert, { id: taken.id, rev: 2, toRev: 1 })).rejects.toMatchObject({
      code: 'duplicate',
    })
  })
  it('takes products by their own way, whichever call is chosen', async () => {
    const before = (await h.ports.entities.get(ids.product.compost))!
    const changed = await h.as('core').call(updatefrompatch, {
      id: before.id,
      rev: before.rev,
      mode: 'merge',
      patch: { listData: { [ids.list.base]: { 'basis-f1': { textValue: 'Other name' } } } },
    })
    const back = await h.as('core').call(revert, { id: before.id, rev: changed.rev, toRev: before.rev })
    const list = (back.data['listData'] as Record<string, Record<string, unknown>>)[ids.list.base]!
    const was = (before.data['listData'] as Record<string, Record<string, unknown>>)[ids.list.base]!
    expect(list['basis-f1']).toEqual(was['basis-f1'])
    // The name of the meantime stays in its history: that is no value to bring back.
    expect(Object.keys(list['_nameHistory'] as object).length).toBeGreaterThan(0)
  })
  it('of a company is for its owner, keeps its tie to the register, and breaks no rule', async () => {
    const id = ids.company.nordhain
    const first = (await h.ports.entities.get(id))!
    const changed = await merge(id, { baseData: { notice: 'Neu' } })
    await expect(
      h.as('national').call(revertCompany, { id, rev: changed.rev, toRev: first.rev }),
    ).rejects.toMatchObject({ status: 403 })
    const back = await admin().call(revertCompany, { id, rev: changed.rev, toRev: first.rev })
    expect(back).toMatchObject({ rev: changed.rev + 1, data: first.data })
    // Its first revision had a name only: no contact person.
    const bare = await admin().call(createCompany, { name: 'Nur Name' })
    const { addresses, contactPersons } = first.data
    const whole = await merge(bare.id, { addresses, contactPersons })
    await expect(
      admin().call(revertCompany, { id: bare.id, rev: whole.rev, toRev: 1 }),
    ).rejects.toMatchObject({ status: 422, details: { issues: expect.any(Array) } })
    await expect(
      admin().call(revertCompany, { id: ids.product.compost, rev: 1, toRev: 1 }),
    ).rejects.toMatchObject({
      status: 404,
    })
  })
  it('of an account gives nobody a right back that they may not give', async () => {
    const { entities } = h.ports
    const write = async (id: string, data: Partial<AccountData>) => {
      const now = (await entities.get(id))!
      return entities.put({ ...now, data: { ...now.data, ...data } }, { expectRev: now.rev })
    }
    const id = ids.account.core
    const before = (await entities.get(id)) as unknown as Entity<AccountData>
    // An approval right is taken away; settings and an invitation are older, too.
    const demoted = { ...before.data.staticData!, hasApprovalRight: false }
    await write(id, {
      staticData: demoted,
      userData: { appearance: 'dark' },
      invites: [{ inviteId: 'x', created: '2026-03-01T00:00:00.000Z' }],
    })
    const mine = await h.as('core').call(revert, { id, rev: before.rev + 1, toRev: before.rev })
    expect(mine.data['userData']).toEqual(before.data.userData)
    const after = (await entities.get(id)) as unknown as Entity<AccountData>
    expect(after.data.staticData).toEqual(demoted)
    expect(after.data.invites).toHaveLength(1)
    const all = await admin().call(revert, { id, rev: before.rev + 2, toRev: before.rev })
    expect(all.data).toMatchObject({ staticData: before.data.staticData, invites: [{ inviteId: 'x' }] })

    // An admin who is no super admin makes nobody an admin by a revert.
    const plain = await make('account', { staticData: { fullname: 'Was admin', isAdmin: true } })
    await merge(plain.id, { staticData: { isAdmin: false } })
    const account = (await entities.get(ids.account.admin))!
    const staticData = { ...(account.data['staticData'] as object), isAdmin: true, isSuperAdmin: false }
    await write(ids.account.admin, { staticData } as Partial<AccountData>)
    h.clock.advance(61)
    await expect(admin().call(revert, { id: plain.id, rev: 2, toRev: 1 })).rejects.toMatchObject({
      status: 403,
      details: { key: 'makeAdmin' },
    })

    // Nor do they take a right that they lack by an account of their own: made, changed, reverted or restored.
    const own = (account.data['ssoUsers'] as string[])[0]!
    const flagged = { fullname: 'Second', hasApprovalRight: true }
    const refused = { status: 403, details: { key: 'ownGrant' } }
    await expect(make('account', { ssoUsers: [own], staticData: flagged })).rejects.toMatchObject(refused)
    const second = await make('account', { ssoUsers: ['somebody'], staticData: flagged })
    await expect(merge(second.id, { ssoUsers: [own] })).rejects.toMatchObject(refused)
    const asStored = async () => (await entities.get(second.id)) as unknown as Entity<AccountData>
    const { data } = await asStored()
    await write(second.id, { ssoUsers: [own] })
    const { rev: granted } = await asStored()
    await write(second.id, { staticData: { ...data.staticData!, hasApprovalRight: false } })
    await expect(merge(second.id, { staticData: { hasApprovalRight: true } })).rejects.toMatchObject(refused)
    await expect(merge(second.id, { ssoUsers: [own, 'another'] })).rejects.toMatchObject(refused)
    const { rev: plainRev } = await asStored()
    await expect(
      admin().call(revert, { id: second.id, rev: plainRev, toRev: granted }),
    ).rejects.toMatchObject(refused)
    await merge(second.id, { staticData: { fullname: 'Another name' } })
    await admin().call(disable, { id: second.id })
    await expect(admin().call(restore, { id: second.id })).rejects.toMatchObject(refused)

    await write(ids.account.admin, account.data as Partial<AccountData>)
    h.clock.advance(61)
  })
})
