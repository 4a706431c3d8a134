import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeLocale, useLocale } from '../../web/texts/texts.ts'
import { EntityTable, type EntityTableProps, mergeSelection } from '../../web/ui/entity-table.tsx'
import type { EntityColumn } from '../../web/ui/table-columns.tsx'
import { orderColumns, useTablePreferences } from '../../web/ui/table-preferences.ts'
import { TableSearch } from '../../web/ui/table-search.tsx'

interface Thing {
  id: string
  name: string
  city: string
}
const things: Thing[] = ['Ada', 'Bert', 'Cleo'].map((name) => ({
  id: name.toLowerCase(),
  name,
  city: `${name}stadt`,
}))
const columns: EntityColumn<Thing>[] = [
  { id: 'name', title: 'Name', cell: (t) => t.name, sortField: 'name', isDefault: true },
  { id: 'city', title: 'Ort', cell: (t) => t.city, isDefault: true },
  { id: 'secret', title: 'Versteckt', cell: () => 'x' },
]
const t = ((key: string) => key) as unknown as TFunction

function Table(props: Partial<EntityTableProps<Thing>>) {
  const preferences = useTablePreferences('things', columns, { pageSize: 25 })
  const [text, setText] = useState('')
  return (
    <EntityTable<Thing>
      id="things"
      t={t}
      title="Dinge"
      columns={columns}
      preferences={preferences}
      rows={things}
      total={70}
      isLoading={false}
      rowId={(r) => r.id}
      rowLabel={(r) => r.name}
      rowHref={(r) => `/thing/${r.id}`}
      page={1}
      onPage={() => {}}
      filter={<TableSearch value={text} onChange={setText} placeholder="Dinge suchen" />}
      {...props}
    />
  )
}
/** A list whose room somebody changes. */
function Roomy() {
  const [room, setRoom] = useState(900)
  return (
    <>
      <button type="button" onMouseEnter={() => setRoom((now) => now - 200)}>
        Weniger Platz
      </button>
      <Table room={room} />
    </>
  )
}
function Where() {
  return <p data-testid="where">{useLocation().pathname}</p>
}
function show(props: Partial<EntityTableProps<Thing>> = {}) {
  const router = createMemoryRouter([
    { path: '/', element: <Table {...props} /> },
    { path: '/thing/:id', element: <Where /> },
  ])
  return { router, user: userEvent.setup(), ...render(<RouterProvider router={router} />) }
}
describe('a list table', () => {
  it('shows the default columns, the rows and how many there are', () => {
    show()
    expect(screen.getByRole('heading', { name: /Dinge/ }).textContent).toContain('70')
    expect(screen.getByRole('columnheader', { name: 'Ort' })).toBeDefined()
    expect(screen.queryByRole('columnheader', { name: 'Versteckt' })).toBeNull()
    expect(screen.getByText('Bertstadt')).toBeDefined()
  })
  it('stands numbers below each other, their head with them', () => {
    const count = { id: 'city', title: 'Anzahl', isNumber: true, isDefault: true, cell: () => '1.200' }
    show({ columns: [columns[0]!, count] })
    const atEnd = (of: HTMLElement) => of.querySelector('.il-number')?.textContent
    expect(atEnd(screen.getByRole('columnheader', { name: 'Anzahl' }))).toBe('Anzahl')
    expect(screen.getAllByRole('cell', { name: '1.200' }).map(atEnd)).toEqual(['1.200', '1.200', '1.200'])
    expect(atEnd(screen.getByRole('columnheader', { name: 'Name' }))).toBeUndefined()
  })

  it('has other widths where the language has longer words', async () => {
    function Worded() {
      const { locale } = useLocale()
      const width = locale === 'fr_FR' ? 240 : 160
      return <Table columns={columns.map((column) => ({ ...column, width }))} />
    }
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Worded /> }])} />)
    const width = () => screen.getByRole('columnheader', { name: 'Ort' }).style.width
    expect(width()).toBe('160px')
    await act(() => changeLocale('fr_FR'))
    expect(width()).toBe('240px')
    await act(() => changeLocale('de_DE'))
  })

  it('is entered by the arrow down where nothing has the focus', async () => {
    const { user } = show()
    expect(document.activeElement).toBe(document.body)
    await user.keyboard('{ArrowUp}{End}')
    expect(document.activeElement).toBe(document.body)
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Ada')
  })

  it('is scrolled as it was when one comes back from a row, with the focus on it', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(640)
    const { router, user } = show()
    await user.click(screen.getByText('Cleostadt'))
    expect(router.state.location.pathname).toBe('/thing/cleo')
    scrolled.mockClear()
    await act(() => router.navigate(-1))
    expect(document.activeElement).toBe(await screen.findByRole('link', { name: 'Cleo' }))
    expect(scrolled).toHaveBeenCalledWith(0, 640)

    // Once: opening the list anew begins at its top.
    scrolled.mockClear()
    await act(() => router.navigate('/thing/bert'))
    await act(() => router.navigate('/'))
    await screen.findByRole('link', { name: 'Cleo' })
    expect(scrolled).not.toHaveBeenCalled()
  })

  it('leaves the focus with a row that is drawn anew for another room, and nowhere else', async () => {
    const user = userEvent.setup()
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Roomy /> }])} />)
    const squeeze = () => fireEvent.mouseEnter(screen.getByRole('button', { name: 'Weniger Platz' }))
    const bert = () => screen.getByRole('link', { name: 'Bert' })
    const before = bert()
    act(() => before.focus())
    squeeze()
    expect(bert()).not.toBe(before)
    expect(document.activeElement).toBe(bert())

    await user.keyboard('/')
    squeeze()
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    act(() => bert().focus())
    act(() => bert().blur())
    squeeze()
    expect(document.activeElement).toBe(document.body)
  })

  it('has a real link in each row, and opens by a click anywhere else in it', async () => {
    const { router, user } = show()
    expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/thing/ada')
    await user.click(screen.getByText('Bertstadt'))
    expect(router.state.location.pathname).toBe('/thing/bert')
  })

  it('opens in a new tab by the middle button and by Ctrl click, without leaving', async () => {
    const { router, user } = show()
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    fireEvent(screen.getByText('Cleostadt'), new MouseEvent('auxclick', { button: 1, bubbles: true }))
    expect(opened.mock.calls[0]![0]).toMatch(/\/thing\/cleo$/)
    await user.keyboard('{Control>}')
    await user.click(screen.getByText('Adastadt'))
    await user.keyboard('{/Control}')
    expect(opened.mock.calls[1]![0]).toMatch(/\/thing\/ada$/)
    expect(router.state.location.pathname).toBe('/')
  })

  it('goes by keyboard from anywhere to the search, down the rows and into one', async () => {
    const { router, user } = show()
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Dinge suchen' }))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Ada')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Cleo')
    await user.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Dinge suchen' }))
    await user.keyboard('{ArrowDown}{End}{Enter}')
    expect(router.state.location.pathname).toBe('/thing/cleo')
  })

  describe('while the rows are those of an older search', () => {
    /** A list whose answers come when the test says so. */
    function Searched({ answers }: { answers: { come?: () => void } }) {
      const [text, setText] = useState('')
      const [known, setKnown] = useState('')
      answers.come = () => setKnown(text)
      const rows = useMemo(() => things.filter((one) => one.name.includes(known)), [known])
      return (
        <Table
          rows={rows}
          isValidating={text !== known}
          filter={<TableSearch value={text} onChange={setText} placeholder="Dinge suchen" delay={60_000} />}
        />
      )
    }
    function search() {
      const answers: { come?: () => void } = {}
      const router = createMemoryRouter([
        { path: '/', element: <Searched answers={answers} /> },
        { path: '/thing/:id', element: <Where /> },
      ])
      render(<RouterProvider router={router} />)
      return { router, user: userEvent.setup(), come: () => act(() => answers.come!()) }
    }

    it('the arrow waits for the new ones', async () => {
      const { user, come, router } = search()
      await user.keyboard('/Cleo{ArrowDown}')
      expect(document.activeElement).toBe(screen.getByRole('searchbox'))
      await come()
      expect(document.activeElement?.textContent).toBe('Cleo')
      expect(router.state.location.pathname).toBe('/')
    })
    it('Enter behind the arrow opens the first new one, also after an Enter that asked for them', async () => {
      const { user, come, router } = search()
      await user.keyboard('/Cleo{Enter}{ArrowDown}{Enter}')
      expect(router.state.location.pathname).toBe('/')
      await come()
      expect(router.state.location.pathname).toBe('/thing/cleo')
    })
    it('typing on takes the arrow back', async () => {
      const { user, come } = search()
      await user.keyboard('/Cle{ArrowDown}o')
      await come()
      expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    })
    it('a click opens what it was made on, and what is typed does not lead back', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const { router } = search()
      const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
      await user.keyboard('/Cleo')
      const drop = vi.getTimerCount()
      await user.click(screen.getByText('Bertstadt'))
      expect(vi.getTimerCount()).toBeLessThan(drop)
      expect(router.state.location.pathname).toBe('/thing/bert')
      vi.useRealTimers()
    })
  })

  it('leaves a slash alone that is typed into a field', async () => {
    const { user } = show()
    const search = screen.getByRole('searchbox') as HTMLInputElement
    await user.click(search)
    await user.keyboard('a/b')
    expect(search.value).toBe('a/b')
  })

  it('comes back to the row that was opened', async () => {
    const { router, user } = show()
    await user.click(screen.getByText('Bertstadt'))
    await router.navigate(-1)
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Bert'))
  })

  it('sorts by the names of the field catalogue, one direction after the other', async () => {
    const onSort = vi.fn()
    const { user } = show({ sort: 'name:asc', onSort })
    const [sorter] = within(screen.getByRole('columnheader', { name: /Name/ })).getAllByRole('button')
    await user.click(sorter!)
    expect(onSort).toHaveBeenCalledWith('name:desc')
  })

  it('pages by what the server counts', async () => {
    const onPage = vi.fn()
    const { user } = show({ onPage })
    await user.click(screen.getByRole('button', { name: /^3/ }))
    expect(onPage).toHaveBeenCalledWith(3)
    expect(screen.queryByRole('button', { name: /^4/ })).toBeNull()
  })

  it('selects rows, and keeps those of other pages', async () => {
    const onChange = vi.fn()
    const { user } = show({ selection: { selected: ['elsewhere', 'ada'], onChange } })
    await user.click(screen.getByRole('checkbox', { name: 'Bert auswählen' }))
    expect(onChange).toHaveBeenCalledWith(['elsewhere', 'ada', 'bert'])
    expect(mergeSelection(['x', 'ada'], things, [things[2]!], (r) => r.id)).toEqual(['x', 'cleo'])
  })

  it('says what belongs here when it is empty, and offers to clear a filter that matches nothing', async () => {
    const empty = show({ rows: [], total: 0, emptyTitle: 'Noch keine Dinge' })
    expect(screen.getByText('Noch keine Dinge')).toBeDefined()
    empty.unmount()
    const onClearFilter = vi.fn()
    const { user } = show({ rows: [], total: 0, isFiltered: true, onClearFilter })
    expect(screen.getByText('Kein Treffer')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Suche und Filter zurücksetzen' }))
    expect(onClearFilter).toHaveBeenCalled()
    // The button goes with what it has done.
    expect(document.activeElement).toBe(screen.getByPlaceholderText('Dinge suchen'))
  })

  it('shows an error with its request id and a way on, and keeps rows that it has', async () => {
    const onRetry = vi.fn()
    const error = Object.assign(new Error('kaputt'), { requestId: 'r-42' })
    const first = show({ rows: undefined, total: undefined, error, onRetry })
    expect(screen.getByText(/kaputt/)).toBeDefined()
    expect(screen.getByText(/r-42/)).toBeDefined()
    await first.user.click(screen.getByRole('button', { name: 'Nochmals versuchen' }))
    expect(onRetry).toHaveBeenCalled()
    first.unmount()
    show({ error })
    expect(screen.getByText('Bertstadt')).toBeDefined()
  })

  it('stands in for the first rows while they load', () => {
    show({ rows: undefined, total: undefined, isLoading: true })
    expect(screen.queryByText('Bertstadt')).toBeNull()
    expect(screen.queryByText('Noch nichts vorhanden')).toBeNull()
    expect(document.querySelectorAll('tbody tr').length).toBeGreaterThanOrEqual(15)
  })
})

describe('what a person set for a table', () => {
  beforeEach(() => localStorage.clear())

  it('is kept on this machine: hidden columns and page size', async () => {
    const first = show()
    await first.user.click(screen.getByRole('button', { name: 'Ansicht der Tabelle' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ansicht der Tabelle' }, { timeout: 15_000 })
    await first.user.click(within(dialog).getByRole('radio', { name: '50 Zeilen' }))
    await first.user.click(within(dialog).getByRole('checkbox', { name: 'Ort' }))
    await first.user.click(within(dialog).getByRole('button', { name: 'Übernehmen' }))
    expect(screen.queryByRole('columnheader', { name: 'Ort' })).toBeNull()
    first.unmount()
    show()
    expect(screen.queryByRole('columnheader', { name: 'Ort' })).toBeNull()
    expect(JSON.parse(localStorage.getItem('inputlist.table.things')!)).toMatchObject({ pageSize: 50 })
  })

  it('keeps the order, forgets columns that are gone and adds new ones at the end', () => {
    const kept = [
      { id: 'city', visible: true },
      { id: 'gone', visible: true },
    ]
    expect(orderColumns(columns, kept)).toEqual([
      { id: 'city', visible: true },
      { id: 'name', visible: true },
      { id: 'secret', visible: false },
    ])
  })

  it('is the default where the stored text is broken', () => {
    localStorage.setItem('inputlist.table.things', '{"pageSize":"many"')
    show()
    expect(screen.getByRole('columnheader', { name: 'Ort' })).toBeDefined()
  })
})
