import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { archive } from '../../../shared/calls/bml/product/archive.ts'
import { archivelist } from '../../../shared/calls/bml/product/archivelist.ts'
import { asof } from '../../../shared/calls/bml/product/asof.ts'
import { deleteproduct } from '../../../shared/calls/bml/product/deleteproduct.ts'
import { hierarchy } from '../../../shared/calls/bml/product/hierarchy.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { movelist } from '../../../shared/calls/bml/product/movelist.ts'
import { references } from '../../../shared/calls/bml/product/references.ts'
import { restore } from '../../../shared/calls/bml/product/restore.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { setderived } from '../../../shared/calls/bml/product/setderived.ts'
import { unarchivelist } from '../../../shared/calls/bml/product/unarchivelist.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { provideDrawerHost, uuid } from '../screen-kit.tsx'
import {
  colleagueId,
  institutionId,
  nationalId,
  openProduct,
  productServer,
  standardId,
  startData,
  text,
} from './page-kit.tsx'
import { listOf, productId } from './samples.ts'

provideDrawerHost()

const all = ['product:edit', 'product:approve', 'product:set-responsibility', 'product:administer']
const parentId = uuid(900)
const targetId = uuid(901)

/** The product as it is, answered by a call that changes it. */
function serve(data = startData(), may = all) {
  const server = productServer(data, may)
  const { fake } = server
  const change = (how: (data: ProductData) => ProductData) => () => {
    server.set(how)
    return server.now() as never
  }
  const withList = (id: string, more: object) => (now: ProductData) => ({
    ...now,
    listData: { ...now.listData, [id]: { ...now.listData[id]!, ...more } },
  })
  fake.on(archivelist, ({ list }) => change(withList(list, { _archived: true }))())
  fake.on(unarchivelist, ({ list }) => change(withList(list, { _archived: false }))())
  fake.on(
    archive,
    change((now) => ({ ...now, archived: true })),
  )
  fake.on(deleteproduct, () => {
    server.setDeleted(true)
    return server.now() as never
  })
  fake.on(restore, () => {
    if (server.now().disabled) server.setDeleted(false)
    else server.set(({ archived: _, ...now }) => now)
    return server.now() as never
  })
  fake.on(search, () => ({
    list: [
      { id: parentId, columns: { name: 'Urkompost', manufacturer: 'Humus AG' } },
      { id: targetId, columns: { name: 'Ziel', 'lists.permits': ['W 1'] } },
      { id: productId, columns: { name: 'Kompost Plus' } },
    ] as never,
    count: 3,
  }))
  return server
}
async function open(address?: string) {
  const page = await openProduct(address)
  const user = userEvent.setup()
  const menu = async () => user.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  const choose = async (name: string) => {
    await menu()
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  return { ...page, user, menu, choose }
}
const names = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

describe('the menu of actions', () => {
  test('is grouped by the list, the product and what can be looked at', async () => {
    serve()
    const { menu } = await open(nationalId)
    await menu()
    const [list, product, look] = await screen.findAllByRole('group')
    expect(
      within(list!)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Liste deaktivieren',
      'Zuständigkeit ändern',
      'Liste in ein anderes Produkt verschieben',
      'Liste archivieren',
    ])
    expect(
      within(product!)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Stammprodukt festlegen', 'Kennzeichnungen', 'Produkt archivieren', 'Produkt löschen'])
    expect(
      within(look!)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Notizen',
      'Nachrichten',
      'Verlauf anzeigen',
      'Stand an einem Tag',
      'Frühere Handelsnamen',
      'Produktfamilie',
      'Verweise auf das Produkt',
      'Listungsbestätigungen',
      'Bericht drucken …',
      'Optionen',
    ])
  })
  test('offers nothing that the server would refuse', async () => {
    serve(startData(), ['product:edit'])
    const { menu } = await open(nationalId)
    await menu()
    await screen.findByRole('menuitem', { name: 'Verlauf anzeigen' })
    expect(names()).not.toContain('Produkt löschen')
    expect(names()).not.toContain('Liste archivieren')
    expect(names()).toContain('Stammprodukt festlegen')
  })
  test('archives no base list, and moves none', async () => {
    serve()
    const { menu } = await open(baseList)
    await menu()
    await screen.findByRole('menuitem', { name: 'Verlauf anzeigen' })
    expect(names()).not.toContain('Liste archivieren')
    expect(names()).not.toContain('Liste in ein anderes Produkt verschieben')
  })
})

describe('archiving', () => {
  test('a list is taken back from the message that tells it', async () => {
    const { fake, now } = serve()
    const { user, choose } = await open(nationalId)
    await choose('Liste archivieren')
    await waitFor(() => expect(now().data.listData[nationalId]?._archived).toBe(true))
    await user.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await waitFor(() => expect(now().data.listData[nationalId]?._archived).toBe(false))
    expect(fake.inputs(unarchivelist)).toMatchObject([{ list: nationalId, rev: 2 }])
    expect(await screen.findByText('Liste „Schweiz“ aus dem Archiv geholt')).toBeTruthy()
  })
  test('a list that is archived stands among the lists only when it is asked for, or open', async () => {
    const data = startData()
    data.listData[nationalId] = listOf({ ...data.listData[nationalId], _archived: true })
    serve(data)
    const { user, choose, router } = await open(baseList)
    const lists = await screen.findByRole('navigation', { name: 'Listen des Produkts' })
    expect(within(lists).queryByRole('link', { name: /Schweiz/ })).toBeNull()
    await choose('Archivierte Listen anzeigen')
    await user.click(await within(lists).findByRole('link', { name: /Schweiz/ }))
    await waitFor(() => expect(router.state.location.pathname).toContain(nationalId))
    expect(await screen.findByText(/Diese Liste ist archiviert/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Liste aus dem Archiv holen' }))
    await waitFor(() => expect(screen.queryByText(/Diese Liste ist archiviert/)).toBeNull())
  })
  test('a product asks first, says what that means, and is restored from its page', async () => {
    const { fake } = serve()
    const { user, choose } = await open()
    await choose('Produkt archivieren')
    const dialog = await screen.findByRole('dialog', { name: '„Kompost Plus“ archivieren?' })
    expect(dialog.textContent).toContain('mit allen Listen (2)')
    await user.click(within(dialog).getByRole('button', { name: 'Archivieren' }))
    expect(await screen.findByText('Das Produkt ist archiviert')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Bearbeiten/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Wiederherstellen' }))
    await waitFor(() => expect(screen.queryByText('Das Produkt ist archiviert')).toBeNull())
    expect(fake.inputs(restore)).toMatchObject([{ rev: 2 }])
  })
})

describe('deleting', () => {
  test('asks by name, is told once by the page, and is taken back there', async () => {
    serve()
    const { user, choose } = await open()
    await choose('Produkt löschen')
    const dialog = await screen.findByRole('dialog', { name: '„Kompost Plus“ löschen?' })
    expect(dialog.textContent).toContain('kann wiederhergestellt werden')
    await user.click(within(dialog).getAllByRole('button', { name: 'Abbrechen' }).at(-1)!)
    await choose('Produkt löschen')
    const again = await screen.findByRole('dialog', { name: '„Kompost Plus“ löschen?' })
    await user.click(within(again).getByRole('button', { name: 'Löschen' }))
    expect(await screen.findAllByText('Das Produkt wurde gelöscht')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Wiederherstellen' }))
    await waitFor(() => expect(screen.queryByText('Das Produkt wurde gelöscht')).toBeNull())
  })
})

describe('the parent product', () => {
  test('is searched among products of the same main category, never the product itself', async () => {
    const { fake } = serve()
    fake.on(setderived, ({ rev }) => ({ rev: rev + 1 }) as never)
    const { user, choose } = await open()
    await choose('Stammprodukt festlegen')
    const dialog = await screen.findByRole('dialog', { name: 'Stammprodukt' })
    expect(within(dialog).getByText(/Am Produkt ändert sich zunächst nichts/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: /Stammprodukt/, expanded: false }))
    expect(await screen.findByRole('option', { name: /Urkompost/ })).toBeTruthy()
    expect(screen.queryByRole('option', { name: /Kompost Plus/ })).toBeNull()
    expect(fake.inputs(search).at(-1)).toMatchObject({
      attributeFilter: { field: 'mainCategory', comparison: 'eq', value: 'fertilisers' },
    })
  })
  test('that is removed says how many fields keep their values; undoing links them again', async () => {
    const data = { ...startData(), derivedProductId: parentId }
    data.listData[baseList] = listOf({
      ...data.listData[baseList],
      _linked: { 'basis-f5': 'derived' },
      'basis-f5': undefined,
    })
    delete (data.listData[baseList] as Record<string, unknown>)['basis-f5']
    const server = serve(data)
    const { fake } = server
    fake.on(setderived, ({ parent }) => {
      server.set((now) => {
        const { derivedProductId: _, ...rest } = now
        const base = listOf({ ...now.listData[baseList], _linked: {}, 'basis-f5': text('7610000000017') })
        return parent === null
          ? { ...rest, listData: { ...now.listData, [baseList]: base } }
          : { ...now, derivedProductId: parent }
      })
      return server.now() as never
    })
    const { user, choose } = await open()
    await choose('Stammprodukt ändern')
    const dialog = await screen.findByRole('dialog', { name: 'Stammprodukt' })
    await user.click(within(dialog).getByRole('radio', { name: /Kein Stammprodukt/ }))
    expect(within(dialog).getByText(/^Verknüpfte Felder: 1\. Ihre Werte/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Stammprodukt entfernen' }))
    await waitFor(() => expect(server.now().data.derivedProductId).toBeUndefined())
    await user.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await waitFor(() =>
      expect(server.now().data.listData[baseList]?._linked).toEqual({ 'basis-f5': 'derived' }),
    )
    expect(server.now().data.derivedProductId).toBe(parentId)
    expect(server.now().data.listData[baseList]).not.toHaveProperty('basis-f5')
    expect(fake.inputs(save)).toHaveLength(1)
  })
})

test('a list is moved to a chosen product, after it is said what goes along; the page goes there', async () => {
  const data = startData()
  data.listData[nationalId] = listOf({
    ...data.listData[nationalId],
    _approval: { [standardId]: { active: true } },
  })
  const server = serve(data)
  const { fake } = server
  fake.on(movelist, () => {
    server.set((now) => {
      const { [nationalId]: _, ...listData } = now.listData
      return { ...now, listData }
    })
    return { source: server.now(), target: server.now() } as never
  })
  const there = { ...server.now(), id: targetId }
  fake.on(load, ({ id }) => (id === targetId ? there : server.now()) as never)
  const { user, choose, router } = await open(nationalId)
  await choose('Liste in ein anderes Produkt verschieben')
  const dialog = await screen.findByRole('dialog', { name: 'Liste „Schweiz“ verschieben' })
  expect(within(dialog).getByText(/^Zulassungen \(1\) werden nicht mitverschoben/)).toBeTruthy()
  expect(within(dialog).queryByText(/^Dokumente/)).toBeNull()
  const verb = within(dialog).getByRole('button', { name: 'Liste verschieben' })
  expect(verb.matches(':disabled')).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: /Zielprodukt/ }))
  await user.click(await screen.findByRole('option', { name: /Ziel/ }))
  await user.click(verb)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/product/${targetId}/${nationalId}`))
  expect(fake.inputs(movelist)).toMatchObject([{ id: productId, rev: 1, list: nationalId, target: targetId }])
})

describe('what can be looked at', () => {
  const line = (id: string, title: string, more: object = {}) => ({
    id,
    title,
    archived: false,
    companies: [],
    lists: [baseList],
    ...more,
  })
  test('the family is a tree; the product is marked, the others lead to their pages', async () => {
    const { fake } = serve()
    fake.on(hierarchy, () => ({
      list: [
        line(parentId, 'Urkompost'),
        line(productId, 'Kompost Plus', { parent: parentId }),
        line(targetId, 'Kompost Plus', { parent: parentId, companies: ['Humus AG'] }),
      ],
      isMore: false,
    }))
    const { user, choose, router } = await open()
    await choose('Produktfamilie')
    const items = await screen.findAllByRole('treeitem')
    expect(items.map((item) => item.getAttribute('aria-level'))).toEqual(['1', '2', '2'])
    expect(screen.getByText('Kompost Plus', { selector: '[aria-current=page]' })).toBeTruthy()
    // Of one name, they are told apart.
    expect(items[2]?.textContent).toContain('Humus AG')
    await user.click(within(items[0]!).getByRole('link', { name: 'Urkompost' }))
    expect(router.state.location.pathname).toContain(parentId)
  })
  test('references name what is derived, also what is deleted', async () => {
    const { fake } = serve()
    fake.on(references, () => ({
      list: [{ ...line(targetId, 'Ableger'), entityclass: 'product', disabled: true }],
      isMore: true,
    }))
    const { choose } = await open()
    await choose('Verweise auf das Produkt')
    const dialog = await screen.findByRole('dialog', { name: 'Verweise auf das Produkt' })
    expect(await within(dialog).findByRole('link', { name: 'Ableger' })).toBeTruthy()
    expect(within(dialog).getByText('gelöscht')).toBeTruthy()
    expect(within(dialog).getByText('Gezeigt werden die ersten 1.')).toBeTruthy()
  })
  test('trade names stand with from and to, the newest first', async () => {
    const data = startData()
    data.listData[baseList] = listOf({
      ...data.listData[baseList],
      _nameHistory: {
        r1: { name: 'Kompost', from: '2025-01-01T08:00:00.000Z', to: '2026-01-01T08:00:00.000Z' },
        r2: { name: 'Kompost Plus', from: '2026-01-01T08:00:00.000Z' },
      },
    })
    serve(data)
    const { choose } = await open()
    await choose('Frühere Handelsnamen')
    const dialog = await screen.findByRole('dialog', { name: 'Handelsnamen' })
    const rows = within(dialog).getAllByRole('row')
    expect(rows.map((row) => within(row).queryByRole('rowheader')?.textContent)).toEqual([
      undefined,
      'Kompost Plus',
      'Kompost',
    ])
    expect(rows[1]?.textContent).toContain('heute')
  })
  test('the standing on a day of the address: listed where, under what, released by whom', async () => {
    const { fake, now } = serve()
    fake.on(asof, ({ day }) => ({
      day,
      product: now() as never,
      standing: [
        {
          list: baseList,
          isListed: true,
          responsible: institutionId,
          approvals: [
            {
              standard: standardId,
              state: 'finallyApproved' as const,
              counts: true,
              begin: '2025-07-01T04:00:00.000Z',
              releasedBy: colleagueId,
              releasedOn: '2025-07-02T04:00:00.000Z',
            },
          ],
        },
      ],
    }))
    await open(`${baseList}?drawer=day&day=2025-12-24`)
    const base = await screen.findByRole('region', { name: 'Basisdaten' })
    expect(base.textContent).toContain('aktiv')
    // In the words of the page.
    expect(base.textContent).toContain('ab 01.07.25, ohne Enddatum')
    expect(base.textContent).toContain('Prüfstelle')
    expect(base.textContent).toContain('Basiszulassung')
    expect(base.textContent).toMatch(/Bestätigt\s*02.07.25, Ben Kollege/)
    expect(fake.inputs(asof)).toEqual([{ id: productId, day: '2025-12-24' }])
  })
})
