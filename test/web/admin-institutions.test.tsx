/** Institutions on the screen of administration data: who belongs to them, and how they bill. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { CallError, ruleViolated } from '../../shared/errors.ts'
import type { Row } from '../../shared/model/answers.ts'
import type { Entity, JsonPatch } from '../../shared/model/entity.ts'
import { applyJsonPatch } from '../../shared/rules/json-patch.ts'
import { AdminScreen } from '../../web/features/admin/admin-screen.tsx'
import { descriptions } from '../../web/features/admin/model/descriptions.ts'
import { entity, type FakeServer, fakeServer, openScreen, provideDrawerHost, uuid } from './screen-kit.tsx'

const [aare, rhine] = [uuid(11), uuid(12)]
const people: Row[] = [
  { id: uuid(31), rev: 1, columns: { 'staticData.fullname': 'Matthias Egger', active: true } },
  { id: uuid(32), rev: 1, columns: { 'staticData.fullname': 'Lena Hofstetter', active: true } },
  // Left, and one who is no staff.
  { id: uuid(33), rev: 1, columns: { 'staticData.fullname': 'Ulrike Thoma', active: false } },
  { id: uuid(34), rev: 1, columns: { 'userData.fullname': 'Piet van der Laar', active: true } },
]
const address = { street: 'Aarestrasse 1', zip: '5000', city: 'Aarau' }

let server: FakeServer
let stored: Map<string, Entity>
provideDrawerHost()
beforeEach(() => {
  server = fakeServer()
  const of = (id: string, name: string, more: Record<string, unknown>) =>
    entity('institution', id, {
      title: { de_DE: name, en_GB: name },
      users: [],
      corePartner: false,
      yearlyInvoiceRun: false,
      ...more,
    })
  stored = new Map(
    [
      of(aare, 'Prüfinstitut Aaretal', {
        internalName: 'aare',
        users: [uuid(31), uuid(33)],
        corePartner: true,
      }),
      of(rhine, 'Prüfstelle Rheintal', { internalName: 'rhine', iban: 'DE00 1234', invoiceAddress: address }),
    ].map((one) => [one.id, one]),
  )
  server.on(loadReference, ({ classes }) => ({
    classes: Object.fromEntries(
      classes.map((name) => [name, [...stored.values()].filter((one) => one.entityclass === name)]),
    ),
  }))
  server.on(get, ({ id }) => {
    const one = stored.get(id)
    if (!one) throw new CallError('not_found', 'no')
    return one
  })
  // In two pages, as where there are many.
  server.on(execute, ({ pagination }) =>
    pagination && 'cursor' in pagination
      ? { list: people.slice(2), count: people.length }
      : { list: people.slice(0, 2), count: people.length, cursor: 'next' },
  )
  server.on(updatefrompatch, ({ id, patch }) => {
    const before = stored.get(id)!
    const made = applyJsonPatch(before.data, patch as JsonPatch)
    if (!made.ok) throw new CallError('invalid_input', 'no')
    const after = { ...before, rev: before.rev + 1, data: made.document }
    stored.set(id, after)
    return after
  })
})

const open = (search = '') =>
  openScreen(
    [{ path: '/admin', element: <AdminScreen description={descriptions.institution} /> }],
    `/admin${search}`,
  )
const beside = (id: string) => `?entry=${id}&drawer=entry`
/** By its label, which is found faster than by its role. */
const field = (name: RegExp | string) => screen.findByLabelText(name, { selector: 'input' })
async function enter(name: RegExp | string, text: string) {
  const user = userEvent.setup()
  const input = await field(name)
  await user.clear(input)
  await user.click(input)
  await user.paste(text)
}
const save = () => userEvent.keyboard('{Control>}s{/Control}')
const sent = () => server.inputs(updatefrompatch).at(-1)?.patch

describe('institutions', () => {
  it('are listed with what they are and whether their yearly invoices are made, and found by who belongs to them', async () => {
    const user = userEvent.setup()
    await open()
    expect(await screen.findByRole('row', { name: /Prüfinstitut Aaretal.*aare.*ja/ })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: /Automatische Jahresrechnungen/ })).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), 'egger')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Prüfstelle Rheintal' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Prüfinstitut Aaretal' })).toBeTruthy()
  })

  it('are switched to the yearly run and given an address: what changed is saved, in words', async () => {
    const user = userEvent.setup()
    await open(beside(aare))
    await user.click(await screen.findByRole('checkbox', { name: /Automatische Jahresrechnungen/ }))
    await enter('Rechnungsadresse PLZ', '5000')
    await enter('Rechnungsadresse Ort', 'Aarau')
    await user.clear(await field('Rechnungsadresse PLZ'))
    await save()
    await screen.findByText('Eintrag gespeichert')
    expect(server.inputs(updatefrompatch)).toMatchObject([
      {
        id: aare,
        patch: [
          { op: 'replace', path: '/yearlyInvoiceRun', value: true },
          { op: 'add', path: '/invoiceAddress', value: { city: 'Aarau' } },
        ],
        changeset: { label: 'Automatische Jahresrechnungen, Rechnungsadresse' },
      },
    ])
  })

  it('have their address changed line by line; without any line there is none', async () => {
    const user = userEvent.setup()
    await open(beside(rhine))
    await enter('Rechnungsadresse Ort', 'Basel')
    await save()
    await screen.findByText('Eintrag gespeichert')
    expect(sent()).toEqual([{ op: 'replace', path: '/invoiceAddress/city', value: 'Basel' }])
    for (const line of ['Straße', 'PLZ', 'Ort']) await user.clear(await field(`Rechnungsadresse ${line}`))
    await save()
    await waitFor(() => expect(sent()).toEqual([{ op: 'remove', path: '/invoiceAddress' }]))
  })

  it('say at its field what is wrong before anything is sent: account, mail, percent, days', async () => {
    await open(beside(aare))
    const wrong = [
      [/^IBAN/, 'CH93 0076 2011 6238 5295 8', 'CH93 0076 2011 6238 5295 7', /Die IBAN stimmt nicht/],
      [/^Blindkopie/, 'buchhaltung', 'buchhaltung@aare.example', 'Das ist keine E-Mail-Adresse.'],
      [/^Mehrwertsteuer/, '-8', '8,1', 'Eine Prozentangabe liegt zwischen 0 und 100.'],
      [/^Zahlungsfrist/, '4000', '30', 'Höchstens 3650.'],
    ] as const
    for (const [name, text] of wrong) await enter(name, text)
    await save()
    for (const [name, , , says] of wrong) {
      expect((await screen.findAllByText(says)).length).toBeGreaterThan(0)
      expect((await field(name)).getAttribute('aria-invalid')).toBe('true')
    }
    expect(server.inputs(updatefrompatch)).toEqual([])
    for (const [name, , right] of wrong) await enter(name, right)
    await save()
    await screen.findByText('Eintrag gespeichert')
    expect(stored.get(aare)?.data).toMatchObject({ vatPercent: 8.1, paymentDeadline: 30 })
  })

  it('are saved where the account was stored wrong and is left alone; what the server refuses stands at its field', async () => {
    const user = userEvent.setup()
    await open(beside(rhine))
    await user.click(await screen.findByRole('checkbox', { name: 'Kernpartner' }))
    await save()
    await screen.findByText('Eintrag gespeichert')
    server.on(updatefrompatch, () => {
      const expected = 'Another institution has this internal name.'
      throw ruleViolated(expected, {
        key: 'internalNameTaken',
        issues: [{ path: '/internalName', expected, key: 'internalNameTaken' }],
      })
    })
    await enter(/^Interner Name/, 'aare')
    await save()
    expect(
      (await screen.findAllByText('Eine andere Institution hat schon diesen internen Namen.')).length,
    ).toBeGreaterThan(0)
    expect((await field(/^Interner Name/)).getAttribute('aria-invalid')).toBe('true')
  })

  it('are offered the staff who can sign in, by name; who left is still named', async () => {
    const user = userEvent.setup()
    await open(beside(aare))
    expect(await screen.findByText('Ulrike Thoma')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Benutzerkonten/ }))
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent)
    expect(options).toEqual([
      expect.stringContaining('Lena Hofstetter'),
      expect.stringContaining('Matthias Egger'),
    ])
    await user.click(screen.getByRole('option', { name: 'Lena Hofstetter' }))
    await save()
    await waitFor(() =>
      expect(sent()).toEqual([{ op: 'replace', path: '/users', value: [uuid(31), uuid(33), uuid(32)] }]),
    )
  })
})
