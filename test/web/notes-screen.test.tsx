/** Notes of all products: what is asked, shown, marked. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { listnotes } from '../../shared/calls/bml/product/listnotes.ts'
import { readnotes } from '../../shared/calls/bml/product/readnotes.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { CallError } from '../../shared/errors.ts'
import { markKey } from '../../shared/rules/notes.ts'
import { NotesScreen } from '../../web/features/notes/notes-screen.tsx'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const [product, other, list, label] = [uuid(10), uuid(11), uuid(300), uuid(400)]
const note = (id: string, text: string, more: object = {}) => ({
  id,
  list,
  text,
  read: false,
  at: '2026-03-01T08:00:00.000Z',
  by: uuid(2),
  byName: 'Ben Kollege',
  isUnread: true,
  ...more,
})
const noted = (id: string, title: string, notes: ReturnType<typeof note>[]) => ({ id, title, notes })
const kalk = noted(product, 'Kalk', [note('a', 'Rezeptur fehlt', { label }), note('b', 'Etikett prüfen')])

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listnotes, ({ status }) => ({ list: status === 'archive' ? [] : [kalk] }))
  const title = { de_DE: 'Dringend' }
  server.on(loadReference, () => ({
    classes: {
      list: [entity('list', list, { title: { de_DE: 'Schweiz' } })],
      label: [entity('label', label, { title, color: '#aa0000', isWarning: true, sendEmailOnNote: false })],
    },
  }))
})
const open = (address = '/user/notes', as = actor()) =>
  openScreen([{ path: '/user/notes', element: <NotesScreen /> }], address, as)
const items = async (name: string) =>
  within(await screen.findByRole('list', { name: `Notizen zu „${name}“` })).getAllByRole('listitem')

describe('the screen of notes', () => {
  it('shows unread notes by product, with label and list, and leads to the product', async () => {
    open()
    await screen.findByRole('link', { name: 'Kalk' })
    await screen.findAllByText('Dringend')
    const lines = await items('Kalk')
    expect(lines[0]!.textContent).toMatch(/ungelesen.*Dringend.*Ben Kollege.*Schweiz.*Rezeptur fehlt/)
    expect(lines[1]!.textContent).toContain('Etikett prüfen')
    const link = screen.getByRole('link', { name: 'Kalk' })
    expect(link.getAttribute('href')).toBe(`/product/${product}/${list}`)
    expect(server.inputs(listnotes)).toEqual([{ status: 'unread' }])
  })
  it('asks for the archive and by filters that stand in the address', async () => {
    const { address } = open(`/user/notes?label=${label}`)
    await items('Kalk')
    await userEvent.click(screen.getByRole('button', { name: 'Archiv' }))
    expect(await screen.findByText('Keine Notiz passt zu den Filtern')).toBeTruthy()
    expect(address()).toBe(`/user/notes?label=${label}&status=archive`)
    expect(server.inputs(listnotes)).toEqual([
      { status: 'unread', label },
      { status: 'archive', label },
    ])
    await userEvent.click(screen.getAllByRole('button', { name: 'Filter zurücksetzen' })[0]!)
    expect(await screen.findByText('Keine Notizen im Archiv')).toBeTruthy()
  })
  it('marks one note as it is shown, and leaves it where it is', async () => {
    server.on(readnotes, () => ({ marks: { [markKey(list, 'a')]: '2026-03-01T08:00:00.000Z' } }))
    open()
    const [first] = await items('Kalk')
    await userEvent.click(within(first!).getByRole('button', { name: /^Als gelesen markieren/ }))
    await waitFor(() => expect(within(first!).queryByText('ungelesen')).toBeNull())
    expect(server.inputs(readnotes)).toEqual([
      { id: product, notes: [{ list, note: 'a', state: '2026-03-01T08:00:00.000Z' }], read: true },
    ])
    expect((await items('Kalk'))[1]!.textContent).toContain('ungelesen')
  })
  it('leads on to the next note that is unread, also of another product, and at the end to the page', async () => {
    const gips = noted(other, 'Gips', [note('c', 'Menge?')])
    server.on(listnotes, () => ({ list: [kalk, gips] }))
    const at = '2026-03-01T08:00:00.000Z'
    server.on(readnotes, ({ notes }) => ({
      marks: Object.fromEntries(notes.map((one) => [markKey(one.list, one.note), at])),
    }))
    open()
    const user = userEvent.setup()
    const mark = (line: HTMLElement) => within(line).getByRole('button', { name: /^Als gelesen markieren/ })
    const [first, second] = await items('Kalk')
    const [third] = await items('Gips')
    await user.click(mark(first!))
    await waitFor(() => expect(document.activeElement).toBe(mark(second!)))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(mark(third!)))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(within(third!).queryByText('ungelesen')).toBeNull())
    expect(screen.queryAllByRole('button', { name: /^Als gelesen markieren/ })).toEqual([])
  })
  it('shows a note that says something else by now as it is, unread', async () => {
    server.on(readnotes, () => ({ marks: {} }))
    open()
    const [first] = await items('Kalk')
    const changed = '2026-03-02T08:00:00.000Z'
    const now = noted(product, 'Kalk', [note('a', 'Rezeptur da', { label, changed })])
    server.on(listnotes, () => ({ list: [now] }))
    await userEvent.click(within(first!).getByRole('button', { name: /^Als gelesen markieren/ }))
    await screen.findByText('Rezeptur da')
    expect((await items('Kalk'))[0]!.textContent).toContain('ungelesen')
  })
  it('shows more on demand, and goes on by itself where an answer is empty', async () => {
    const gips = noted(other, 'Gips', [note('c', 'Menge?')])
    server.on(listnotes, ({ cursor }) => {
      if (cursor === undefined) return { list: [], cursor: '0:a' }
      return cursor === '0:a' ? { list: [kalk], cursor: '0:b' } : { list: [gips] }
    })
    open()
    await items('Kalk')
    await userEvent.click(await screen.findByRole('button', { name: 'Weitere anzeigen' }))
    await screen.findByRole('link', { name: 'Gips' })
    expect((await items('Gips'))[0]!.textContent).toContain('Menge?')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Weitere anzeigen' })).toBeNull())
  })
  it('asks no further by itself after some empty answers', async () => {
    server.on(listnotes, ({ cursor = '0' }) => ({ list: [], cursor: String(Number(cursor) + 1) }))
    open()
    await screen.findByText('Es sind noch nicht alle Produkte durchgesehen.')
    expect(server.inputs(listnotes)).toHaveLength(4)
    server.on(listnotes, () => ({ list: [kalk] }))
    await userEvent.click(screen.getByRole('button', { name: 'Weitere anzeigen' }))
    expect(await items('Kalk')).toHaveLength(2)
  })
  it('says why nothing came, and asks again', async () => {
    let isBroken = true
    server.on(listnotes, () => {
      if (isBroken) throw new CallError('invalid_input', 'broken', {})
      return { list: [kalk] }
    })
    open()
    const retry = await screen.findByRole('button', { name: 'Nochmals versuchen' })
    isBroken = false
    await userEvent.click(retry)
    expect(await items('Kalk')).toHaveLength(2)
  })
  it('asks nothing for who sees no products', async () => {
    open('/user/notes', actor({ role: 'registered', institutions: [] }))
    expect(await screen.findByText('Keine ungelesenen Notizen')).toBeTruthy()
    expect(server.inputs(listnotes)).toEqual([])
  })
})
