/** What people see and keep while the search is away, the server is too busy, or the network is gone. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { search } from '../../shared/calls/bml/product/search.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { run as aggregate } from '../../shared/calls/search/aggregate/run.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { CallError } from '../../shared/errors.ts'
import { resetBackoff } from '../../web/api/client.ts'
import { CompanyListScreen } from '../../web/features/companies/list-screen.tsx'
import { ProductListScreen } from '../../web/features/products/list-screen.tsx'
import { GlobalSearch } from '../../web/frame/global-search.tsx'
import { forgetLists } from '../../web/ui/list-memory.ts'
import { openProduct, productServer } from './product/page-kit.tsx'
import { type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const searchAway = 'Die Suche steht gerade nicht zur Verfügung. Bitte versuchen Sie es gleich wieder.'
const noNetwork = 'Wird geladen, sobald die Verbindung wieder da ist.'
const tooBusy = /Der Dienst ist überlastet: auch nach 5 weiteren Versuchen/
const away = (): never => {
  throw new CallError('search_unavailable', 'no search')
}
const rows = ['Agrikali', 'Kalkon'].map((name, i) => ({ id: uuid(100 + i), rev: 1, columns: { name } }))
const page = { list: rows, count: rows.length }
const conditions = 'and;archived=false'
const retry = (inside: HTMLElement = document.body) =>
  within(inside).getByRole('button', { name: 'Nochmals versuchen' })

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  resetBackoff()
})
afterEach(() => {
  forgetLists()
  resetBackoff()
})

const products = (address = '/') => openScreen([{ path: '/', element: <ProductListScreen /> }], address)
const companies = (address = '/') => openScreen([{ path: '/', element: <CompanyListScreen /> }], address)

describe('a list whose search is away', () => {
  it.each([
    [
      'products',
      products,
      'Name oder Nummer suchen',
      (answer: () => typeof page) => server.on(search, answer),
    ],
    [
      'companies',
      companies,
      'Kundennummer, Name oder Kürzel',
      (answer: () => typeof page) => server.on(execute, answer),
    ],
  ] as const)('says so, keeps what was typed, and comes back (%s)', async (_, open, placeholder, answer) => {
    const user = userEvent.setup()
    answer(away)
    const address = `/?${new URLSearchParams({ q: 'kal', f: 'and;importKey=x' })}`
    const view = open(address)
    expect((await screen.findAllByText(searchAway)).length).toBe(1)
    expect((screen.getByPlaceholderText(placeholder) as HTMLInputElement).value).toBe('kal')
    await waitFor(() => expect(document.body.textContent).toContain('= x'))
    answer(() => page)
    await user.click(retry())
    expect(await screen.findByRole('link', { name: 'Agrikali' })).toBeTruthy()
    expect(screen.queryByText(searchAway)).toBeNull()
    expect(view.address()).toBe(address)
  })

  it('keeps the rows that are there, says that they are not of today, and goes on typing', async () => {
    const user = userEvent.setup()
    server.on(search, () => page)
    const { address } = products(`/?${new URLSearchParams({ f: conditions })}`)
    await screen.findByRole('link', { name: 'Kalkon' })
    server.on(search, away)
    await user.type(screen.getByPlaceholderText('Name oder Nummer suchen'), 'agri')
    expect(await screen.findByText(new RegExp(`Die Liste ist nicht aktuell. ${searchAway}`))).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Kalkon' })).toBeTruthy()
    await waitFor(() => expect(address()).toBe(`/?${new URLSearchParams({ f: conditions, q: 'agri' })}`))
    server.on(search, () => ({ list: rows.slice(0, 1), count: 1 }))
    await user.click(retry())
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Kalkon' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Agrikali' })).toBeTruthy()
  })

  it('says that the network is gone, and goes on by itself once it is back', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network')
    })
    products(`/?${new URLSearchParams({ q: 'kal' })}`)
    expect(await screen.findByText(noNetwork)).toBeTruthy()
    expect((screen.getByPlaceholderText('Name oder Nummer suchen') as HTMLInputElement).value).toBe('kal')
    server = fakeServer()
    server.on(search, () => page)
    expect(await screen.findByRole('link', { name: 'Agrikali' })).toBeTruthy()
  })

  it('waits five times where the server is too busy, then says so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    server.on(search, () => {
      throw new CallError('too_many_requests', 'slow down')
    })
    products()
    await waitFor(() => expect(server.inputs(search)).toHaveLength(1))
    expect(screen.queryByText(tooBusy)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(await screen.findByText(tooBusy)).toBeTruthy()
    expect(server.inputs(search)).toHaveLength(6)
    server.on(search, () => page)
    const again = retry()
    act(() => again.click())
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(await screen.findByRole('link', { name: 'Agrikali' })).toBeTruthy()
  })

  it('says what is missing where conditions cannot be understood yet, and goes on from there', async () => {
    const user = userEvent.setup()
    server.on(search, () => page)
    server.on(loadReference, () => {
      throw new CallError('internal', 'broken')
    })
    products(`/?${new URLSearchParams({ f: conditions })}`)
    expect(await screen.findByText(/Auf unserer Seite ist ein Fehler aufgetreten/)).toBeTruthy()
    expect(server.inputs(search)).toEqual([])
    server.on(loadReference, () => ({ classes: {} }))
    await user.click(retry())
    expect(await screen.findByRole('link', { name: 'Agrikali' })).toBeTruthy()
  })
})

describe('choices whose search is away', () => {
  it('the values of a condition say so, and are looked for again', async () => {
    const user = userEvent.setup()
    server.on(search, () => page)
    server.on(aggregate, away)
    products()
    await user.type(
      await screen.findByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' }),
      'Angelegt von =',
    )
    expect(await screen.findByText(searchAway)).toBeTruthy()
    server.on(aggregate, () => ({ aggregates: { aggregate: { buckets: [{ key: 'somebody', count: 1 }] } } }))
    await user.click(retry())
    expect(await screen.findByRole('option', { name: 'somebody' })).toBeTruthy()
  })

  it('a product opens by its id; its choice of companies says so, and is asked again', async () => {
    const product = productServer()
    product.fake.on(execute, away)
    product.fake.on(search, away)
    await openProduct()
    await screen.findByText('Name und Kategorie')
    const user = userEvent.setup()
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Firma suchen und hinzufügen' }))
    expect(await screen.findByText(searchAway)).toBeTruthy()
    product.fake.on(execute, () => ({ list: [], count: 0 }))
    await user.click(retry())
    expect(await screen.findByText('Nichts gefunden')).toBeTruthy()
  })

  it('the search over everything still knows the screens, says why there is no more, and tries again', async () => {
    const user = userEvent.setup()
    server.on(search, away)
    server.on(execute, away)
    const routes = [
      { name: 'productList', path: '/', group: 'products', permission: 'editor' },
      { name: 'companyList', path: '/company/list', group: 'companies', permission: 'editor' },
    ] as unknown as Parameters<typeof GlobalSearch>[0]['routes']
    openScreen([{ path: '/', element: <GlobalSearch routes={routes} /> }], '/')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(screen.getByRole('combobox'), 'Firmen')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(searchAway)
    expect(screen.getByRole('option', { name: 'Firmen' })).toBeTruthy()
    server.on(search, () => page)
    server.on(execute, () => ({ list: [], count: 0 }))
    await user.click(retry(alert))
    expect(await screen.findByRole('option', { name: 'Kalkon' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
