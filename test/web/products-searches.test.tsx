/** Searches of the product list: built from groups and conditions, kept, shared, found again. */
import { renderHook, screen, act as settled, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { count } from '../../shared/calls/bml/product/count.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { CallError, notFound } from '../../shared/errors.ts'
import type { AccountData, Actor } from '../../shared/model/actor.ts'
import { fieldDefinition } from '../../shared/model/administration.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { Filter } from '../../shared/search/filter.ts'
import type { SearchNode } from '../../shared/search/tree.ts'
import { useKept } from '../../web/api/kept.ts'
import { ProductListScreen } from '../../web/features/products/list-screen.tsx'
import { loadTexts } from '../../web/texts/texts.ts'
import { forgetLists } from '../../web/ui/list-memory.ts'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const swiss = uuid(500)
const me = uuid(1)
const colleague = uuid(2)
const saved = (n: number, title: string, tree: SearchNode, more: Record<string, unknown> = {}, by = me) => ({
  ...entity('savedsearch', uuid(n), {
    title,
    tree,
    isPublic: false,
    isTemporary: false,
    visibleForInstitutions: [],
    ...more,
  }),
  createdBy: by,
})
const name = (comparator: 'contains' | 'begins', value: string): SearchNode => ({
  type: 'simple',
  field: 'name',
  comparator,
  value,
})
const contains = (value: string): Filter => ({ field: 'name', comparison: 'contains', value })

const editor = (change: Partial<Actor> = {}) => actor({ role: 'editor', ...change })
let server: FakeServer
let stored: Map<string, Entity>
// They come late; a busy machine takes its time to read them.
beforeAll(() => Promise.all([loadTexts('search'), import('../../web/features/products/search/searches.tsx')]))
beforeEach(() => {
  server = fakeServer()
  stored = new Map()
  const list = [{ id: uuid(100), rev: 1, columns: { name: 'Agrikali' } }]
  server.on(search, () => ({ list, count: 1 }))
  server.on(count, () => ({ count: 7 }))
  server.on(loadReference, () => ({
    classes: {
      list: [entity('list', swiss, { title: { de_DE: 'Schweiz' }, order: 1 })],
      fielddefinition: [
        entity(
          'fielddefinition',
          uuid(700),
          fieldDefinition.parse({
            type: 'singleline-textfield',
            path: 'basis-f7',
            displayType: 'tab',
            displayKey: 'main',
            title: { de_DE: 'Interne Notiz' },
            secrecy: 'base-data-responsible',
          }),
        ),
      ],
    },
  }))
  const living = () => [...stored.values()].filter(({ disabled }) => !disabled)
  // As the server does where an answer is full: fewer rows than were asked for, and where to go on.
  server.on(execute, ({ entityClass, pagination }) => {
    const found = entityClass === 'savedsearch' ? living() : []
    const start = pagination && 'cursor' in pagination ? Number(pagination.cursor) : 0
    const end = start + 120
    return {
      list: found.slice(start, end),
      count: found.length,
      ...(end < found.length && { cursor: String(end) }),
    }
  })
  server.on(updateaccount, ({ rev, userData }) => ({ rev: rev + 1, userData }) as never)
  server.on(get, ({ id }) => stored.get(id)!)
  server.on(create, ({ data }) => {
    const made = saved(900 + stored.size, String(data['title']), data['tree'] as SearchNode, data)
    stored.set(made.id, made)
    return made
  })
  const setDisabled = (id: string, disabled: boolean) => {
    stored.set(id, { ...stored.get(id)!, disabled })
    return stored.get(id)!
  }
  server.on(disable, ({ id }) => setDisabled(id, true))
  server.on(restore, ({ id }) => setDisabled(id, false))
})
afterEach(forgetLists)
const keep = (one: Entity) => stored.set(one.id, one)

const asked = () => server.inputs(search).at(-1)?.attributeFilter
const counted = () => server.inputs(count).at(-1)?.attributeFilter
async function open(address = '/', as = editor(), userData: AccountData['userData'] = {}) {
  const user = userEvent.setup()
  const view = openScreen([{ path: '/', element: <ProductListScreen /> }], address, as, userData)
  const choose = async (item: string | RegExp) => {
    await user.click(await screen.findByRole('button', { name: 'Gespeicherte Suchen' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const s = () => new URLSearchParams(view.address().split('?')[1]).get('s') ?? ''
  return { ...view, user, choose, s }
}
type User = ReturnType<typeof userEvent.setup>
/** What can be done with a search where all are managed. */
const actionsOf = async (user: User, title: string) => {
  await user.click(await screen.findByRole('button', { name: `Aktionen: ${title}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}
const act = async (user: User, title: string, action: string) => {
  await actionsOf(user, title)
  await user.click(screen.getByRole('menuitem', { name: action }))
}
const dialog = (named: string) => screen.findByRole('dialog', { name: named })
const builder = () => screen.findByRole('dialog', { name: /^Suche (zusammenstellen|bearbeiten)$/ })
/** A condition on the trade name. */
const addName = async (user: User, into: HTMLElement, value: string) => {
  await user.click(within(into).getByRole('button', { name: 'Bedingung hinzufügen' }))
  await user.click(within(into).getByRole('button', { name: /^Merkmal/ }))
  await user.click(await screen.findByRole('option', { name: 'Handelsname' }))
  await user.type(within(into).getByRole('textbox', { name: 'Wert: Handelsname' }), value)
}
const find = (into: HTMLElement) => within(into).getByRole('button', { name: 'Suchen' })

describe('a search is built', () => {
  it('by mouse: its count follows, and the rows are what it asks', async () => {
    const { user, choose, s } = await open()
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    await user.click(within(into).getByRole('button', { name: 'Bedingung hinzufügen' }))
    expect(await within(into).findByText('(unvollständig)')).toBeTruthy()
    expect(await within(into).findByText(/^\S+ Produkte? · 1 Bedingung ist unvollständig\.$/)).toBeTruthy()
    expect(
      find(into).getAttribute('aria-disabled') ?? String((find(into) as HTMLButtonElement).disabled),
    ).toBe('true')
    await user.click(within(into).getByRole('button', { name: /^Merkmal/ }))
    await user.click(await screen.findByRole('option', { name: 'Handelsname' }))
    await user.type(within(into).getByRole('textbox', { name: 'Wert: Handelsname' }), 'agri')
    await waitFor(() => expect(counted()).toEqual(contains('agri')))
    expect(await within(into).findByText('7 Produkte')).toBeTruthy()
    expect(within(into).getByText('Handelsname enthält „agri“')).toBeTruthy()
    // Nothing is searched before it is meant.
    expect(asked()).toBeUndefined()
    await user.click(find(into))
    await waitFor(() => expect(asked()).toEqual(contains('agri')))
    expect(s()).toMatch(/^own-[0-9a-f]+$/)
    expect(await screen.findByText('Handelsname enthält „agri“')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Suche schließen' }))
    await waitFor(() => expect(asked()).toBeUndefined())
    expect(s()).toBe('')
  })

  it('by keyboard: the focus is where one goes on, and a step is taken back', async () => {
    const { user, choose, s } = await open()
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    const add = within(into).getByRole('button', { name: 'Bedingung hinzufügen' })
    add.focus()
    await user.keyboard('{Enter}')
    const field = () => within(into).getByRole('button', { name: /^Merkmal/ })
    await waitFor(() => expect(document.activeElement).toBe(field()))
    await user.click(field())
    await user.click(await screen.findByRole('option', { name: 'Handelsname' }))
    const value = await within(into).findByRole('textbox', { name: 'Wert: Handelsname' })
    const comparator = within(into).getByRole('button', { name: /^Vergleich: Handelsname/ })
    await waitFor(() => expect(document.activeElement).toBe(comparator))
    await user.tab()
    expect(document.activeElement).toBe(value)
    await user.keyboard('kalk')
    await user.click(within(into).getByRole('button', { name: 'Rückgängig' }))
    expect((value as HTMLInputElement).value).toBe('')
    await user.click(within(into).getByRole('button', { name: 'Wiederholen' }))
    expect((value as HTMLInputElement).value).toBe('kalk')
    find(into).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked()).toEqual(contains('kalk')))
    expect(s()).toMatch(/^own-/)
  })

  it('by typing on a list that is closed: it opens and looks for that', async () => {
    const { user, choose } = await open()
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    await user.click(within(into).getByRole('button', { name: 'Bedingung hinzufügen' }))
    const field = within(into).getByRole('button', { name: /^Merkmal/ })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('H')
    await screen.findByRole('option', { name: 'Handelsname' })
    expect(field.getAttribute('aria-expanded')).toBe('true')
    await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe('H'))
    await user.keyboard('andelsname')
    await user.click(await screen.findByRole('option', { name: 'Handelsname' }))
    await within(into).findByRole('textbox', { name: 'Wert: Handelsname' })
  })

  it('and says what is wrong beside the condition that it is about', async () => {
    const wrong: SearchNode = {
      type: 'approval',
      range: 'complete',
      standards: [],
      from: '2026-05-01',
      until: '2026-04-01',
    }
    keep(saved(801, 'Alte', { type: 'combined', operator: 'AND', nodes: [wrong] }))
    const { user } = await open(`/?s=${uuid(801)}`)
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten' }))
    const group = within(await builder()).getByRole('group', { name: 'Gruppe' })
    expect(within(group).getByRole('alert').textContent).toMatch(/^Diese Bedingung stimmt so nicht/)
  })

  it('removing a condition leaves the focus in its group', async () => {
    const { user, choose } = await open()
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    const add = within(into).getByRole('button', { name: 'Bedingung hinzufügen' })
    await user.click(add)
    await user.click(within(into).getByRole('button', { name: 'Entfernen: (unvollständig)' }))
    await waitFor(() => expect(document.activeElement).toBe(add))
    expect(within(into).getByText('alle Produkte')).toBeTruthy()
  })

  it('removing the last condition of a group leads to that group, not to one inside it', async () => {
    const { user, choose } = await open()
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    const adds = () => within(into).getAllByRole('button', { name: 'Bedingung hinzufügen' })
    const removals = () => within(into).getAllByRole('button', { name: 'Entfernen: (unvollständig)' })
    await user.click(within(into).getByRole('button', { name: 'Weitere' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mindestens eine Bedingung' }))
    const field = await within(into).findByRole('button', { name: /^Merkmal/ })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.click(adds().at(-1)!)
    await waitFor(() => expect(within(into).getAllByRole('button', { name: /^Merkmal/ })).toHaveLength(2))
    await user.click(removals().at(-1)!)
    await waitFor(() => expect(document.activeElement).toBe(adds().at(-1)))
    expect(adds()).toHaveLength(2)
  })

  it('from the conditions of the bar, which go into it', async () => {
    const conditions = 'and;isNationalPartner=true'
    const { user, choose, address } = await open(`/?${new URLSearchParams({ f: conditions })}`)
    await waitFor(() => expect(asked()).toBeDefined())
    const ofBar = asked()
    await choose(/Suche bearbeiten/)
    const into = await builder()
    await waitFor(() => expect(counted()).toEqual(ofBar))
    await user.click(find(into))
    await waitFor(() => expect(address()).toMatch(/^\/\?s=own-/))
    expect(asked()).toEqual(ofBar)
  })
})

describe('a search is built on what was typed', () => {
  it('which is a condition in it, and not in the box any more', async () => {
    const { user, choose, address } = await open('/?q=kalk')
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    expect(await within(into).findByText(/enthält „kalk“/)).toBeTruthy()
    await waitFor(() => expect(JSON.stringify(counted())).toMatch(/kalk/))
    await user.click(find(into))
    await waitFor(() => expect(address()).toMatch(/^\/\?s=own-/))
    expect(address()).not.toMatch(/q=/)
    await waitFor(() => expect(JSON.stringify(asked())).toMatch(/kalk/))
  })
})

describe('a search is kept', () => {
  /** Opens a saved search and makes another one of it. */
  async function changed(one: Entity, as?: Actor) {
    keep(one)
    const view = await open(`/?s=${one.id}`, as)
    await waitFor(() => expect(asked()).toEqual(contains('kalk')))
    await view.user.click(await screen.findByRole('button', { name: 'Bearbeiten' }))
    const into = await builder()
    await view.user.type(within(into).getByRole('textbox', { name: 'Wert: Handelsname' }), 'on')
    await view.user.click(find(into))
    await waitFor(() => expect(asked()).toEqual(contains('kalkon')))
    await screen.findByText(`${String(one.data['title'])} (geändert)`)
    await view.user.click(screen.getByRole('button', { name: 'Speichern' }))
    return { ...view, saving: await dialog('Suche speichern') }
  }

  it('under a name, and is open then', async () => {
    const { user, choose, s } = await open()
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    await addName(user, into, 'agri')
    await user.click(find(into))
    await user.click(await screen.findByRole('button', { name: 'Speichern' }))
    const saving = await dialog('Suche speichern')
    await user.type(within(saving).getByLabelText('Name'), 'Agri')
    await user.click(within(saving).getByRole('radio', { name: 'alle Mitarbeitenden' }))
    await user.click(within(saving).getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(server.inputs(create)).toHaveLength(1))
    expect(server.inputs(create)[0]).toMatchObject({
      entityclass: 'savedsearch',
      data: {
        title: 'Agri',
        isPublic: true,
        isTemporary: false,
        tree: { type: 'combined', operator: 'AND', nodes: [name('contains', 'agri')] },
      },
    })
    await waitFor(() => expect(s()).toBe(uuid(900)))
    expect(asked()).toEqual(contains('agri'))
    expect(await screen.findByText('Agri')).toBeTruthy()
    await choose('Agri')
    expect(s()).toBe(uuid(900))
  })

  it('in place of its own earlier state', async () => {
    server.on(updatefrompatch, ({ id, patch }) => {
      const { value: title } = (patch as { path: string; value: string }[]).find(
        ({ path }) => path === '/title',
      )!
      const before = stored.get(id)!
      return { ...before, rev: 2, data: { ...before.data, title } as Entity['data'] }
    })
    const { user, saving, s } = await changed(saved(801, 'Kalke', name('contains', 'kalk')))
    await user.type(within(saving).getByLabelText('Name'), ' neu')
    await user.click(within(saving).getByRole('button', { name: 'Ersetzen' }))
    await waitFor(() => expect(s()).toBe(uuid(801)))
    expect(server.inputs(updatefrompatch)).toMatchObject([{ id: uuid(801), rev: 1 }])
    expect(server.inputs(create)).toEqual([])
    // What is open says its new name at once.
    expect(await screen.findByText('Kalke neu')).toBeTruthy()
  })

  it('from the conditions of the bar and what was typed there, which are in it then', async () => {
    const asking = new URLSearchParams({ q: 'agri kali', f: 'and;isNationalPartner=true' })
    const { choose, user, address } = await open(`/?${asking}`)
    await waitFor(() => expect(asked()).toBeDefined())
    await choose(/Suche speichern/)
    const saving = await dialog('Suche speichern')
    await user.type(within(saving).getByLabelText('Name'), 'Agri{Enter}')
    await waitFor(() => expect(server.inputs(create)).toHaveLength(1))
    expect(server.inputs(create)[0]?.data['tree']).toEqual({
      type: 'combined',
      operator: 'AND',
      nodes: [
        { type: 'simple', field: 'isNationalPartner', comparator: 'eq', value: true },
        name('contains', 'agri'),
        name('contains', 'kali'),
      ],
    })
    await waitFor(() => expect(address()).toBe(`/?s=${uuid(900)}`))
  })

  it('not where nothing is asked: the menu says what to do first', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Gespeicherte Suchen' }))
    const item = await screen.findByRole('menuitem', { name: /Suche speichern/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('menuitem', { name: /Link kopieren/ }).getAttribute('aria-disabled')).toBe('true')
  })

  it("as a copy, where it is somebody else's", async () => {
    const theirs = saved(801, 'Kalke', name('contains', 'kalk'), { isPublic: true }, colleague)
    const { user, saving, s } = await changed(theirs)
    expect(within(saving).queryByRole('button', { name: 'Ersetzen' })).toBeNull()
    expect((within(saving).getByLabelText('Name') as HTMLInputElement).value).toBe('Kopie von Kalke')
    await user.click(within(saving).getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(s()).not.toMatch(/^own-/))
    expect(server.inputs(create)).toMatchObject([{ data: { title: 'Kopie von Kalke', isPublic: false } }])
    expect(stored.get(theirs.id)).toBe(theirs)
  })

  it('and deleted, with a way back', async () => {
    keep(saved(801, 'Kalke', name('contains', 'kalk')))
    keep(saved(802, 'Fremde', name('contains', 'gips'), { isPublic: true }, colleague))
    const { user, choose } = await open()
    await choose(/Alle verwalten/)
    const all = await dialog('Gespeicherte Suchen')
    expect(await within(all).findByText('Handelsname enthält „gips“')).toBeTruthy()
    expect(await actionsOf(user, 'Fremde')).not.toContain('Löschen')
    await user.keyboard('{Escape}')
    await act(user, 'Kalke', 'Löschen')
    await waitFor(() => expect(within(all).queryByText('Kalke')).toBeNull())
    // A toast would lie behind the dialog; here it can be reached, by keyboard, too.
    const done = await within(all).findByText('Suche „Kalke“ gelöscht')
    expect(done.closest('[role="status"]')).toBeTruthy()
    const undo = within(all).getByRole('button', { name: 'Rückgängig' })
    await waitFor(() => expect(document.activeElement).toBe(undo))
    await user.keyboard('{Enter}')
    expect(await within(all).findByText('Kalke')).toBeTruthy()
    expect(stored.get(uuid(801))?.disabled).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(within(all).getByRole('searchbox')))
  })
})

describe('where all searches are managed', () => {
  const managed = async (as = editor(), userData: AccountData['userData'] = {}) => {
    keep(saved(801, 'Kalke', name('contains', 'kalk'), { folder: 'Dünger' }))
    keep(saved(802, 'Fremde', name('contains', 'gips'), { isPublic: true }, colleague))
    const opened = await open('/', as, userData)
    await opened.choose(/Alle verwalten/)
    return { ...opened, all: await dialog('Gespeicherte Suchen') }
  }
  const settings = () => server.inputs(updateaccount).map(({ userData }) => userData)
  it('favourites stand first in the menu, of each person', async () => {
    const { user, all } = await managed()
    await user.click(await within(all).findByRole('button', { name: 'Fremde zu den Favoriten hinzufügen' }))
    await within(all).findByRole('button', { name: 'Fremde aus den Favoriten entfernen' })
    expect(settings()).toEqual([{ searches: [uuid(802)] }])
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Gespeicherte Suchen' }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items.findIndex((item) => item?.includes('Fremde'))).toBeLessThan(
      items.findIndex((item) => item?.includes('Kalke')),
    )
  })
  it('more than the account holds is refused in words; what is gone makes room', async () => {
    const searches = Array.from({ length: 50 }, (_, i) => uuid(2000 + i))
    for (let i = 0; i < 49; i++) keep(saved(2000 + i, `Favorit ${i}`, name('contains', 'x')))
    const last = saved(2049, 'Letzter', name('contains', 'x'))
    keep(last)
    const { user, all } = await managed(editor(), { searches })
    await user.click(await within(all).findByRole('searchbox'))
    await user.paste('Kalke')
    await user.click(await within(all).findByRole('button', { name: 'Kalke zu den Favoriten hinzufügen' }))
    await screen.findByText(/Höchstens 50 Favoriten/)
    expect(settings()).toEqual([])
    await user.clear(within(all).getByRole('searchbox'))
    await user.paste('Letzter')
    await within(all).findByText('Letzter')
    await act(user, 'Letzter', 'Löschen')
    await user.click(within(all).getByRole('searchbox'))
    await user.clear(within(all).getByRole('searchbox'))
    await user.paste('Kalke')
    await user.click(await within(all).findByRole('button', { name: 'Kalke zu den Favoriten hinzufügen' }))
    await waitFor(() => expect(settings().at(-1)?.searches).toContain(uuid(801)))
    expect(settings().at(-1)?.searches).toHaveLength(50)
  })
  it('one becomes what the list opens with, and is it no more; the order of the list stays', async () => {
    const { user, all } = await managed(editor(), { defaultProductFilter: 'sort=name%3Aasc&f=x' })
    await act(user, 'Kalke', 'Als Standardsuche verwenden')
    await within(all).findByText('Standardsuche')
    await act(user, 'Kalke', 'Nicht mehr als Standardsuche verwenden')
    await waitFor(() => expect(within(all).queryByText('Standardsuche')).toBeNull())
    expect(settings().map((one) => one?.defaultProductFilter)).toEqual([
      `sort=name%3Aasc&s=${uuid(801)}`,
      'sort=name%3Aasc',
    ])
  })
  it('one is duplicated for oneself, and gets another name', async () => {
    const { user, all } = await managed()
    await act(user, 'Fremde', 'Duplizieren')
    expect(await within(all).findByText('Kopie von Fremde')).toBeTruthy()
    expect(server.inputs(create)[0]?.data).toEqual({
      title: 'Kopie von Fremde',
      isTemporary: false,
      tree: name('contains', 'gips'),
    })
    server.on(updatefrompatch, ({ id, patch }) => {
      const before = stored.get(id)!
      const title = (patch as { value: string }[])[0]!.value
      stored.set(id, { ...before, rev: 2, data: { ...before.data, title } as Entity['data'] })
      return stored.get(id)!
    })
    await act(user, 'Kalke', 'Name und Sichtbarkeit …')
    const saving = await dialog('Name und Sichtbarkeit')
    expect(within(saving).queryByLabelText('Als neue Suche speichern')).toBeNull()
    const field = within(saving).getByLabelText('Name')
    expect((field as HTMLInputElement).value).toBe('Kalke')
    await user.clear(field)
    await user.type(field, 'Kalke neu')
    await user.click(within(saving).getByRole('button', { name: 'Speichern' }))
    const again = await dialog('Gespeicherte Suchen')
    expect(await within(again).findByText('Kalke neu')).toBeTruthy()
  })
  it('shows all of them, however many there are; the menu shows an administrator nothing private of others', async () => {
    for (let n = 0; n < 300; n++)
      keep(saved(3000 + n, `Suche ${n}`, name('contains', `${n}`), {}, n < 2 ? me : colleague))
    const { user } = await open('/', actor())
    await user.click(await screen.findByRole('button', { name: 'Gespeicherte Suchen' }))
    await screen.findByRole('menuitem', { name: 'Suche 1' })
    expect(screen.queryByRole('menuitem', { name: 'Suche 299' })).toBeNull()
    await user.click(screen.getByRole('menuitem', { name: /Alle verwalten/ }))
    const all = await dialog('Gespeicherte Suchen')
    await user.type(within(all).getByRole('searchbox'), 'Suche 299')
    expect(await within(all).findByText('Suche 299')).toBeTruthy()
    expect(server.inputs(execute).at(-1)?.pagination).toEqual({ cursor: '240', limit: 250 })
  })
})

describe('the searches that one can open', () => {
  const ofSearches = () => server.inputs(execute).filter(({ entityClass }) => entityClass === 'savedsearch')
  it('are asked for once somebody goes to their menu', async () => {
    keep(saved(801, 'Kalke', name('contains', 'kalk')))
    const { user } = await open()
    await screen.findByRole('link', { name: 'Agrikali' })
    const menu = await screen.findByRole('button', { name: 'Gespeicherte Suchen' })
    expect(ofSearches()).toEqual([])
    await user.click(menu)
    await screen.findByRole('menuitem', { name: 'Kalke' })
    expect(ofSearches()).toHaveLength(1)
  })
  it('are there although one is written while they are on their way', async () => {
    const kalke = saved(801, 'Kalke', name('contains', 'kalk'))
    const first = Promise.withResolvers<void>()
    server.on(execute, async () => {
      await first.promise
      return { list: [kalke], count: 1 }
    })
    const { result } = renderHook(() => useKept('savedsearch', true), {
      wrapper: ({ children }) => (
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
      ),
    })
    await waitFor(() => expect(ofSearches()).toHaveLength(1))
    await settled(async () => result.current.put(kalke))
    first.resolve()
    await waitFor(() => expect(result.current.entries).toEqual([kalke]))
  })
})

describe('what is written shows at once, though the index learns of it later', () => {
  it('what is saved, copied, renamed or deleted', async () => {
    keep(saved(801, 'Kalke', name('contains', 'kalk')))
    const before = [...stored.values()]
    server.on(execute, ({ entityClass }) => {
      const list = entityClass === 'savedsearch' ? before : []
      return { list, count: list.length }
    })
    const { user, choose } = await open()
    await choose(/Alle verwalten/)
    const all = await dialog('Gespeicherte Suchen')
    await within(all).findByText('Kalke')
    await act(user, 'Kalke', 'Duplizieren')
    await within(all).findByText('Kopie von Kalke')
    await act(user, 'Kalke', 'Löschen')
    await waitFor(() => expect(within(all).queryByText('Kalke')).toBeNull())
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Gespeicherte Suchen' }))
    await screen.findByRole('menuitem', { name: 'Kopie von Kalke' })
    expect(screen.queryByRole('menuitem', { name: 'Kalke' })).toBeNull()
  })
  it('what is renamed is found again: the row has the focus, among those that were looked for', async () => {
    for (const [n, title] of ['Kalke', 'Kalium', 'Erden'].entries())
      keep(saved(801 + n, title, name('contains', 'kalk')))
    server.on(updatefrompatch, ({ id }) => ({
      ...stored.get(id)!,
      ...saved(801, 'Alkali', name('contains', 'x')),
    }))
    const { user, choose } = await open()
    await choose(/Alle verwalten/)
    const find = () => screen.findByRole('searchbox', { name: 'Suchen' })
    const rows = () => screen.getAllByRole('button', { name: /^Aktionen: / }).map((one) => one.ariaLabel)
    await user.type(await find(), 'kal')
    await act(user, 'Kalke', 'Name und Sichtbarkeit …')
    const title = within(await dialog('Name und Sichtbarkeit')).getByRole('textbox', { name: 'Name' })
    await user.clear(title)
    await user.type(title, 'Alkali{Enter}')
    await dialog('Gespeicherte Suchen')
    const hasFocus = (named: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: named })))
    await hasFocus('Aktionen: Alkali')
    expect(await find()).toHaveProperty('value', 'kal')
    expect(rows()).toEqual(['Aktionen: Alkali', 'Aktionen: Kalium'])
    // What is typed then keeps the focus where it is.
    await user.clear(await find())
    await user.type(await find(), 'erd')
    await user.clear(await find())
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(document.activeElement).toBe(await find())
  })
  it('while they cannot be had, all searches say so and are asked for again', async () => {
    const list = [saved(801, 'Kalke', name('contains', 'kalk'))]
    server.on(execute, () => {
      throw new CallError('internal', 'away')
    })
    const { user, choose } = await open()
    await choose(/Alle verwalten/)
    const all = await dialog('Gespeicherte Suchen')
    const retry = await within(all).findByRole('button', { name: 'Nochmals versuchen' })
    server.on(execute, () => ({ list, count: 1 }))
    await user.click(retry)
    await within(all).findByText('Kalke')
  })
})

describe('a link that somebody was sent', () => {
  const copied = async () => new URL(await navigator.clipboard.readText()).searchParams
  it('goes on working: what is open is not what it leads to, and is saved as another one', async () => {
    const { user, choose, s } = await open()
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    await addName(user, into, 'agri')
    await user.click(find(into))
    await waitFor(() => expect(s()).toMatch(/^own-/))
    await choose(/Link kopieren/)
    await screen.findByText('Link kopiert. Er gilt 90 Tage.')
    const shared = (await copied()).get('s')!
    expect(stored.get(shared)?.data).toMatchObject({ isTemporary: true })
    expect(s()).toMatch(/^own-/)
    await user.click(await screen.findByRole('button', { name: 'Speichern' }))
    const saving = await dialog('Suche speichern')
    await user.type(within(saving).getByLabelText('Name'), 'Agri')
    await user.click(within(saving).getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(s()).toMatch(/^[0-9a-f-]{36}$/))
    expect(s()).not.toBe(shared)
    expect(server.inputs(create)).toMatchObject([
      { data: { isTemporary: true } },
      { data: { isTemporary: false } },
    ])
    expect(stored.get(shared)?.data).toMatchObject({ isTemporary: true })
  })
  it('goes on working where the one who made it opens and saves it', async () => {
    keep(saved(801, 'Geteilte Suche', name('contains', 'kalk'), { isTemporary: true }))
    const { user, s } = await open(`/?s=${uuid(801)}`)
    await user.click(await screen.findByRole('button', { name: 'Speichern' }))
    const saving = await dialog('Suche speichern')
    expect(within(saving).queryByRole('button', { name: 'Ersetzen' })).toBeNull()
    await user.click(within(saving).getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(server.inputs(create)).toMatchObject([{ data: { isTemporary: false } }]))
    expect(server.inputs(updatefrompatch)).toEqual([])
    await waitFor(() => expect(s()).not.toBe(uuid(801)))
  })
  it('asks what the list asks, without any search, too', async () => {
    const asking = { q: 'agri', f: 'and;isNationalPartner=true' }
    const { choose } = await open(`/?${new URLSearchParams(asking)}`)
    await waitFor(() => expect(asked()).toBeDefined())
    await choose(/Link kopieren/)
    await screen.findByText('Link kopiert')
    expect(Object.fromEntries(await copied())).toEqual(asking)
    expect(server.inputs(create)).toEqual([])
  })
  it('names no id where it does not work', async () => {
    server.on(get, ({ id }) => {
      throw notFound(id)
    })
    await open(`/?s=${uuid(801)}`)
    expect(await screen.findByText(/^Diese Suche gibt es nicht mehr/)).toBeTruthy()
    expect(document.body.textContent).not.toContain(uuid(801))
  })
})

describe('a search that cannot be asked as it is', () => {
  const withField = (field: string): SearchNode => ({
    type: 'combined',
    operator: 'AND',
    nodes: [name('contains', 'kalk'), { type: 'simple', field, comparator: 'eq', value: 'x' }],
  })
  it('has an address that others can open: a private one is copied for it, and stays open', async () => {
    stored.set(uuid(800), saved(800, 'Kalke', name('contains', 'kalk')))
    await open(`/?s=${uuid(800)}`)
    const user = userEvent.setup()
    await screen.findByText('Kalke')
    await user.click(screen.getByRole('button', { name: 'Gespeicherte Suchen' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Link kopieren' }))
    await waitFor(() => expect(server.inputs(create)).toHaveLength(1))
    expect(server.inputs(create)[0]?.data).toMatchObject({
      title: 'Kalke',
      isTemporary: true,
      tree: name('contains', 'kalk'),
    })
    const copied = async () => new URL(await navigator.clipboard.readText()).searchParams.get('s')
    await waitFor(async () => expect(await copied()).toMatch(/^[0-9a-f-]{36}$/))
    expect(await copied()).not.toBe(uuid(800))
    expect(screen.getByText('Kalke')).toBeTruthy()
  })
  it('that cannot be loaded lists nothing, until it is there', async () => {
    server.on(get, () => {
      throw new CallError('internal', 'away')
    })
    const { user } = await open(`/?s=${uuid(801)}`)
    const retry = await screen.findByRole('button', { name: 'Nochmals versuchen' })
    expect(server.inputs(search)).toEqual([])
    keep(saved(801, 'Kalke', name('contains', 'kalk')))
    server.on(get, ({ id }) => stored.get(id)!)
    await user.click(retry)
    await waitFor(() => expect(asked()).toEqual(contains('kalk')))
  })
  it.each([
    ['cannot be loaded', uuid(801)],
    ['was in another tab only', 'own-0a1b2c3d'],
  ])('that %s does not leave rows and a count of what was asked before', async (_, s) => {
    server.on(get, () => {
      throw new CallError('internal', 'away')
    })
    const { router } = await open('/')
    await screen.findByRole('link', { name: 'Agrikali' })
    await settled(() => router.navigate(`/?s=${s}`))
    await screen.findByRole('button', { name: 'Suche schließen' })
    expect(screen.queryByRole('link', { name: 'Agrikali' })).toBeNull()
    expect(server.inputs(search)).toHaveLength(1)
  })
  it('because it is wrong in itself is kept in the builder, with the reason', async () => {
    const wrong: SearchNode = {
      type: 'approval',
      range: 'complete',
      standards: [],
      from: '2026-05-01',
      until: '2026-04-01',
    }
    keep(saved(801, 'Alte', wrong))
    const { user } = await open(`/?s=${uuid(801)}`)
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten' }))
    const into = await builder()
    const apply = within(into).getByRole('button', { name: 'Suchen' })
    expect(apply.getAttribute('aria-disabled')).toBe('true')
    apply.focus()
    expect(server.inputs(count)).toEqual([])
    expect(
      // Where the count would be, and as the button's reason.
      await screen.findAllByText(/Diese Bedingung stimmt so nicht: .*von 01\.05\.26 bis 01\.04\.26/),
    ).not.toEqual([])
  })
  it('because the browser has no room for it stays in the builder', async () => {
    const { user, choose } = await open('/', editor())
    keep(saved(801, 'Kalke', name('contains', 'kalk')))
    await choose(/Suche zusammenstellen/)
    const into = await builder()
    await addName(user, into, 'kalk')
    const full = vi
      .spyOn(Object.getPrototypeOf(sessionStorage) as Storage, 'setItem')
      .mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
    try {
      await user.click(find(into))
      await screen.findByText('Der Browser konnte diese Suche nicht speichern.')
    } finally {
      full.mockRestore()
    }
    expect(within(into).getByDisplayValue('kalk')).toBeTruthy()
  })
  it('is refused where it asks for what the viewer may not see, and nothing is searched', async () => {
    keep(saved(801, 'Notizen', withField('lists.basis-f7'), { isPublic: true }, colleague))
    await open(`/?s=${uuid(801)}`, editor({ institutions: [] }))
    expect(await screen.findByText(/nicht sehen dürfen: Liste: Interne Notiz/)).toBeTruthy()
    expect(server.inputs(search)).toEqual([])
  })
  it('says which fields there are not any more, and asks the rest', async () => {
    keep(saved(801, 'Alte', withField('lists.basis-f9')))
    await open(`/?s=${uuid(801)}`)
    expect(await screen.findByText(/gibt es nicht mehr: lists.basis-f9/)).toBeTruthy()
    await waitFor(() => expect(asked()).toEqual(contains('kalk')))
  })
  it('says what of that which it names was deleted, and asks the rest', async () => {
    const tree: SearchNode = {
      type: 'combined',
      operator: 'AND',
      nodes: [
        name('contains', 'kalk'),
        { type: 'company', companies: [uuid(610)], roles: [] },
        { type: 'reference', field: 'invoiceFlags', ids: [uuid(611)] },
        { type: 'reference', field: 'createdBy', ids: [uuid(613)] },
      ],
    }
    server.on(byIds, ({ ids }) => ({
      list: [
        { ...entity('company', uuid(610), { baseData: { name: 'Kalkwerk AG' } }), disabled: true },
        { ...entity('selectoption', uuid(611), { title: { de_DE: 'Dringend' } }), disabled: true },
        entity('list', swiss, { title: { de_DE: 'Schweiz' } }),
      ].filter(({ id }) => ids.includes(id)),
      people: {},
    }))
    keep(saved(801, 'Alte', tree))
    await open(`/?s=${uuid(801)}`)
    expect(await screen.findByText(/auf Gelöschtes: Kalkwerk AG, Dringend\./)).toBeTruthy()
    expect(server.inputs(byIds).flatMap(({ ids }) => ids)).not.toContain(uuid(613))
    await waitFor(() => expect(asked()).toBeDefined())
  })
  it('says that its list is gone, and asks of all lists', async () => {
    keep(saved(801, 'Alte', name('contains', 'kalk'), { inList: uuid(599) }))
    await open(`/?s=${uuid(801)}`)
    expect(await screen.findByText(/Die Liste dieser Suche gibt es nicht mehr/)).toBeTruthy()
    await waitFor(() => expect(asked()).toEqual(contains('kalk')))
  })
  it('says that it was in another tab only', async () => {
    const { user, s } = await open('/?s=own-0a1b2c3d')
    const alert = await screen.findByText(/Diese Suche war nur in dem Tab/)
    expect(server.inputs(search)).toEqual([])
    expect(alert).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Suche schließen' }))
    await screen.findByRole('link', { name: 'Agrikali' })
    expect(s()).toBe('')
  })
})
