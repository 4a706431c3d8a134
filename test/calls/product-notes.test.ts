/** Notes of a product through the runtime: who writes, changes and reads them, and several at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { notemarks } from '../../shared/calls/bml/product/notemarks.ts'
import { readnotes } from '../../shared/calls/bml/product/readnotes.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { chunksOf } from '../../shared/chunks.ts'
import { maxListNotes, maxNoteMarks, notesAtOnce } from '../../shared/constants.ts'
import type { Entity, JsonPatch } from '../../shared/model/entity.ts'
import type { ListData, ProductData } from '../../shared/model/product.ts'
import { isUnreadNote, markKey, noteState } from '../../shared/rules/notes.ts'
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
const marksOf = async (id: string, user: DemoUser) => (await h.as(user).call(notemarks, { id })).marks
const noteOf = async (id: string, note = 'n1') => {
  const { _notes } = listIn(await h.as('admin').call(load, { id }), base)
  return Object.hasOwn(_notes, note) ? _notes[note] : undefined
}
/** As it is now, unless one has it in another state. */
const mark = async (id: string, user: DemoUser, { read = true, note = 'n1', state = '' } = {}) => {
  const row = state === '' ? await noteOf(id, note) : undefined
  const seen = row ? noteState(row) : state || h.clock.now()
  return (await h.as(user).call(readnotes, { id, notes: [{ list: base, note, state: seen }], read })).marks
}
const unreadFor = async (id: string, user: DemoUser) =>
  isUnreadNote(
    (await noteOf(id))!,
    ids.account[user as 'core'],
    (await marksOf(id, user))[markKey(base, 'n1')],
  )

test('a note without text and label is refused in words; one that was stored so keeps nobody from saving', async () => {
  const id = await noted()
  for (const empty of [{}, { text: '' }, { text: '  ' }]) {
    const row = { read: false, at: '2001-01-01T00:00:00.000Z', by: ids.account.core, ...empty }
    await expect(patched(id, [set(base, '_notes/n2', row)])).rejects.toMatchObject({
      details: { issues: [{ path: at(base, '_notes/n2/text'), key: 'noteEmpty' }] },
    })
  }
  await h.ports.entities.get('product', id).then((product) => {
    const data = structuredClone(product!.data)
    data.listData[base]!._notes['old'] = { read: false, at: '2001-01-01T00:00:00.000Z', by: ids.account.core }
    return h.ports.entities.put({ ...product!, rev: product!.rev + 1, data }, { expectRev: product!.rev })
  })
  await patched(id, [set(base, 'basis-f5', text('still saved'))])
})
test('a note may have any key, also one that objects have by themselves', async () => {
  const id = await noted()
  for (const note of ['toString', 'valueOf']) {
    await patched(id, [set(base, `_notes/${note}`, written('new'))])
    const { by, at } = (await noteOf(id, note))!
    expect([by, at.slice(0, 10)]).toEqual([ids.account.core, h.clock.now().slice(0, 10)])
  }
})

describe('read and unread', () => {
  test('are of each person: who marks a note has read it, nobody else', async () => {
    const id = await noted()
    const states = () => Promise.all((['admin', 'core', 'core2'] as const).map((one) => unreadFor(id, one)))
    expect(await states()).toEqual([true, false, true])
    await mark(id, 'core2')
    expect(await states()).toEqual([true, false, false])
    await mark(id, 'core2', { read: false })
    expect(await states()).toEqual([true, false, true])
  })
  test('are no change of the product: no revision, no history, and the same twice is the same once', async () => {
    const id = await noted()
    const before = await h.as('admin').call(load, { id })
    const first = await mark(id, 'admin')
    expect(await mark(id, 'admin')).toEqual(first)
    expect(first).toEqual({ [markKey(base, 'n1')]: (await noteOf(id))!.at })
    expect(await h.as('admin').call(load, { id })).toEqual(before)
  })
  test('hinder nobody who saves at the same time, and are lost to nobody who marks in two windows', async () => {
    const id = await noted()
    const keys = Array.from({ length: 12 }, (_, i) => `m${i}`)
    await patched(
      id,
      keys.map((key) => set(base, `_notes/${key}`, written(key))),
    )
    const rev = await h.revOf(id)
    const [saved] = await Promise.all([
      h.as('core').call(save, { id, rev, patch: [set(base, 'basis-f5', text('field'))] }),
      ...keys.map((note) => mark(id, 'admin', { note })),
    ])
    expect(saved.rev).toBe(rev + 1)
    expect(Object.keys(await marksOf(id, 'admin')).sort()).toEqual(
      keys.map((key) => markKey(base, key)).sort(),
    )
  })
  test('end with what a note says: one that says something else is unread again, a deleted one is forgotten', async () => {
    const id = await noted()
    const own = patched(id, [set(base, '_notes/n1/changed', h.clock.now())])
    expect(await failureOf(own)).toMatchObject({ status: 422, details: { key: 'noChange' } })
    expect(await noteOf(id)).not.toHaveProperty('changed')
    await mark(id, 'admin')
    await patched(id, [set(base, 'basis-f5', text('1'))])
    expect(await unreadFor(id, 'admin')).toBe(false)
    const old = noteState((await noteOf(id))!)
    await patched(id, [set(base, '_notes/n1/text', 'call them again')])
    expect(await unreadFor(id, 'admin')).toBe(true)
    expect(await unreadFor(id, 'core')).toBe(false)
    // Who has the old text before them has not read the new one.
    expect(await mark(id, 'admin', { state: old })).not.toEqual({
      [markKey(base, 'n1')]: noteState((await noteOf(id))!),
    })
    expect(await unreadFor(id, 'admin')).toBe(true)
    await mark(id, 'admin')
    expect(await unreadFor(id, 'admin')).toBe(false)
    await patched(id, [{ op: 'remove', path: at(base, '_notes/n1') }])
    expect(await marksOf(id, 'admin')).toEqual({})
  })
  test('are of each list: rows of two lists may have the same key', async () => {
    const id = ids.product.neem
    for (const list of [base, ids.list.fr])
      await patched(id, [set(list, '_notes/same', written(`in ${list}`))], 'admin')
    const { listData } = (await h.as('national').call(load, { id })).data
    const notes = [base, ids.list.fr].map((list) => ({
      list,
      note: 'same',
      state: noteState((listData[list] as ListData)._notes['same']!),
    }))
    for (const one of notes) await h.as('national').call(readnotes, { id, notes: [one], read: true })
    expect(await marksOf(id, 'national')).toMatchObject(
      Object.fromEntries(notes.map(({ list, note, state }) => [markKey(list, note), state])),
    )
  })
  test('a note that the caller does not see is like one that is not there', async () => {
    const id = ids.product.neem
    const company = { company: ids.company.nordhain, role: 'recipe-holder' }
    const patch = [set(base, '_notes/n1', written('inner')), set(base, '_companies/r2', company)]
    await patched(id, patch, 'admin')
    for (const note of ['n1', 'none', 'constructor', '__proto__']) {
      expect(await mark(id, 'company', { note })).toEqual({})
      expect(await mark(id, 'company', { note, read: false })).toEqual({})
    }
    expect(await marksOf(id, 'company')).toEqual({})
    expect(Object.keys(await mark(id, 'national'))).toContain(markKey(base, 'n1'))
  })
  test('nothing is told of a product that the caller does not see', async () => {
    const id = await noted()
    for (const user of ['national', 'company'] as const) {
      const unknown = crypto.randomUUID()
      for (const one of [id, unknown]) {
        expect(await failureOf(h.as(user).call(notemarks, { id: one }))).toMatchObject({ status: 404 })
        expect(await failureOf(mark(one, user, { state: h.clock.now() }))).toMatchObject({ status: 404 })
      }
    }
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

test('going back to an older state keeps the notes, and what one has read', async () => {
  const id = ids.product.neem
  await patched(id, [set(base, '_notes/kept', written('stays'))], 'admin')
  const toRev = await h.revOf(id)
  const marks = await mark(id, 'national', { note: 'kept' })
  await patched(
    id,
    [set(base, 'basis-f5', text('later')), set(base, '_notes/late', written('later'))],
    'admin',
  )
  const before = listIn(await h.as('admin').call(load, { id }), base)._notes
  const after = await h.as('national').call(revert, { id, rev: await h.revOf(id), toRev })
  expect(listIn(after, base)['basis-f5']).not.toEqual(text('later'))
  expect(listIn(after, base)._notes).toEqual(before)
  expect(await marksOf(id, 'national')).toEqual(marks)
})

test('two who write notes and one who saves a field at once: nothing is lost', async () => {
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
  ])
  const list = listIn(await h.as('admin').call(load, { id }), base)
  expect(list['basis-f5']).toEqual(text('field'))
  expect(Object.keys(list._notes).sort()).toEqual(['a', 'b', 'n1'])
  expect(list._notes).toMatchObject({
    a: { by: ids.account.core },
    b: { by: ids.account.core2 },
  })
})

describe('how many', () => {
  const many = (n: number, from = 0) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`m${from + i}`, written(`${i}`)]))
  test('a list has a bounded number of notes; who had more can still save the rest', async () => {
    const id = await noted()
    await patched(id, [set(base, '_notes', many(maxListNotes))])
    const more = await failureOf(patched(id, [set(base, '_notes/one-more', written('x'))]))
    expect(more).toMatchObject({
      status: 422,
      details: {
        key: 'notesTooMany',
        params: { limit: maxListNotes },
        issues: [{ path: at(base, '_notes'), key: 'notesTooMany' }],
      },
    })
    const stored = (await h.ports.entities.get(id)) as Entity<ProductData>
    const before = { ...stored.data.listData[base]!, _notes: many(maxListNotes + 5) }
    const data = { ...stored.data, listData: { ...stored.data.listData, [base]: before } }
    await h.ports.entities.put({ ...stored, data }, { expectRev: stored.rev })
    await patched(id, [set(base, 'basis-f5', text('field'))])
    await patched(id, [{ op: 'remove', path: at(base, '_notes/m0') }])
    expect(await failureOf(patched(id, [set(base, '_notes', many(maxListNotes + 9))]))).toMatchObject({
      details: { key: 'notesTooMany' },
    })
  })
  test('one person has a bounded number of marks of a product', async () => {
    const id = await noted()
    const stored = (await h.ports.entities.get(id)) as Entity<ProductData>
    const notes = many(maxNoteMarks + 2)
    const before = { ...stored.data.listData[base]!, _notes: notes }
    const data = { ...stored.data, listData: { ...stored.data.listData, [base]: before } }
    await h.ports.entities.put({ ...stored, data }, { expectRev: stored.rev })
    const read = (keys: string[], isRead = true) =>
      h.as('core').call(readnotes, {
        id,
        notes: keys.map((note) => ({ list: base, note, state: notes[note]!.at })),
        read: isRead,
      })
    const keys = Object.keys(notes)
    for (const part of chunksOf(keys.slice(0, maxNoteMarks), notesAtOnce)) await read(part)
    expect(await failureOf(read(keys.slice(-2)))).toMatchObject({
      status: 422,
      details: { key: 'noteMarksTooMany', params: { limit: maxNoteMarks } },
    })
    await read(keys.slice(0, 2), false)
    expect(Object.keys((await read(keys.slice(-2))).marks)).toHaveLength(maxNoteMarks)
  })
})
