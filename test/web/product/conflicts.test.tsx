import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { restore } from '../../../shared/calls/bml/product/restore.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { baseList, setValue, stored } from '../../../web/features/product/model/draft.ts'
import { openProduct, type ProductServer, productServer, startData, text } from './page-kit.tsx'

const typeName = async (value: string) => {
  const user = userEvent.setup()
  await screen.findByText('Name und Kategorie')
  await user.keyboard('e')
  const name = await screen.findByRole('textbox', { name: 'Handelsname' })
  await user.clear(name)
  await user.type(name, value)
  return user
}
const saveByKeys = (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Control>}s{/Control}')
const closeDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  const dialog = await screen.findByRole('dialog', { name: 'Das Produkt wurde gelöscht' })
  await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const nowOf = (server: ProductServer, key: string) => stored(server.now().data, baseList, key)
const nameOnScreen = () => screen.getByRole('textbox', { name: 'Handelsname' }) as HTMLInputElement

function serverThatRestores() {
  const server = productServer(startData(), ['product:edit', 'product:administer'])
  server.fake.on(restore, () => {
    server.setDeleted(false)
    return server.now() as never
  })
  return server
}

describe('two people on one product', () => {
  test('different fields: both win without a question, and a toast says whose changes came in', async () => {
    const server = productServer()
    await openProduct()
    const user = await typeName('Meiner')
    server.set((data) => setValue(data, baseList, 'basis-f5', text('9999')))
    await saveByKeys(user)
    expect(await screen.findByText('Auch die Änderungen von Ben Kollege sind jetzt enthalten.')).toBeTruthy()
    expect(screen.queryByText('Gleichzeitig geändert')).toBeNull()
    expect(nowOf(server, 'basis-f1')).toEqual(text('Meiner'))
    expect(nowOf(server, 'basis-f5')).toEqual(text('9999'))
    expect((screen.getByRole('textbox', { name: 'GTIN' }) as HTMLInputElement).value).toBe('9999')
  })

  test.each([
    ['Ihre Eingabe', 'Meiner'],
    ['Gespeichert', 'Fremder'],
  ])('the same field asks, showing theirs, mine and before; “%s” holds', async (label, expected) => {
    const server = productServer()
    await openProduct()
    const user = await typeName('Meiner')
    server.set((data) => setValue(data, baseList, 'basis-f1', text('Fremder')))
    await saveByKeys(user)
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/^Ben Kollege hat .* inzwischen anders gespeichert/)
    expect(dialog.textContent).toContain('Handelsname · Basisdaten')
    for (const said of ['Kompost Plus', 'Meiner', 'Fremder', 'Ben Kollege'])
      expect(dialog.textContent).toContain(said)
    await user.click(within(dialog).getByRole('radio', { name: new RegExp(`^${label}`) }))
    await user.click(within(dialog).getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(nowOf(server, 'basis-f1')).toEqual(text(expected)))
    await waitFor(() => expect(nameOnScreen().value).toBe(expected))
  })

  test('back to editing writes nothing and keeps what was typed', async () => {
    const server = productServer()
    await openProduct()
    const user = await typeName('Meiner')
    server.set((data) => setValue(data, baseList, 'basis-f1', text('Fremder')))
    await saveByKeys(user)
    await user.click(await screen.findByRole('button', { name: 'Zurück zur Bearbeitung' }))
    expect(nameOnScreen().value).toBe('Meiner')
    expect(nowOf(server, 'basis-f1')).toEqual(text('Fremder'))
    expect(screen.getByText('1 ungespeicherte Änderung')).toBeTruthy()
  })

  test('gives up after three attempts, keeps the draft, and the next save works', async () => {
    const server = productServer()
    await openProduct()
    const user = await typeName('Meiner')
    server.beforeSave((attempt) => {
      if (attempt <= 3) server.set((data) => setValue(data, baseList, 'basis-f5', text(`${attempt}`)))
    })
    await saveByKeys(user)
    expect(await screen.findByText(/^Nach 3 Versuchen nicht gespeichert/)).toBeTruthy()
    expect(server.fake.inputs(save)).toHaveLength(3)
    expect(nameOnScreen().value).toBe('Meiner')
    await saveByKeys(user)
    await waitFor(() => expect(nowOf(server, 'basis-f1')).toEqual(text('Meiner')))
    expect(nowOf(server, 'basis-f5')).toEqual(text('3'))
  })

  test('a product that was deleted meanwhile warns and keeps the draft', async () => {
    const server = productServer()
    await openProduct()
    const user = await typeName('Meiner')
    server.gone()
    await saveByKeys(user)
    await closeDialog(user)
    expect(await screen.findByText('Das Produkt wurde gelöscht')).toBeTruthy()
    expect(screen.getByText(/^Es kann nicht mehr gespeichert werden/)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Handelsname' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Speichern Strg S' })).toBeNull()
  })

  test('a deleted product is shown as it is stored, and offers what was typed once it is restored', async () => {
    const server = serverThatRestores()
    await openProduct()
    const user = await typeName('Meiner')
    server.setDeleted(true)
    await saveByKeys(user)
    await closeDialog(user)
    expect(server.fake.inputs(save)).toHaveLength(1)
    expect((await screen.findAllByText('Kompost Plus')).length).toBeGreaterThan(0)
    await user.click(await screen.findByRole('button', { name: 'Wiederherstellen' }))
    expect(await screen.findByText('Sie haben 1 ungespeicherte Änderung')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Weiter ?bearbeiten$/ }))
    await waitFor(() => expect(nameOnScreen().value).toBe('Meiner'))
    await saveByKeys(user)
    await waitFor(() => expect(nowOf(server, 'basis-f1')).toEqual(text('Meiner')))
  })

  test('what was kept of a product that is deleted now is offered once it is restored', async () => {
    const server = serverThatRestores()
    await openProduct()
    const user = await typeName('Meiner')
    window.dispatchEvent(new Event('pagehide'))
    cleanup()
    server.setDeleted(true)
    await openProduct()
    await screen.findByText('Das Produkt wurde gelöscht')
    expect(screen.getByText(/^Es kann nicht mehr gespeichert werden/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Wiederherstellen' }))
    expect(await screen.findByText('Sie haben 1 ungespeicherte Änderung')).toBeTruthy()
  })
})

describe('a draft kept on this machine', () => {
  const leaveWith = async (value: string) => {
    await typeName(value)
    // Leaving the page writes what waits to be kept.
    window.dispatchEvent(new Event('pagehide'))
    cleanup()
  }

  test('is offered on return with its age, on top of what others saved since', async () => {
    const server = productServer()
    await openProduct()
    await leaveWith('Unfertig')
    server.set((data) => setValue(data, baseList, 'basis-f5', text('9999')))
    await openProduct()
    expect(await screen.findByText('Sie haben 1 ungespeicherte Änderung')).toBeTruthy()
    expect(screen.getByText('Auf diesem Gerät gesichert: gerade eben.')).toBeTruthy()
    await userEvent.setup().click(screen.getByRole('button', { name: 'Weiterbearbeiten' }))
    await waitFor(() => expect(nameOnScreen().value).toBe('Unfertig'))
    expect((screen.getByRole('textbox', { name: 'GTIN' }) as HTMLInputElement).value).toBe('9999')
  })

  test('is the next thing to do: its button has the focus, and E goes on with it', async () => {
    productServer()
    await openProduct()
    await leaveWith('Unfertig')
    await openProduct()
    const goOn = await screen.findByRole('button', { name: 'Weiterbearbeiten' })
    await waitFor(() => expect(document.activeElement).toBe(goOn))
    await userEvent.setup().keyboard('e')
    await waitFor(() => expect(nameOnScreen().value).toBe('Unfertig'))
    expect(screen.queryByText('Sie haben 1 ungespeicherte Änderung')).toBeNull()
  })

  test('nothing can be typed beside it before it is decided; discarding forgets it', async () => {
    productServer()
    await openProduct()
    await leaveWith('Unfertig')
    await openProduct()
    await screen.findByText('Sie haben 1 ungespeicherte Änderung')
    expect(screen.queryByRole('button', { name: 'Bearbeiten E' })).toBeNull()
    await userEvent.setup().click(screen.getByRole('button', { name: 'Verwerfen' }))
    expect(await screen.findByRole('button', { name: 'Bearbeiten E' })).toBeTruthy()
    cleanup()
    await openProduct()
    await screen.findByText('Name und Kategorie')
    expect(screen.queryByText('Sie haben 1 ungespeicherte Änderung')).toBeNull()
  })

  test('is not offered to another account', async () => {
    productServer()
    await openProduct()
    await leaveWith('Unfertig')
    await openProduct(baseList, { account: '00000000-0000-4000-8000-000000000077' })
    await screen.findByText('Name und Kategorie')
    expect(screen.queryByText('Sie haben 1 ungespeicherte Änderung')).toBeNull()
  })
})
