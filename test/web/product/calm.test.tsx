import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { load } from '../../../shared/calls/bml/product/load.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ComponentRow, ProductData } from '../../../shared/model/product.ts'
import { addYears, storedDay } from '../../../shared/rules/dates.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
import { sumsOf } from '../../../web/features/product/model/sums.ts'
import { agoText } from '../../../web/ui/age.ts'
import { todayText } from '../../../web/ui/date-text.ts'
import {
  colleagueId,
  meId,
  nationalId,
  openProduct,
  productServer,
  standardId,
  startData,
  text,
} from './page-kit.tsx'

const today = storedDay(todayText())
const approved = {
  active: true,
  hasEverBeenApproved: true,
  approvalInitiatorAccountId: meId,
  finalApprovalAccountId: colleagueId,
  finalApprovalDate: addYears(today, -1),
}
const withApproval = (row: Record<string, unknown>, list = baseList): ProductData =>
  setKey(startData(), list, '_approval', { [standardId]: { active: true, ...row } })
const marks = () => screen.queryAllByRole('button', { name: /^Quelle von/ })

describe('what is usual is not marked', () => {
  test('no field of the base list has a mark', async () => {
    productServer()
    openProduct()
    await screen.findByText('Kompost Plus')
    expect(marks()).toEqual([])
  })
  test('in another list only its own values have one, and a sentence says what the others are', async () => {
    productServer()
    openProduct(nationalId)
    await screen.findByText('Nur hier')
    expect(marks().map((one) => one.getAttribute('aria-label'))).toContainEqual(
      expect.stringMatching(/^Quelle von Interne Bemerkung/),
    )
    expect(
      marks().some((one) => /Handelsname|GTIN|Kategorie/.test(one.getAttribute('aria-label') ?? '')),
    ).toBe(false)
    expect(screen.getAllByText('Werte ohne Kennzeichnung stammen aus den Basisdaten.')).toHaveLength(2)
  })
  test("companies and components of another list are told as its own, not as the base data's", async () => {
    productServer(
      setKey(startData(), nationalId, '_companies', {
        c1: { company: meId, role: 'distributor', _order: 0 },
      }),
    )
    openProduct(nationalId)
    await screen.findByText('Nur hier')
    const told = screen.getAllByText(
      /^(Eigene Werte dieser Liste|Werte ohne Kennzeichnung .*)\.$|^Firmen und Rollen$/,
    )
    expect(told.map((one) => one.textContent)).toEqual([
      'Werte ohne Kennzeichnung stammen aus den Basisdaten.',
      'Firmen und Rollen',
      // Said once: the list has no components.
      'Eigene Werte dieser Liste.',
      'Werte ohne Kennzeichnung stammen aus den Basisdaten.',
    ])
  })
  test('nor while it is edited, also of a derived product: a sign without a word is the way to its source', async () => {
    const user = userEvent.setup()
    const server = productServer({ ...startData(), derivedProductId: meId })
    server.fake.on(load, () => ({
      ...server.now(),
      derivedValues: { [baseList]: { 'basis-f5': text('7610000000017') } },
    }))
    openProduct()
    await screen.findByText('Kompost Plus')
    await user.keyboard('e')
    await screen.findByRole('textbox', { name: 'GTIN' })
    expect(marks().map((one) => one.textContent)).toContain('')
    expect(marks().filter((one) => one.textContent !== '')).toEqual([])
  })
  test('a value of another list that follows the base data has none while it is edited, either', async () => {
    const user = userEvent.setup()
    productServer({ ...startData(), derivedProductId: meId })
    openProduct(nationalId)
    await screen.findByText('Nur hier')
    await user.keyboard('e')
    await screen.findByRole('button', { name: 'Handelsname: eigenen Wert eingeben' })
    const told = marks().map((one) => one.textContent)
    expect(told).toContain('Eigener Wert')
    expect(told).not.toContain('Basis')
    // It is the way to the parent product all the same.
    expect(screen.getByRole('button', { name: /^Quelle von Handelsname: Basis/ })).toBeTruthy()
  })
  test('empty fields fold away while reading, and are there for editing', async () => {
    const user = userEvent.setup()
    productServer()
    openProduct()
    await screen.findByText('7610000000017')
    const folded = screen.getByRole('button', { name: /^\d+ leere Felder$/ })
    expect(folded.getAttribute('aria-expanded')).toBe('false')
    await user.click(folded)
    expect(folded.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('e')
    expect(await screen.findByRole('textbox', { name: /Interne Bemerkung/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /leere Felder/ })).toBeNull()
  })
})

describe('the lists of a product', () => {
  test('tell open, initiated, expired and approved approvals apart', async () => {
    const national = { ...approved, begin: addYears(today, -2), end: addYears(today, -1) }
    productServer(
      setKey(withApproval({ ...approved, begin: today, end: addYears(today, 1) }), nationalId, '_approval', {
        [standardId]: national,
      }),
    )
    openProduct()
    const lists = await screen.findByRole('navigation', { name: 'Listen des Produkts' })
    expect(within(lists).getByRole('link', { name: /Basisdaten/ }).textContent).toContain('Zugelassen')
    expect(within(lists).getByRole('link', { name: /Schweiz/ }).textContent).toContain('Abgelaufen')
  })
  test('say that nothing is approved by one word', async () => {
    productServer()
    openProduct()
    const lists = await screen.findByRole('navigation', { name: 'Listen des Produkts' })
    expect(within(lists).getByRole('link', { name: /Basisdaten/ }).textContent).toContain('Offen')
  })
})

describe('an approval', () => {
  const card = () => screen.findByRole('row', { name: 'Basiszulassung' })
  test('that is initiated shows the proposal first, and the period before as old', async () => {
    productServer(
      withApproval({
        ...approved,
        begin: addYears(today, -1),
        end: today,
        tmp_begin: today,
        tmp_end: addYears(today, 1),
        approvalInitiatorAccountId: colleagueId,
        approvalInitiationDate: today,
      }),
    )
    openProduct(`${baseList}?tab=approvals`)
    const labels = within(await card())
      .getAllByRole('term')
      .map((one) => one.textContent)
    expect(labels.slice(0, 3)).toEqual(['Vorgesehen', 'Bisher', 'Eingeleitet'])
  })
  test('that ran out says when it was valid, not that it is', async () => {
    productServer(withApproval({ ...approved, begin: addYears(today, -2), end: addYears(today, -1) }))
    openProduct(`${baseList}?tab=approvals`)
    const labels = within(await card())
      .getAllByRole('term')
      .map((one) => one.textContent)
    expect(labels).toContain('War gültig')
  })
  test('says what is missing once', async () => {
    productServer()
    openProduct(`${baseList}?tab=approvals`)
    const other = await screen.findByRole('row', { name: 'Verband' })
    expect(within(other).getAllByText(/Basiszulassung/)).toHaveLength(1)
  })
  test('is reset by a button that is not the filled one, in a dialog that names product and list and what goes', async () => {
    const user = userEvent.setup()
    productServer(withApproval({ ...approved, begin: addYears(today, -1), end: addYears(today, 1) }))
    openProduct(`${baseList}?tab=approvals`)
    await user.click(within(await card()).getByRole('button', { name: 'Weitere Aktionen zu Basiszulassung' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Zulassung zurücksetzen' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Kompost Plus · Basisdaten')).toBeTruthy()
    expect(within(dialog).getByText('Entfernt wird:')).toBeTruthy()
    expect(
      within(dialog)
        .getAllByRole('term')
        .map((one) => one.textContent),
    ).toContain('Zeitraum')
    expect(within(dialog).getByRole('button', { name: 'Zulassung zurücksetzen' }).className).not.toContain(
      'primary',
    )
  })
})

describe('sums of components', () => {
  const row = (amount: number | undefined, unit?: string): ComponentRow => ({
    component: meId,
    secrecy: 'public',
    ...(amount === undefined ? {} : { amount }),
    ...(unit ? { unit } : {}),
  })
  test('are made for each unit with more than one amount, without the errors of floats', () => {
    expect(sumsOf([row(0.1), row(0.2), row(3, 'kg'), row(undefined)]).map((r) => r.amount)).toEqual([0.3])
    expect(sumsOf([row(1, 'kg'), row(2, 'kg'), row(50), row(50)]).map((r) => r.amount)).toEqual([3, 100])
    expect(sumsOf([])).toEqual([])
  })
  test('stand below the components', async () => {
    const components = { c1: row(60), c2: { ...row(4.1), _order: 1 } }
    productServer(setKey(startData(), baseList, '_components', { base: components, additional: {} }))
    openProduct()
    const line = (await screen.findByRole('rowheader', { name: 'Summe' })).closest('tr')!
    expect(line.textContent).toMatch(/64,1\s%/)
  })
})

test.each([
  ['2026-03-10T11:59:30Z', 'gerade eben'],
  ['2026-03-10T11:20:00Z', 'vor 40 Minuten'],
  ['2026-03-10T02:00:00Z', 'vor 10 Stunden'],
  ['2026-03-09T20:00:00Z', 'gestern'],
  // 38 hours ago is not yesterday.
  ['2026-03-08T22:00:00Z', 'vorgestern'],
  ['2026-03-05T12:00:00Z', 'vor 5 Tagen'],
  ['2026-03-03T12:00:00Z', undefined],
])('a moment %s is told as %s', (iso, said) => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  const dayOf = (at: number) => Math.floor(at / 86_400_000)
  expect(agoText(Date.parse(iso), { now, tag: 'de-DE', justNow: 'gerade eben', dayOf })).toBe(said)
})

describe('a list without components', () => {
  const told = async (more: Partial<Actor>) => {
    productServer()
    openProduct(baseList, more)
    return (await screen.findByText(/^Keine Komponenten/)).textContent
  }
  test('says so to whom nothing is hidden', async () => {
    expect(await told({ role: 'admin' })).toBe('Keine Komponenten.')
  })
  test('says that some may be hidden to whom some may', async () => {
    expect(await told({ role: 'editor', institutions: [] })).toBe('Keine Komponenten, die Sie sehen dürfen.')
  })
})
