/** The search over everything: what was opened last before anything is typed, then products and companies. */
import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { search } from '../../shared/calls/bml/product/search.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Row } from '../../shared/model/answers.ts'
import { resetBackoff } from '../../web/api/client.ts'
import { useCall } from '../../web/api/use-call.ts'
import { ProductListScreen } from '../../web/features/products/list-screen.tsx'
import { GlobalSearch } from '../../web/frame/global-search.tsx'
import { Page } from '../../web/frame/page.tsx'
import type { Recent } from '../../web/frame/recent.ts'
import { TopBar } from '../../web/frame/top-bar.tsx'
import { openProduct, productServer, startData } from './product/page-kit.tsx'
import { type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const productRoute = { name: 'productList', path: '/', group: 'products', permission: 'editor' }
const routes = [productRoute] as unknown as Parameters<typeof GlobalSearch>[0]['routes']
const productRow = (n: number, columns: Row['columns']) => ({ id: uuid(n), rev: 1, columns })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

let server: FakeServer
const openPalette = async (of = routes) => {
  const user = userEvent.setup()
  openScreen([{ path: '/', element: <GlobalSearch routes={of} /> }], '/')
  await user.keyboard('{Control>}k{/Control}')
  return user
}
beforeEach(() => {
  server = fakeServer()
  server.on(search, () => ({ list: [], count: 0 }))
  server.on(execute, () => ({ list: [], count: 0 }))
  resetBackoff()
})

it('leaves the focus in the page where it is closed without having chosen anything', async () => {
  const user = userEvent.setup()
  const page = (
    <>
      <GlobalSearch routes={routes} />
      <main aria-label="Seite" />
    </>
  )
  openScreen([{ path: '/', element: page }], '/')
  await user.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox')
  // The browser closes a dialog by Escape, and tells so.
  fireEvent(box.closest('dialog')!, new Event('close'))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

describe('another screen', () => {
  it('begins with its content, under its name, where nothing else has the focus', async () => {
    const bar = (
      <TopBar
        routes={routes}
        isDemo={false}
        accountUrl={undefined}
        canChangeSignIn={false}
        isNavigationOpen={false}
        hasNavigation={false}
        onNavigation={() => {}}
      />
    )
    const at = (path: string, title: string, more?: ReactNode) => ({
      path,
      element: (
        <>
          {bar}
          <div id="il-content">
            <Page title={title}>{more}</Page>
          </div>
        </>
      ),
    })
    const { router } = openScreen(
      // biome-ignore lint/a11y/noAutofocus: a screen that begins elsewhere
      [at('/', 'Produkte'), at('/other', 'Kalkon'), at('/new', 'Neu', <input autoFocus />)],
      '/',
    )
    const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
    const begins = async (name: string) => {
      await heading(name)
      const content = await screen.findByRole('group', { name })
      await waitFor(() => expect(document.activeElement).toBe(content))
      return content
    }
    const first = await begins('Produkte')
    first.blur()
    // A click on the text of the page takes the focus from nothing.
    expect([first.getAttribute('tabindex'), first.getAttribute('role')]).toEqual([null, null])
    await act(() => router.navigate('/other'))
    const second = await begins('Kalkon')
    second.blur()
    await act(() => router.navigate('/new'))
    await heading('Neu')
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })
})

describe('the search over everything', () => {
  it('offers what was opened last before anything is typed, asking nobody', async () => {
    const recent: Recent[] = [
      {
        kind: 'products',
        id: uuid(1),
        label: 'Kalkon',
        detail: 'W 4711 · Humus AG',
        href: `/product/${uuid(1)}/x`,
      },
      { kind: 'companies', id: uuid(2), label: 'Humus AG', detail: '1204', href: `/company/view/${uuid(2)}` },
    ]
    localStorage.setItem(`inputlist.recent.${uuid(1)}`, JSON.stringify(recent))
    const user = await openPalette()
    expect(screen.getByText('Zuletzt geöffnet')).toBeTruthy()
    expect(options()).toEqual(['KalkonW 4711 · Humus AG', 'Humus AG1204', 'Produkte'])
    await user.type(screen.getByRole('combobox'), '{ArrowDown}{Enter}')
    expect(await screen.findByText('another screen')).toBeTruthy()
    expect([server.inputs(search), server.inputs(execute)]).toEqual([[], []])
  })

  it('shows each screen with its own sign, or its group’s, as the navigation does', async () => {
    await openPalette([
      productRoute,
      { name: 'jobs', path: '/jobs', group: 'system', permission: 'editor', icon: 'status-in-progress' },
    ] as unknown as typeof routes)
    const drawn = (at: ParentNode) => at.querySelector('svg')?.innerHTML
    const sign = (name: IconProps.Name) => drawn(render(<Icon name={name} />).container)
    expect(screen.getAllByRole('option').map(drawn)).toEqual([sign('grid-view'), sign('status-in-progress')])
  })

  it('an opened product is remembered with its number and its manufacturer', async () => {
    const data = startData()
    const [base] = Object.values(data.listData)
    Object.assign(base!, { _permits: { p: { number: 'W 4711' } } })
    productServer(data)
    await openProduct()
    await screen.findByText('Name und Kategorie')
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem(`inputlist.recent.${uuid(1)}`) ?? '[]')).toMatchObject([
        { kind: 'products', label: 'Kompost Plus', detail: 'W 4711 · Humus AG' },
      ]),
    )
  })

  it('shows number and company of a product, and finds a company by its number', async () => {
    server.on(search, () => ({
      list: [
        productRow(10, { name: 'Kalkon', manufacturer: 'Humus AG', 'lists.permits': ['W 4711'] }),
        productRow(11, { name: 'Kalkon', distributor: ['Agro GmbH'] }),
      ],
      count: 2,
    }))
    server.on(execute, () => ({
      list: [
        productRow(20, {
          name: 'Humus AG',
          companyAbbreviation: 'HUM',
          customerNumber: 1204,
          'addresses.city': ['Frick'],
        }),
      ],
      count: 1,
    }))
    const user = await openPalette()
    await user.type(screen.getByRole('combobox'), '1204')
    await waitFor(() =>
      expect(options()).toEqual(['KalkonW 4711 · Humus AG', 'KalkonAgro GmbH', 'Humus AGHUM · 1204 · Frick']),
    )
    // What was typed first may have been asked already.
    await waitFor(() =>
      expect(JSON.stringify(server.inputs(execute).at(-1))).toContain(
        '{"field":"customerNumber","comparison":"eq","value":1204}',
      ),
    )
  })
})

describe('without a connection', () => {
  it('says so as the pages do, in their colours', async () => {
    await server.setOffline(true)
    const user = await openPalette()
    await user.type(screen.getByRole('combobox'), 'ka')
    const dialog = screen.getByRole('dialog', { hidden: true })
    expect(await within(dialog).findByText('Keine Verbindung', {}, { timeout: 5000 })).toBeTruthy()
    // Not within the bar, whose colours are for a dark ground.
    expect(dialog.parentElement).toBe(document.body)
    await server.setOffline(false)
  })
})

/** The first question is answered when the test says so, each later one at once with a product named like it. */
function slowFirst() {
  const first = Promise.withResolvers<void>()
  const signals: AbortSignal[] = []
  server.on(search, async (input, signal) => {
    signals.push(signal)
    const asked = JSON.stringify(input)
    if (signals.length === 1) await first.promise
    return { list: [productRow(signals.length, { name: `Antwort auf ${asked}` })], count: 1 }
  })
  return { answer: first.resolve, signals }
}

describe('what is typed on', () => {
  it('gives up the question before, whose late answer replaces nothing', async () => {
    const { answer, signals } = slowFirst()
    const user = await openPalette()
    await user.type(screen.getByRole('combobox'), 'ka')
    await waitFor(() => expect(signals).toHaveLength(1))
    expect(signals[0]?.aborted).toBe(false)
    await user.type(screen.getByRole('combobox'), 'lk')
    await screen.findByRole('option', { name: /kalk/ })
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false])
    answer()
    await user.type(screen.getByRole('combobox'), 'on')
    expect(await screen.findByRole('option', { name: /kalkon/ })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('asks anew when somebody is back at a question that was given up', async () => {
    const { signals } = slowFirst()
    const user = await openPalette()
    const box = screen.getByRole('combobox')
    await user.type(box, 'ka')
    await waitFor(() => expect(signals).toHaveLength(1))
    await user.type(box, 'l')
    await screen.findByRole('option', { name: /kal"/ })
    await user.type(box, '{Backspace}')
    expect(await screen.findByRole('option', { name: /ka"/ })).toBeTruthy()
    expect(signals).toHaveLength(3)
  })

  it('asks anew also when somebody is back before the question is over', async () => {
    const { signals } = slowFirst()
    const ask = (name: string) => ({
      columns: ['name'],
      attributeFilter: { field: 'name', comparison: 'eq', value: name },
    })
    function Asking() {
      const [name, setName] = useState('ka')
      const { data, isLoading } = useCall(search, ask(name), { cancelStale: true })
      const thereAndBack = () => {
        flushSync(() => setName('kal'))
        flushSync(() => setName('ka'))
      }
      return (
        <button type="button" onClick={thereAndBack}>
          {isLoading ? 'wartet' : String(data?.list[0]?.columns['name'])}
        </button>
      )
    }
    openScreen([{ path: '/', element: <Asking /> }], '/')
    await waitFor(() => expect(signals).toHaveLength(1))
    await userEvent.setup().click(screen.getByRole('button', { name: 'wartet' }))
    expect(await screen.findByRole('button', { name: /"ka"/ })).toBeTruthy()
  })

  it('an emptied box gives up its question, too', async () => {
    const { signals } = slowFirst()
    const user = await openPalette()
    await user.type(screen.getByRole('combobox'), 'ka')
    await waitFor(() => expect(signals).toHaveLength(1))
    await user.clear(screen.getByRole('combobox'))
    await waitFor(() => expect(signals[0]?.aborted).toBe(true))
  })

  it('does so in a list: the rows are those of what stands in the box', async () => {
    const { answer, signals } = slowFirst()
    const user = userEvent.setup()
    openScreen([{ path: '/', element: <ProductListScreen /> }], '/?q=ka')
    await waitFor(() => expect(signals).toHaveLength(1))
    await user.type(screen.getByPlaceholderText('Name oder Nummer suchen'), 'lk')
    const table = await screen.findByRole('table', { name: 'Produkte' })
    expect(await within(table).findByRole('link', { name: /kalk/ })).toBeTruthy()
    expect(signals[0]?.aborted).toBe(true)
    answer()
    await user.type(screen.getByPlaceholderText('Name oder Nummer suchen'), 'on')
    expect(await within(table).findByRole('link', { name: /kalkon/ })).toBeTruthy()
  })
})
