/** Special items of a list: entered by who may, told with the invoices that they stand on. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { findinvoicedspecialitems } from '../../../shared/calls/bml/invoice/findinvoicedspecialitems.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
import { uuid } from '../screen-kit.tsx'
import { institutionId, openProduct, productServer, startData } from './page-kit.tsx'
import { productId } from './samples.ts'

const title = 'Besondere Rechnungspositionen'
const label = { institution: institutionId, year: 2025, text: 'Label', amount: 15.25 }
const visit = { institution: institutionId, year: 2026, text: 'Besuch', amount: 80 }
const withItems = () => setKey(startData(), baseList, '_invoiceSpecialItems', { a: label, b: visit })

it('tells what is billed beside the fees, the newest year first, and on which invoice it stands', async () => {
  const server = productServer(withItems())
  server.fake.on(findinvoicedspecialitems, () => ({
    list: [
      { productId, invoiceId: uuid(950), number: 'pruef-2025-000007', isSent: true, ...label },
      { productId, invoiceId: uuid(951), isSent: false, ...visit, amount: 79 },
    ],
  }))
  await openProduct()
  const table = within(await screen.findByRole('table', { name: title }))
  const link = await table.findByRole('link', { name: 'pruef-2025-000007' })
  expect(link.getAttribute('href')).toBe(`/invoice/view/${uuid(950)}`)
  const [, first, second] = table.getAllByRole('row').map((row) => row.textContent)
  expect(first).toBe('Besuch2026Prüfstelle80,00noch nicht verrechnet')
  expect(second).toContain('Label2025Prüfstelle15,25')
})

it('takes a new item of the responsible institution, and what is changed and removed of others', async () => {
  const server = productServer(withItems())
  server.fake.on(findinvoicedspecialitems, () => ({ list: [] }))
  await openProduct()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: `${title} bearbeiten` }))
  const table = within(await screen.findByRole('table', { name: title }))
  const amount = table.getByRole('textbox', { name: 'Betrag der Position 1' })
  await user.clear(amount)
  await user.type(amount, '85,5')
  await user.tab()
  expect(amount).toHaveProperty('value', '85,50')
  await user.click(table.getByRole('button', { name: 'Label entfernen' }))
  await user.click(screen.getByRole('button', { name: 'Position hinzufügen' }))
  await user.type(table.getByRole('textbox', { name: 'Text der Position 2' }), 'Muster')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.fake.inputs(save)).toHaveLength(1))
  const items = Object.values(server.now().data.listData[baseList]!._invoiceSpecialItems!)
  expect(items).toEqual([
    { ...visit, amount: 85.5 },
    { institution: institutionId, year: new Date().getFullYear(), text: 'Muster', amount: 0 },
  ])
})

it('says nothing of them to a person who has nothing to read here and may enter none', async () => {
  productServer(startData(), [])
  await openProduct(baseList, { role: 'registered', institutions: [] })
  await screen.findByText('Name und Kategorie')
  expect(screen.queryByText(title)).toBeNull()
})
