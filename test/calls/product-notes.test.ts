/** Notes of a product through the runtime: who writes, changes and reads them, and several at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { readnotes } from '../../shared/calls/bml/product/readnotes.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { isUnreadNote } from '../../shared/rules/notes.ts'
import { type CallFailure, failureOf, type Harness, ids, startHarness } from './harness.ts'
import { at, listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base } = ids.list
const written = (says: string) => ({
  text: says,
  read: false,
  at: '2001-01-01T00:00:00.000Z',
  by: ids.account.admin,
})
const patched = async (id: string, patch: JsonPatch, user: DemoUser = 'core') =>
  h.as(user).call(save, { id, rev: await h.revOf(id), patch })
async function noted(): Promise<string> {
  const { id, rev } = await h.as('core').call(create, {})
  await h.as('core').call(save, {
    id,
    rev,
    patch: [
      set(base, 'basis-f1', text('Noted')),
      set(base, '_category', ids.category.compost),
      set(base, '_notes/n1', written('call them')),
    ],
  })
  return id
}
const mark = async (id: string, user: DemoUser, read = true, note = 'n1') =>
  h.as(user).call(readnotes, { id, rev: await h.revOf(id), notes: [{ list: base, note }], read })
const unreadFor = async (id: string, account: string) => {
  const note = listIn(await h.as('admin').call(load, { id }), base)._notes['n1']!
  return isUnreadNote(note, account)
}

describe('read and unread', () => {
  test('are of each person: who marks a note has read it, nobody else', async () => {
    const id = await noted()
    const { admin, core, core2 } = ids.account
    const states = async () => Promise.all([admin, core, core2].map((one) => unreadFor(id, one)))
    expect(await states()).toEqual([true, false, true])
    await mark(id, 'core2')
    expect(await states()).toEqual([true, false, false])
    await mark(id, 'core2', false)
    expect(await states()).toEqual([true, false, true])
  })
  test('the same message twice is told to change nothing', async () => {
    const id = await noted()
    const rev = await h.revOf(id)
    const input = { id, rev, notes: [{ list: base, note: 'n1' }], read: true }
    const after = await h.as('admin').call(readnotes, input)
    expect(await failureOf(h.as('admin').call(readnotes, input))).toMatchObject({ status: 409 })
    expect(await failureOf(mark(id, 'admin'))).toMatchObject({ status: 422 })
    expect(await h.revOf(id)).toBe(after.rev)
    expect(listIn(after, base)._notes['n1']!.readBy).toEqual([ids.account.admin])
  })
  test('are not written by a save, and a note that says something else is unread again', async () => {
    const id = await noted()
    await patched(id, [set(base, '_notes/n1/readBy', [ids.account.admin])]).catch(() => undefined)
    expect(await unreadFor(id, ids.account.admin)).toBe(true)
    await mark(id, 'admin')
    await patched(id, [set(base, 'basis-f5', text('1'))])
    expect(await unreadFor(id, ids.account.admin)).toBe(false)
    await patched(id, [set(base, '_notes/n1/text', 'call them again')])
    expect(await unreadFor(id, ids.account.admin)).toBe(true)
  })
  test('a note that the caller does not see answers like one that is not there', async () => {
    const id = ids.product.neem
    const company = { company: ids.company.nordhain, role: 'recipe-holder' }
    const patch = [set(base, '_notes/n1', written('inner')), set(base, '_companies/r2', company)]
    await patched(id, patch, 'admin')
    const of = async (user: DemoUser, note: string) => {
      const { status, message } = await failureOf(mark(id, user, true, note))
      return { status, message }
    }
    expect(await of('company', 'n1')).toEqual(await of('company', 'none'))
    expect((await of('company', 'n1')).status).toBe(422)
    await mark(id, 'national')
  })
})

describe('who changes what a note says', () => {
  test('is who wrote it, or who administers the product', async () => {
    const id = await noted()
    await patched(id, [set(base, '_notes/n2', written('of the administrator'))], 'admin')
    const tries: JsonPatch[] = [
      [set(base, '_notes/n2/text', 'other')],
      [{ op: 'remove', path: at(base, '_notes/n2') }],
      [set(base, '_notes', {})],
    ]
    const national = ids.product.neem
    await patched(national, [set(base, '_notes/n2', written('of the administrator'))], 'admin')
    for (const patch of tries)
      expect(await failureOf(patched(national, patch, 'national'))).toMatchObject({ status: 403 })
    // Responsible at base level: they administer the product.
    const after = await patched(id, [{ op: 'remove', path: at(base, '_notes/n2') }])
    expect(Object.keys(listIn(after, base)._notes)).toEqual(['n1'])
    const own = await patched(national, [set(base, '_notes/n3', written('own'))], 'national')
    expect(listIn(own, base)._notes['n3']!.by).toBe(ids.account.national)
    const gone = await patched(national, [{ op: 'remove', path: at(base, '_notes/n3') }], 'national')
    expect(listIn(gone, base)._notes).not.toHaveProperty('n3')
  })
})

test('going back to an older state keeps the notes, and who has read them', async () => {
  const id = ids.product.neem
  await patched(id, [set(base, '_notes/kept', written('stays'))], 'admin')
  const toRev = (await mark(id, 'national', true, 'kept')).rev
  await patched(
    id,
    [set(base, 'basis-f5', text('later')), set(base, '_notes/late', written('later'))],
    'admin',
  )
  const before = listIn(await h.as('admin').call(load, { id }), base)._notes
  const after = await h.as('national').call(revert, { id, rev: await h.revOf(id), toRev })
  expect(listIn(after, base)['basis-f5']).not.toEqual(text('later'))
  expect(listIn(after, base)._notes).toEqual(before)
})

test('two who write notes, one who reads and one who saves a field at once: nothing is lost', async () => {
  const id = await noted()
  /** As a client does: on a conflict it takes the newer state and tries again. */
  const until = async (run: (rev: number) => Promise<unknown>) => {
    for (let attempt = 0; attempt < 20; attempt++) {
      try {
        return await run(await h.revOf(id))
      } catch (error) {
        if ((error as CallFailure).status !== 409) throw error
      }
    }
    throw new Error('gave up')
  }
  const saving = (user: DemoUser, patch: JsonPatch) =>
    until((rev) => h.as(user).call(save, { id, rev, patch }))
  await Promise.all([
    saving('core', [set(base, '_notes/a', written('first'))]),
    saving('core2', [set(base, '_notes/b', written('second'))]),
    saving('admin', [set(base, 'basis-f5', text('field'))]),
    until((rev) =>
      h.as('admin').call(readnotes, { id, rev, notes: [{ list: base, note: 'n1' }], read: true }),
    ),
  ])
  const list = listIn(await h.as('admin').call(load, { id }), base)
  expect(list['basis-f5']).toEqual(text('field'))
  expect(Object.keys(list._notes).sort()).toEqual(['a', 'b', 'n1'])
  expect(list._notes).toMatchObject({
    a: { by: ids.account.core },
    b: { by: ids.account.core2 },
    n1: { readBy: [ids.account.admin] },
  })
})
