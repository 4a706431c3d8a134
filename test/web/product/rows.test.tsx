/** Rows of companies and components: amount, share, category; and how companies are looked for. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { load as loadCompany } from '../../../shared/calls/bml/company/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { ids } from '../../../shared/calls/search/search/ids.ts'
import { notFound } from '../../../shared/errors.ts'
import { companyData } from '../../../shared/model/company.ts'
import { baseList, setValue } from '../../../web/features/product/model/draft.ts'
import { searchCompanies } from '../../../web/features/product/searches.ts'
import { fakeServer, uuid } from '../screen-kit.tsx'
import { categoryId, companyId, countryId, openProduct, productServer, startData } from './page-kit.tsx'

const withRows = () => {
  const data = setValue(startData(), baseList, '_components', {
    base: { c1: { component: uuid(900), amount: 12.3456, secrecy: 'public', _order: 0 } },
    additional: {},
  })
  return setValue(data, baseList, '_companies', {
    m1: { company: companyId, role: 'manufacturer', _order: 0 },
    d1: { company: companyId, role: 'distributor', amount: 2.5, _order: 1 },
  })
}

it('a share is said with its sign and up to three decimals; an amount only where a row has one', async () => {
  productServer(withRows())
  await openProduct()
  const components = within(await screen.findByRole('table', { name: 'Grundkomponenten' }))
  expect(components.getByText('12,346 %')).toBeTruthy()
  expect(components.queryByRole('columnheader', { name: 'Kategorie' })).toBeNull()
  const companies = within(screen.getByRole('table', { name: 'Firmen und Rollen' }))
  expect(companies.getByRole('columnheader', { name: 'Menge' })).toBeTruthy()
  expect(companies.getByText('2,5')).toBeTruthy()
})

it('a component whose name is on its way is not called unknown before it is', async () => {
  const server = productServer(withRows())
  let answer = () => {}
  server.fake.on(ids, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { list: [], people: {} }
  })
  await openProduct()
  const components = within(await screen.findByRole('table', { name: 'Grundkomponenten' }))
  expect(components.getByText('…')).toBeTruthy()
  expect(components.queryByText('Unbekannte Komponente')).toBeNull()
  await waitFor(() => expect(server.fake.inputs(ids)).toHaveLength(1))
  answer()
  expect(await components.findByText('Unbekannte Komponente')).toBeTruthy()
})

it('the base data say that a distributor or a manufacturer is enough, until there is one', async () => {
  const enough = /^Für eine Zulassung braucht es einen Vertreiber oder einen Hersteller/
  const of = (role: 'manufacturer' | 'recipe-holder') =>
    setValue(startData(), baseList, '_companies', { r1: { company: companyId, role } })
  productServer(of('recipe-holder'))
  const { unmount } = await openProduct()
  expect(await screen.findByText(enough)).toBeTruthy()
  unmount()
  productServer(of('manufacturer'))
  await openProduct()
  await screen.findByRole('table', { name: 'Firmen und Rollen' })
  expect(screen.queryByText(enough)).toBeNull()
})

it('a share with more than three decimals is refused in words at its row', async () => {
  const server = productServer(withRows())
  await openProduct()
  const user = userEvent.setup()
  await screen.findByText('Name und Kategorie')
  await user.keyboard('e')
  const table = within(await screen.findByRole('table', { name: 'Grundkomponenten' }))
  const share = table.getByRole('textbox', { name: /^Menge von / })
  await user.clear(share)
  await user.type(share, '12,3451')
  expect((await table.findByRole('alert')).textContent).toBe(
    'Eine Prozentangabe hat höchstens 3 Nachkommastellen.',
  )
  await user.clear(share)
  await user.type(share, '12,345')
  await waitFor(() => expect(table.queryByRole('alert')).toBeNull())
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.fake.inputs(save)).toHaveLength(1))
  expect(server.fake.inputs(save)[0]?.patch).toEqual([
    { op: 'replace', path: `/listData/${baseList}/_components/base/c1/amount`, value: 12.345 },
  ])
})

it("a company's amount and a component's category are saved with their rows", async () => {
  const server = productServer(withRows())
  await openProduct()
  const user = userEvent.setup()
  await screen.findByText('Name und Kategorie')
  await user.keyboard('e')
  const companies = within(await screen.findByRole('table', { name: 'Firmen und Rollen' }))
  await user.type(companies.getAllByRole('textbox')[0]!, '7,25')
  await user.click(screen.getByRole('button', { name: /^Kategorie von .*: Auswählen$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Kategorie wählen' }))
  await user.click(dialog.getByRole('radio', { name: /Kompost/ }))
  await user.click(dialog.getByRole('button', { name: 'Kategorie übernehmen' }))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.fake.inputs(save)).toHaveLength(1))
  expect(server.fake.inputs(save)[0]?.patch).toEqual([
    { op: 'add', path: `/listData/${baseList}/_companies/m1/amount`, value: 7.25 },
    { op: 'add', path: `/listData/${baseList}/_components/base/c1/category`, value: categoryId },
  ])
})

it.each([
  [
    '1204',
    {
      $or: [
        { field: 'customerNumber', comparison: 'eq', value: 1204 },
        { field: 'formerNumber', comparison: 'eq', value: 1204 },
      ],
    },
  ],
  [
    'mu',
    {
      $or: [
        { field: 'name', comparison: 'contains', value: 'mu' },
        { field: 'companyAbbreviation', comparison: 'contains', value: 'mu' },
        { field: 'formerName', comparison: 'contains', value: 'mu' },
      ],
    },
  ],
])('a picker looks for companies by number, name or abbreviation: %s', async (typed, attributeFilter) => {
  const server = fakeServer()
  server.on(execute, () => ({ list: [], count: 0 }))
  await searchCompanies(typed, new AbortController().signal)
  expect(server.inputs(execute)).toEqual([
    expect.objectContaining({ entityClass: 'company', attributeFilter }),
  ])
})

it('a company is asked for where one opens its details; what is not known of it is not there', async () => {
  const server = productServer(withRows())
  const data = companyData.parse({
    baseData: { name: 'Muster AG', customerNumber: 100_204 },
    addresses: {
      a1: { type: 'invoice', street: 'Postfach' },
      a2: {
        type: 'main',
        street: 'Feldweg 3',
        zip: '5070',
        city: 'Frick',
        country: countryId,
        phone: '+41 62 865 72 72',
      },
    },
    contactPersons: {
      p1: { isMain: true, firstName: 'Lea', lastName: 'Muster', email: 'lea@muster.example' },
      p2: { firstName: 'Leo', lastName: 'Nirgends', lists: [uuid(77)] },
    },
  })
  server.fake.on(loadCompany, ({ id }) => ({ id, data, may: [], titles: {} }) as never)
  await openProduct()
  const user = userEvent.setup()
  const companies = within(await screen.findByRole('table', { name: 'Firmen und Rollen' }))
  const [button] = companies.getAllByRole('button', { name: /^Angaben zu / })
  expect(server.fake.inputs(loadCompany)).toEqual([])
  await user.click(button!)
  expect((await companies.findByText(/Feldweg 3/)).textContent).toBe(
    // Staff have said it in French only.
    'Feldweg 3\n5070 Frick\nSchweiz',
  )
  expect(server.fake.inputs(loadCompany)).toEqual([{ id: companyId }])
  for (const said of ['100204', '+41 62 865 72 72', 'Lea Muster'])
    expect(companies.getByText(new RegExp(said.replace('+', '\\+')))).toBeTruthy()
  expect(companies.getByRole('link', { name: 'lea@muster.example' }).getAttribute('href')).toBe(
    'mailto:lea@muster.example',
  )
  for (const hidden of [/Postfach/, /Nirgends/, 'EU-Kontrollnummer'])
    expect(companies.queryByText(hidden)).toBeNull()
  expect(button!.getAttribute('aria-expanded')).toBe('true')
  await user.click(button!)
  expect(companies.queryByText(/Feldweg 3/)).toBeNull()
})

it('what the server does not tell of a company is said in words, and can be asked again', async () => {
  const server = productServer(withRows())
  server.fake.on(loadCompany, ({ id }) => {
    throw notFound(id)
  })
  await openProduct()
  const user = userEvent.setup()
  const companies = within(await screen.findByRole('table', { name: 'Firmen und Rollen' }))
  await user.click(companies.getAllByRole('button', { name: /^Angaben zu / })[0]!)
  expect(await companies.findByText(/^Das gibt es nicht/)).toBeTruthy()
})
