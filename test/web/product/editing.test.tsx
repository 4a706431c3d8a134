import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { baseList, setKey, setValue } from '../../../web/features/product/model/draft.ts'
import { pageHead } from '../../../web/frame/page.tsx'
import {
  meId,
  nationalId,
  openProduct,
  type ProductServer,
  productServer,
  startData,
  text,
} from './page-kit.tsx'

const savedPatches = (server: ProductServer) => server.fake.inputs(save).map((i) => i.patch)
const opened = async () => {
  await screen.findByText('Name und Kategorie')
  return userEvent.setup()
}
const at = (list: string, key: string) => `/listData/${list}/${key}`

describe('the product page', () => {
  test('says name, responsible institution and person, and is read-only until it is edited', async () => {
    productServer()
    await openProduct()
    const user = await opened()
    expect(pageHead.get()).toMatchObject({ title: 'Kompost Plus', subtitle: 'Prüfstelle · Ben Kollege' })
    expect(screen.queryByRole('textbox', { name: 'Handelsname' })).toBeNull()
    await user.keyboard('e')
    expect(await screen.findByRole('textbox', { name: 'Handelsname' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Handelsname' })).toBeNull())
  })

  test('has a control for every type of field and none for a button', async () => {
    productServer()
    await openProduct()
    const user = await opened()
    await user.keyboard('e')
    for (const name of ['Handelsname', 'Interne Bemerkung', 'Kommentar', 'Auf dem Markt seit', 'Wartezeit'])
      expect(await screen.findByRole('textbox', { name })).toBeTruthy()
    for (const name of ['Beschreibung, Deutsch', 'Beschreibung, Englisch', 'Anwendung, Deutsch'])
      expect(screen.getByRole('textbox', { name })).toBeTruthy()
    for (const name of [/^Form/, /^Qualität/, /^Herkunft/])
      expect(screen.getByRole('button', { name })).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'Verkaufsbewilligung' })).toBeTruthy()
    expect(screen.queryByText('Datenblatt')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Zeile hinzufügen' }))
    expect(screen.getByRole('textbox', { name: 'Menge, Zeile 1' })).toBeTruthy()
  })

  test('Ctrl S sends only what was changed, with the revision that was seen', async () => {
    const server = productServer()
    await openProduct()
    const user = await opened()
    await user.keyboard('e')
    const name = await screen.findByRole('textbox', { name: 'Handelsname' })
    await user.clear(name)
    await user.type(name, 'Kompost Neu')
    expect(screen.getByText('1 ungespeicherte Änderung')).toBeTruthy()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.fake.inputs(save)[0]).toMatchObject({
      rev: 1,
      patch: [{ op: 'replace', path: at(baseList, 'basis-f1'), value: text('Kompost Neu') }],
    })
    await waitFor(() => expect(screen.queryByText('1 ungespeicherte Änderung')).toBeNull())
  })

  test('a field that was filled and emptied again is no change', async () => {
    productServer()
    await openProduct()
    const user = await opened()
    await user.keyboard('e')
    const remark = await screen.findByRole('textbox', { name: 'Interne Bemerkung' })
    await user.type(remark, 'x')
    expect(screen.getByText('1 ungespeicherte Änderung')).toBeTruthy()
    await user.clear(remark)
    expect(screen.queryByText('1 ungespeicherte Änderung')).toBeNull()
  })

  test('an emptied mandatory field is told at the field and not sent', async () => {
    const server = productServer()
    await openProduct()
    const user = await opened()
    await user.keyboard('e')
    await user.clear(await screen.findByRole('textbox', { name: 'Handelsname' }))
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByRole('button', { name: 'Handelsname – Pflichtfeld' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Pflichtfeld')
    expect(savedPatches(server)).toEqual([])
  })

  test('without the right to edit nothing offers to', async () => {
    productServer(startData(), [])
    await openProduct()
    const user = await opened()
    expect(screen.getByText('Nur lesen: Ihnen fehlt das Recht zum Bearbeiten')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /bearbeiten/i })).toBeNull()
    await user.keyboard('e')
    expect(screen.queryByRole('textbox', { name: 'Handelsname' })).toBeNull()
  })

  test('says who is responsible where somebody else is', async () => {
    productServer(startData(), [])
    await openProduct(baseList, { institutions: [] })
    await opened()
    expect(screen.getByText('Nur lesen: zuständig ist Prüfstelle')).toBeTruthy()
  })

  test('of an archived list the badge and the message tell it, and nothing a third time', async () => {
    productServer(setKey(startData(), nationalId, '_archived', true), [])
    await openProduct(nationalId)
    expect(await screen.findByText(/^Diese Liste ist archiviert/)).toBeTruthy()
    expect(screen.getAllByText('archiviert').length).toBeGreaterThan(0)
    expect(screen.queryByText(/^Nur lesen/)).toBeNull()
  })

  test('a category of another main category or a disabled one cannot be chosen', async () => {
    productServer()
    await openProduct(nationalId)
    const user = await opened()
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Kategorie: eigenen Wert eingeben' }))
    await user.click(screen.getByRole('button', { name: 'Kategorie ändern' }))
    const dialog = await screen.findByRole('dialog')
    const radio = (name: RegExp) => within(dialog).getByRole('radio', { name }) as HTMLInputElement
    expect(radio(/Kompost/).disabled).toBe(false)
    expect(radio(/Fallen/).disabled).toBe(true)
    expect(radio(/Früher/).disabled).toBe(true)
    expect(within(dialog).getByText('In dieser Liste wählbar: Düngemittel')).toBeTruthy()
  })

  test('where no category is chosen, one is chosen, not changed', async () => {
    const data = startData()
    delete data.listData[baseList]!._category
    productServer(data)
    await openProduct()
    const user = await opened()
    await user.keyboard('e')
    const button = await screen.findByRole('button', { name: 'Kategorie auswählen' })
    expect(button.textContent).toBe('Auswählen')
  })

  test('each cell of a component has the word of its head, which narrow pages show above it', async () => {
    const components = {
      base: { c1: { component: '0'.repeat(36), secrecy: 'public' as const, _order: 0 } },
      additional: {},
    }
    productServer(setValue(startData(), baseList, '_components', components))
    await openProduct()
    const user = await opened()
    await user.keyboard('e')
    const table = await screen.findByRole('table', { name: 'Grundkomponenten' })
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent)
    const [, line] = within(table).getAllByRole('row')
    const cells = within(line!).getAllByRole('cell')
    // The name needs none, and the actions say themselves.
    expect(cells.slice(1, -1).map((cell) => cell.dataset['label'])).toEqual(heads.slice(1, -1))
  })

  test('a role that may be given once is not offered a second time', async () => {
    const data = setValue(startData(), baseList, '_companies', {
      m1: { company: '0'.repeat(36), role: 'manufacturer', _order: 0 },
      d1: { company: '0'.repeat(36), role: 'distributor', _order: 1 },
    })
    productServer(data)
    await openProduct()
    const user = await opened()
    await user.keyboard('e')
    const roles = await screen.findAllByRole('button', { name: /^Rolle von/ })
    await user.click(roles[0] as HTMLElement)
    const option = (await screen.findAllByRole('option')).find((o) => o.textContent?.includes('Vertreiber'))
    expect(option?.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('where a value comes from', () => {
  const badge = (name: RegExp) => screen.findByRole('button', { name })

  test('is said at the field where it is an exception, on focus in a sentence', async () => {
    productServer()
    await openProduct(nationalId)
    await opened()
    const source = await badge(/^Quelle von Interne Bemerkung: Eigener Wert/)
    source.focus()
    expect(await screen.findByRole('tooltip')).toHaveProperty(
      'textContent',
      expect.stringContaining('In dieser Liste eingegeben.'),
    )
  })

  test('going away from an own value says what is dropped, and sends link and removal', async () => {
    const server = productServer()
    await openProduct(nationalId)
    const user = await opened()
    await user.click(await badge(/^Quelle von Interne Bemerkung/))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Der eigene Wert „Nur hier“ wird verworfen.')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Mit Basisdaten verknüpfen' }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(savedPatches(server)).toHaveLength(1))
    expect(savedPatches(server)[0]).toEqual(
      expect.arrayContaining([
        { op: 'add', path: `/listData/${nationalId}/_linked/basis-f7`, value: 'basis' },
        { op: 'remove', path: at(nationalId, 'basis-f7') },
      ]),
    )
  })

  test("a value of a derived product that is as the parent's can be linked to it", async () => {
    const server = productServer({ ...startData(), derivedProductId: meId })
    server.fake.on(load, () => ({
      ...server.now(),
      derivedValues: { [baseList]: { 'basis-f5': text('7610000000017') } },
    }))
    await openProduct()
    const user = await opened()
    expect(screen.queryByRole('button', { name: /^Quelle von GTIN/ })).toBeNull()
    await user.keyboard('e')
    await user.click(await badge(/^Quelle von GTIN: Eigener Wert/))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Mit Stammprodukt verknüpfen' }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(savedPatches(server)).toHaveLength(1))
    expect(savedPatches(server)[0]).toEqual(
      expect.arrayContaining([
        { op: 'add', path: `/listData/${baseList}/_linked/basis-f5`, value: 'derived' },
        { op: 'remove', path: at(baseList, 'basis-f5') },
      ]),
    )
  })

  test('an own value begins with what was seen', async () => {
    const server = productServer()
    await openProduct(nationalId)
    const user = await opened()
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Handelsname: eigenen Wert eingeben' }))
    const name = (await screen.findByRole('textbox', { name: 'Handelsname' })) as HTMLInputElement
    expect(name.value).toBe('Kompost Plus')
    await user.type(name, ' CH')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(savedPatches(server)).toHaveLength(1))
    expect(savedPatches(server)[0]).toEqual(
      expect.arrayContaining([
        { op: 'remove', path: `/listData/${nationalId}/_linked/basis-f1` },
        { op: 'add', path: at(nationalId, 'basis-f1'), value: text('Kompost Plus CH') },
      ]),
    )
  })
})
