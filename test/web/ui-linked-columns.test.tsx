import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { useLinkedPreferences } from '../../web/ui/linked-columns.ts'
import { useListState } from '../../web/ui/list-state.ts'
import { type TablePreferences, useTablePreferences } from '../../web/ui/table-preferences.ts'

const all = [{ id: 'name', isDefault: true }, { id: 'city', isDefault: true }, { id: 'rev' }, { id: 'later' }]
const schema = z.object({
  cols: z.array(z.string()),
  size: z.union([z.literal(0), z.literal(50)]),
  page: z.number().int(),
})
const defaults = { cols: [], size: 0 as const, page: 1 }

function open(address: string, columns = all, isReady = true) {
  let preferences: TablePreferences | undefined
  function List() {
    const [state, setState] = useListState(schema, defaults)
    const kept = useTablePreferences('things', columns, { pageSize: 15 })
    preferences = useLinkedPreferences(kept, columns, state, setState, isReady)
    return <p>{preferences.visible.join(' ')}</p>
  }
  const router = createMemoryRouter([{ path: '/', element: <List /> }], { initialEntries: [address] })
  const view = render(<RouterProvider router={router} />)
  return {
    view,
    get: () => preferences as TablePreferences,
    /** Columns in the address. */
    linked: () => JSON.parse(new URLSearchParams(router.state.location.search).get('cols') ?? '[]'),
    params: () => router.state.location.search,
    entries: () => router.state.historyAction,
  }
}
const choose = (...visible: string[]) => ({
  columns: [
    ...visible.map((id) => ({ id, visible: true })),
    ...all.filter((c) => !visible.includes(c.id)).map((c) => ({ id: c.id, visible: false })),
  ],
})

test('the default columns need no place in the address', () => {
  const list = open('/')
  expect(screen.getByText('name city')).toBeDefined()
  expect(list.params()).toBe('')
})

test('chosen columns stand in the address, and a link shows them to somebody who has chosen others', () => {
  const mine = open('/')
  act(() => mine.get().set(choose('rev', 'name')))
  expect(mine.linked()).toEqual(['rev', 'name'])
  const link = mine.params()
  mine.view.unmount()

  localStorage.clear()
  const theirs = open('/')
  act(() => theirs.get().set(choose('city')))
  theirs.view.unmount()
  open(`/${link}`)
  expect(screen.getByText('rev name')).toBeDefined()
})

test('columns that this machine has kept are in the address as soon as the list is open', () => {
  const before = open('/')
  act(() => before.get().set(choose('city', 'rev')))
  before.view.unmount()
  const list = open('/')
  expect(list.linked()).toEqual(['city', 'rev'])
  // Not a step of its own: Back leaves the list.
  expect(list.entries()).toBe('REPLACE')
})

test('kept columns that are not known yet are waited for', () => {
  const before = open('/')
  act(() => before.get().set(choose('name', 'later')))
  before.view.unmount()
  const known = all.filter((c) => c.id !== 'later')
  expect(open('/', known, false).params()).toBe('')
})

test('choosing the default columns again, or resetting, clears the address', () => {
  const list = open(`/?cols=${JSON.stringify(['rev'])}&size=50`)
  expect(list.get()).toMatchObject({ visible: ['rev'], pageSize: 50 })
  act(() => list.get().set(choose('name', 'city')))
  expect(list.params()).toBe('?size=50')
  act(() => list.get().reset())
  expect(list.params()).toBe('')
})

test('another page size gives up the one of the link, and begins at the first page', () => {
  const list = open('/?size=50&page=3')
  act(() => list.get().set({ pageSize: 15 }))
  expect(list.params()).toBe('')
  expect(list.get().pageSize).toBe(15)
})

test('a link of columns that are all gone shows the own ones', () => {
  open(`/?cols=${JSON.stringify(['gone'])}`)
  expect(screen.getByText('name city')).toBeDefined()
})
