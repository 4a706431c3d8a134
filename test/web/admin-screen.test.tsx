/** Administration data: one screen draws whatever class is described. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { revert } from '../../shared/calls/eav/entity/revert.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { ids } from '../../shared/calls/search/search/ids.ts'
import { CallError, revisionConflict, ruleViolated } from '../../shared/errors.ts'
import { localized } from '../../shared/model/basics.ts'
import type { Entity, JsonPatch } from '../../shared/model/entity.ts'
import { applyJsonPatch } from '../../shared/rules/json-patch.ts'
import { AdminScreen } from '../../web/features/admin/admin-screen.tsx'
import { fitToContent } from '../../web/features/admin/model/columns.ts'
import type { ClassDescription } from '../../web/features/admin/model/description.ts'
import { descriptions } from '../../web/features/admin/model/descriptions.ts'
import { drawerHost } from '../../web/frame/page.tsx'
import { appRoutes } from '../../web/routes.tsx'
import {
  actor,
  entity,
  type FakeServer,
  fakeServer,
  openScreen,
  provideDrawerHost,
  uuid,
} from './screen-kit.tsx'

const colleague = uuid(2)
const country = (n: number, name: string, isoCode: string, rev = 1) =>
  entity('country', uuid(n), { title: { de_DE: name, en_GB: `${name} (en)` }, isoCode, enabled: true }, rev)

let server: FakeServer
let stored: Map<string, Entity>
/** What the screen wrote, and how the server keeps it. */
const keep = (one: Entity) => {
  stored.set(one.id, one)
  return one
}
provideDrawerHost()
beforeEach(() => {
  server = fakeServer()
  stored = new Map(
    [
      country(11, 'Schweiz', 'CH', 2),
      country(12, 'Österreich', 'AT'),
      { ...country(13, 'Belgien', 'BE'), disabled: true },
      entity('region', uuid(21), {
        title: { de_DE: 'Aargau', en_GB: 'Aargau' },
        country: uuid(11),
        active: true,
      }),
      entity('region', uuid(22), { title: { de_DE: 'Steiermark' }, country: uuid(12), active: true }),
    ].map((one) => [one.id, one]),
  )
  server.on(loadReference, ({ classes }) => ({
    classes: Object.fromEntries(
      classes.map((name) => [name, [...stored.values()].filter((one) => one.entityclass === name)]),
    ),
  }))
  server.on(get, ({ id, rev }) => {
    const one = stored.get(id)
    if (!one) throw new CallError('not_found', 'no')
    return rev === 1 && one.rev > 1 ? { ...one, rev: 1, data: { ...one.data, isoCode: 'XX' } } : one
  })
  server.on(history, ({ id }) => {
    const { rev = 1 } = stored.get(id) ?? {}
    const list = Array.from({ length: rev }, (_, i) => ({
      rev: rev - i,
      updated: '2026-01-01T08:00:00.000Z',
      updatedBy: uuid(1),
      updatedByName: 'Vera Beispiel',
      ...(rev - i > 1 && { changeset: { label: 'Country code', paths: ['/isoCode'] } }),
    }))
    return { list, count: rev }
  })
  server.on(ids, () => ({ list: [], people: { [colleague]: 'Ben Kollege' } }))
})
const open = (description: ClassDescription, search = '') =>
  openScreen([{ path: '/admin', element: <AdminScreen description={description} /> }], `/admin${search}`)
const names = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent)
const at = (n: number) => `?entry=${uuid(n)}&drawer=entry`

describe('the list', () => {
  it('shows what is not deleted, sorted as the language does, and finds by any column and language', async () => {
    const user = userEvent.setup()
    const { address } = await open(descriptions.country)
    await screen.findByText('Schweiz')
    expect(names()).toEqual(['Österreich', 'Schweiz'])
    await user.type(screen.getByRole('searchbox', { name: 'Einträge suchen' }), 'ch')
    await waitFor(() => expect(names()).toEqual(['Österreich', 'Schweiz']))
    await user.type(screen.getByRole('searchbox'), 'weiz (EN)')
    await waitFor(() => expect(names()).toEqual(['Schweiz']))
    expect(address()).toContain('q=')
  })

  it('is narrowed by the choice that divides the class, and shows what lacks a translation or was deleted', async () => {
    await open(descriptions.region, `?of=${uuid(12)}`)
    await screen.findByText('Steiermark')
    expect(names()).toEqual(['Steiermark'])
    expect(screen.getAllByText('Österreich').length).toBeGreaterThan(0)
  })
  it('tells what the number behind several values stands for, on focus and by its name', async () => {
    const user = userEvent.setup()
    const lists = ['Deutschland', 'Österreich', 'Frankreich', 'Schweiz', 'Ungarn'].map((name, n) =>
      entity('list', uuid(30 + n), { title: { de_DE: name } }),
    )
    const permit = entity('permit', uuid(40), {
      title: { de_DE: 'W-Nummer' },
      lists: lists.map((list) => list.id),
    })
    for (const one of [...lists, permit]) stored.set(one.id, one)
    await open(descriptions.permit)
    expect(await screen.findByText('Deutschland, Österreich')).toBeTruthy()
    const more = screen.getByRole('button', { name: '+3: Frankreich, Schweiz, Ungarn' })
    expect(screen.queryByText('Frankreich, Schweiz, Ungarn')).toBeNull()
    while (document.activeElement !== more) await user.tab()
    expect(await screen.findByText('Frankreich, Schweiz, Ungarn')).toBeTruthy()
  })
  it('is saved as a table of what is listed: each field, texts by language, nothing that a program would run', async () => {
    const user = userEvent.setup()
    const files: { name: string; blob: Blob }[] = []
    const made = { createObjectURL: (blob: Blob) => `blob:${files.push({ name: '', blob }) - 1}` }
    Object.assign(URL, made, { revokeObjectURL: () => undefined })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    onTestFinished(() => click.mockRestore())
    click.mockImplementation(function (this: HTMLAnchorElement) {
      files[Number(this.href.slice('blob:'.length))]!.name = this.download
    })
    const formula = entity('region', uuid(23), { title: { de_DE: '=A1' }, country: uuid(12), active: false })
    stored.set(formula.id, formula)
    await open(descriptions.region, `?of=${uuid(12)}`)
    await screen.findByText('Steiermark')
    await user.click(screen.getByRole('button', { name: 'Einträge als CSV speichern' }))
    await waitFor(() => expect(files[0]?.name).toMatch(/^Regionen-\d{4}-\d{2}-\d{2}\.csv$/))
    expect((await files[0]!.blob.text()).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'ID;Titel (Deutsch);Land;Aktiv',
      `${uuid(23)};'=A1;Österreich;nein`,
      `${uuid(22)};Steiermark;Österreich;ja`,
    ])
  })
  it('gives each column what stands in it, and cuts the long ones first', () => {
    const column = (id: string, length: number, isFixed = false) => ({
      id,
      title: id,
      isDefault: true,
      isFixed,
      cell: () => null,
      lengthOf: () => length,
    })
    const columns = [column('name', 20, true), column('text', 60), column('yes', 2)]
    const widths = (room: number) =>
      fitToContent(columns, [country(11, 'Schweiz', 'CH')], room)
        .filter(({ isDefault }) => isDefault)
        .map(({ width }) => width)
    const [name, text, yes] = widths(1600) as [number, number, number]
    expect(text).toBeGreaterThan(name)
    expect(name).toBeGreaterThan(yes)
    const narrow = widths(600) as [number, number, number]
    expect(narrow).toHaveLength(3)
    expect(narrow.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(600)
    expect(narrow[2]).toBe(90)
    expect(widths(300)).toHaveLength(1)
  })
  it('shows entries that lack a text in a language of mine', async () => {
    await open(descriptions.region, '?show=untranslated')
    await screen.findByText('Steiermark')
    expect(names()).toEqual(['Steiermark'])
  })
})

describe('an entry', () => {
  it('says what is missing at its field, and is stored once it is whole; the list has it at once', async () => {
    const user = userEvent.setup()
    server.on(create, ({ entityclass, data }) => keep(entity(entityclass, uuid(50), data)))
    const { address } = await open(descriptions.country)
    await screen.findByText('Schweiz')
    const [button] = screen.getAllByRole('button', { name: 'Neuer Eintrag' })
    await user.click(button!)
    await user.type(await screen.findByRole('textbox', { name: 'Titel, Deutsch' }), 'Italien')
    await user.type(screen.getByRole('textbox', { name: /Ländercode/ }), 'ita')
    await user.keyboard('{Control>}s{/Control}')
    expect((await screen.findAllByText(/Bitte 2 Buchstaben/)).length).toBeGreaterThan(0)
    expect(server.inputs(create)).toEqual([])
    await user.clear(screen.getByRole('textbox', { name: /Ländercode/ }))
    await user.type(screen.getByRole('textbox', { name: /Ländercode/ }), 'it')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(address()).toContain(uuid(50)))
    expect(server.inputs(create)).toEqual([
      {
        entityclass: 'country',
        data: { title: { de_DE: 'Italien' }, isoCode: 'IT', enabled: true },
      },
    ])
    expect(names()).toEqual(['Italien', 'Österreich', 'Schweiz'])
  })

  it('says once what a new one lacks, at its fields, also before anything was typed', async () => {
    const user = userEvent.setup()
    await open(descriptions.label)
    await user.click((await screen.findAllByRole('button', { name: 'Neuer Eintrag' }))[0]!)
    await screen.findByRole('textbox', { name: 'Titel, Deutsch' })
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findAllByText('Bitte ausfüllen.')).toHaveLength(2)
    expect(screen.queryByText('Es gibt nichts zu speichern.')).toBeNull()
    expect(server.inputs(create)).toEqual([])
  })

  it('begins with the choice that the list is narrowed by', async () => {
    await open(descriptions.region, `?of=${uuid(12)}&entry=new&drawer=entry`)
    const form = await screen.findByRole('heading', { name: 'Neuer Eintrag' })
    expect(form).toBeTruthy()
    expect(await within(drawerHost.get()!).findByRole('button', { name: /Land.*Österreich/ })).toBeTruthy()
  })

  it('is saved with what changed only; what the server finds wrong stands at the field', async () => {
    const user = userEvent.setup()
    let isTaken = true
    server.on(updatefrompatch, (input) => {
      if (isTaken)
        throw new CallError('duplicate', 'taken', {
          key: 'duplicate',
          params: { path: '/isoCode' },
          path: '/isoCode',
        })
      const before = stored.get(input.id)!
      return keep({ ...before, rev: before.rev + 1, data: { ...before.data, isoCode: 'LI' } })
    })
    await open(descriptions.country, at(11))
    const code = await screen.findByRole('textbox', { name: /Ländercode/ })
    await user.clear(code)
    await user.type(code, 'AT')
    await user.keyboard('{Control>}s{/Control}')
    expect((await screen.findAllByText('Diesen Wert gibt es schon.')).length).toBeGreaterThan(0)
    isTaken = false
    await user.clear(code)
    await user.type(code, 'LI')
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Eintrag gespeichert')
    expect(server.inputs(updatefrompatch).at(-1)).toMatchObject({
      id: uuid(11),
      rev: 2,
      patch: [{ op: 'replace', path: '/isoCode', value: 'LI' }],
      changeset: { label: 'Ländercode', paths: ['/isoCode'] },
    })
    expect(screen.getByRole('cell', { name: 'LI' })).toBeTruthy()
  })

  it('asks before typed work is lost to another entry', async () => {
    const user = userEvent.setup()
    const { address } = await open(descriptions.country, at(11))
    await user.type(await screen.findByRole('textbox', { name: 'Titel, Deutsch' }), ' neu')
    await user.click(screen.getByRole('link', { name: 'Österreich' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getAllByRole('button', { name: 'Abbrechen' }).at(-1)!)
    expect(address()).toContain(uuid(11))
    expect(screen.getByRole('textbox', { name: 'Titel, Deutsch' })).toHaveProperty('value', 'Schweiz neu')
  })

  it('asks field by field where somebody else changed the same', async () => {
    const user = userEvent.setup()
    server.on(updatefrompatch, (input) => {
      const now = stored.get(input.id)!
      if (input.rev === 2) {
        keep({ ...now, rev: 3, updatedBy: colleague, data: { ...now.data, isoCode: 'CC' } })
        throw revisionConflict(2, 3)
      }
      return keep({ ...now, rev: now.rev + 1, data: { ...now.data, isoCode: 'LI' } })
    })
    await open(descriptions.country, at(11))
    const code = await screen.findByRole('textbox', { name: /Ländercode/ })
    await user.clear(code)
    await user.type(code, 'LI')
    await user.keyboard('{Control>}s{/Control}')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('CC')).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: 'Ihre Eingabe' }))
    await user.click(dialog.getByRole('button', { name: 'Speichern' }))
    await screen.findByText('Eintrag gespeichert')
    expect(server.inputs(updatefrompatch).at(-1)).toMatchObject({ rev: 3 })
  })

  it('is not deleted while something names it: what does is told with links', async () => {
    const user = userEvent.setup()
    server.on(disable, () => {
      throw ruleViolated('Still named', {
        key: 'stillNamedBy',
        params: { count: '21', names: 'Aargau' },
        namedBy: {
          count: 21,
          isMore: false,
          classes: { region: 21 },
          list: [{ id: uuid(21), entityclass: 'region', title: 'Aargau' }],
        },
      })
    })
    await open(descriptions.country, at(11))
    await user.click(await screen.findByRole('button', { name: 'Löschen' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Löschen' }))
    expect(await screen.findByText('Nicht gelöscht: wird noch verwendet (21)')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Aargau' })
    expect(link.getAttribute('href')).toBe(`/admin/regionmanagement?entry=${uuid(21)}&drawer=entry`)
    expect(screen.getByText('und 20 weitere')).toBeTruthy()
  })

  it('leaves the list when it is deleted, and comes back', async () => {
    const user = userEvent.setup()
    server.on(disable, ({ id }) => {
      keep({ ...stored.get(id)!, rev: 3, disabled: true })
      return { id }
    })
    server.on(restore, ({ id }) => keep({ ...stored.get(id)!, rev: 4, disabled: false }))
    await open(descriptions.country, at(11))
    await user.click(await screen.findByRole('button', { name: 'Löschen' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Löschen' }))
    expect(await screen.findByText('Dieser Eintrag ist gelöscht.')).toBeTruthy()
    await waitFor(() => expect(names()).toEqual(['Österreich']))
    expect(screen.getByRole('textbox', { name: /Ländercode/ })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Wiederherstellen' }))
    await waitFor(() => expect(names()).toEqual(['Österreich', 'Schweiz']))
  })

  it('shows its history in words, and goes back to a revision', async () => {
    const user = userEvent.setup()
    server.on(revert, ({ id }) => {
      const now = stored.get(id)!
      return keep({ ...now, rev: 3, data: { ...now.data, isoCode: 'XX' } })
    })
    await open(descriptions.country, at(11))
    await user.click(await screen.findByRole('tab', { name: 'Verlauf' }))
    expect(await screen.findByRole('row', { name: /Ländercode XX CH/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /Revision 1.*Angelegt/ }))
    await user.click(await screen.findByRole('button', { name: 'Auf Revision 1 zurücksetzen' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Auf Revision 1 zurücksetzen' }))
    await screen.findByText('Auf Revision 1 zurückgesetzt')
    expect(screen.getByRole('row', { name: 'Schweiz XX ja' })).toBeTruthy()
    expect(server.inputs(revert)).toEqual([{ id: uuid(11), rev: 2, toRev: 1 }])
  })

  it('can be read by who may not write it', async () => {
    openScreen(
      [{ path: '/admin', element: <AdminScreen description={descriptions.country} /> }],
      `/admin${at(11)}`,
      actor({ role: 'editor' }),
    )
    expect(await screen.findByRole('textbox', { name: /Ländercode/ })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Löschen' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Neuer Eintrag' })).toBeNull()
  })
})

describe('a new class', () => {
  it('is a description: it has a list, a form and every kind of field', async () => {
    const user = userEvent.setup()
    const described: ClassDescription = {
      // Stands for a class that there is not yet.
      entityclass: 'hobbygarden',
      schema: z.strictObject({
        title: localized,
        color: z.string().optional(),
        order: z.number().int().default(3),
        lists: z.array(z.string()).default([]),
        type: z.enum(['unit', 'origin']).default('unit'),
        active: z.boolean().default(true),
      }),
      title: 'title',
      fields: [
        { key: 'title', kind: 'localizedLong', isRequired: true },
        { key: 'color', kind: 'colour' },
        { key: 'order', kind: 'number', isWhole: true },
        { key: 'lists', kind: 'many', from: { entities: 'country' } },
        { key: 'type', kind: 'select', from: { values: ['unit', 'origin'], texts: 'optionType' } },
        { key: 'active', kind: 'check' },
      ],
      columns: ['color', 'type'],
    }
    server.on(create, ({ entityclass, data }) => keep(entity(entityclass, uuid(60), data)))
    await open(described, '?entry=new&drawer=entry')
    await user.type(await screen.findByRole('textbox', { name: 'Titel, Deutsch' }), 'Beet')
    await user.type(screen.getByPlaceholderText('#1a7f37'), '#123456')
    await user.click(screen.getByRole('checkbox', { name: 'Aktiv' }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.inputs(create)).toHaveLength(1))
    expect(server.inputs(create)[0]?.data).toEqual({
      title: { de_DE: 'Beet' },
      color: '#123456',
      order: 3,
      lists: [],
      type: 'unit',
      active: false,
    })
    await waitFor(() => expect(names()).toEqual(['Beet']))
    expect(screen.getByRole('cell', { name: '#123456' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: 'Einheiten' })).toBeTruthy()
  })

  it('has a route of its own: each route of administration data leads to a class that is described', async () => {
    const routes = appRoutes.filter(({ texts }) => texts === 'admin')
    expect(routes.length).toBeGreaterThanOrEqual(Object.keys(descriptions).length)
    for (const route of routes) expect(await route.lazy()).toBeTypeOf('function')
  })
})

describe('the sheet of texts', () => {
  it('has one language of all that is listed typed below each other, and saves what changed, against others too', async () => {
    const user = userEvent.setup()
    server.on(updatefrompatch, ({ id, rev, patch }) => {
      const before = stored.get(id)!
      if (rev !== before.rev) throw revisionConflict(rev, before.rev)
      const after = applyJsonPatch(before.data, patch as JsonPatch)
      if (!after.ok) throw new Error(after.reason)
      return keep({ ...before, rev: rev + 1, data: after.document })
    })
    await open(descriptions.country)
    await screen.findByText('Schweiz')
    await user.click(screen.getByRole('button', { name: 'Übersetzen' }))
    const sheet = await screen.findByRole('dialog', { name: 'Übersetzungen' })
    const cell = (name: string) => within(sheet).getByRole('textbox', { name: `${name}, Englisch` })
    await user.clear(cell('Österreich'))
    await user.type(cell('Österreich'), 'Austria{Enter}')
    expect(document.activeElement).toBe(cell('Schweiz'))
    // Lines of another sheet go into the rows from there on.
    cell('Österreich').focus()
    await user.paste('Austria\r\nSwitzerland\r\n')
    expect((cell('Schweiz') as HTMLInputElement).value).toBe('Switzerland')
    // Somebody has changed another thing of the one, and the same text of the other.
    const [swiss, austria] = [stored.get(uuid(11))!, stored.get(uuid(12))!]
    keep({ ...austria, rev: 2, data: { ...austria.data, enabled: false } })
    keep({ ...swiss, rev: 3, data: { ...swiss.data, title: { de_DE: 'Schweiz', en_GB: 'Swiss' } } })
    await user.click(within(sheet).getByRole('button', { name: '2 Texte speichern' }))
    expect(await within(sheet).findByText('Inzwischen steht hier: Swiss')).toBeTruthy()
    expect(stored.get(uuid(12))?.data).toEqual({
      title: { de_DE: 'Österreich', en_GB: 'Austria' },
      isoCode: 'AT',
      enabled: false,
    })
    expect(stored.get(uuid(11))?.data['title']).toEqual({ de_DE: 'Schweiz', en_GB: 'Swiss' })
    // It is still typed, and saved by whoever means it.
    await user.click(within(sheet).getByRole('button', { name: '1 Text speichern' }))
    await waitFor(() =>
      expect(stored.get(uuid(11))?.data['title']).toEqual({ de_DE: 'Schweiz', en_GB: 'Switzerland' }),
    )
  })
})
