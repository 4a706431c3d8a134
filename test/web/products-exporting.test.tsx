/** Exports what the product list finds: the dialog, what it orders, and the file in the toast and beside the list of jobs. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { run } from '../../shared/calls/bml/export/run.ts'
import { status } from '../../shared/calls/bml/export/status.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { CallError, ruleViolated } from '../../shared/errors.ts'
import type { JobView } from '../../shared/model/job.ts'
import { ProductListScreen } from '../../web/features/products/list-screen.tsx'
import { downloadExport } from '../../web/frame/download-export.ts'
import { hasFile } from '../../web/frame/job-name.ts'
import { tellEnd } from '../../web/frame/job-toasts.ts'
import { notices } from '../../web/frame/notify.ts'
import { forgetLists } from '../../web/ui/list-memory.ts'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const swiss = uuid(500)
let server: FakeServer
const setOf = (n: number, title: string, data: Record<string, unknown>) =>
  entity('exportset', uuid(n), {
    title,
    columns: ['name'],
    fields: [],
    packages: [],
    isPublic: true,
    visibleForInstitutions: [],
    ...data,
  })
const sets = [
  setOf(801, 'Versand', {
    columns: ['name', 'rev', 'lists.gone-f1'],
    fields: ['lists.components.name'],
    packages: [{ role: 'distributor', addresses: 'catalog' }],
    inList: swiss,
  }),
]
beforeEach(() => {
  server = fakeServer()
  server.on(search, () => ({
    list: [{ id: uuid(1), rev: 1, columns: { name: 'Bokashi' } }],
    count: 4711,
  }))
  server.on(loadReference, () => ({
    classes: { list: [entity('list', swiss, { title: { de_DE: 'Schweiz' }, order: 1 })] },
  }))
  server.on(run, () => ({ jobId: uuid(9) }))
  server.on(execute, ({ entityClass }) => {
    const list = entityClass === 'exportset' ? sets : []
    return { list, count: list.length }
  })
})
afterEach(forgetLists)
const open = (address: string, as = actor()) =>
  openScreen([{ path: '/', element: <ProductListScreen /> }], address, as)
async function openDialog() {
  await screen.findByRole('link', { name: 'Bokashi' })
  await userEvent.click(screen.getByRole('button', { name: 'Exportieren …' }))
  return screen.findByRole('dialog', { name: 'Produkte exportieren' })
}

const job: JobView = {
  id: uuid(9),
  kind: 'export',
  status: 'complete',
  total: 10,
  done: 10,
  failed: 0,
  startedBy: uuid(2),
  created: '2026-01-01T08:00:00.000Z',
  result: {},
  about: { fileName: 'Produkte.csv' },
  canAbort: false,
  canUndo: false,
}

describe('an export of the product list', () => {
  it('orders what the list asks, in its columns and order, in the language and format that were chosen', async () => {
    const cols = encodeURIComponent('["name","manufacturer","rev"]')
    await open(`/?q=bok&list=${swiss}&sort=updated:desc&cols=${cols}`)
    const dialog = await openDialog()
    expect(within(dialog).getByText('Produkte: 4.711')).toBeTruthy()
    expect(within(dialog).getByText('Handelsname, Hersteller, Rev.')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: /Trennzeichen/ }).textContent).toContain('Semikolon')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Exportieren' }))
    await waitFor(() =>
      expect(server.inputs(run)).toEqual([
        {
          name: 'bok',
          format: 'csv',
          language: 'de_DE',
          columns: ['name', 'manufacturer', 'rev'],
          sorting: ['updated:desc'],
          list: swiss,
          csv: { separator: ';' },
        },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(notices.get().map(({ text }) => text)).toEqual(['Export gestartet'])
    // One that takes no second is told of once.
    tellEnd(job, () => undefined)
    expect(notices.get().map(({ text }) => text)).toEqual(['Produkte.csv: Export abgeschlossen'])
  })
  it('has a separator that follows the language until somebody chooses one; a workbook has none', async () => {
    await open('/')
    const dialog = await openDialog()
    const separator = () => within(dialog).queryByRole('button', { name: /Trennzeichen/ })?.textContent
    const choose = async (label: RegExp, option: string) => {
      await userEvent.click(within(dialog).getByRole('button', { name: label }))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    await choose(/Sprache der Datei/, 'Englisch')
    expect(separator()).toContain('Komma')
    await choose(/Trennzeichen/, 'Tabulator')
    await choose(/Sprache der Datei/, 'Deutsch')
    expect(separator()).toContain('Tabulator')
    await userEvent.click(within(dialog).getByRole('radio', { name: /Excel-Arbeitsmappe/ }))
    expect(separator()).toBeUndefined()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Exportieren' }))
    await waitFor(() => expect(server.inputs(run)).toMatchObject([{ format: 'xls', language: 'de_DE' }]))
    expect(server.inputs(run)[0]).not.toHaveProperty('csv')
  })
  it('is of the selected rows alone, where some are', async () => {
    await open('/')
    await screen.findByRole('link', { name: 'Bokashi' })
    await userEvent.click(screen.getAllByRole('checkbox')[1]!)
    await userEvent.click(await screen.findByRole('button', { name: 'Auswahl' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Exportieren …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Produkte exportieren' })
    // The choice says how many they are, once.
    expect(within(dialog).queryByText(/^Produkte: /)).toBeNull()
    expect(within(dialog).getByRole('radio', { name: 'Nur die Auswahl (1)' })).toHaveProperty('checked', true)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Exportieren' }))
    await waitFor(() => expect(server.inputs(run)).toMatchObject([{ ids: [uuid(1)], format: 'csv' }]))
    expect(server.inputs(run)[0]).not.toHaveProperty('attributeFilter')
  })
  it('asks by the button beside the list too which are meant, where some are selected', async () => {
    await open('/')
    await screen.findByRole('link', { name: 'Bokashi' })
    await userEvent.click(screen.getAllByRole('checkbox')[1]!)
    const dialog = await openDialog()
    const selected = within(dialog).getByRole('radio', { name: 'Nur die Auswahl (1)' })
    expect(selected).toHaveProperty('checked', true)
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Alle Treffer (4.711)' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Exportieren' }))
    await waitFor(() => expect(server.inputs(run)).toHaveLength(1))
    expect(server.inputs(run)[0]).not.toHaveProperty('ids')
  })
  it('tells how many rows a workbook holds only to who has more', async () => {
    await open('/')
    const dialog = await openDialog()
    expect(within(dialog).getByText('Mit Filtern und fixierter Titelzeile')).toBeTruthy()
    expect(within(dialog).queryByText(/höchstens/)).toBeNull()
  })
  it('says why it cannot be', async () => {
    server.on(run, () => {
      const params = { rows: 2_000_000, max: 1_048_575 }
      throw ruleViolated('too many', { key: 'exportTooManyRows', params })
    })
    await open('/')
    const dialog = await openDialog()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Exportieren' }))
    expect(await within(dialog).findByText(/höchstens 1048575 Zeilen.*CSV/)).toBeTruthy()
  })
  it('is started once, however often it is asked for while its answer may have been lost', async () => {
    const answers = [
      new TypeError('Failed to fetch'),
      new CallError('internal', 'fault'),
      new CallError('rule_violated', 'too many', { key: 'exportTooManyRows', params: { rows: 2, max: 1 } }),
    ]
    server.on(run, () => {
      const failed = answers.shift()
      if (failed) throw failed
      return { jobId: uuid(9) }
    })
    await open('/')
    let dialog = await openDialog()
    const start = async (times: number) => {
      await userEvent.click(await within(dialog).findByRole('button', { name: 'Exportieren' }))
      await waitFor(() => expect(server.keys(run)).toHaveLength(times))
    }
    await start(1)
    await within(dialog).findByRole('alert')
    await start(2)
    await start(3)
    await within(dialog).findByText(/höchstens 1 Zeilen/)
    await start(4)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    dialog = await openDialog()
    await start(5)
    const [lost, again, refused, taken, another] = server.keys(run)
    expect([again, refused]).toEqual([lost, lost])
    expect(new Set([lost, taken, another]).size).toBe(3)
  })
  it('is not offered to who may not, nor where nothing is found', async () => {
    await open('/', actor({ role: 'registered', institutions: [] }))
    await screen.findByRole('link', { name: 'Bokashi' })
    expect(screen.queryByRole('button', { name: 'Exportieren …' })).toBeNull()
  })
})

describe('a set of an export', () => {
  const pick = async (dialog: HTMLElement, label: RegExp, option: string) => {
    await userEvent.click(within(dialog).getByRole('button', { name: label }))
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  it('gives the file its columns, fields, companies and list, and says what there is not any more', async () => {
    await open('/')
    const dialog = await openDialog()
    await pick(dialog, /^Inhalt/, 'Versand')
    expect(within(dialog).getByText(/Felder dieses Satzes gibt es nicht mehr: lists.gone-f1/)).toBeTruthy()
    expect(within(dialog).getByText('Handelsname, Rev.')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Exportieren' }))
    await waitFor(() =>
      expect(server.inputs(run)).toMatchObject([
        {
          columns: ['name', 'rev', 'lists.components.name'],
          packages: [{ role: 'distributor', addresses: 'catalog' }],
          list: swiss,
        },
      ]),
    )
  })
  it('is kept from the columns of the list, with what is chosen besides, and shared', async () => {
    server.on(
      create,
      ({ data }) => ({ ...setOf(900, '', {}), data: { ...setOf(900, '', {}).data, ...data } }) as never,
    )
    const cols = encodeURIComponent('["name","rev"]')
    await open(`/?cols=${cols}`)
    const dialog = await openDialog()
    await pick(dialog, /^Weitere Felder/, 'Name der Komponente')
    await userEvent.keyboard('{Escape}')
    await pick(dialog, /^Firmen/, 'Vertreiber: Rechnungsadresse')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Exportsatz speichern …' }))
    const saving = await screen.findByRole('dialog', { name: 'Exportsatz speichern' })
    await userEvent.type(within(saving).getByRole('textbox', { name: 'Name' }), 'Rechnung')
    await userEvent.click(within(saving).getByRole('radio', { name: 'alle Mitarbeitenden' }))
    await userEvent.click(within(saving).getByRole('button', { name: 'Speichern' }))
    await waitFor(() =>
      expect(server.inputs(create)).toEqual([
        {
          entityclass: 'exportset',
          data: {
            title: 'Rechnung',
            columns: ['name', 'rev'],
            fields: ['lists.components.name'],
            packages: [{ role: 'distributor', addresses: 'invoice' }],
            isPublic: true,
            visibleForInstitutions: [],
          },
        },
      ]),
    )
    // It is what the export goes on with.
    const back = await screen.findByRole('dialog', { name: 'Produkte exportieren' })
    expect(within(back).getByRole('button', { name: /^Inhalt/ }).textContent).toContain('Rechnung')
  })
})

describe('the file of an export', () => {
  it('is fetched from the toast that tells of its end', async () => {
    const fetched: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      fetched.push(this.getAttribute('href') ?? '')
    })
    server.on(status, () => ({ done: 10, total: 10, failed: 0, isOver: true, result: '/files/exports/x' }))
    await open('/')
    tellEnd(job, () => undefined)
    const [toast] = notices.get()
    expect([toast!.text, toast!.action!.label]).toEqual([
      'Produkte.csv: Export abgeschlossen',
      'Herunterladen',
    ])
    toast!.action!.run()
    await waitFor(() => expect(fetched).toEqual(['/files/exports/x']))
    vi.restoreAllMocks()
  })
  it('is told to be gone where there is none any more', async () => {
    server.on(status, () => ({
      done: 10,
      total: 10,
      failed: 0,
      isOver: true,
      error: 'ended',
      text: { key: 'exportEnded', params: { days: 30 } },
    }))
    await open('/')
    await downloadExport(job)
    expect(notices.get().map(({ text }) => text)).toEqual([
      'Die Datei wurde nur 30 Tage aufbewahrt. Starten Sie den Export neu.',
    ])
  })
  it('is there for an export that ended with rows in it', () => {
    expect(hasFile(job)).toBe(true)
    expect(hasFile({ ...job, total: 0, done: 0 })).toBe(true)
    for (const change of [
      { failed: 10 },
      { status: 'running' },
      { status: 'aborted' },
      { kind: 'import' },
    ] as const)
      expect(hasFile({ ...job, ...change })).toBe(false)
  })
})
