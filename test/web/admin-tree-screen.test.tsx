/** Trees of administration data: drawn, opened and moved by mouse and by keys; a new entry, a deletion with what is below. */
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { unused } from '../../shared/calls/eav/reference/unused.ts'
import { count } from '../../shared/calls/search/search/count.ts'
import { status } from '../../shared/calls/system/status.ts'
import { CallError, revisionConflict } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { applyJsonPatch } from '../../shared/rules/json-patch.ts'
import { descriptions } from '../../web/features/admin/model/descriptions.ts'
import { TreeScreen } from '../../web/features/admin/tree-screen.tsx'
import {
  actor,
  entity,
  type FakeServer,
  fakeServer,
  openScreen,
  provideDrawerHost,
  uuid,
} from './screen-kit.tsx'

const category = (n: number, title: string, order: number, parent?: number) =>
  entity('category', uuid(n), {
    title: { de_DE: title },
    order,
    disabled: false,
    mainCategoryKey: 'fertilisers',
    ...(parent && { parent: uuid(parent) }),
  })
let server: FakeServer
let stored: Map<string, Entity>
provideDrawerHost()
beforeEach(() => {
  server = fakeServer()
  stored = new Map(
    [
      category(1, 'Dünger', 1),
      category(2, 'Organische', 1, 1),
      category(3, 'Mineralische', 2, 1),
      category(4, 'Substrate', 3, 1),
      category(5, 'Hornprodukte', 1, 2),
    ].map((one) => [one.id, one]),
  )
  server.on(loadReference, ({ classes }) => ({
    classes: Object.fromEntries(
      classes.map((name) => [name, [...stored.values()].filter((one) => one.entityclass === name)]),
    ),
  }))
  server.on(get, ({ id }) => stored.get(id)!)
  server.on(history, () => ({ list: [], count: 0 }))
  server.on(updatefrompatch, (input) => {
    const before = stored.get(input.id)!
    const made = applyJsonPatch(before.data, input.patch as never)
    if (!made.ok) throw new Error('patch')
    const after = { ...before, rev: before.rev + 1, data: made.document }
    stored.set(after.id, after)
    return after
  })
})
const open = (search = '', as = actor()) =>
  openScreen(
    [{ path: '/admin/category', element: <TreeScreen description={descriptions.category} /> }],
    `/admin/category${search}`,
    as,
  )
const rows = () => screen.getAllByRole('treeitem').map((row) => row.textContent)
const row = (name: RegExp) => screen.getByRole('treeitem', { name })

describe('a tree', () => {
  it('opens and closes by keys as trees do, with numbers from the path', async () => {
    const user = userEvent.setup()
    const { address } = await open()
    await screen.findByRole('treeitem', { name: /Dünger/ })
    expect(rows()).toEqual(['1Dünger'])
    // Read without pointing at the button, too.
    expect(screen.getAllByText(/^Wählen Sie zuerst einen Eintrag/)).toHaveLength(2)
    row(/Dünger/).focus()
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}')
    expect(rows()).toEqual([
      '1Dünger',
      '1-1Organische',
      '1-1-1Hornprodukte',
      '1-2Mineralische',
      '1-3Substrate',
    ])
    expect(row(/Horn/).getAttribute('aria-level')).toBe('3')
    await user.keyboard('{End}{Enter}')
    await waitFor(() => expect(address()).toContain(uuid(4)))
    await user.keyboard('{Home}{ArrowLeft}')
    expect(rows()).toEqual(['1Dünger'])
  })

  it('finds entries with what is above them', async () => {
    await open('?q=horn')
    await screen.findByRole('treeitem', { name: /Hornprodukte/ })
    expect(rows()).toEqual(['1Dünger', '1-1Organische', '1-1-1Hornprodukte'])
  })

  it('shows what lacks a translation, and what nothing names, with what is above it', async () => {
    const horn = stored.get(uuid(5))!
    for (const one of stored.values()) {
      const { de_DE } = one.data['title'] as Record<string, string>
      const title = one.id === horn.id ? { de_DE } : { de_DE, en_GB: `${de_DE} (en)` }
      stored.set(one.id, { ...one, data: { ...one.data, title } })
    }
    const free = new Set([uuid(3), uuid(4)])
    server.on(unused, ({ entityclass, cursor }) => {
      expect(entityclass).toBe('category')
      // In two pages, as where there are many.
      const [first = '', ...rest] = [...free].sort()
      return cursor === undefined ? { ids: [first], cursor: first } : { ids: rest }
    })
    const user = userEvent.setup()
    await open('?show=untranslated')
    await screen.findByRole('treeitem', { name: /Hornprodukte/ })
    expect(rows()).toEqual(['1Dünger', '1-1Organische', '1-1-1Hornprodukte'])
    expect(screen.getByRole('heading', { name: 'Kategorien(1)' })).toBeTruthy()

    await user.click(screen.getByRole('button', { name: /Einträge mit fehlender Übersetzung/ }))
    await user.click(await screen.findByRole('option', { name: 'Nicht verwendete Einträge' }))
    await screen.findByRole('treeitem', { name: /Substrate/ })
    expect(rows()).toEqual(['1Dünger', '1-2Mineralische', '1-3Substrate'])
    expect(screen.getByRole('heading', { name: 'Kategorien(2)' })).toBeTruthy()
  })

  it('says that nothing fits, and leads back to all', async () => {
    server.on(unused, () => ({ ids: [] }))
    await open('?show=unused')
    await screen.findByText('Kein Treffer')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Suche und Filter zurücksetzen' }))
    expect(rows()).toEqual(['1Dünger'])
  })

  it('says which entries are unused cannot be told, and asks again', async () => {
    let isUp = false
    server.on(unused, () => {
      if (!isUp) throw new CallError('rule_violated', 'no')
      return { ids: [uuid(4)] }
    })
    const user = userEvent.setup()
    await open('?show=unused')
    const again = await screen.findByRole('button', { name: 'Nochmals versuchen' })
    isUp = true
    await user.click(again)
    await screen.findByRole('treeitem', { name: /Substrate/ })
    expect(rows()).toEqual(['1Dünger', '1-3Substrate'])
  })

  it('says what disables an entry: itself, or what it stands below', async () => {
    const organic = stored.get(uuid(2))!
    stored.set(uuid(2), { ...organic, data: { ...organic.data, disabled: true } })
    await open('?q=horn')
    await screen.findByRole('treeitem', { name: /Hornprodukte/ })
    expect(rows()).toEqual([
      '1Dünger',
      '1-1Organischegesperrt',
      '1-1-1Hornproduktegesperrt durch den übergeordneten Eintrag „Organische“',
    ])
  })

  it('moves an entry by Alt and an arrow, tells it and takes it back', async () => {
    const user = userEvent.setup()
    await open(`?entry=${uuid(2)}`)
    await screen.findByRole('treeitem', { name: /Organische/ })
    row(/Organische/).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await screen.findByText('„Organische“ verschoben')
    await waitFor(() =>
      expect(rows()).toEqual(['1Dünger', '1-1Mineralische', '1-2Organische', '1-3Substrate']),
    )
    expect(server.inputs(updatefrompatch).map(({ id, patch }) => [id, patch])).toEqual([
      [uuid(2), [{ op: 'add', path: '/order', value: 2 }]],
      [uuid(3), [{ op: 'add', path: '/order', value: 1 }]],
    ])
    expect(document.activeElement?.textContent).toBe('1-2Organische')
    await user.click(screen.getByRole('button', { name: 'Rückgängig' }))
    await waitFor(() =>
      expect(rows()).toEqual(['1Dünger', '1-1Organische', '1-2Mineralische', '1-3Substrate']),
    )
  })

  it('moves an entry below another one by dragging; never into itself, and never out of the top', async () => {
    await open(`?entry=${uuid(5)}`)
    const dragged = await screen.findByRole('treeitem', { name: /Substrate/ })
    const dataTransfer = { setData: () => {}, effectAllowed: '', dropEffect: '' }
    const drag = (from: HTMLElement, to: HTMLElement, share: number) => {
      to.getBoundingClientRect = () => ({ top: 0, height: 100 }) as DOMRect
      fireEvent.dragStart(from, { dataTransfer })
      // jsdom knows no place of the mouse here.
      const over = createEvent.dragOver(to, { dataTransfer })
      Object.defineProperty(over, 'clientY', { value: share * 100 })
      fireEvent(to, over)
      const mark = to.getAttribute('data-drop')
      fireEvent.drop(to, { dataTransfer })
      fireEvent.dragEnd(from, { dataTransfer })
      return mark
    }
    expect(drag(row(/Organische/), row(/Horn/), 0.5)).toBeNull()
    expect(drag(row(/1Dünger/), row(/Horn/), 0.5)).toBeNull()
    expect(drag(dragged, row(/1Dünger/), 0.1)).toBeNull()
    expect(server.inputs(updatefrompatch)).toEqual([])
    expect(drag(dragged, row(/Mineralische/), 0.5)).toBe('inside')
    await waitFor(() => expect(rows()).toContain('1-2-1Substrate'))
    expect(server.inputs(updatefrompatch)[0]).toMatchObject({
      id: uuid(4),
      patch: [
        { op: 'add', path: '/parent', value: uuid(3) },
        { op: 'add', path: '/order', value: 1 },
      ],
    })
  })

  it('says when somebody else changed the entry that was to be moved, and shows the tree as it is', async () => {
    const user = userEvent.setup()
    server.on(updatefrompatch, () => {
      stored.set(uuid(2), category(2, 'Anders', 1, 1))
      throw revisionConflict(1, 2)
    })
    await open(`?entry=${uuid(3)}`)
    await screen.findByRole('treeitem', { name: /Mineralische/ })
    row(/Mineralische/).focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(rows()).toContain('1-1Anders'))
    await user.click(dialog.getAllByRole('button', { name: 'Schließen' })[0]!)
  })

  it('makes a new entry below the open one, behind its others, with what all of them share', async () => {
    const user = userEvent.setup()
    server.on(create, ({ entityclass, data }) => {
      const made = entity(entityclass, uuid(50), data)
      stored.set(made.id, made)
      return made
    })
    await open()
    const add = await screen.findByRole('button', { name: 'Neuer Eintrag' })
    // Main categories belong to Inputlist.
    expect(add.getAttribute('aria-disabled')).toBe('true')
    await user.click(await screen.findByRole('treeitem', { name: /Dünger/ }))
    await user.click(screen.getByRole('button', { name: 'Neuer Eintrag' }))
    await screen.findByRole('heading', { name: 'Neuer Eintrag unter „Dünger“' })
    await user.type(screen.getByRole('textbox', { name: 'Titel, Deutsch' }), 'Kalke')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(rows()).toContain('1-4Kalke'))
    expect(server.inputs(create)[0]?.data).toMatchObject({
      parent: uuid(1),
      order: 4,
      mainCategoryKey: 'fertilisers',
    })
  })

  it('says before a deletion what goes along', async () => {
    const user = userEvent.setup()
    server.on(disable, ({ id }) => {
      for (const one of [id, uuid(5)]) stored.set(one, { ...stored.get(one)!, disabled: true })
      return { id }
    })
    await open(`?entry=${uuid(2)}&drawer=entry`)
    await user.click(await screen.findByRole('button', { name: 'Löschen' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Hornprodukte')).toBeTruthy()
    expect(dialog.getByText(/alles gelöscht, was darunter steht \(1\)/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Löschen' }))
    await waitFor(() => expect(rows()).toEqual(['1Dünger', '1-2Mineralische', '1-3Substrate']))
  })

  it('of thousands draws what is scrolled to', async () => {
    stored = new Map(
      Array.from({ length: 3000 }, (_, n) => category(n + 100, `Eintrag ${n}`, n)).map((one) => [
        one.id,
        one,
      ]),
    )
    await open()
    await screen.findByRole('treeitem', { name: /Eintrag 3$/ })
    expect(rows().length).toBeLessThan(80)
    expect(row(/Eintrag 3$/).getAttribute('aria-setsize')).toBe('3000')
  })

  it('can be read, not moved, by who may not write it', async () => {
    const user = userEvent.setup()
    await open(`?entry=${uuid(2)}&drawer=entry`, actor({ role: 'editor' }))
    await screen.findByRole('treeitem', { name: /Organische/ })
    row(/Organische/).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(server.inputs(updatefrompatch)).toEqual([])
    expect(screen.queryByRole('button', { name: /Verschieben/ })).toBeNull()
  })
})

describe('an entry that products show', () => {
  const open5 = () => open(`?entry=${uuid(5)}&drawer=entry`)
  it('says in how many of them, and leads there', async () => {
    server.on(count, () => ({ count: 1139 }))
    await open5()
    const link = await screen.findByRole('link', { name: 'In 1.139 Produkten' })
    expect(server.inputs(count)).toEqual([
      {
        entityClass: 'product',
        attributeFilter: { field: 'lists.inCategory', comparison: 'eq', value: uuid(5) },
      },
    ])
    expect(link.getAttribute('href')).toBe(
      `/?${new URLSearchParams({ f: `and;lists.inCategory=[${uuid(5)}]` })}`,
    )
  })
  it('says when all of them have followed its change', async () => {
    server.on(count, () => ({ count: 2 }))
    const answer = {
      status: 'ok' as const,
      version: '1',
      stage: 'test',
      index: 'ok' as const,
      indexCaughtUp: true,
    }
    // The first answer is one of before the save.
    const times = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
    server.on(status, () => ({ ...answer, time: times.shift() ?? '2099-01-01T00:00:00.000Z' }))
    const user = userEvent.setup()
    await open5()
    await screen.findByRole('link', { name: 'In 2 Produkten' })
    expect(screen.queryByText(/Produkte werden nachgeführt|auf dem neuesten Stand/)).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Titel, Deutsch' }), 'e')
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Produkte werden nachgeführt …')
    await screen.findByText('Alle Produkte sind auf dem neuesten Stand')
    expect(times).toEqual([])
  })
})
