/** From the selection of the product list to a job that sets or removes a flag. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { preview } from '../../shared/calls/batch/job/preview.ts'
import { run } from '../../shared/calls/batch/job/run.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { CallError } from '../../shared/errors.ts'
import { ProductListScreen } from '../../web/features/products/list-screen.tsx'
import { forgetLists } from '../../web/ui/list-memory.ts'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const [free, old, jobId] = [uuid(960), uuid(961), uuid(990)]
const flag = (id: string, title: string, enabled = true) =>
  entity('selectoption', id, { type: 'invoice-flags', title: { de_DE: title }, enabled, order: 0 })
const names = ['Agrikali', 'Bokashi', 'Kalkon']
const rows = names.map((name, i) => ({ id: uuid(100 + i), rev: 3, columns: { name, rev: 3 } }))
const total = 312

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(search, (input) => ({
    list: input.columns?.length === 0 ? [] : rows,
    ...(input.countTo !== undefined && input.name === 'viel'
      ? { count: input.countTo, isAtLeast: true as const }
      : { count: total }),
  }))
  server.on(loadReference, () => ({
    classes: { selectoption: [flag(free, 'Gebührenfrei'), flag(old, 'Abgeschafft', false)] },
  }))
  server.on(preview, () => ({
    total: 310,
    result: { changed: 300, unchanged: 8, forbidden: 2, archived: 0, missing: 0 },
    skipped: 2,
    reasons: [{ unit: 'Fremdkompost', message: 'You may not do this.', text: { key: 'forbidden' } }],
  }))
  server.on(run, () => ({ jobId }))
})
afterEach(forgetLists)

async function open(address = '/') {
  await openScreen([{ path: '/', element: <ProductListScreen /> }], address)
  await screen.findByRole('link', { name: 'Agrikali' })
  const user = userEvent.setup()
  const row = (name: string) => screen.getByRole('checkbox', { name: new RegExp(name) })
  const choose = async (item: RegExp) => {
    await user.click(screen.getByRole('button', { name: 'Auswahl' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const dialog = () => screen.findByRole('dialog', { name: 'Kennzeichnung setzen oder entfernen' })
  return { user, row, choose, dialog }
}
async function chooseFlag(user: ReturnType<typeof userEvent.setup>, dialog: HTMLElement, name: string) {
  await user.click(within(dialog).getByRole('button', { name: /Kennzeichnung wählen|Gebührenfrei/ }))
  await user.click(await screen.findByRole('option', { name }))
}

describe('selecting in the product list', () => {
  it('goes from rows to all hits, and leaves out single ones again', async () => {
    const { user, row, choose } = await open()
    await user.click(row('Bokashi'))
    expect(screen.getByText('(1/312)')).toBeTruthy()
    await choose(/^Alle Treffer auswählen \(312\)/)
    expect(screen.getByText('(312/312)')).toBeTruthy()
    for (const name of names) expect(row(name)).toHaveProperty('checked', true)
    await user.click(row('Kalkon'))
    expect(screen.getByText('(311/312)')).toBeTruthy()
    await choose(/^Auswahl aufheben/)
    expect(screen.getByText('(312)')).toBeTruthy()
    for (const name of names) expect(row(name)).toHaveProperty('checked', false)
  })
  it('lets go of all hits when something else is asked, and keeps single rows', async () => {
    const { user, row, choose } = await open()
    await user.click(row('Bokashi'))
    await user.type(screen.getByPlaceholderText('Name oder Nummer suchen'), 'k')
    await waitFor(() => expect(server.inputs(search).at(-1)?.name).toBe('k'))
    expect(await screen.findByText('(1/312)')).toBeTruthy()
    await choose(/^Alle Treffer/)
    await user.type(screen.getByPlaceholderText('Name oder Nummer suchen'), 'o')
    await waitFor(() => expect(server.inputs(search).at(-1)?.name).toBe('ko'))
    expect(await screen.findByText('(312)')).toBeTruthy()
  })
  it('counts all hits where they are more than the list counts', async () => {
    const { user, row, choose } = await open('/?q=viel')
    await user.click(row('Bokashi'))
    await choose(/^Alle Treffer auswählen \(10\.000\+\)/)
    expect(await screen.findByText('(312/312)')).toBeTruthy()
  })
})

describe('the dialog that sets a flag', () => {
  it('says in numbers what will happen, and starts the job on the rows', async () => {
    const { user, row, choose, dialog } = await open()
    await user.click(row('Agrikali'))
    await user.click(row('Kalkon'))
    await choose(/^Kennzeichnung setzen oder entfernen/)
    const box = await dialog()
    expect(within(box).getByText('Ausgewählte Produkte: 2')).toBeTruthy()
    const verb = within(box).getByRole('button', { name: 'Kennzeichnung setzen' })
    expect(verb).toHaveProperty('disabled', true)
    await chooseFlag(user, box, 'Gebührenfrei')
    const config = { flagId: free, action: 'assign', ids: [uuid(100), uuid(102)] }
    await waitFor(() => expect(server.inputs(preview)).toEqual([{ template: 'flag', config }]))
    expect(await within(box).findByText('300')).toBeTruthy()
    const facts = [...box.querySelectorAll('dl > div')].map((one) => one.textContent)
    expect(facts).toEqual(['Wird gesetzt300', 'Schon gesetzt8', 'Nicht erlaubt2'])
    await user.click(within(box).getByRole('button', { name: 'Was nicht geändert wird' }))
    expect(within(box).getByText(/^Fremdkompost: /)).toBeTruthy()
    await user.click(verb)
    await waitFor(() => expect(server.inputs(run)).toEqual([{ template: 'flag', config }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Kennzeichnung setzen/ })).toBeNull())
  })
  it('takes all hits but those left out; removing offers flags that nobody sets any more', async () => {
    const { user, row, choose, dialog } = await open('/?q=kompost')
    await user.click(row('Agrikali'))
    await choose(/^Alle Treffer/)
    await user.click(row('Agrikali'))
    await choose(/^Kennzeichnung setzen oder entfernen/)
    const box = await dialog()
    expect(within(box).getByText('Ausgewählte Produkte: 311')).toBeTruthy()
    await user.click(within(box).getByRole('button', { name: /Kennzeichnung wählen/ }))
    expect(await screen.findByRole('option', { name: 'Gebührenfrei' })).toBeTruthy()
    expect(screen.queryByRole('option', { name: 'Abgeschafft' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(within(box).getByRole('radio', { name: 'Kennzeichnung entfernen' }))
    await chooseFlag(user, box, 'Abgeschafft')
    await user.click(await within(box).findByRole('button', { name: 'Kennzeichnung entfernen' }))
    const config = { flagId: old, action: 'remove', name: 'kompost', except: [uuid(100)] }
    await waitFor(() => expect(server.inputs(run)).toEqual([{ template: 'flag', config }]))
  })
  it('stays and says why where the job is not started, and does nothing where there is nothing to do', async () => {
    server.on(run, () => {
      throw new CallError('rule_violated', 'Choose a flag that exists.', { key: 'flagUnknown' })
    })
    const { user, row, choose, dialog } = await open()
    await user.click(row('Agrikali'))
    await choose(/^Kennzeichnung setzen oder entfernen/)
    const box = await dialog()
    await chooseFlag(user, box, 'Gebührenfrei')
    await within(box).findByText('300')
    await user.click(within(box).getByRole('button', { name: 'Kennzeichnung setzen' }))
    expect((await within(box).findByRole('alert')).textContent).toBe(
      'Der Hintergrundvorgang wurde nicht gestartet. Wählen Sie eine vorhandene Kennzeichnung.',
    )
    server.on(preview, () => ({ total: 1, result: { changed: 0, unchanged: 1 }, skipped: 0, reasons: [] }))
    await user.click(within(box).getByRole('radio', { name: 'Kennzeichnung entfernen' }))
    expect(await within(box).findByText(/würde sich nichts ändern/)).toBeTruthy()
    expect(within(box).getByRole('button', { name: 'Kennzeichnung entfernen' })).toHaveProperty(
      'disabled',
      true,
    )
  })
})

it('offers flags to nobody who may not set them', async () => {
  const guest = actor({ role: 'registered' })
  await openScreen([{ path: '/', element: <ProductListScreen /> }], '/', guest)
  await userEvent.click(await screen.findByRole('checkbox', { name: /Agrikali/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Auswahl' }))
  await screen.findByRole('menuitem', { name: /^Links kopieren/ })
  expect(screen.queryByRole('menuitem', { name: /Kennzeichnung|Alle Treffer/ })).toBeNull()
})
