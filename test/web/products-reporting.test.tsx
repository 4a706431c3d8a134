/** Prints a report of what the product list finds: the dialog, what it asks for, and the document. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { abort } from '../../shared/calls/batch/job/abort.ts'
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
    list: [
      { id: uuid(1), rev: 1, columns: { name: 'Bokashi' } },
      { id: uuid(2), rev: 1, columns: { name: 'Kompost' } },
    ],
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
  server.on(pdfprintreport, () => ({ ticketNumber: ticket }))
  server.on(getpdfandstatus, () => ({ done: true, result: '/files/pdf/x', leftOut: 2 }))
})
afterEach(forgetLists)
async function openDialog(address = '/', rows = 1) {
  await openScreen([{ path: '/', element: <ProductListScreen /> }], address)
  await screen.findByRole('link', { name: 'Bokashi' })
  for (const box of screen.getAllByRole('checkbox').slice(1, rows + 1)) await userEvent.click(box)
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

it('says how far it is, and stops', async () => {
  let isStopped = false
  server.on(getpdfandstatus, () =>
    isStopped
      ? { done: true, error: 'stopped', text: { key: 'printAborted' } }
      : { done: false, progress: { done: 250, total: 1200 } },
  )
  server.on(abort, () => {
    isStopped = true
    return {
      id: ticket,
      kind: 'report' as const,
      status: 'aborted' as const,
      total: 1200,
      done: 250,
      failed: 0,
      startedBy: uuid(3),
      result: {},
      created: '2026-03-01T10:00:00.000Z',
      about: {},
      canAbort: false,
      canUndo: false,
    }
  })
  const dialog = await openDialog()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Drucken' }))
  expect(await within(dialog).findByText('250 von 1.200')).toBeTruthy()
  const bar = within(dialog).getByRole('progressbar', { name: 'PDF wird erstellt' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['250', '1200'])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stoppen' }))
  expect(server.inputs(abort)).toEqual([{ id: ticket }])
  const why = 'Das Dokument wurde nicht erstellt: Der Hintergrundvorgang wurde gestoppt.'
  expect(await within(dialog).findByText(why, {}, { timeout: 3000 })).toBeTruthy()
})
it('offers files of their own for several products, by company where it is a re-registration', async () => {
  const dialog = await openDialog('/', 2)
  await userEvent.click(within(dialog).getByRole('radio', { name: /Neuregistrierung/ }))
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Ein PDF je Firma, als ZIP-Datei' }))
  await userEvent.click(within(dialog).getByRole('radio', { name: /Komponenten/ }))
  expect(within(dialog).getByRole('radio', { name: 'Ein PDF je Produkt, als ZIP-Datei' })).toHaveProperty(
    'checked',
    true,
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Drucken' }))
  await within(dialog).findByRole('link', { name: 'ZIP-Datei herunterladen' })
  expect(server.inputs(pdfprintreport)).toMatchObject([{ form: 'zip', ids: [uuid(1), uuid(2)] }])
})
