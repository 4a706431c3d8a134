/** Notes of many products: who is shown which, by what filter, page by page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { listnotes } from '../../shared/calls/bml/product/listnotes.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { readnotes } from '../../shared/calls/bml/product/readnotes.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { noteState } from '../../shared/rules/notes.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'
import { listIn, set, text } from './product-data.ts'

let h: Harness
let label: string
let urgent: string
let settled: string
const { base, fr, ch } = ids.list
const { compost, neem } = ids.product

const note = (list: string, key: string, says: string, more: object = {}) =>
  set(list, `_notes/${key}`, {
    text: says,
    read: false,
    at: '2001-01-01T00:00:00.000Z',
    by: ids.account.admin,
    ...more,
  })
const patched = async (id: string, patch: JsonPatch, user: DemoUser) =>
  h.as(user).call(save, { id, rev: await h.revOf(id), patch })
/** Somebody marks all notes of a product's base list as read. */
async function readBy(user: DemoUser, id: string) {
  const { _notes } = listIn(await h.as(user).call(load, { id }), base)
  const notes = Object.entries(_notes).map(([key, row]) => ({ list: base, note: key, state: noteState(row) }))
  await h.as(user).call(readnotes, { id, notes, read: true })
}
/** What the notes say, product by product. */
const says = async (user: DemoUser, input: object = {}) =>
  (await h.as(user).call(listnotes, input as never)).list.map(({ notes }) => notes.map((one) => one.text))

beforeAll(async () => {
  h = await startHarness()
  label = (
    await h
      .as('admin')
      .call(createEntity, { entityclass: 'label', data: { title: { de_DE: 'Dringend' }, color: '#aa0000' } })
  ).id
  const made = async (name: string, ...notes: JsonPatch) => {
    const { id, rev } = await h.as('core').call(create, {})
    const named = [set(base, 'basis-f1', text(name)), set(base, '_category', ids.category.compost)]
    await h.as('core').call(save, { id, rev, patch: [...named, ...notes] })
    return id
  }
  urgent = await made('Urgent', note(base, 'n1', 'call them', { label }), note(base, 'n2', 'and write'))
  settled = await made('Settled', note(base, 'n1', 'old', { read: true }))
  await patched(neem, [note(fr, 'n1', 'for France')], 'admin')
  await h.indexed()
})
afterAll(() => h.close())

describe('notes that one has not read', () => {
  test('are those of others that nobody has settled, by product, the newest first', async () => {
    expect(await says('core2')).toEqual([['for France'], expect.arrayContaining(['call them', 'and write'])])
    expect(await says('core')).toEqual([['for France']])
    expect(await says('admin')).toEqual([expect.arrayContaining(['call them', 'and write'])])
  })
  test('say where they stand, and who wrote them', async () => {
    const { list } = await h.as('core2').call(listnotes, { label })
    expect(list).toMatchObject([{ id: urgent, title: 'Urgent', notes: [{ id: 'n1', list: base, label }] }])
    expect(list[0]!.notes[0]).toMatchObject({ by: ids.account.core, byName: expect.stringMatching(/\S/) })
  })
  test('are in the archive once one has marked them', async () => {
    await readBy('core2', urgent)
    expect(await says('core2')).toEqual([['for France']])
    const archived = (await says('core2', { status: 'archive' })).flat()
    expect(archived.sort()).toEqual(['and write', 'call them', 'old'])
    expect(await says('admin')).toEqual([expect.arrayContaining(['call them', 'and write'])])
  })
})

describe('who is shown what', () => {
  test('notes of lists that one does not see are not there, nor by a filter on them', async () => {
    await patched(compost, [note(ch, 'n1', 'for Switzerland')], 'admin')
    await h.indexed()
    const seen = JSON.stringify(await says('national', { status: 'unread' }))
    expect(seen).toContain('for France')
    expect(seen).not.toContain('for Switzerland')
    expect(await says('national', { list: ch })).toEqual([])
    expect(JSON.stringify(await says('core', { list: ch }))).toContain('for Switzerland')
  })
  test('company users see none, and who sees no products may not ask', async () => {
    for (const status of ['unread', 'archive']) expect(await says('company', { status })).toEqual([])
    expect(await failureOf(says('registered'))).toMatchObject({ status: 403 })
  })
})

describe('filters', () => {
  const inList = async (input: object) => (await says('core2', { status: 'archive', ...input })).flat()
  test('by list, institution and category, of the list that the note is in', async () => {
    const seen = async (input: object) => (await says('core', input)).flat().includes('for France')
    expect(await seen({ list: fr })).toBe(true)
    expect(await seen({ list: base })).toBe(false)
    expect(await inList({ category: ids.category.compost })).toContain('old')
    expect(await inList({ category: crypto.randomUUID() })).toEqual([])
    expect(await inList({ institution: crypto.randomUUID() })).toEqual([])
  })
  test('by the person whom the list names as responsible', async () => {
    const user = ids.account.core2
    expect(await inList({ user })).toEqual([])
    const list = { id: settled, rev: await h.revOf(settled), list: base }
    await h
      .as('admin')
      .call(setresponsibility, { ...list, institution: ids.institution.aare, accountId: user })
    await h.indexed()
    expect(await inList({ user })).toEqual(['old'])
    expect(await inList({ user, institution: ids.institution.aare })).toEqual(['old'])
  })
})

describe('pages', () => {
  test('follow one another without a gap, and the last says so', async () => {
    const found: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await h.as('core').call(listnotes, { status: 'archive', limit: 1, cursor })
      expect(page.list).toHaveLength(1)
      found.push(...page.list.map(({ id }) => id))
      cursor = page.cursor
      pages++
    } while (cursor !== undefined && pages < 50)
    const all = await h.as('core').call(listnotes, { status: 'archive', limit: 50 })
    expect(found).toEqual(all.list.map(({ id }) => id))
    expect(found.length).toBeGreaterThan(1)
  })
  test('go past any number of products whose notes one has read', async () => {
    const made: string[] = []
    for (let i = 0; i < 35; i++) {
      const { id, rev } = await h.as('core2').call(create, {})
      const named = [set(base, 'basis-f1', text(`Read ${i}`)), set(base, '_category', ids.category.compost)]
      await h.as('core2').call(save, { id, rev, patch: [...named, note(base, 'n1', `read ${i}`)] })
      made.push(id)
    }
    await h.indexed()
    const of = async () =>
      (await says('admin', { limit: 50 })).flat().filter((one) => one!.startsWith('read'))
    expect((await of()).length).toBe(35)
    const [last, ...rest] = made
    for (const id of rest) await readBy('admin', id)
    expect(await of()).toEqual(['read 0'])
    const first = await h.as('admin').call(listnotes, { limit: 1 })
    expect(first.list).toHaveLength(1)
    expect([last, urgent, neem, compost]).toContain(first.list[0]!.id)
  })
  test('hold what fits into an answer, and go on behind it', async () => {
    const long = 'x'.repeat(20_000)
    const made: string[] = []
    for (let i = 0; i < 2; i++) {
      const { id, rev } = await h.as('core2').call(create, {})
      const named = [set(base, 'basis-f1', text(`Long ${i}`)), set(base, '_category', ids.category.compost)]
      const notes = Array.from({ length: 85 }, (_, n) => note(base, `n${n}`, long))
      await h.as('core2').call(save, { id, rev, patch: [...named, ...notes] })
      made.unshift(id)
    }
    await h.indexed()
    const page = await h.as('admin').call(listnotes, { limit: 10 })
    expect(page.list.map(({ id }) => id)).toEqual([made[0]])
    const next = await h.as('admin').call(listnotes, { limit: 1, cursor: page.cursor })
    expect(next.list.map(({ id }) => id)).toEqual([made[1]])
  })
  test('a cursor that is none is invalid', async () => {
    const of = (cursor: string) => failureOf(h.as('core').call(listnotes, { cursor }))
    expect(await of('nowhere')).toMatchObject({ status: 400 })
    expect(await of('0:nowhere')).toMatchObject({ status: 400 })
  })
})
