/** Sets of columns of the product list: chosen, kept, shared, and the one that it opens with. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { notFound } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { ProductListScreen } from '../../web/features/products/list-screen.tsx'
import { SettingsPanel } from '../../web/features/settings/settings-panel.tsx'
import { notices } from '../../web/frame/notify.ts'
import { startColumnsOf, startSetOf, useStartView } from '../../web/frame/start-view.ts'
import { loadTexts } from '../../web/texts/texts.ts'
import { forgetLists } from '../../web/ui/list-memory.ts'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const swiss = uuid(500)
const set = (n: number, title: string, columns: string[], more: Record<string, unknown> = {}) => ({
  ...entity('columnset', uuid(n), { title, columns, isPublic: false, visibleForInstitutions: [], ...more }),
  createdBy: uuid(1),
})
let server: FakeServer
let stored: Entity[]
beforeAll(() =>
  Promise.all([loadTexts('sets'), import('../../web/features/products/columns/column-sets.tsx')]),
)
beforeEach(() => {
  localStorage.clear()
  server = fakeServer()
  stored = [set(801, 'Kurz', ['name', 'manufacturer'])]
  server.on(search, () => ({ list: [{ id: uuid(1), rev: 1, columns: { name: 'Bokashi' } }], count: 1 }))
  server.on(loadReference, () => ({
    classes: { list: [entity('list', swiss, { title: { de_DE: 'Schweiz' }, order: 1 })] },
  }))
  server.on(execute, ({ entityClass }) => {
    const list = stored.filter(({ entityclass }) => entityclass === entityClass)
    return { list, count: list.length }
  })
  server.on(create, ({ data }) => ({ ...set(900, '', []), data }) as never)
  server.on(updatefrompatch, ({ id }) => stored.find((one) => one.id === id) as never)
  server.on(updateaccount, () => ({}) as never)
  server.on(disable, ({ id }) => ({ id }) as never)
})
afterEach(forgetLists)

/** Of the columns that were asked for last, those that are shown. */
const asked = () =>
  server
    .inputs(search)
    .at(-1)
    ?.columns?.filter((name) => !['lists.permits', 'distributor', 'category'].includes(name))
async function open(address = '/', as = actor()) {
  const user = userEvent.setup()
  await openScreen([{ path: '/', element: <ProductListScreen /> }], address, as)
  await screen.findByRole('link', { name: 'Bokashi' })
  const choose = async (entry: RegExp | string) => {
    await user.click(await screen.findByRole('button', { name: 'Spaltensätze' }))
    await user.click(await screen.findByRole('menuitem', { name: entry }))
  }
  return { user, choose }
}

describe('a set of columns', () => {
  it('is chosen from the menu beside the view: the list asks for its columns in their order', async () => {
    const { choose } = await open()
    await choose('Kurz')
    await waitFor(() => expect(asked()).toEqual(['name', 'manufacturer']))
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).not.toContain('Kategorie')
  })
  it('brings its list, and says which columns there are not any more', async () => {
    stored = [set(801, 'Kurz', ['name', 'lists.gone-f1'], { inList: swiss })]
    const { choose } = await open()
    await choose('Kurz')
    await waitFor(() => expect(server.inputs(search).at(-1)?.list).toBe(swiss))
    expect(asked()).toEqual(['name'])
    expect(notices.get().map(({ text }) => text)).toEqual([
      'Spalten dieses Satzes gibt es nicht mehr: lists.gone-f1. Die übrigen werden gezeigt.',
    ])
  })
  it('leaves the list that is chosen where its own is gone', async () => {
    stored = [set(801, 'Kurz', ['name'], { inList: uuid(666) })]
    const { choose } = await open(`/?list=${swiss}`)
    await choose('Kurz')
    await waitFor(() => expect(asked()).toEqual(['name']))
    expect(server.inputs(search).at(-1)?.list).toBe(swiss)
    expect(
      notices
        .get()
        .map(({ text }) => text)
        .join(),
    ).toContain('Die Liste dieses Spaltensatzes')
  })
  it('is saved from what the list shows, with its list where that is wanted, and shared', async () => {
    const cols = encodeURIComponent('["name","rev"]')
    const { user, choose } = await open(`/?list=${swiss}&cols=${cols}`)
    await choose(/Spaltensatz speichern/)
    const dialog = await screen.findByRole('dialog', { name: 'Spaltensatz speichern' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Nummern')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Mit den Werten aus: Schweiz' }))
    await user.click(within(dialog).getByRole('radio', { name: 'alle Mitarbeitenden' }))
    await user.click(within(dialog).getByRole('button', { name: 'Speichern' }))
    await waitFor(() =>
      expect(server.inputs(create)).toEqual([
        {
          entityclass: 'columnset',
          data: {
            title: 'Nummern',
            columns: ['name', 'rev'],
            inList: swiss,
            isPublic: true,
            visibleForInstitutions: [],
          },
        },
      ]),
    )
  })
  it('is replaced by its maker alone: of somebody else’s a copy is kept', async () => {
    stored = [{ ...set(801, 'Kurz', ['name']), createdBy: uuid(2) }]
    const { user, choose } = await open('/', actor({ role: 'editor' }))
    // What nobody shared is not in the menu of who did not make it.
    await user.click(await screen.findByRole('button', { name: 'Spaltensätze' }))
    const manage = await screen.findByRole('menuitem', { name: /verwalten/ })
    expect(screen.queryByRole('menuitem', { name: 'Kurz' })).toBeNull()
    await user.click(manage)
    const all = await screen.findByRole('dialog', { name: 'Spaltensätze' })
    await user.click(await within(all).findByRole('button', { name: 'Aktionen: Kurz' }))
    expect(screen.queryByRole('menuitem', { name: 'Löschen' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(within(all).getByText('Kurz'))
    await choose(/Spaltensatz speichern/)
    const dialog = await screen.findByRole('dialog', { name: 'Spaltensatz speichern' })
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Kopie von Kurz')
    expect(within(dialog).queryByRole('button', { name: 'Ersetzen' })).toBeNull()
  })
  it('is renamed, deleted, and made the one that the list opens with, where all are managed', async () => {
    const { user, choose } = await open()
    await choose(/verwalten/)
    const all = await screen.findByRole('dialog', { name: 'Spaltensätze' })
    expect(await within(all).findByText('Handelsname, Hersteller')).toBeTruthy()
    const act = async (name: string) => {
      await user.click(within(all).getByRole('button', { name: 'Aktionen: Kurz' }))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    await act('Als Standardspalten verwenden')
    await waitFor(() => expect(server.inputs(updateaccount)).toHaveLength(1))
    const { defaultProductColumns } = server.inputs(updateaccount)[0]!.userData!
    expect(startSetOf(defaultProductColumns)).toBe(uuid(801))
    await act('Name und Sichtbarkeit …')
    const edit = await screen.findByRole('dialog', { name: 'Name und Sichtbarkeit' })
    const title = within(edit).getByRole('textbox', { name: 'Name' })
    await user.clear(title)
    await user.type(title, 'Kürzer')
    await user.click(within(edit).getByRole('button', { name: 'Speichern' }))
    await waitFor(() =>
      expect(server.inputs(updatefrompatch)).toMatchObject([
        { id: uuid(801), patch: [{ op: 'replace', path: '/title', value: 'Kürzer' }] },
      ]),
    )
    const again = await screen.findByRole('dialog', { name: 'Spaltensätze' })
    await user.click(within(again).getByRole('button', { name: /^Aktionen: / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Löschen' }))
    await waitFor(() => expect(server.inputs(disable)).toEqual([{ id: uuid(801) }]))
    expect(await within(again).findByRole('button', { name: 'Rückgängig' })).toBeTruthy()
  })
})

describe('the list opens with the default set of columns', () => {
  const Start = () => {
    useStartView()
    return <ProductListScreen />
  }
  const kept = (columns: string[]) => ({ id: uuid(801), data: set(801, 'Kurz', columns).data }) as never
  const begin = (columns: string) =>
    openScreen([{ path: '/', element: <Start /> }], '/', actor(), { defaultProductColumns: columns })
  it('as it is today, where somebody has changed it since', async () => {
    server.on(get, () => set(801, 'Kurz', ['name', 'rev']) as never)
    await begin(startColumnsOf(kept(['name', 'manufacturer'])))
    await waitFor(() => expect(asked()).toEqual(['name', 'rev']))
  })
  it('as it was, where it is gone', async () => {
    server.on(get, ({ id }) => {
      throw notFound(id)
    })
    await begin(startColumnsOf(kept(['name', 'manufacturer'])))
    await waitFor(() => expect(asked()).toEqual(['name', 'manufacturer']))
    await waitFor(() => expect(server.inputs(get)).toHaveLength(1))
    expect(asked()).toEqual(['name', 'manufacturer'])
  })
  it('or with columns of no set, as they were kept before there were sets', async () => {
    await begin(new URLSearchParams({ cols: '["name","rev"]' }).toString())
    await waitFor(() => expect(asked()).toEqual(['name', 'rev']))
    expect(server.inputs(get)).toEqual([])
  })
  it('which is chosen in the settings, too', async () => {
    const user = userEvent.setup()
    await openScreen([{ path: '/', element: <SettingsPanel /> }], '/')
    await user.click(await screen.findByRole('button', { name: /Spaltensatz.*Übliche Spalten/ }))
    await user.click(await screen.findByRole('option', { name: 'Kurz' }))
    await user.click(screen.getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(server.inputs(updateaccount)).toHaveLength(1))
    const { defaultProductColumns } = server.inputs(updateaccount)[0]!.userData!
    expect(startSetOf(defaultProductColumns)).toBe(uuid(801))
  })
})
