import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { create } from '../../shared/calls/bml/product/create.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { run as aggregate } from '../../shared/calls/search/aggregate/run.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { CallInput } from '../../web/api/client.ts'
import { ProductListScreen } from '../../web/features/products/list-screen.tsx'
import { changeLocale } from '../../web/texts/texts.ts'
import { todayText } from '../../web/ui/date-text.ts'
import { forgetLists } from '../../web/ui/list-memory.ts'
import { drawnWhile } from './renders.ts'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const swiss = uuid(500)
const rows = ['Agrikali', 'Bokashi', 'Kalkon'].map((name, i) => ({
  id: uuid(100 + i),
  rev: 3,
  columns: { name, rev: 3, updated: '2026-02-03T08:00:00.000Z', isNationalPartner: i === 1 },
}))
const answer = (input: CallInput<typeof search>) => {
  const typed = input.name?.toLowerCase()
  const list = typed ? rows.filter((r) => r.columns.name.toLowerCase().includes(typed)) : rows
  return { list, count: list.length }
}
const open = (address: string, as = actor()) =>
  openScreen([{ path: '/', element: <ProductListScreen /> }], address, as)
const lastInput = (server: FakeServer) => server.inputs(search).at(-1)

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(search, answer)
  server.on(loadReference, () => ({
    classes: { list: [entity('list', swiss, { title: { de_DE: 'Schweiz' }, order: 1 })] },
  }))
})
afterEach(forgetLists)

/** Searches by name are answered only after the returned function is called. */
function holdNamedSearches(): () => void {
  let release: () => void = () => {}
  server.on(search, async (input) => {
    if (input.name) await new Promise<void>((resolve) => (release = resolve))
    return answer(input)
  })
  return () => release()
}

describe('the product list', () => {
  it('opens with the default columns, sorted by name, as many as fit, and says how many there are', async () => {
    await open('/')
    expect(await screen.findByRole('link', { name: 'Agrikali' })).toBeTruthy()
    expect(lastInput(server)).toMatchObject({
      pagination: { start: 0, limit: 12 },
      sorting: ['name:asc'],
      columns: [
        'name',
        // What ends and what is open is for who approves.
        'lists.approvals.summary',
        'lists.approvedUntil',
        'rev',
        'created',
        'updated',
        'isNationalPartner',
        'categoryTree',
        'manufacturer',
        'distributor',
        // What tells products of one name apart, and names the path in the reader's language.
        'lists.permits',
        'category',
      ],
    })
    expect(screen.getByText('(3)')).toBeTruthy()
  })

  it('asks for the default columns that the table has room for, and lets them share it', async () => {
    localStorage.clear()
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(999)
    try {
      const { unmount } = await open('/')
      await screen.findByRole('link', { name: 'Agrikali' })
      expect(server.inputs(search)).toHaveLength(1)
      expect(lastInput(server)?.columns).not.toContain('created')
      expect(lastInput(server)?.columns).toContain('lists.approvedUntil')
      const heads = [...document.querySelector('thead')!.querySelectorAll('th')].map((head) =>
        Number.parseInt(head.style.width || '0', 10),
      )
      expect(heads.length).toBeGreaterThan(5)
      expect(heads.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(999)
      unmount()
      localStorage.clear()
      width.mockReturnValue(1900)
      await open('/')
      await screen.findByRole('link', { name: 'Agrikali' })
      expect(lastInput(server)?.columns).toEqual(expect.arrayContaining(['created', 'rev', 'manufacturer']))
    } finally {
      width.mockRestore()
      localStorage.clear()
    }
  })

  it('counts to 10,000, and all of them when somebody asks', async () => {
    server.on(search, (input) => ({
      list: input.columns?.length === 0 ? [] : rows,
      ...(input.countTo ? { count: input.countTo, isAtLeast: true as const } : { count: 312_456 }),
    }))
    await open('/')
    expect(await screen.findByText('(10.000+)')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Genau zählen' }))
    expect(await screen.findByText('(312.456)')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Genau zählen' })).toBeNull()
    // In another order they are as many, and nobody counts again.
    const asked = () => server.inputs(search).filter((input) => input.countTo === undefined).length
    expect(asked()).toBe(1)
    const [name] = screen.getAllByRole('columnheader', { name: 'Handelsname' })
    await userEvent.click(within(name!).getAllByRole('button')[0]!)
    await waitFor(() => expect(lastInput(server)?.sorting).toEqual(['name:desc']))
    expect(await screen.findByText('(312.456)')).toBeTruthy()
    expect(asked()).toBe(1)
    // Of another question it is not known.
    await userEvent.type(screen.getByPlaceholderText('Name oder Nummer suchen'), 'k')
    expect(await screen.findByText('(10.000+)')).toBeTruthy()
  })

  it('shows approvals by default to nobody else', async () => {
    open('/', actor({ flags: { approval: false, responsible: true, companies: true } }))
    await screen.findByRole('link', { name: 'Agrikali' })
    expect(lastInput(server)?.columns?.slice(0, 2)).toEqual(['name', 'rev'])
    expect(screen.queryByRole('columnheader', { name: /^Zulassungen/ })).toBeNull()
  })

  it('names the list whose approvals it shows', async () => {
    open('/')
    expect(await screen.findByRole('columnheader', { name: 'Zulassungen (Basisdaten)' })).toBeTruthy()
  })

  it('tells products of one name apart by what differs', async () => {
    const category = uuid(70)
    const named = (id: number, columns: Record<string, string | string[]>) => ({
      id: uuid(id),
      rev: 1,
      columns: { name: 'Kocide', category, ...columns },
    })
    server.on(search, () => ({
      list: [
        named(1, { 'lists.permits': ['W-10', 'D-3'], distributor: 'Leu AG' }),
        named(2, { 'lists.permits': 'W-11', distributor: 'Leu AG' }),
        named(3, { name: 'Agrikali', 'lists.permits': 'W-12' }),
      ],
      count: 3,
    }))
    open('/')
    await screen.findByRole('link', { name: 'Agrikali' })
    const row = (text: string) => screen.getByText(text).closest('tr')!
    expect(within(row('W-10, D-3')).getByRole('link', { name: 'Kocide' })).toBeTruthy()
    expect(within(row('W-11')).getByRole('link', { name: 'Kocide' })).toBeTruthy()
    // Each row has its line, so that all are of one height.
    expect(within(row('W-12')).getByRole('link', { name: 'Agrikali' })).toBeTruthy()
  })

  it('tells them apart by the numbers of the base where the chosen list has none', async () => {
    const named = (id: number, permits?: string) => ({
      id: uuid(id),
      rev: 1,
      columns: { name: 'Kocide', ...(permits && { 'lists.permits': permits }) },
    })
    server.on(search, ({ list }) => ({
      list: list ? [named(1), named(2)] : [named(1, 'W-10'), named(2, 'W-11')],
      count: 2,
    }))
    open(`/?list=${swiss}`)
    expect(await screen.findByText('W-10')).toBeTruthy()
    expect(screen.getByText('W-11')).toBeTruthy()
  })

  it('keeps the leaf of a category apart from its path, which may be cut', async () => {
    const [parent, leaf] = [uuid(71), uuid(72)]
    const of = (id: string, title: string, more: object = {}) =>
      entity('category', id, {
        title: { de_DE: title },
        order: 4,
        disabled: false,
        mainCategoryKey: 'x',
        ...more,
      })
    server.on(loadReference, () => ({
      classes: {
        category: [of(parent, 'Desinfektionsmittel'), of(leaf, 'Zitzenpflege', { parent })],
      },
    }))
    server.on(search, () => ({
      list: [{ id: uuid(1), rev: 1, columns: { name: 'A', category: leaf, categoryTree: 'x' } }],
      count: 1,
    }))
    open('/')
    const path = await screen.findByTitle('4-4 Desinfektionsmittel / Zitzenpflege')
    // The number is the leaf's.
    expect([...path.children].map((part) => part.textContent)).toEqual([
      '4-4\u00a0Zitzenpflege',
      'Desinfektionsmittel',
    ])
  })

  it('says which approvals are in which state, and how long they last', async () => {
    const eu = uuid(60)
    const own = uuid(61)
    server.on(loadReference, () => ({
      classes: {
        biostandard: [
          entity('biostandard', eu, { name: { de_DE: 'EU-Öko' }, publicOrder: 1, baseApproval: false }),
          entity('biostandard', own, { name: { de_DE: 'Lebenskreis' }, publicOrder: 2 }),
        ],
      },
    }))
    const day = (shift: number) =>
      new Date(Date.parse(todayText()) + shift * 86_400_000).toISOString().slice(0, 10)
    const of = (id: number, name: string, summary: string[], until?: string) => ({
      id: uuid(id),
      rev: 1,
      columns: {
        name,
        'lists.approvals.summary': summary,
        ...(until ? { 'lists.approvedUntil': `${until}T04:00:00.000Z` } : {}),
      },
    })
    const row = (standing: string, own = standing, active = 'active') => `${active}|${standing}||${own}`
    const valid = row(`${day(-9)}/${day(9)}`)
    const over = row(`${day(-90)}/${day(-9)}`)
    server.on(search, () => ({
      list: [
        of(1, 'A', [`${eu}|${valid}`, `${own}|${over}`], day(9)),
        of(2, 'B', [`${eu}|${valid}`], day(9)),
        of(3, 'C', [`${eu}|active||${day(1)}|`]),
        of(4, 'D', []),
        of(5, 'E', [`${eu}|${row(`${day(-9)}/`)}`]),
        of(6, 'F', [`${eu}|${row(`${day(2)}/${day(90)}`)}`]),
        of(7, 'G', [`${eu}|${row(`${day(-9)}/${day(-2)},${day(2)}/${day(90)}`, `${day(-9)}/${day(90)}`)}`]),
        of(8, 'H', [`${eu}|${row('', `${day(-9)}/`)}`]),
        of(9, 'I', [`${eu}|${row(`${day(-9)}/${day(9)}`, `${day(-9)}/${day(9)}`, '')}`]),
        of(10, 'J', [`${eu}|active|||`]),
      ],
      count: 10,
    }))
    open('/')
    await screen.findByRole('link', { name: 'A' })
    const cells = (name: string) => within(screen.getByRole('link', { name }).closest('tr')!)
    expect(cells('A').getByTitle('Zugelassen: EU-Öko').textContent).toBe('1Zugelassen')
    expect(cells('A').getByTitle('Abgelaufen: Lebenskreis').textContent).toBe('1Abgelaufen')
    expect(cells('A').getByLabelText('Abgelaufen')).toBeTruthy()
    expect(cells('B').getByTitle('Zugelassen: EU-Öko').textContent).toBe('Zugelassen')
    expect(cells('C').getByText('Eingeleitet')).toBeTruthy()
    expect(cells('D').getByText('Offen')).toBeTruthy()
    expect(cells('E').getByText('ohne Enddatum')).toBeTruthy()
    // What begins later, again after a gap, depends on what is not valid or is switched off is not valid today.
    for (const name of ['F', 'G', 'H', 'I'])
      expect(cells(name).getByTitle('Nicht gültig: EU-Öko').textContent).toBe('Nicht gültig')
    expect(cells('J').getByText('Offen')).toBeTruthy()
  })

  it('brings the default columns back by one button', async () => {
    const user = userEvent.setup()
    const { address } = open(`/?cols=${encodeURIComponent('["name","rev"]')}`)
    await screen.findByRole('link', { name: 'Agrikali' })
    await user.click(screen.getByRole('button', { name: 'Standardspalten wiederherstellen' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(screen.getAllByRole('columnheader', { name: /Vertreiber/ }).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Standardspalten wiederherstellen' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Ansicht der Tabelle')
  })

  it('fills a higher window with more rows, and keeps their number in the address of a page', async () => {
    vi.stubGlobal('innerHeight', 1200)
    server.on(search, (input) => ({ ...answer(input), count: 100 }))
    const user = userEvent.setup()
    const { address } = open('/')
    await screen.findByRole('link', { name: 'Agrikali' })
    const limit = lastInput(server)?.pagination?.limit ?? 0
    expect(limit).toBe(23)
    await user.click(screen.getByRole('button', { name: '2' }))
    expect(address()).toContain(`size=${limit}`)
    expect(lastInput(server)?.pagination).toEqual({ start: limit, limit })
  })

  it('finds numbers: what has a digit is asked as a name and as a number', async () => {
    const user = userEvent.setup()
    open('/')
    await user.type(await screen.findByPlaceholderText('Name oder Nummer suchen'), 'W-65')
    await waitFor(() =>
      expect(JSON.stringify(lastInput(server)?.attributeFilter)).toContain(
        '{"field":"lists.permits","comparison":"contains","value":"W-65"}',
      ),
    )
  })

  it('makes of a typed value the condition that can have it, and says so first', async () => {
    const user = userEvent.setup()
    const { address } = open('/')
    const filter = await screen.findByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' })
    const conditions = () => new URLSearchParams(address().slice(1)).get('f')
    await user.type(filter, 'schw')
    const [first] = await screen.findAllByRole('option')
    expect(first?.textContent).toBe('Liste = Schweiz')
    await user.click(first!)
    await waitFor(() => expect(conditions()).toBe(`and;lists.list=[${swiss}]`))
    // What is no value of any property is looked for in the names.
    await user.type(filter, 'horn')
    const [name] = await screen.findAllByRole('option')
    expect(name?.textContent).toBe('Handelsname : horn')
    await user.click(name!)
    await waitFor(() => expect(conditions()).toBe(`and;lists.list=[${swiss}];name:horn`))
  })

  it('offers companies that are called so in each role, without a property', async () => {
    const user = userEvent.setup()
    server.on(execute, ({ entityClass }) => ({
      list: entityClass === 'company' ? [{ id: uuid(80), rev: 1, columns: { name: 'Kalkwerk AG' } }] : [],
      count: 1,
    }))
    open('/')
    await user.type(await screen.findByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' }), 'kalkw')
    expect((await screen.findAllByRole('option', { name: /Kalkwerk AG/ })).length).toBeGreaterThan(2)
  })

  it('offers each value once, and none of which only the id holds what was typed', async () => {
    const user = userEvent.setup()
    // Only who asks for it finds it: whatever a search answers is offered.
    server.on(execute, ({ attributeFilter }) => ({
      list: /kalkw/.test(JSON.stringify(attributeFilter ?? ''))
        ? [{ id: uuid(80), rev: 1, columns: { name: 'Kalkwerk AG' } }]
        : [],
      count: 1,
    }))
    open('/')
    const filter = await screen.findByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' })
    const texts = () => screen.queryAllByRole('option').map((one) => one.textContent)
    await user.type(filter, 'kalkw')
    await waitFor(() => expect(texts()).toContain('Hersteller (Firma) = Kalkwerk AG'))
    expect(texts().toSorted()).toEqual([...new Set(texts())].toSorted())
    await user.clear(filter)
    await user.type(filter, swiss.slice(8, 14))
    await waitFor(() => expect(texts()[0]).toBe(`Handelsname : ${swiss.slice(8, 14)}`))
    expect(texts().filter((text) => /Schweiz/.test(text ?? ''))).toEqual([])
  })

  it('takes a number for one of a permit, and offers it as one of the register; companies of one name have their place', async () => {
    const user = userEvent.setup()
    const company = (n: number, city: string) => ({
      id: uuid(n),
      rev: 1,
      columns: { name: 'Kalkwerk AG', 'addresses.city': [city] },
    })
    server.on(execute, ({ entityClass }) => ({
      list: entityClass === 'company' ? [company(80, 'Chur'), company(81, 'Bern')] : [],
      count: 2,
    }))
    open('/')
    const filter = await screen.findByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' })
    await user.type(filter, '5994')
    const texts = async () => (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect((await texts())[0]).toBe('Bewilligungsnummer : 5994')
    await waitFor(async () => expect(await texts()).toContain('Registernummer = 5994'))
    await user.clear(filter)
    await user.type(filter, 'kalkw')
    await waitFor(async () => expect((await texts())[0]).toMatch(/^Firma \(jede Rolle\) = Kalkwerk AG, /))
    expect(await texts()).toContain('Firma (jede Rolle) = Kalkwerk AG, Bern')
  })

  it('searches while typing, keeps the rows till the answer comes, and writes the address', async () => {
    const user = userEvent.setup()
    const { address } = await open('/')
    await screen.findByRole('link', { name: 'Bokashi' })
    const release = holdNamedSearches()
    await user.type(screen.getByPlaceholderText('Name oder Nummer suchen'), 'kal')
    await waitFor(() => expect(lastInput(server)).toMatchObject({ name: 'kal' }))
    expect(screen.getByRole('link', { name: 'Bokashi' })).toBeTruthy()
    release()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Bokashi' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Kalkon' })).toBeTruthy()
    expect(address()).toBe('/?q=kal')
  })

  it('draws the rows once for what is typed: when the new ones are there', async () => {
    const user = userEvent.setup()
    const { router } = await open('/')
    await screen.findByRole('link', { name: 'Bokashi' })
    const cells = async (run: () => Promise<unknown>) =>
      (await drawnWhile(run)).filter(({ name }) => name === 'TableBodyCell').length
    await screen.findByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' })
    const search = screen.getByPlaceholderText('Name oder Nummer suchen')
    const release = holdNamedSearches()
    const whileWaiting = await cells(async () => {
      await user.type(search, 'k')
      await waitFor(() => expect(lastInput(server)).toMatchObject({ name: 'k' }))
    })
    expect(document.querySelector('.il-table[data-stale]')).not.toBeNull()
    expect(whileWaiting).toBe(0)
    // What is clicked meanwhile is drawn at once.
    const box = within(screen.getByRole('link', { name: 'Kalkon' }).closest('tr')!).getByRole('checkbox')
    await user.click(box)
    expect((box as HTMLInputElement).checked).toBe(true)
    // So is a search that was not typed: by Back, or by a link.
    await act(() => router.navigate('/?q=agri'))
    expect((search as HTMLInputElement).value).toBe('agri')
    await act(() => router.navigate('/?q=k'))
    expect((search as HTMLInputElement).value).toBe('k')
    const withRows = await drawnWhile(async () => {
      release()
      await waitFor(() => expect(document.querySelector('.il-table[data-stale]')).toBeNull())
    })
    const named = (name: string) => withRows.filter((one) => one.name === name).length
    expect(named('TableBodyCell')).toBeGreaterThan(0)
    // The conditions did not change, and are the heaviest part of a list.
    expect(named('ListFilter')).toBe(0)
  })

  it('opens by arrow and Enter what was asked for, not what still stands there', async () => {
    const user = userEvent.setup()
    const { address } = await open('/')
    await screen.findByRole('link', { name: 'Bokashi' })
    const release = holdNamedSearches()
    await user.type(screen.getByPlaceholderText('Name oder Nummer suchen'), 'kalk{Enter}')
    await waitFor(() => expect(lastInput(server)).toMatchObject({ name: 'kalk' }))
    await user.keyboard('{ArrowDown}{Enter}')
    expect(address()).toBe('/?q=kalk')
    release()
    await waitFor(() => expect(address()).toMatch(/^\/product\//))
    expect(address()).toContain(rows.find((row) => row.columns['name'] === 'Kalkon')!.id)
  })

  it('shows what a link says: search, conditions on one list, sort, page and page size', async () => {
    const conditions = `and;lists.list=[${swiss}];lists.active=true`
    const query = new URLSearchParams({
      q: 'k',
      f: conditions,
      sort: 'updated:desc',
      page: '2',
      size: '50',
      list: swiss,
    })
    server.on(search, (input) => ({ ...answer(input), count: 80 }))
    await open(`/?${query}`)
    await waitFor(() =>
      expect(lastInput(server)).toMatchObject({
        name: 'k',
        list: swiss,
        sorting: ['updated:desc'],
        pagination: { start: 50, limit: 50 },
        attributeFilter: {
          $nested: {
            path: 'lists',
            match: {
              $and: [
                { field: 'lists.list', comparison: 'eq', value: swiss },
                { field: 'lists.active', comparison: 'eq', value: true },
              ],
            },
          },
        },
      }),
    )
    expect((await screen.findByRole('link', { name: 'Agrikali' })).getAttribute('href')).toBe(
      `/product/${uuid(100)}/${swiss}`,
    )
    await waitFor(() => expect(document.body.textContent).toContain('Liste = Schweiz'))
  })

  it('searches nothing while a link has a condition that does not exist, and offers to remove it', async () => {
    const user = userEvent.setup()
    const { address } = await open(`/?f=${encodeURIComponent('and;lists.active=true;gone=[x]')}`)
    expect(await screen.findByRole('button', { name: 'Filter zurücksetzen' })).toBeTruthy()
    expect(await screen.findByText(/Eine Bedingung dieses Links gibt es nicht/)).toBeTruthy()
    expect(server.inputs(search)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Bedingung entfernen' }))
    await screen.findByRole('link', { name: 'Agrikali' })
    expect(address()).toBe(`/?${new URLSearchParams({ f: 'and;lists.active=true' })}`)
  })

  it('falls back to the default where a link is mangled', async () => {
    await open('/?page=-3&sort=drop%20table&f=nonsense&list=1')
    await screen.findByRole('link', { name: 'Agrikali' })
    expect(lastInput(server)).toMatchObject({ pagination: { start: 0 }, sorting: ['name:asc'] })
    expect(lastInput(server)).not.toHaveProperty('attributeFilter')
    expect(lastInput(server)).not.toHaveProperty('list')
  })

  it('goes from the search down to a row and into the product by keyboard', async () => {
    const user = userEvent.setup()
    const { address } = await open('/')
    await screen.findByRole('link', { name: 'Agrikali' })
    await user.click(screen.getByPlaceholderText('Name oder Nummer suchen'))
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe(`/product/${uuid(101)}/${fixedIds.list.base}`))
  })

  it('comes back with its last state when it is opened anew', async () => {
    const { address, router } = await open('/?q=kal')
    await screen.findByRole('link', { name: 'Kalkon' })
    await router.navigate('/elsewhere')
    await screen.findByText('another screen')
    await router.navigate('/')
    await screen.findByRole('link', { name: 'Kalkon' })
    expect(address()).toBe('/?q=kal')
  })

  it('moves to the last page that is there when the named one is gone', async () => {
    server.on(search, (input) => {
      const start = input.pagination && 'start' in input.pagination ? input.pagination.start : 0
      return { list: start < 20 ? rows : [], count: 20 }
    })
    const { address } = await open('/?page=9')
    await screen.findByRole('link', { name: 'Agrikali' })
    expect(address()).toBe('/?page=2')
  })

  it('says on the last reachable page that there are too many hits', async () => {
    server.on(search, () => ({ list: rows, count: 100_000 }))
    await open('/?page=600&size=15')
    expect(
      await screen.findByText(/Zu viele Treffer: Sie können bis Zeile 9.000 von 100.000 blättern/),
    ).toBeTruthy()
  })

  it('offers a new product where there is none, and stores nothing for it', async () => {
    const user = userEvent.setup()
    server.on(search, () => ({ list: [], count: 0 }))
    const { address } = await open('/')
    const empty = await screen.findByText('Noch keine Produkte')
    const [, second] = screen.getAllByRole('button', { name: 'Neues Produkt' })
    expect(empty).toBeTruthy()
    await user.click(second!)
    await waitFor(() => expect(address()).toBe(`/product/new/${fixedIds.list.base}`))
    expect(server.inputs(create)).toEqual([])
  })

  it('tells why a search failed, and tries again', async () => {
    const user = userEvent.setup()
    const complaints = vi.spyOn(console, 'error')
    vi.stubGlobal('fetch', async () => new Response('', { status: 502 }))
    await open('/')
    const alert = await screen.findByText('Laden fehlgeschlagen')
    server = fakeServer()
    server.on(search, answer)
    await user.click(within(alert.closest('table')!).getByRole('button', { name: 'Nochmals versuchen' }))
    expect(await screen.findByRole('link', { name: 'Agrikali' })).toBeTruthy()
    // Without a number of the request there is no empty line for it.
    expect(complaints.mock.calls.flat().join()).not.toContain('unique "key"')
  })

  it('names people and institutions in its columns, and offers no sorting by what the index does not know as it is shown', async () => {
    const [vera, gone] = [uuid(31), uuid(32)]
    server.on(search, () => ({
      list: [
        {
          ...rows[0]!,
          columns: { ...rows[0]!.columns, createdBy: vera, updatedBy: gone, responsible: uuid(90) },
        },
      ],
      count: 1,
    }))
    server.on(byIds, () => ({ list: [], people: { [vera]: 'Vera Beispiel' } }))
    const title = { de_DE: 'Prüfstelle Nord', fr_FR: 'Organisme de contrôle Nord' }
    server.on(loadReference, () => ({
      classes: { institution: [entity('institution', uuid(90), { title })] },
    }))
    const cols = ['name', 'createdBy', 'updatedBy', 'responsible', 'categoryTree']
    await open(`/?${new URLSearchParams({ cols: JSON.stringify(cols) })}`)
    expect(await screen.findByText('Vera Beispiel')).toBeTruthy()
    expect(screen.getByText(gone)).toBeTruthy()
    expect(server.inputs(byIds)).toEqual([{ ids: [vera, gone] }])
    // Besides the handle that resizes it, a head has a button where it sorts.
    const buttonsIn = (name: string) =>
      within(screen.getAllByRole('columnheader', { name })[0]!).getAllByRole('button')
    expect(buttonsIn('Kategorie')).toHaveLength(2)
    for (const name of ['Angelegt von', 'Geändert von', 'Zuständige Institution'])
      expect(buttonsIn(name)).toHaveLength(1)
    // Institutions have a name in each language.
    expect(screen.getByText(title.de_DE)).toBeTruthy()
    await act(() => changeLocale('fr_FR'))
    expect(await screen.findByText(title.fr_FR)).toBeTruthy()
  })

  it('offers the people who stand in a field by name', async () => {
    const user = userEvent.setup()
    server.on(aggregate, () => ({ aggregates: { aggregate: { buckets: [{ key: uuid(31), count: 4 }] } } }))
    server.on(byIds, () => ({ list: [], people: { [uuid(31)]: 'Vera Beispiel' } }))
    await open('/')
    await user.type(
      await screen.findByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' }),
      'Angelegt von =',
    )
    expect(await screen.findByText('Vera Beispiel')).toBeTruthy()
    expect(server.inputs(aggregate)[0]).toMatchObject({
      entityClass: 'product',
      aggregate: { kind: 'terms', field: 'createdBy' },
    })
  })

  it('sorts on the server by a click on the head', async () => {
    const user = userEvent.setup()
    const { address } = await open('/?page=1')
    await screen.findByRole('link', { name: 'Agrikali' })
    // The head is there twice: it stays while the rows scroll.
    await user.click(screen.getAllByRole('button', { name: /^Geändert/ })[0]!)
    await waitFor(() => expect(lastInput(server)).toMatchObject({ sorting: ['updated:asc'] }))
    expect(address()).toContain('sort=updated%3Aasc')
  })
})
