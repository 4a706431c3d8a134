/** Prints a report of what the product list finds: the dialog, what it asks for, and the document. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getpdfandstatus } from '../../shared/calls/bml/product/getpdfandstatus.ts'
import { pdfprintreport } from '../../shared/calls/bml/product/pdfprintreport.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { fixedIds } from '../../shared/constants.ts'
import { ruleViolated } from '../../shared/errors.ts'
import { ProductListScreen } from '../../web/features/products/list-screen.tsx'
import { forgetLists } from '../../web/ui/list-memory.ts'
import { entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const swiss = uuid(500)
const ticket = uuid(9)
let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(search, () => ({
    list: [{ id: uuid(1), rev: 1, columns: { name: 'Bokashi' } }],
    count: 12,
  }))
  server.on(loadReference, () => ({
    classes: {
      list: [
        entity('list', fixedIds.list.base, { title: { de_DE: 'Basisdaten' }, order: 0 }),
        entity('list', swiss, { title: { de_DE: 'Schweiz' }, order: 1 }),
      ],
    },
  }))
  server.on(pdfprintreport, () => ({ ticketNumber: ticket, products: 10, leftOut: 2 }))
  server.on(getpdfandstatus, () => ({ done: true, result: '/files/pdf/x' }))
})
afterEach(forgetLists)
async function openDialog(address = '/') {
  await openScreen([{ path: '/', element: <ProductListScreen /> }], address)
  await screen.findByRole('link', { name: 'Bokashi' })
  await userEvent.click(screen.getAllByRole('checkbox')[1]!)
  await userEvent.click(await screen.findByRole('button', { name: 'Auswahl' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Bericht drucken …' }))
  return screen.findByRole('dialog', { name: 'Bericht drucken' })
}

it('prints the chosen products and offers the document, with what it leaves out', async () => {
  const dialog = await openDialog(`/?list=${swiss}`)
  await userEvent.click(within(dialog).getByRole('radio', { name: /Neuregistrierung/ }))
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Ansprechperson' }), 'Frau Muster')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Drucken' }))
  const link = await within(dialog).findByRole('link', { name: 'PDF herunterladen' })
  expect(link.getAttribute('href')).toBe('/files/pdf/x')
  expect(within(dialog).getByText('Nicht im Bericht: 2')).toBeTruthy()
  expect(server.inputs(pdfprintreport)).toEqual([
    {
      ids: [uuid(1)],
      reportType: 'reregistration',
      listId: swiss,
      language: 'de_DE',
      contactPerson: 'Frau Muster',
    },
  ])
  expect(server.inputs(getpdfandstatus)).toEqual([{ ticketNumber: ticket }])
  // It is of what was chosen then.
  await userEvent.click(within(dialog).getByRole('radio', { name: /Komponenten/ }))
  expect(within(dialog).queryByRole('link', { name: 'PDF herunterladen' })).toBeNull()
})
it('says why there is none', async () => {
  server.on(pdfprintreport, () => {
    throw ruleViolated('none', { key: 'reportEmpty' })
  })
  const dialog = await openDialog()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Drucken' }))
  expect(await within(dialog).findByText('Keines dieser Produkte gehört in diesen Bericht.')).toBeTruthy()
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Drucken' })).toBeTruthy())
})
