import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { addlist } from '../../../shared/calls/bml/product/addlist.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { restore } from '../../../shared/calls/bml/product/restore.ts'
import { revert } from '../../../shared/calls/bml/product/revert.ts'
import { baseList, setValue } from '../../../web/features/product/model/draft.ts'
import { pageHead } from '../../../web/frame/page.tsx'
import { nationalId, openProduct, productServer, startData, text, viewFor } from './page-kit.tsx'
import { productId } from './samples.ts'

const hasFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))

describe('an older revision', () => {
  const opened = async () => {
    const server = productServer()
    server.set((data) => setValue(data, baseList, 'basis-f1', text('Neuer Name')))
    const page = await openProduct(`${baseList}/1`)
    await screen.findByText(/^Sie sehen den Stand vom/)
    return { server, page, user: userEvent.setup() }
  }

  test('says its date in the title and cannot be edited', async () => {
    const { user } = await opened()
    expect(pageHead.get().title).toBe('Stand vom 02.03.26: Kompost Plus')
    await user.keyboard('e')
    expect(screen.queryByRole('textbox', { name: 'Handelsname' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Bearbeiten E' })).toBeNull()
  })

  test('leads back to the newest', async () => {
    const { user, page } = await opened()
    await user.click(screen.getByRole('button', { name: 'Zum neuesten Stand' }))
    await waitFor(() => expect(page.address()).toBe(`/product/${productId}/${baseList}`))
    await waitFor(() => expect(pageHead.get().title).toBe('Neuer Name'))
    await hasFocus(() => screen.getByRole('button', { name: 'Bearbeiten E' }))
  })

  test('is written as the newest after a question that says what will happen', async () => {
    const { user, server, page } = await opened()
    server.fake.on(revert, ({ rev }) => viewFor(startData(), rev + 1) as never)
    await user.click(screen.getByRole('button', { name: 'Auf diesen Stand zurücksetzen' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(
      'als neue Revision 3 gespeichert. Was danach geändert wurde, gilt nicht mehr',
    )
    const changes = within(within(dialog).getByRole('table'))
    expect(changes.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['Jetzt', 'Revision 1']),
    )
    expect(changes.getByRole('row', { name: 'Handelsname Neuer Name Kompost Plus' })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Zurücksetzen' }))
    await waitFor(() => expect(server.fake.inputs(revert)).toEqual([{ id: productId, rev: 2, toRev: 1 }]))
    await waitFor(() => expect(page.address()).toBe(`/product/${productId}/${baseList}`))
    await hasFocus(() => screen.getByRole('button', { name: 'Bearbeiten E' }))
  })

  test('asks nothing where going back would change nothing: lists and approvals stay', async () => {
    const before = startData()
    const { [nationalId]: _, ...others } = before.listData
    const server = productServer()
    server.fake.on(
      load,
      ({ rev = 2 }) => viewFor(rev === 1 ? { ...before, listData: others } : before, rev) as never,
    )
    await openProduct(`${baseList}/1`)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Auf diesen Stand zurücksetzen' }))
    expect(await screen.findByText(/seit Revision 1 gleich geblieben/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.fake.inputs(revert)).toEqual([])
  })
})

describe('a deleted product', () => {
  const opened = async (address: string) => {
    const server = productServer()
    server.fake.on(load, ({ rev = 2 }) => ({ ...viewFor(startData(), rev), disabled: rev === 2 }) as never)
    await openProduct(address)
    await screen.findByText('Das Produkt wurde gelöscht')
    return userEvent.setup()
  }

  test.each([baseList, `${baseList}/1`])('says so, and can only be read (%s)', async (address) => {
    const user = await opened(address)
    expect(screen.getByText('gelöscht')).toBeTruthy()
    expect(screen.queryByText('aktiv')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Auf diesen Stand zurücksetzen' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Bearbeiten E' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Liste hinzufügen' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Aktionen/ }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Kennzeichnungen',
      'Notizen',
      'Verlauf anzeigen',
      'Stand an einem Tag',
      'Frühere Handelsnamen',
      'Produktfamilie',
      'Verweise auf das Produkt',
      'Listungsbestätigungen',
      'Optionen',
    ])
  })
})

describe('restoring a deleted product', () => {
  test('is offered to who may delete, and shows the product as it was', async () => {
    const server = productServer(startData(), ['product:edit', 'product:administer'])
    let isDeleted = true
    const now = () => ({ ...server.now(), disabled: isDeleted, rev: isDeleted ? 2 : 3 })
    server.fake.on(load, () => now() as never)
    server.fake.on(restore, () => {
      isDeleted = false
      return now() as never
    })
    await openProduct()
    await screen.findByText('Das Produkt wurde gelöscht')
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Wiederherstellen' }))
    expect(await screen.findByText('Produkt wiederhergestellt')).toBeTruthy()
    expect(server.fake.inputs(restore)).toEqual([{ id: productId, rev: 2 }])
    expect(screen.queryByText('Das Produkt wurde gelöscht')).toBeNull()
    await hasFocus(() => screen.getByRole('button', { name: 'Bearbeiten E' }))
  })

  test('is not offered to others', async () => {
    const server = productServer()
    server.fake.on(load, () => ({ ...server.now(), disabled: true }) as never)
    await openProduct()
    await screen.findByText('Das Produkt wurde gelöscht')
    expect(screen.queryByRole('button', { name: 'Wiederherstellen' })).toBeNull()
  })
})

describe('the lists of a product', () => {
  test('stand side by side, base first, and changing them asks about unsaved changes', async () => {
    productServer()
    const page = await openProduct()
    const lists = await screen.findByRole('navigation', { name: 'Listen des Produkts' })
    const links = within(lists).getAllByRole('link')
    expect(links.map((l) => l.textContent)).toEqual([
      expect.stringContaining('Basisdaten'),
      expect.stringContaining('Schweiz'),
    ])
    const user = userEvent.setup()
    await user.keyboard('e')
    await user.type(await screen.findByRole('textbox', { name: 'Handelsname' }), ' X')
    await user.click(links[1] as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Verwerfen' }))
    await waitFor(() => expect(page.address()).toBe(`/product/${productId}/${nationalId}`))
    expect(await screen.findByText('Kompost Plus', { selector: '.product-value' })).toBeTruthy()
  })

  test('an unknown list leads to the first that may be seen', async () => {
    productServer()
    const page = await openProduct('00000000-0000-4000-8000-000000000999')
    await waitFor(() => expect(page.address()).toBe(`/product/${productId}/${baseList}`))
  })

  test('a list is added after a question, and then opens', async () => {
    const server = productServer()
    const added = startData()
    const austria = '00000000-0000-4000-8000-000000000302'
    added.listData[austria] = added.listData[nationalId] as never
    server.fake.on(addlist, ({ rev }) => viewFor(added, rev + 1) as never)
    const page = await openProduct()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Liste hinzufügen' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Österreich' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('mit den Basisdaten verknüpft')
    await user.click(within(dialog).getByRole('button', { name: 'Liste hinzufügen' }))
    await waitFor(() => expect(page.address()).toBe(`/product/${productId}/${austria}`))
    expect(server.fake.inputs(addlist)).toEqual([{ id: productId, rev: 1, list: austria }])
  })
})
