/** Invoices: the list with its totals and actions, a run with its preview, and the page of one. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { cancelinvoices } from '../../shared/calls/bml/invoice/cancelinvoices.ts'
import { createFromProducts } from '../../shared/calls/bml/invoice/createFromProducts.ts'
import { createinvoicepdf } from '../../shared/calls/bml/invoice/createinvoicepdf.ts'
import { load } from '../../shared/calls/bml/invoice/load.ts'
import { markforunindex } from '../../shared/calls/bml/invoice/markforunindex.ts'
import { markinvoicesaspseudosent } from '../../shared/calls/bml/invoice/markinvoicesaspseudosent.ts'
import { preview } from '../../shared/calls/bml/invoice/preview.ts'
import { runresult } from '../../shared/calls/bml/invoice/runresult.ts'
import { sendInvoices } from '../../shared/calls/bml/invoice/sendInvoices.ts'
import { totals } from '../../shared/calls/bml/invoice/totals.ts'
import { getpdfandstatus } from '../../shared/calls/bml/product/getpdfandstatus.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { OutputOf } from '../../shared/contract.ts'
import { CallError } from '../../shared/errors.ts'
import type { Bill, Invoice, InvoiceView } from '../../shared/model/invoice.ts'
import { exportRow } from '../../web/features/invoices/export/rows.ts'
import { InvoiceScreen } from '../../web/features/invoices/invoice-screen.tsx'
import { InvoiceListScreen } from '../../web/features/invoices/list-screen.tsx'
import { filterOf } from '../../web/features/invoices/model/chosen.ts'
import { listFilter } from '../../web/features/invoices/model/list.ts'
import { causesOf, sumsByInstitution } from '../../web/features/invoices/model/run.ts'
import { InvoicePictureScreen } from '../../web/features/invoices/picture-screen.tsx'
import { RunScreen } from '../../web/features/invoices/run/run-screen.tsx'
import { runningJobs } from '../../web/frame/use-job-watch.ts'
import { forgetLists } from '../../web/ui/list-memory.ts'
import {
  actor,
  entity,
  type FakeServer,
  fakeServer,
  openScreen,
  provideDrawerHost,
  uuid,
} from './screen-kit.tsx'

const [aare, company, jobId, product, compost] = [uuid(90), uuid(41), uuid(7), uuid(31), uuid(61)]
const base = fixedIds.list.base
const of = (n: number) => uuid(100 + n)
const columns = (change: Record<string, string | number>) => ({
  'indexData.company.name': 'Muster AG',
  type: 'yearly',
  targetYear: 2026,
  institution: aare,
  invoiceDate: '2026-01-02T04:00:00.000Z',
  currency: 'CHF',
  'totals.net': 1200.5,
  'totals.gross': 1297.74,
  ...change,
})
const rows = [
  { id: of(1), rev: 1, columns: columns({}) },
  {
    id: of(2),
    rev: 3,
    columns: columns({ number: 'aare-2026-000001', sendDate: '2026-01-05T09:00:00.000Z' }),
  },
]
const sum = { currency: 'CHF', count: 2, net: 2401, vat: 194.48, gross: 2595.48 }

let server: FakeServer
provideDrawerHost()
beforeEach(() => {
  server = fakeServer()
  server.on(loadReference, () => ({
    classes: {
      institution: [entity('institution', aare, { title: { de_DE: 'Aaretal' } })],
      category: [
        entity('category', compost, {
          title: { de_DE: 'Kompost' },
          order: 1,
          mainCategoryKey: 'fertilisers',
        }),
        entity('category', fixedIds.mainCategory.fertilisers, { title: { de_DE: 'Düngemittel' }, order: 1 }),
      ],
      list: [entity('list', base, { title: { de_DE: 'Basisdaten' }, isBasedata: true })],
    },
  }))
  server.on(execute, ({ entityClass }) =>
    entityClass === 'invoice' ? { list: rows, count: 2 } : { list: [], count: 0 },
  )
  server.on(totals, () => ({ totals: [sum], groups: [] }))
})
afterEach(() => {
  forgetLists()
  runningJobs.set([])
})
const routes = [
  { path: '/invoice/list', element: <InvoiceListScreen /> },
  { path: '/invoice/run/:jobId', element: <RunScreen /> },
  { path: '/invoice/view/:invoiceId', element: <InvoiceScreen /> },
  { path: '/invoice/picture', element: <InvoicePictureScreen /> },
]
const open = (address: string, as = actor()) => openScreen(routes, address, as)

describe('the list of invoices', () => {
  it('hides what was only marked as sent, says what it finds and what that comes to', async () => {
    open('/invoice/list')
    expect(await screen.findAllByRole('link', { name: 'Muster AG' })).toHaveLength(2)
    expect(screen.getByText('aare-2026-000001')).toBeTruthy()
    expect(screen.getByText('Entwurf')).toBeTruthy()
    expect(screen.getAllByText('Gesendet').length).toBeGreaterThan(0)
    expect(await screen.findByText('Rechnungen: 2 · netto 2.401,00 CHF · gesamt 2.595,48 CHF')).toBeTruthy()
    expect(server.inputs(execute)[0]?.attributeFilter).toEqual({
      $or: [
        { $not: { field: 'sendDate', comparison: 'exists' } },
        { field: 'sendDate', comparison: 'gte', value: '2000-01-01' },
      ],
    })
  })
  it('says of each amount its currency, and stands amounts below each other', async () => {
    open('/invoice/list')
    const [net] = await screen.findAllByRole('cell', { name: '1.200,50 CHF' })
    expect(net?.querySelector('.il-number')).toBeTruthy()
    // A year is a name.
    const [year] = screen.getAllByRole('cell', { name: '2026' })
    expect(year?.querySelector('.il-number')).toBeNull()
  })
  it('names the institution below its company where it has no column', async () => {
    const { unmount } = open('/invoice/list')
    expect(await screen.findAllByRole('columnheader', { name: 'Institution' })).toBeTruthy()
    await screen.findAllByRole('cell', { name: 'Aaretal' })
    unmount()
    forgetLists()
    open(`/invoice/list?cols=${encodeURIComponent(JSON.stringify(['indexData.company.name', 'number']))}`)
    expect((await screen.findAllByText('Aaretal', { selector: '.il-row-under' })).length).toBe(2)
  })
  it('offers conditions by words alone, and finds a company by what was typed', async () => {
    const user = userEvent.setup()
    open('/invoice/list')
    await screen.findAllByRole('link', { name: 'Muster AG' })
    await user.click(await screen.findByRole('combobox', { name: 'Bedingung hinzufügen' }))
    const offered = (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect(offered.length).toBeGreaterThan(10)
    expect(offered.filter((text) => text?.includes('catalogue.'))).toEqual([])
    await user.keyboard('Muster')
    const [first] = await screen.findAllByRole('option')
    expect(first?.textContent).toBe('Firma : Muster')
    await user.click(first!)
    await waitFor(() =>
      expect(JSON.stringify(server.inputs(execute).at(-1)?.attributeFilter)).toContain(
        '"field":"indexData.company.name"',
      ),
    )
    expect(screen.queryByText(/Eine Bedingung dieses Links/)).toBeNull()
  })
  it('sends the invoices that are selected, once it was said what they come to', async () => {
    server.on(sendInvoices, () => ({ jobId }))
    const user = userEvent.setup()
    open('/invoice/list')
    const [first, second] = await screen.findAllByRole('checkbox', { name: /Muster AG/ })
    await user.click(first!)
    await user.click(second!)
    await user.click(screen.getByRole('button', { name: 'Auswahl' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Senden/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Rechnungen senden' })
    expect(await within(dialog).findByText('2.595,48 CHF')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Senden' }))
    await waitFor(() => expect(server.inputs(sendInvoices)).toEqual([{ ids: [of(1), of(2)], again: false }]))
  })
  it('prepares a run: the preview is a job, and its page opens', async () => {
    server.on(createFromProducts, () => ({ jobId }))
    server.on(checkstatus, () => {
      throw new CallError('not_found', 'not yet')
    })
    const user = userEvent.setup()
    const { address } = open('/invoice/list')
    await user.click(await screen.findByRole('button', { name: 'Rechnungslauf …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rechnungslauf' })
    await user.click(within(dialog).getByRole('radio', { name: /^Erstrechnung/ }))
    const year = within(dialog).getByRole('textbox', { name: /^Jahr/ })
    await user.clear(year)
    await user.type(year, '1999')
    expect(within(dialog).getByText('Ein Jahr von 2000 bis 2100.')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Vorschau' })).toHaveProperty('disabled', true)
    await user.clear(year)
    await user.type(year, '2026')
    await user.click(within(dialog).getByRole('button', { name: 'Vorschau' }))
    await waitFor(() => expect(address()).toBe(`/invoice/run/${jobId}?type=initial&year=2026`))
    expect(server.inputs(createFromProducts)).toEqual([{ type: 'initial', targetYear: 2026, dryRun: true }])
  })
})

const totalsOf = (net: number) => ({ net, vatPercent: 8.1, vat: 0, gross: net })
const bill = (n: number, name: string, change: Partial<Bill> = {}): Bill => ({
  institution: aare,
  companyId: uuid(40 + n),
  company: name,
  outcome: 'new',
  currency: 'CHF',
  totals: totalsOf(120),
  notBilled: [],
  problems: [],
  ...change,
})
const job = (change: object = {}): OutputOf<typeof checkstatus> => ({
  id: jobId,
  kind: 'invoice-run',
  status: 'complete',
  total: 3,
  done: 3,
  failed: 0,
  result: {},
  startedBy: uuid(1),
  created: '2026-01-02T08:00:00.000Z',
  about: { isDryRun: true, run: { type: 'yearly', year: 2026 } },
  canAbort: false,
  canUndo: false,
  errors: [],
  ...change,
})
const bills = [
  bill(1, 'Muster AG', {
    before: { invoiceId: of(9), totals: totalsOf(100) },
    difference: { net: 20, came: 30, went: -10, category: 0, price: 0, special: 0 },
    notBilled: [
      {
        productId: product,
        listId: base,
        product: 'Altkompost',
        key: 'invoiceNoApproval',
        message: 'No approval is valid in the year.',
      },
    ],
  }),
  bill(2, 'Ohne Adresse GmbH', {
    outcome: 'changed',
    problems: [{ key: 'invoiceNoAddress', message: 'no address' }],
  }),
  bill(3, 'Anderswo', { outcome: 'noSchedule', totals: undefined }),
]

describe('a run', () => {
  beforeEach(() => {
    server.on(checkstatus, () => job())
    server.on(runresult, ({ start }) =>
      start === 0 || start === undefined
        ? { list: bills.slice(0, 2), next: 1, isOver: true, isDryRun: true }
        : { list: bills.slice(2), isOver: true, isDryRun: true },
    )
    server.on(preview, () => ({ list: [] }))
  })
  const at = `/invoice/run/${jobId}?type=yearly&year=2026`
  it('is the same from the jobs, whose address does not say what was asked for', async () => {
    server.on(createFromProducts, () => ({ jobId }))
    const about = { isDryRun: true, run: { type: 'initial', year: 2027, institutions: [aare] } }
    server.on(checkstatus, () => job({ about }))
    const user = userEvent.setup()
    open(`/invoice/run/${jobId}`)
    await waitFor(() => expect(document.title).toContain('Vorschau: Erstrechnungen 2027'))
    await screen.findByRole('row', { name: /Muster AG/ })
    await user.click(screen.getByRole('button', { name: 'Entwürfe erstellen' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Entwürfe erstellen' }))
    await waitFor(() =>
      expect(server.inputs(createFromProducts)).toEqual([
        { type: 'initial', targetYear: 2027, institutions: [aare], dryRun: false },
      ]),
    )
  })
  it('offers no drafts where it was of some companies only: nobody would know which', async () => {
    const about = { isDryRun: true, run: { type: 'initial', year: 2027, isPart: true } }
    server.on(checkstatus, () => job({ about }))
    open(`/invoice/run/${jobId}`)
    await waitFor(() => expect(document.title).toContain('Vorschau: Erstrechnungen 2027'))
    await screen.findByRole('row', { name: /Muster AG/ })
    expect(screen.queryByRole('button', { name: 'Entwürfe erstellen' })).toBeNull()
  })
  it('says how many companies were left out, and leads to why', async () => {
    server.on(checkstatus, () => job({ total: 5, done: 5, failed: 3 }))
    open(at)
    expect(await screen.findByText(/Ausgelassene Firmen: 2/)).toBeTruthy()
  })
  it('shows how far it is', async () => {
    server.on(checkstatus, () => job({ status: 'running', done: 1 }))
    open(at)
    expect(await screen.findByText('1 von 3 Firmen')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Entwürfe erstellen' })).toHaveProperty('disabled', true)
  })
  it('says what it comes to, how each company differs and why, and what is not billed', async () => {
    const user = userEvent.setup()
    open(at)
    const row = await screen.findByRole('row', { name: /Muster AG/ })
    expect(screen.getByText('Aaretal: 1')).toBeTruthy()
    // A part of the page of its own: parts have space between them.
    const part = row.closest('[class*=awsui_child_]')
    expect(part?.contains(screen.getByRole('heading', { name: 'Ergebnis' }))).toBe(false)
    expect(within(row).getByText('+20,00')).toBeTruthy()
    expect(within(row).getByText('Neue Produkte +30,00, Weggefallene Produkte -10,00')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Mit Mangel (1)' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Muster AG/ })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Nicht alles verrechnet (1)' }))
    await user.click(await screen.findByRole('link', { name: 'Muster AG' }))
    expect(await screen.findByRole('link', { name: 'Altkompost' })).toBeTruthy()
    expect(screen.getByText(/In dem Jahr ist keine Zulassung gültig/)).toBeTruthy()
  })
  it('makes the drafts that its preview showed, once that is confirmed', async () => {
    server.on(createFromProducts, () => ({ jobId: uuid(8) }))
    const user = userEvent.setup()
    const { address } = open(at)
    await screen.findByRole('row', { name: /Muster AG/ })
    await user.click(screen.getByRole('button', { name: 'Entwürfe erstellen' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^Rechnungen laut Vorschau: 2\./)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Entwürfe erstellen' }))
    await waitFor(() => expect(address()).toBe(`/invoice/run/${uuid(8)}?type=yearly&year=2026`))
    expect(server.inputs(createFromProducts)).toEqual([{ type: 'yearly', targetYear: 2026, dryRun: false }])
  })
  it('leads to the drafts once they are made, and names what it comes to in the order of institutions', async () => {
    const rhine = uuid(91)
    server.on(loadReference, () => ({
      classes: {
        institution: [
          entity('institution', aare, { title: { de_DE: 'Prüfinstitut' } }),
          entity('institution', rhine, { title: { de_DE: 'Ökoprüfung' } }),
        ],
      },
    }))
    server.on(checkstatus, () => job({ about: {} }))
    server.on(runresult, () => ({
      list: [bill(1, 'Muster AG'), bill(2, 'Andere AG', { institution: rhine })],
      isOver: true,
      isDryRun: false,
    }))
    const user = userEvent.setup()
    const { address } = open(at)
    const table = await screen.findByRole('table', { name: 'Rechnungen' })
    expect(within(table).getByRole('link', { name: 'Andere AG' })).toBeTruthy()
    const [one, other] = screen.getAllByRole('rowheader', { name: /^(Prüfinstitut|Ökoprüfung)$/ })
    expect([one?.textContent, other?.textContent]).toEqual(['Ökoprüfung', 'Prüfinstitut'])
    await user.click(screen.getByRole('link', { name: 'Zu den Rechnungen' }))
    await waitFor(() => expect(address()).toBe('/invoice/list'))
  })
  it('adds up in decimals, and names the largest cause first', () => {
    const many = [bill(1, 'a', { totals: totalsOf(0.1) }), bill(2, 'b', { totals: totalsOf(0.2) })]
    expect(sumsByInstitution(many)).toMatchObject([{ invoices: 2, net: 0.3, before: 0, difference: 0.3 }])
    const difference = { net: -40, came: 10, went: -50, category: 0, price: 0, special: 0 }
    expect(causesOf({ difference }).map(([cause]) => cause)).toEqual(['went', 'came'])
  })
})

const data: Invoice = {
  type: 'yearly',
  institution: aare,
  companyId: company,
  targetYear: 2026,
  invoiceDate: '2026-01-02T04:00:00.000Z',
  cc: [],
  customEntries: {},
  indexData: { company: { name: 'Muster AG' } },
  sums: [1, 2].map((n) => ({
    rule: 'eu_base',
    count: 1,
    price: 120,
    amount: n === 1 ? 120 : 60,
    ...(n === 2 && { discount: { percent: 50, category: compost } }),
    scope: 'eu',
    productId: uuid(30 + n),
    listId: base,
    products: [uuid(30 + n)],
    productName: `Dünger ${n}`,
  })),
  currency: 'CHF',
  totals: { net: 180, vatPercent: 8.1, vat: 14.58, gross: 194.58 },
  paymentDays: 30,
  unindex: [],
}
const view = (change: Partial<Invoice> = {}, more: Partial<InvoiceView> = {}): InvoiceView => ({
  ...entity('invoice', of(1), {}, 2),
  data: { ...data, ...change },
  may: ['invoice:edit'],
  problems: [],
  hasDocument: false,
  ...more,
})
const sent = {
  number: 'aare-2026-000001',
  sendDate: '2026-01-05T09:00:00.000Z',
  sentTo: ['rechnung@muster.example'],
}

describe('an invoice', () => {
  it('says of each line its rule and its products, which lead to their pages', async () => {
    server.on(load, () => view())
    const user = userEvent.setup()
    open(`/invoice/view/${of(1)}`)
    expect(await screen.findByText('Rabatt für Kompost')).toBeTruthy()
    expect(screen.getByText('194,58 CHF')).toBeTruthy()
    const [first] = screen.getAllByRole('button', { name: /^Produkte \(1\): Jahresgebühr/ })
    await user.click(first!)
    expect(screen.getByRole('link', { name: 'Dünger 1' }).getAttribute('href')).toContain(product)
  })
  it('takes entries by hand before it is sent, and shows at once what it comes to', async () => {
    const stored = { now: view() }
    server.on(load, () => stored.now)
    server.on(updatefrompatch, ({ patch }) => {
      const [{ value } = { value: {} }] = patch as { value: Invoice['customEntries'] }[]
      stored.now = { ...view({ customEntries: { e: value as never } }), rev: 3 }
      return stored.now as never
    })
    const user = userEvent.setup()
    open(`/invoice/view/${of(1)}`)
    await user.click(await screen.findByRole('button', { name: 'Position hinzufügen' }))
    const row = await screen.findByRole('listitem', { name: 'Position 1' })
    await user.type(within(row).getByRole('textbox', { name: 'Bezeichnung' }), 'Gutschrift')
    await user.type(within(row).getByRole('textbox', { name: 'Betrag netto' }), '-80,005')
    await user.tab()
    expect((await screen.findAllByText(/höchstens 2 Nachkommastellen/)).length).toBeGreaterThan(0)
    await user.clear(within(row).getByRole('textbox', { name: 'Betrag netto' }))
    await user.type(within(row).getByRole('textbox', { name: 'Betrag netto' }), '-80')
    await user.tab()
    // An amount of money, as everywhere.
    expect(within(row).getByRole('textbox', { name: 'Betrag netto' })).toHaveProperty('value', '-80,00')
    // 180 − 80, and the tax.
    expect(await screen.findByText('108,10 CHF')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Speichern/ }))
    await waitFor(() => expect(server.inputs(updatefrompatch)).toHaveLength(1))
    expect(server.inputs(updatefrompatch)[0]).toMatchObject({ id: of(1), rev: 2, mode: 'patch' })
  })
  it('leaves the focus with its document once it is sent, not with nothing', async () => {
    const stored = { now: view() }
    server.on(load, () => stored.now)
    server.on(sendInvoices, () => {
      stored.now = view(sent, { hasDocument: true })
      return { jobId }
    })
    const user = userEvent.setup()
    open(`/invoice/view/${of(1)}`)
    await user.click(await screen.findByRole('button', { name: 'Senden …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rechnung senden' })
    await user.click(within(dialog).getByRole('button', { name: 'Senden' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => runningJobs.set([job({ kind: 'invoice' })]))
    const pdf = await screen.findByRole('button', { name: 'PDF herunterladen' })
    await waitFor(() => expect(pdf).toBe(document.activeElement))
  })
  it('gets a button for what was printed of a draft: browsers keep back a window that opens long after the click', async () => {
    server.on(load, () => view())
    server.on(createinvoicepdf, () => ({ ticketNumber: uuid(77) }))
    server.on(getpdfandstatus, () => ({ done: true, result: '/files/draft.pdf' }))
    const user = userEvent.setup()
    open(`/invoice/view/${of(1)}`)
    await user.click(await screen.findByRole('button', { name: 'PDF-Vorschau' }))
    const link = await screen.findByRole('link', { name: /PDF herunterladen/ })
    expect(link.getAttribute('href')).toBe('/files/draft.pdf')
  })
  it('is named before it is sent, with whom it goes to', async () => {
    const recipients = ['rechnung@muster.example', 'chef@muster.example']
    server.on(load, () => view({}, { recipients }))
    const user = userEvent.setup()
    open(`/invoice/view/${of(1)}`)
    await user.click(await screen.findByRole('button', { name: 'Senden …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rechnung senden' })
    expect(within(dialog).getByText('Jahresrechnung 2026, Muster AG')).toBeTruthy()
    expect(within(dialog).getByText('194,58 CHF')).toBeTruthy()
    expect(within(dialog).getByText('Geht an').nextSibling?.textContent).toBe(recipients.join(', '))
    expect(within(dialog).queryByText(/Jede/)).toBeNull()
  })
  it('says that it goes by post, and that what goes so is not mailed once more', async () => {
    server.on(load, () => view({}, { recipients: [] }))
    const user = userEvent.setup()
    const { unmount } = open(`/invoice/view/${of(1)}`)
    await user.click(await screen.findByRole('button', { name: 'Senden …' }))
    expect(await screen.findByText('per Post')).toBeTruthy()
    unmount()
    server.on(load, () => view(sent, { recipients: [], hasDocument: true }))
    open(`/invoice/view/${of(1)}`)
    await user.click(await screen.findByRole('button', { name: 'Aktionen' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Noch einmal senden …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rechnung noch einmal senden' })
    expect(within(dialog).getByText('Die Firma erhält ihre Rechnungen per Post.')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Noch einmal senden' })).toHaveProperty(
      'disabled',
      true,
    )
  })
  it('says what stands against sending it, with a way to mend it', async () => {
    const problems = [{ message: 'no address', text: { key: 'invoiceNoAddress' } }]
    server.on(load, () => view({}, { problems }))
    open(`/invoice/view/${of(1)}`)
    expect(await screen.findByText(/weder eine Rechnungs- noch eine Hauptadresse/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Zur Firma' }).getAttribute('href')).toContain(company)
    expect(screen.getByRole('button', { name: 'Senden …' })).toHaveProperty('disabled', true)
  })
  it('leads to the institution where that is what stands against sending it, whom it lets mend that', async () => {
    const params = { institution: 'Prüfinstitut' }
    const problems = [{ message: 'wrong IBAN', text: { key: 'invoiceIbanInvalid', params } }]
    server.on(load, () => view({}, { problems }))
    const { unmount } = await open(`/invoice/view/${of(1)}`)
    const link = await screen.findByRole('link', { name: 'Zur Institution' })
    expect(link.getAttribute('href')).toContain(`entry=${view().data.institution}`)
    expect(screen.queryByRole('link', { name: 'Zur Firma' })).toBeNull()
    unmount()
    open(`/invoice/view/${of(1)}`, actor({ role: 'editor' }))
    expect(await screen.findByText(/IBAN/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Zur Institution' })).toBeNull()
  })
  it('is as it was once it is sent: cancelled with a reason, its PDF is the one that was sent', async () => {
    server.on(load, () => view(sent, { hasDocument: true }))
    server.on(cancelinvoices, () => ({ jobId }))
    server.on(createinvoicepdf, () => ({ result: '/files/invoice.pdf' }))
    const user = userEvent.setup()
    open(`/invoice/view/${of(1)}`)
    expect(await screen.findByText('rechnung@muster.example')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Position hinzufügen' })).toBeNull()
    const fetched = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await user.click(screen.getByRole('button', { name: 'PDF herunterladen' }))
    // One step: it comes by itself, and what was pressed stays.
    await waitFor(() => expect(fetched).toHaveBeenCalledOnce())
    expect((fetched.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe('/files/invoice.pdf')
    expect(screen.getByRole('button', { name: 'PDF herunterladen' })).toBe(document.activeElement)
    fetched.mockRestore()
    await user.click(screen.getByRole('button', { name: 'Aktionen' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stornieren …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rechnung stornieren' })
    await user.type(within(dialog).getByRole('textbox', { name: /^Grund/ }), 'Falsche Firma')
    await user.click(within(dialog).getByRole('button', { name: 'Stornieren' }))
    await waitFor(() =>
      expect(server.inputs(cancelinvoices)).toEqual([{ ids: [of(1)], reason: 'Falsche Firma' }]),
    )
  })
  it('leads to the conversation about it', async () => {
    server.on(load, () => view(sent))
    const { address } = open(`/invoice/view/${of(1)}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Nachricht schreiben' }))
    await waitFor(() => expect(address()).toBe(`/user/messagecenter/detail/new?invoiceId=${of(1)}`))
  })
  it('is a draft again once the mark of one that was never sent is removed', async () => {
    server.on(load, () => view({ sendDate: '1999-12-31' }))
    server.on(markinvoicesaspseudosent, () => ({ jobId }))
    const user = userEvent.setup()
    open(`/invoice/view/${of(1)}`)
    await user.click(await screen.findByRole('button', { name: 'Aktionen' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Markierung „gesendet“ entfernen …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Markierung „gesendet“ entfernen' })
    await user.click(await within(dialog).findByRole('button', { name: 'Entfernen' }))
    await waitFor(() =>
      expect(server.inputs(markinvoicesaspseudosent)).toEqual([{ ids: [of(1)], marked: false }]),
    )
  })
  it('marks a list of a product as no longer to be billed, and takes that back', async () => {
    server.on(load, () => view(sent))
    server.on(markforunindex, () => ({ invoiceId: of(1), rev: 3, targetYear: 2026 }))
    const user = userEvent.setup()
    open(`/invoice/view/${of(1)}`)
    const [first] = await screen.findAllByRole('button', { name: /^Produkte \(1\)/ })
    await user.click(first!)
    await user.click(screen.getByRole('button', { name: 'Auslisten: Dünger 1' }))
    await user.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await waitFor(() =>
      expect(server.inputs(markforunindex).map(({ marked }) => marked)).toEqual([true, false]),
    )
  })
  it('is shown to its company without what the staff do with it', async () => {
    server.on(load, () => view({ ...sent, sentTo: undefined }, { may: [], hasDocument: true }))
    open(`/invoice/view/${of(1)}`, actor({ role: 'registered', institutions: [], companyLink: company }))
    expect(await screen.findByText('194,58 CHF')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'PDF herunterladen' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Aktionen|Senden|Verlauf/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Muster AG' })).toBeNull()
  })
  it('says of one that is not for the viewer only that there is none', async () => {
    server.on(load, () => {
      throw new CallError('not_found', 'no')
    })
    open(`/invoice/view/${of(1)}`)
    expect(await screen.findByText('Diese Rechnung gibt es nicht.')).toBeTruthy()
  })
})

it('shows what a year comes to, by institution, main category and month', async () => {
  const part = (key: string, net: number) => ({ key, totals: [{ currency: 'CHF', count: 1, net }] })
  server.on(totals, ({ by }) => ({
    totals: [sum],
    groups:
      by === 'category'
        ? [part('fertilisers', 2400), part('none', 1)]
        : [{ key: by === 'month' ? '2026-01' : aare, totals: [sum] }],
  }))
  open('/invoice/picture?year=2026')
  const rowOf = (name: string) =>
    screen.getByRole('rowheader', { name }).closest('tr')!.textContent!.replace(/\s/g, ' ')
  expect(await screen.findByRole('rowheader', { name: 'Aaretal' })).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'Januar' })).toBeTruthy()
  // Parts of invoices have no tax of their own.
  expect(await screen.findByRole('rowheader', { name: 'Düngemittel' })).toBeTruthy()
  expect(rowOf('Düngemittel')).toBe('Düngemittel12.400,00')
  expect(rowOf('Ohne Hauptkategorie')).toBe('Ohne Hauptkategorie11,00')
  expect(rowOf('Aaretal')).toBe('Aaretal22.401,002.595,48')
})

describe('what the list asks', () => {
  it('finds by the number of an invoice, and by name or number of a company', () => {
    expect(listFilter({ q: ' 42 ', view: 'all' }, undefined)).toMatchObject({
      $or: [
        { field: 'number', value: '42' },
        { field: 'indexData.company.name', value: '42' },
        { field: 'indexData.company.customerNumber', value: 42 },
      ],
    })
    expect(listFilter({ q: '', view: 'all' }, undefined)).toBeUndefined()
  })
  it('leaves out what is not selected of all', () => {
    expect(
      filterOf({ attributeFilter: { field: 'type', comparison: 'eq', value: 'yearly' }, except: ['x'] }),
    ).toEqual({
      $and: [
        { field: 'type', comparison: 'eq', value: 'yearly' },
        { $not: { field: 'id', comparison: 'in', value: ['x'] } },
      ],
    })
  })
  it('exports rows whose texts no program takes for a formula', () => {
    const words = {
      day: (one: string) => one.slice(0, 10),
      dayOf: (one: string) => one.slice(0, 10),
      amount: (value: number) => value.toFixed(2).replace('.', ','),
      state: String,
      type: String,
      institution: () => 'Aaretal',
      abacus: () => '70012',
    }
    const row = {
      id: of(1),
      rev: 1,
      columns: columns({ 'indexData.company.name': '=SUM(A1)', 'totals.net': -5 }),
    }
    const cells = ['company', 'abacusCustomerNumber', 'invoiceDate', 'net', 'state', 'number'] as const
    expect(exportRow(row, cells, words)).toEqual(["'=SUM(A1)", '70012', '2026-01-02', '-5,00', 'draft', ''])
  })
})
