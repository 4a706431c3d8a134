/** The documents tab: files are brought, typed, passed on to other lists, fetched and shown. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { check } from '../../../shared/calls/eav/file/check.ts'
import { complete } from '../../../shared/calls/eav/file/complete.ts'
import { download } from '../../../shared/calls/eav/file/download.ts'
import { upload } from '../../../shared/calls/eav/file/upload.ts'
import { maxUploadBytes } from '../../../shared/constants.ts'
import { ruleViolated } from '../../../shared/errors.ts'
import type { DocumentRow } from '../../../shared/model/product.ts'
import { digestFile } from '../../../web/api/files/digest.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
import { entity, uuid } from '../screen-kit.tsx'
import {
  nationalId,
  openProduct,
  type ProductServer,
  productServer,
  reference,
  startData,
} from './page-kit.tsx'
import { productId } from './samples.ts'

/** Hashes where a worker would. */
class HashingWorker extends EventTarget {
  postMessage(file: Blob) {
    const tell = (data: object) => this.dispatchEvent(new MessageEvent('message', { data }))
    void digestFile(file, (bytes) => tell({ bytes })).then(
      (hashes) => tell({ hashes }),
      () => tell({ failed: true }),
    )
  }
  terminate() {}
}
/** Requests that bring files; the test says how they go on. */
class Sending extends EventTarget {
  static all: Sending[] = []
  upload = new EventTarget()
  status = 0
  headers: Record<string, string> = {}
  address = ''
  open(method: string, url: string) {
    this.address = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send() {
    Sending.all.push(this)
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    fireEvent(this.upload as Window, Object.assign(new Event('progress'), { loaded, total }))
  }
  end(status: number) {
    this.status = status
    fireEvent(this as unknown as Window, new Event('load'))
  }
}
const type = uuid(810)
const fileId = (n: number) => uuid(950 + n)
const row = (change: Partial<DocumentRow> = {}): DocumentRow => ({
  fileId: fileId(0),
  fileName: 'Gutachten.pdf',
  uploadTime: '2026-02-01T10:00:00.000Z',
  secrecy: 'core-partners',
  ...change,
})
const withDocuments = (documents: Record<string, DocumentRow>) =>
  setKey(startData(), baseList, '_documents', documents)

let server: ProductServer
function begin(documents: Record<string, DocumentRow> = {}, may?: string[]) {
  server = productServer(withDocuments(documents), may)
  const known = new Map<string, string>()
  let made = 0
  server.fake.on(check, ({ hash }) => {
    const id = known.get(hash)
    return id ? { id } : {}
  })
  server.fake.on(upload, ({ hash }) => {
    const id = fileId(++made)
    known.set(hash, id)
    return {
      id,
      url: `/files/incoming/${id}`,
      method: 'PUT' as const,
      headers: { 'content-type': 'application/pdf' },
    }
  })
  server.fake.on(complete, ({ id }) => ({ id, rev: 1, fileName: 'x', size: 1 }))
}
const address = `${baseList}?tab=documents`
const fileInput = async () =>
  waitFor(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('no place for files')
    return input
  })
const pdf = (name = 'Prüfbericht.pdf', content = name) =>
  new File([content], name, { type: 'application/pdf' })
const choose = async (...files: File[]) => userEvent.upload(await fileInput(), files)
const sent = (n: number) => waitFor(() => Sending.all[n] ?? Promise.reject(new Error('nothing is sent yet')))
const table = () => screen.findByRole('table', { name: 'Dokumente' })

reference.selectoption.push(
  entity('selectoption', type, {
    type: 'upload-types-product',
    title: { de_DE: 'Etikett' },
    enabled: true,
    order: 0,
  }),
)
beforeEach(() => {
  Sending.all = []
  vi.stubGlobal('Worker', HashingWorker)
  vi.stubGlobal('XMLHttpRequest', Sending)
})

it('a chosen file goes straight to its address, with its progress, and is a row until it is saved', async () => {
  begin()
  await openProduct(address)
  expect(await screen.findByText(/^oder hierher ziehen/)).toBeTruthy()
  // One place to bring them says that there are none, and that there is nothing to edit.
  expect(screen.queryByText('Noch keine Dokumente.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Dokumente bearbeiten' })).toBeNull()
  await choose(pdf())
  const sending = await sent(0)
  expect(sending.address).toBe(`PUT /files/incoming/${fileId(1)}`)
  expect(sending.headers).toEqual({ 'content-type': 'application/pdf' })
  const [announced] = server.fake.inputs(upload)
  expect(announced).toMatchObject({ fileName: 'Prüfbericht.pdf', contentType: 'application/pdf', size: 16 })
  expect([announced?.hash.length, announced?.sha256.length]).toEqual([40, 64])
  sending.progress(8, 16)
  const bar = within(screen.getByRole('list', { name: 'Dateien werden hochgeladen' }))
  await waitFor(() => expect(bar.getByRole('progressbar').getAttribute('value')).toBe('50'))
  sending.end(200)
  const rows = within(await table())
  const user = userEvent.setup()
  await user.click(rows.getByRole('button', { name: /^Art von Prüfbericht\.pdf/ }))
  await user.click(await screen.findByRole('option', { name: 'Etikett' }))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.fake.inputs(save)).toHaveLength(1))
  const [saved] = Object.values(server.now().data.listData[baseList]!._documents)
  expect(saved).toMatchObject({
    fileId: fileId(1),
    fileName: 'Prüfbericht.pdf',
    type,
    secrecy: 'core-partners',
  })
})

it('several at once; the same content is not sent again', async () => {
  begin()
  await openProduct(address)
  await choose(pdf('a.pdf'), pdf('b.pdf'))
  ;(await sent(0)).end(200)
  ;(await sent(1)).end(200)
  await waitFor(async () => expect(within(await table()).getAllByRole('row')).toHaveLength(3))
  await choose(pdf('c.pdf', 'a.pdf'))
  await waitFor(async () => expect(within(await table()).getAllByRole('row')).toHaveLength(4))
  expect(Sending.all).toHaveLength(2)
})

it('files are dropped, too', async () => {
  begin()
  await openProduct(address)
  await fileInput()
  const dataTransfer = { files: [pdf('dropped.pdf')], items: [{ kind: 'file' }], types: ['Files'] }
  fireEvent.drop(screen.getByText(/^oder hierher ziehen/), { dataTransfer })
  ;(await sent(0)).end(200)
  expect(await within(await table()).findByDisplayValue('dropped.pdf')).toBeTruthy()
})

it('an empty or too large file is refused in words, and nothing of it is sent', async () => {
  begin()
  await openProduct(address)
  const large = pdf('large.pdf')
  Object.defineProperty(large, 'size', { value: maxUploadBytes + 1 })
  await choose(large, pdf('empty.pdf', ''))
  const alerts = await waitFor(() => {
    const found = screen.getAllByRole('alert').map((alert) => alert.textContent)
    expect(found).toHaveLength(2)
    return found
  })
  expect(alerts).toEqual([
    'large.pdfDie Datei darf nicht größer als 24 MB sein.',
    'empty.pdfDie Datei ist leer.',
  ])
  expect(server.fake.inputs(check)).toEqual([])
})

it('what broke off is said and tried again; what is given up leaves nothing', async () => {
  begin()
  await openProduct(address)
  await choose(pdf('one.pdf'))
  ;(await sent(0)).end(403)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Die Datei ist nicht vollständig angekommen.')
  const user = userEvent.setup()
  server.fake.on(check, () => ({}))
  await user.click(screen.getByRole('button', { name: 'one.pdf: nochmals hochladen' }))
  ;(await sent(1)).end(200)
  expect(await within(await table()).findByDisplayValue('one.pdf')).toBeTruthy()
  await choose(pdf('two.pdf'))
  const aborted = await sent(2)
  const onAbort = vi.fn()
  aborted.addEventListener('abort', onAbort)
  await user.click(screen.getByRole('button', { name: 'two.pdf: Hochladen abbrechen' }))
  expect(onAbort).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('two.pdf')).toBeNull())
  expect(server.fake.inputs(complete)).toHaveLength(1)
})

it('goes on while another tab of the page is open, and asks before the page is left', async () => {
  begin()
  const page = await openProduct(address)
  await choose(pdf('slow.pdf'))
  const sending = await sent(0)
  await userEvent.click(screen.getByRole('tab', { name: 'Stammdaten' }))
  await screen.findByText('Name und Kategorie')
  await page.router.navigate('/elsewhere')
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getAllByRole('button', { name: 'Abbrechen' }).at(-1)!)
  sending.end(200)
  await userEvent.click(screen.getByRole('tab', { name: 'Dokumente' }))
  expect(await within(await table()).findByDisplayValue('slow.pdf')).toBeTruthy()
})

it('a document is moved and copied to other lists on saving; until then it can be taken back', async () => {
  begin({ d1: row(), d2: row({ fileId: fileId(9), fileName: 'Etikett.png' }) })
  await openProduct(address)
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Gutachten.pdf herunterladen' })
  await user.keyboard('e')
  const pass = async (name: string, how: string) => {
    await user.click(await screen.findByRole('button', { name: `${name}: Weitergeben` }))
    await user.click(await screen.findByRole('menuitem', { name: how }))
  }
  const passed = async () => {
    const list = await screen.findByRole('list', { name: 'Beim Speichern' })
    return within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  }
  await pass('Gutachten.pdf', 'Nach Schweiz verschieben')
  expect(await passed()).toEqual(['Gutachten.pdf wird beim Speichern nach Schweiz verschoben. Rückgängig'])
  await user.click(screen.getByRole('button', { name: 'Gutachten.pdf nach Schweiz: rückgängig machen' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Beim Speichern' })).toBeNull())
  await pass('Gutachten.pdf', 'Nach Schweiz verschieben')
  await pass('Etikett.png', 'Nach Schweiz kopieren')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.fake.inputs(save)).toHaveLength(1))
  const { listData } = server.now().data
  expect(Object.keys(listData[baseList]!._documents)).toEqual(['d2'])
  expect(listData[nationalId]!._documents).toEqual({
    d1: row(),
    d2: row({ fileId: fileId(9), fileName: 'Etikett.png' }),
  })
})

it('a document is fetched by its id and name, a picture is shown', async () => {
  begin({ d1: row(), d2: row({ fileId: fileId(9), fileName: 'Etikett.png' }) }, [])
  server.fake.on(download, ({ id }) => ({ url: `/files/uploads/${id}?signature=x` }))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    expect([this.getAttribute('href'), this.target]).toEqual([
      `/files/uploads/${fileId(0)}?signature=x`,
      '_blank',
    ])
  })
  await openProduct(address)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Gutachten.pdf herunterladen' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  expect(server.fake.inputs(download)).toEqual([
    { id: fileId(0), fileName: 'Gutachten.pdf', product: productId },
  ])
  expect(screen.queryByRole('button', { name: 'Gutachten.pdf ansehen' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Etikett.png ansehen' }))
  const picture = await screen.findByRole('img', { name: 'Etikett.png' })
  expect(picture.getAttribute('src')).toBe(`/files/uploads/${fileId(9)}?signature=x`)
  // Who may not edit is offered no place for files.
  expect(document.querySelector('input[type=file]')).toBeNull()
})

it('what the server says of a document is said at its row', async () => {
  begin({ d1: row({ type }) })
  server.fake.on(save, () => {
    const path = `/listData/${baseList}/_documents/d1/type`
    throw ruleViolated('product is not valid', {
      key: 'productInvalid',
      issues: [{ path, expected: 'Choose one of the options.', key: 'optionUnknown' }],
    })
  })
  await openProduct(address)
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Gutachten.pdf herunterladen' })
  await user.keyboard('e')
  await user.type(await screen.findByRole('textbox', { name: 'Name von Gutachten.pdf' }), 'x')
  await user.keyboard('{Control>}s{/Control}')
  expect((await within(await table()).findByRole('alert')).textContent).toBe(
    'Bitte eine der Möglichkeiten wählen.',
  )
})

it('a document without a name is not saved, and says so at its name', async () => {
  begin({ d1: row() })
  await openProduct(address)
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Gutachten.pdf herunterladen' })
  await user.keyboard('e')
  await user.clear(await screen.findByRole('textbox', { name: 'Name von Gutachten.pdf' }))
  await user.keyboard('{Control>}s{/Control}')
  expect((await within(await table()).findByRole('alert')).textContent).toBe('Pflichtfeld')
  expect(server.fake.inputs(save)).toEqual([])
})
