/** Fee schedules: a list that says what a year lacks, a page that checks in words, and a try-out that prices what is typed. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { copyfeeschedule } from '../../shared/calls/bml/invoice/copyfeeschedule.ts'
import { preview } from '../../shared/calls/bml/invoice/preview.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fixedIds } from '../../shared/constants.ts'
import { CallError } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { EntityOf } from '../../shared/model/entity-data.ts'
import { type FeeSchedule, feeSchedule } from '../../shared/model/fee-schedule.ts'
import { applyJsonPatch } from '../../shared/rules/json-patch.ts'
import { FeeSchedulesScreen } from '../../web/features/admin/fees/list-screen.tsx'
import { newSchedule, scheduleIssues } from '../../web/features/admin/fees/model/schedule.ts'
import { itemsOf } from '../../web/features/admin/fees/model/tryout.ts'
import { FeeScheduleScreen } from '../../web/features/admin/fees/schedule-screen.tsx'
import { notices } from '../../web/frame/notify.ts'
import {
  actor,
  entity,
  type FakeServer,
  fakeServer,
  openScreen,
  provideDrawerHost,
  uuid,
} from './screen-kit.tsx'

const [aare, rhine, old, compost, company] = [uuid(90), uuid(91), uuid(70), uuid(61), uuid(41)]
const fertilisers = fixedIds.mainCategory.fertilisers
const fees = { base: 120, base_16plus: 60, extraCategories: 45.5, restBase: 80, restMonthly: 10 }
const year = new Date().getFullYear()
const schedule = (id: string, change: Record<string, unknown> = {}, rev = 1): Entity =>
  entity(
    'feeschedule',
    id,
    feeSchedule.parse({
      institution: aare,
      year: year - 1,
      currency: 'CHF',
      vatPercent: 8.1,
      eu: { ...fees, discounts: [{ category: compost, percent: 50 }] },
      national: { ...fees, base: 30 },
      ...change,
    }),
    rev,
  )

let server: FakeServer
let stored: Map<string, Entity>
provideDrawerHost()
beforeEach(() => {
  server = fakeServer()
  stored = new Map([[old, schedule(old)]])
  server.on(loadReference, () => ({
    classes: {
      institution: [
        entity('institution', aare, {
          title: { de_DE: 'Aaretal' },
          vatPercent: 7.7,
          paymentDeadline: 20,
          invoiceTextsYearly: { de_DE: 'Danke.' },
        }),
        entity('institution', rhine, { title: { de_DE: 'Rheintal' } }),
      ],
      category: [
        entity('category', fertilisers, {
          title: { de_DE: 'Düngemittel' },
          order: 1,
          mainCategoryKey: 'fertilisers',
          disabled: false,
        }),
        entity('category', compost, {
          title: { de_DE: 'Kompost' },
          order: 1,
          parent: fertilisers,
          mainCategoryKey: 'fertilisers',
          disabled: false,
        }),
      ],
    },
  }))
  server.on(execute, ({ entityClass }) => {
    const list = [...stored.values()].filter((one) => one.entityclass === entityClass)
    return { list, count: list.length }
  })
  server.on(get, ({ id }) => {
    const one = stored.get(id)
    if (!one) throw new CallError('not_found', 'no')
    return one
  })
  server.on(copyfeeschedule, ({ id, institution = aare, year: to, raisePercent = 0 }) => {
    const isOf = ({ data }: Entity) => data['institution'] === institution && data['year'] === to
    if ([...stored.values()].some(isOf))
      throw new CallError('duplicate', 'taken', { key: 'duplicate', path: '/key' })
    const before = stored.get(id)!.data as unknown as FeeSchedule
    const eu = { ...before.eu, base: (before.eu.base * (100 + raisePercent)) / 100 }
    if (eu.base > 1_000_000)
      throw new CallError('invalid_input', 'no', { issues: [{ path: '/eu/base', expected: 'less' }] })
    const made = schedule(uuid(73), { ...before, institution, year: to, eu })
    stored.set(made.id, made)
    return made as EntityOf<'feeschedule'>
  })
  server.on(create, ({ data }) => {
    const made = { ...schedule(uuid(71)), data } as Entity
    stored.set(made.id, made)
    return made
  })
  server.on(updatefrompatch, ({ id, patch }) => {
    const before = stored.get(id)!
    const done = applyJsonPatch(before.data, patch as never)
    const after = { ...before, rev: before.rev + 1, data: done.ok ? (done.document as Entity['data']) : {} }
    stored.set(id, after)
    return after
  })
})
const routes = [
  { path: '/admin/feeschedule', element: <FeeSchedulesScreen /> },
  { path: '/admin/feeschedule/:scheduleId', element: <FeeScheduleScreen /> },
]
const open = (address: string) => openScreen(routes, address)
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

describe('the list of fee schedules', () => {
  it('says which institution lacks one for this year, copies that of the year before with a raise, and opens the copy', async () => {
    const user = userEvent.setup()
    const { address } = open('/admin/feeschedule')
    expect(await screen.findByText(new RegExp(`Für ${year} fehlt die Gebührenordnung: Aaretal`))).toBeTruthy()
    expect(screen.getByRole('link', { name: `Aaretal ${year - 1}` })).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Neue Gebührenordnung' })[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'Neue Gebührenordnung' })
    const raise = within(dialog).getByRole('textbox', { name: /Erhöhung/ })
    await user.clear(raise)
    await user.type(raise, '2,5')
    await user.click(within(dialog).getByRole('button', { name: 'Kopieren' }))
    await waitFor(() => expect(address()).toBe(`/admin/feeschedule/${uuid(73)}`))
    expect(server.inputs(copyfeeschedule)).toEqual([{ id: old, institution: aare, year, raisePercent: 2.5 }])
    expect((await field('Jahresgebühr (Basisliste)')).value).toBe('123,00')
  })
  it('has room for the words of its heads, which differ by language, beside the arrow that sorts', async () => {
    open('/admin/feeschedule')
    const head = await screen.findByRole('columnheader', { name: /^Jahr(?!es)/ })
    // The least that a column has otherwise.
    expect(Number.parseInt(head.style.width, 10)).toBeGreaterThan(90)
  })
  it('prepares one from nothing on its page, with the terms of its institution, and stores it when it is saved', async () => {
    const user = userEvent.setup()
    const { address } = open('/admin/feeschedule')
    await user.click((await screen.findAllByRole('button', { name: 'Neue Gebührenordnung' }))[0]!)
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: /^Gebühren und Rabatte übernehmen von/ }))
    await user.click(await screen.findByRole('option', { name: 'Nichts übernehmen' }))
    await user.click(within(dialog).getByRole('button', { name: 'Vorbereiten' }))
    // Tax, days and texts are the institution's of today.
    expect((await field('Mehrwertsteuer in %')).value).toBe('7,7')
    expect((await field('Zahlungsfrist in Tagen')).value).toBe('20')
    expect(server.inputs(create)).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Speichern/ }))
    await waitFor(() => expect(address()).toBe(`/admin/feeschedule/${uuid(71)}`))
    expect(server.inputs(create)[0]).toMatchObject({
      entityclass: 'feeschedule',
      data: { institution: aare, year, eu: { base: 0 }, textsYearly: { de_DE: 'Danke.' } },
    })
  })
  it('refuses a second one for the same year', async () => {
    stored.set(uuid(72), schedule(uuid(72), { year }))
    const user = userEvent.setup()
    open('/admin/feeschedule')
    await user.click((await screen.findAllByRole('button', { name: 'Neue Gebührenordnung' }))[0]!)
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: /^Institution/ }))
    await user.click(await screen.findByRole('option', { name: 'Aaretal' }))
    const of = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Jahr/ })
    expect(of.value).toBe(String(year + 1))
    await user.clear(of)
    await user.type(of, String(year))
    expect(within(dialog).getByText('Für dieses Jahr gibt es schon eine Gebührenordnung.')).toBeTruthy()
    expect(within(dialog).getByRole('link', { name: `Aaretal ${year}` })).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Kopieren' })).toHaveProperty('disabled', true)
  })
})

describe('copying a fee schedule to another year', () => {
  const openCopy = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'In ein anderes Jahr kopieren …' }))
    return within(await screen.findByRole('dialog', { name: 'In ein anderes Jahr kopieren' }))
  }
  it('offers the year after, without a raise, opens the copy and says so', async () => {
    const user = userEvent.setup()
    const { address } = open(`/admin/feeschedule/${old}`)
    const dialog = await openCopy(user)
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Jahr/ }).value).toBe(String(year))
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Erhöhung/ }).value).toBe('0')
    await user.click(dialog.getByRole('button', { name: 'Kopieren' }))
    await waitFor(() => expect(address()).toBe(`/admin/feeschedule/${uuid(73)}`))
    expect(server.inputs(copyfeeschedule)).toEqual([{ id: old, institution: aare, year, raisePercent: 0 }])
    expect(notices.get().map(({ text }) => text)).toEqual([`Aaretal ${year - 1} als Aaretal ${year} kopiert`])
  })
  it('offers no year that has one, deleted or not', async () => {
    stored.set(uuid(72), schedule(uuid(72), { year }))
    stored.set(uuid(74), { ...schedule(uuid(74), { year: year + 1 }), disabled: true })
    const user = userEvent.setup()
    open(`/admin/feeschedule/${old}`)
    const dialog = await openCopy(user)
    await waitFor(() =>
      expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Jahr/ }).value).toBe(String(year + 2)),
    )
  })
  it('says at its field which year has one: as it is known here, else as the server says', async () => {
    stored.set(uuid(74), { ...schedule(uuid(74), { year: year + 1 }), disabled: true })
    const user = userEvent.setup()
    const { address } = open(`/admin/feeschedule/${old}`)
    const dialog = await openCopy(user)
    const at = dialog.getByRole('textbox', { name: /^Jahr/ })
    // Somebody else makes it meanwhile.
    stored.set(uuid(72), schedule(uuid(72), { year }))
    await user.click(dialog.getByRole('button', { name: 'Kopieren' }))
    expect(await dialog.findByText('Für dieses Jahr gibt es schon eine Gebührenordnung.')).toBeTruthy()
    expect(await dialog.findByRole('link', { name: `Aaretal ${year}` })).toBeTruthy()
    await user.clear(at)
    await user.type(at, String(year + 1))
    expect(dialog.getByText(/gibt es eine gelöschte Gebührenordnung/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Kopieren' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('link', { name: `Aaretal ${year + 1}` }))
    await waitFor(() => expect(address()).toBe(`/admin/feeschedule/${uuid(74)}`))
  })
  it('says in words what is no raise, and what a raise brings beyond what there is', async () => {
    stored.set(old, schedule(old, { eu: { ...fees, base: 900_000 } }))
    const user = userEvent.setup()
    open(`/admin/feeschedule/${old}`)
    const dialog = await openCopy(user)
    const raise = dialog.getByRole('textbox', { name: /^Erhöhung/ })
    const button = dialog.getByRole('button', { name: 'Kopieren' })
    await user.clear(raise)
    await user.type(raise, 'viel')
    await user.tab()
    expect(await dialog.findByText(/^Keine Prozentangabe/)).toBeTruthy()
    expect(button).toHaveProperty('disabled', true)
    await user.clear(raise)
    await user.type(raise, '1001')
    expect(await dialog.findByText('Höchstens 1000 %; Senkungen bis −100 %.')).toBeTruthy()
    expect(button).toHaveProperty('disabled', true)
    await user.clear(raise)
    await user.type(raise, '20')
    await user.click(button)
    expect(await dialog.findByText('Damit läge eine Gebühr über 1.000.000.')).toBeTruthy()
  })
  it('asks first what becomes of changes: what is copied is what is stored', async () => {
    const user = userEvent.setup()
    open(`/admin/feeschedule/${old}`)
    const base = await field('Jahresgebühr (Basisliste)')
    await user.clear(base)
    await user.type(base, '1205')
    await user.click(screen.getByRole('button', { name: 'In ein anderes Jahr kopieren …' }))
    const question = await screen.findByRole('dialog', { name: 'Änderungen speichern?' })
    expect(screen.queryByRole('dialog', { name: 'In ein anderes Jahr kopieren' })).toBeNull()
    await user.click(within(question).getByRole('button', { name: 'Speichern' }))
    const dialog = await screen.findByRole('dialog', { name: 'In ein anderes Jahr kopieren' })
    await user.click(within(dialog).getByRole('button', { name: 'Kopieren' }))
    await waitFor(() => expect(stored.get(uuid(73))?.data).toMatchObject({ year, eu: { base: 1205 } }))
  })
  it('is offered to nobody who may not write', async () => {
    openScreen(routes, `/admin/feeschedule/${old}`, actor({ role: 'editor' }))
    await field('Jahresgebühr (Basisliste)')
    expect(screen.queryByRole('button', { name: /kopieren/ })).toBeNull()
  })
})

describe('a fee schedule', () => {
  it('says in words what is wrong at its field, and saves what was changed', async () => {
    const user = userEvent.setup()
    open(`/admin/feeschedule/${old}`)
    const base = await field('Jahresgebühr (Basisliste)')
    await user.clear(base)
    await user.tab()
    expect((await screen.findAllByText(/Bitte ausfüllen; 0, wenn/)).length).toBeGreaterThan(0)
    await user.type(base, '12,34567')
    await user.tab()
    expect((await screen.findAllByText(/höchstens 4 Nachkommastellen/)).length).toBeGreaterThan(0)
    await user.clear(base)
    await user.type(base, '130')
    await user.clear(await field('Rabatt für Kompost, in Prozent'))
    await user.type(await field('Rabatt für Kompost, in Prozent'), '40')
    await user.click(screen.getByRole('button', { name: /^Speichern/ }))
    await waitFor(() => expect(stored.get(old)?.rev).toBe(2))
    expect(stored.get(old)?.data).toMatchObject({
      eu: { base: 130, discounts: [{ category: compost, percent: 40 }] },
    })
  })
  it('adds a category with a discount, and removes it again', async () => {
    const user = userEvent.setup()
    open(`/admin/feeschedule/${old}`)
    await user.click(await screen.findByRole('button', { name: 'Rabatt hinzufügen (Länderlisten)' }))
    const dialog = await screen.findByRole('dialog', { name: 'Kategorie mit Rabatt' })
    await user.click(within(dialog).getByRole('radio', { name: /Düngemittel/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Übernehmen' }))
    const percent = await field('Rabatt für Düngemittel, in Prozent')
    expect(percent.value).toBe('50')
    // What is proposed is overwritten by who types at once.
    await waitFor(() => expect(percent).toBe(document.activeElement))
    await user.keyboard('12,5')
    expect(percent.value).toBe('12,5')
    await user.click(screen.getByRole('button', { name: 'Rabatt für Düngemittel entfernen' }))
    expect(screen.queryByRole('textbox', { name: 'Rabatt für Düngemittel, in Prozent' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Speichern/ })).toBeNull()
  })
  it('is only read by who may not write it', async () => {
    openScreen(routes, `/admin/feeschedule/${old}`, actor({ role: 'editor' }))
    expect(await field('Jahresgebühr (Basisliste)')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: /Rabatt hinzufügen|Löschen/ })).toBeNull()
  })
  it('says that there is none at an address that leads to nothing', async () => {
    open(`/admin/feeschedule/${uuid(1)}`)
    expect(await screen.findByText('Diese Gebührenordnung gibt es nicht.')).toBeTruthy()
  })
})

describe('the try-out', () => {
  const result = () => screen.findByRole('region', { name: 'Ergebnis' })
  it('opens beside the page, and leaves the focus where it was pressed', async () => {
    const user = userEvent.setup()
    open(`/admin/feeschedule/${old}`)
    const opener = await screen.findByRole('button', { name: 'Proberechnung' })
    opener.focus()
    await user.keyboard('{Enter}')
    await field('Anzahl Produkte')
    expect(opener).toBe(document.activeElement)
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Anzahl Produkte' })).toBeNull())
  })
  it('prices a made-up company by what is typed, at once', async () => {
    const user = userEvent.setup()
    open(`/admin/feeschedule/${old}?drawer=tryout`)
    const count = await field('Anzahl Produkte')
    await user.clear(count)
    await user.type(count, '16')
    // 15 × 120 + 60 = 1860, and the tax.
    expect(await within(await result()).findByText('1.860,00')).toBeTruthy()
    expect(within(await result()).getByText('2.010,66 CHF')).toBeTruthy()
    const base = await field('Jahresgebühr (Basisliste)')
    await user.clear(base)
    await user.type(base, '100')
    expect(await within(await result()).findByText('1.560,00')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Erstrechnung' }))
    await user.click(screen.getByRole('button', { name: /^Aktiviert im/ }))
    await user.click(await screen.findByRole('option', { name: 'Dezember' }))
    // 16 × (80 + 10 × 1 month).
    expect(await within(await result()).findByText('1.440,00')).toBeTruthy()
  })
  it('prices what a company is billed for, and says the difference to what is stored', async () => {
    const user = userEvent.setup()
    const line = { count: 1, price: 120, scope: 'eu' as const, listId: fixedIds.list.base }
    const sums = [1, 2].map((n) => ({
      ...line,
      rule: 'eu_base',
      amount: 120,
      productId: uuid(n),
      products: [uuid(n)],
    }))
    server.on(preview, ({ companyId }) => ({
      list: [
        {
          institution: aare,
          companyId,
          company: 'Muster AG',
          outcome: 'new' as const,
          currency: 'CHF',
          totals: { net: 240, vatPercent: 8.1, vat: 19.44, gross: 259.44 },
          notBilled: [],
          problems: [],
          sums,
        },
      ],
    }))
    server.on(search, () => ({
      list: [
        { id: uuid(1), rev: 1, columns: { category: compost } },
        { id: uuid(2), rev: 1, columns: { category: fertilisers } },
      ],
      count: 2,
    }))
    server.on(execute, ({ entityClass }) =>
      entityClass === 'company'
        ? { list: [{ id: company, rev: 1, columns: { name: 'Muster AG' } }], count: 1 }
        : { list: [...stored.values()], count: stored.size },
    )
    open(`/admin/feeschedule/${old}?drawer=tryout`)
    await user.click(await screen.findByRole('button', { name: 'Bestehende Firma' }))
    await user.click(screen.getByRole('button', { name: /^Firma Auswählen/ }))
    await user.click(await screen.findByRole('option', { name: /Muster AG/ }))
    // The discount of compost: 60 + 120.
    expect(await within(await result()).findByText('180,00')).toBeTruthy()
    expect(
      screen.getByText(/Nach der gespeicherten Gebührenordnung: netto 240,00 CHF; Unterschied: -60,00/),
    ).toBeTruthy()
    expect(server.inputs(preview)[0]).toMatchObject({ companyId: company, targetYear: year - 1 })
  })
})

describe('the draft of a fee schedule', () => {
  it('has the currency of its country, and no fees, where nothing is copied', () => {
    const institution = {
      id: aare,
      data: { title: {}, users: [], corePartner: false, yearlyInvoiceRun: false },
    }
    const made = newSchedule({ institution, year, country: 'SE' })
    expect(made).toMatchObject({ currency: 'SEK', paymentDays: 30, eu: { base: 0, discounts: [] } })
    expect(scheduleIssues(made)).toEqual([])
  })
  it('names a category that stands twice', () => {
    const discounts = [
      { category: compost, percent: 10 },
      { category: compost, percent: 20 },
    ]
    const data = { ...schedule(old).data, eu: { ...fees, discounts } }
    expect(scheduleIssues(data)).toMatchObject([{ path: '/eu/discounts/1/percent', key: 'twice' }])
  })
  it('takes months and special items from the lines of an invoice', () => {
    const at = { scope: 'eu' as const, listId: fixedIds.list.base, productId: uuid(1), products: [uuid(1)] }
    const { items, specialItems } = itemsOf(
      [
        { ...at, rule: 'eu_restBase', count: 1, price: 80, amount: 80 },
        { ...at, rule: 'eu_restMonthly', count: 4, price: 10, amount: 40 },
        { rule: 'a'.repeat(40), count: 2, price: 15, amount: 30, products: [uuid(1)], text: 'Muster' },
      ],
      new Map(),
      new Map(),
    )
    expect(items).toMatchObject([{ productId: uuid(1), activationMonth: 9 }])
    expect(specialItems).toMatchObject([{ text: 'Muster', amount: 15 }, { amount: 15 }])
  })
})
