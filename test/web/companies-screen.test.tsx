import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { create } from '../../shared/calls/bml/company/create.ts'
import { load } from '../../shared/calls/bml/company/load.ts'
import { revert } from '../../shared/calls/bml/company/revert.ts'
import { save } from '../../shared/calls/bml/company/save.ts'
import { count } from '../../shared/calls/bml/product/count.ts'
import { search as searchProducts } from '../../shared/calls/bml/product/search.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { ids } from '../../shared/calls/search/search/ids.ts'
import type { Locale } from '../../shared/constants.ts'
import { CallError, revisionConflict, ruleViolated } from '../../shared/errors.ts'
import { type CompanyData, type CompanyView, companyData } from '../../shared/model/company.ts'
import { applyJsonPatch } from '../../shared/rules/json-patch.ts'
import { CompanyScreen } from '../../web/features/companies/company-screen.tsx'
import { CompanyListScreen } from '../../web/features/companies/list-screen.tsx'
import type { Words } from '../../web/features/companies/model/titles.ts'
import { CompanyHistory } from '../../web/features/companies/parts/history.tsx'
import { notices } from '../../web/frame/notify.ts'
import { changeLocale } from '../../web/texts/texts.ts'
import { forgetLists } from '../../web/ui/list-memory.ts'
import {
  actor,
  entity,
  type FakeServer,
  fakeServer,
  openScreen,
  provideDrawerHost,
  uuid,
} from './screen-kit.tsx'

const words: Words = {
  t: (key, params = {}) => [key, ...Object.values(params)].join(' '),
  country: String,
  region: String,
  institution: String,
  list: String,
  option: String,
  language: String,
  date: String,
  number: String,
}
const hasFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))
const id = uuid(40)
const swiss = uuid(60)
const data = (): CompanyData =>
  companyData.parse({
    baseData: { name: 'Muster AG', customerNumber: 1204, companyAbbreviation: 'MU', owner: uuid(90) },
    addresses: { a1: { type: 'main', street: 'Weg 1', city: 'Frick', country: swiss, _order: 0 } },
    contactPersons: { c1: { isMain: true, firstName: 'Ada', lastName: 'Keller', _order: 0 } },
  })
const view = (change: Partial<CompanyView> = {}): CompanyView => ({
  ...entity('company', id, {}, 3),
  data: data(),
  may: ['company:edit', 'company:view-owner-only'],
  titles: {},
  ...change,
})
/** A server with one company, which checks the revision as the real one does. */
function serveCompany(server: FakeServer, start = view()) {
  let now = start
  server.on(load, (input) =>
    input.rev === 2
      ? { ...now, rev: 2, data: { ...now.data, baseData: { ...now.data.baseData, name: 'Muster GmbH' } } }
      : now,
  )
  server.on(save, (input) => {
    if (input.rev !== now.rev) throw revisionConflict(input.rev, now.rev)
    const outcome = applyJsonPatch(now.data, input.patch)
    if (!outcome.ok) throw new Error(outcome.reason)
    now = { ...now, rev: now.rev + 1, data: outcome.document }
    return now
  })
  return {
    get: () => now,
    /** Somebody else saves meanwhile. */
    change: (next: (data: CompanyData) => CompanyData) => {
      now = { ...now, rev: now.rev + 1, updatedBy: uuid(2), data: next(now.data) }
    },
  }
}
const open = (as = actor()) =>
  openScreen([{ path: '/company/view/:companyId', element: <CompanyScreen /> }], `/company/view/${id}`, as)
const field = (name: string) => screen.getByRole('textbox', { name })

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(count, () => ({ count: 2 }))
  server.on(execute, () => ({ list: [], count: 0 }))
  server.on(ids, () => ({ list: [], people: { [uuid(2)]: 'Ben Kollege' } }))
  server.on(loadReference, () => ({
    classes: {
      country: [entity('country', swiss, { title: { de_DE: 'Schweiz' }, isoCode: 'CH', enabled: true })],
      institution: [entity('institution', uuid(90), { title: { de_DE: 'Prüfinstitut' } })],
    },
  }))
})
afterEach(() => forgetLists())

describe('the company page', () => {
  it.each([
    ['de_DE', 'Frau Ada Keller', 'Schweiz'],
    // Staff have not translated it.
    ['hu_HU', 'Ada Keller asszony', 'Svájc'],
  ])('says a contact and a country as people do in %s', async (locale, name, country) => {
    const salutation = uuid(77)
    const ada = { isMain: true, firstName: 'Ada', lastName: 'Keller', salutation, _order: 0 }
    serveCompany(server, view({ data: companyData.parse({ ...data(), contactPersons: { c1: ada } }) }))
    const title = { de_DE: 'Frau', hu_HU: 'asszony' }
    server.on(loadReference, () => ({
      classes: {
        selectoption: [entity('selectoption', salutation, { title, type: 'company.person.salutation' })],
        country: [entity('country', swiss, { title: { de_DE: 'Schweiz' }, isoCode: 'CH' })],
      },
    }))
    await act(() => changeLocale(locale as Locale))
    await open()
    expect(await screen.findByRole('heading', { name: new RegExp(`^${name}`) })).toBeTruthy()
    expect(screen.getAllByText(new RegExp(country)).length).toBeGreaterThan(0)
  })
  it('is for reading until somebody edits, and shows only what is filled', async () => {
    serveCompany(server)
    await open()
    expect(await screen.findByText('Kundennr. 1204')).toBeTruthy()
    // Said once, as a value.
    expect(await screen.findAllByText(/Eigentümer/)).toHaveLength(1)
    expect(screen.getByText('Hauptansprechperson')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Name *' })).toBeNull()
    expect(screen.queryByText('USt-IdNr.')).toBeNull()
    expect(await screen.findByText('Produkte (2)')).toBeTruthy()
  })

  it('saves what was typed as a patch with the revision, by Ctrl S', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    await open()
    await screen.findByText('Kundennr. 1204')
    await user.keyboard('e')
    await user.clear(field('Kürzel'))
    await user.type(field('Kürzel'), 'MUS')
    expect(screen.getByText('1 ungespeicherte Änderung')).toBeTruthy()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(company.get().rev).toBe(4))
    expect(server.inputs(save)).toEqual([
      {
        id,
        rev: 3,
        patch: [{ op: 'replace', path: '/baseData/companyAbbreviation', value: 'MUS' }],
        changeset: { label: 'Kürzel', paths: ['/baseData/companyAbbreviation'] },
      },
    ])
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Kürzel' })).toBeNull())
    expect(screen.getByText('MUS')).toBeTruthy()
  })

  it('shows the approvals of its products to who approves, by default', async () => {
    serveCompany(server)
    const eu = uuid(70)
    server.on(loadReference, () => ({
      classes: { biostandard: [entity('biostandard', eu, { name: { de_DE: 'EU-Öko' }, publicOrder: 1 })] },
    }))
    server.on(searchProducts, () => ({
      list: [
        {
          id: uuid(41),
          rev: 1,
          columns: {
            name: 'Kalk',
            'lists.approvals.summary': [`${eu}|active|2020-01-01/||2020-01-01/`],
            manufacturer: ['Werk Süd', 'Muster AG'],
            categoryTree: '1-2 Dünger / Kalke',
          },
        },
      ],
      count: 1,
    }))
    const at = (as: ReturnType<typeof actor>) =>
      openScreen(
        [{ path: '/company/view/:companyId', element: <CompanyScreen /> }],
        `/company/view/${id}?tab=products`,
        as,
      )
    const staff = await at(actor())
    const row = (await screen.findByRole('link', { name: 'Kalk' })).closest('tr')!
    expect(await within(row).findByTitle('Zugelassen: EU-Öko')).toBeTruthy()
    // The company's own name stands above the table; of a category the leaf comes first.
    expect(within(row).getByRole('img', { name: 'Diese Firma' })).toBeTruthy()
    expect(within(row).queryByText(/Muster AG/)).toBeNull()
    expect(within(row).getByText('Werk Süd')).toBeTruthy()
    expect(within(row).getByTitle('1-2 Dünger / Kalke').textContent).toMatch(/^1-2\u00a0Kalke/)
    staff.unmount()
    await at(actor({ flags: { approval: false, responsible: true, companies: true } }))
    await screen.findByRole('link', { name: 'Kalk' })
    expect(screen.queryByRole('columnheader', { name: /Zulassungen/ })).toBeNull()
  })

  it('is left by Escape as the product page is; with changes it asks first', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    expect(screen.getByRole('button', { name: 'Fertig Esc' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Kürzel' })).toBeNull())
    await user.keyboard('e')
    await user.type(field('Kürzel'), 'e')
    await user.keyboard('{Escape}')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: /Verwerfen/ }))
    expect(await screen.findByRole('button', { name: 'Bearbeiten E' })).toBeTruthy()
    expect(screen.getByText('MU')).toBeTruthy()
    expect(company.get().rev).toBe(3)
  })

  it('says at the field what is wrong once it was left, and sends nothing while it is', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    const phone = screen.getAllByRole('textbox', { name: 'Telefon' })[0]!
    await user.type(phone, 'bitte klingeln')
    expect(screen.queryByText('Das ist keine Telefonnummer.')).toBeNull()
    await user.tab()
    expect(screen.getByText('Das ist keine Telefonnummer.')).toBeTruthy()
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText(/: Telefon – Das ist keine Telefonnummer\.$/)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(phone))
    expect(server.inputs(save)).toEqual([])
  })

  it('says of a phone number that it is one of another country', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    const [phone] = (await screen.findAllByRole('textbox', { name: 'Telefon' })) as [HTMLElement]
    await user.type(phone, '0664 1234567')
    await user.tab()
    expect(await screen.findAllByText(/Das ist keine Nummer des Landes der Adresse/)).not.toEqual([])
    await user.clear(phone)
    await user.type(phone, '+43 664 1234567')
    await waitFor(() => expect(screen.queryAllByText(/keine Nummer des Landes/)).toEqual([]))
  })

  it('keeps coordinates as two numbers, wants both or none, and shows them on a map that may be clicked', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.click((await screen.findAllByRole('button', { name: 'Weitere Angaben' }))[0]!)
    const [lat, lon] = [field('Breitengrad'), field('Längengrad')]
    const wrong = /^Koordinaten sind eine Breite/
    await user.type(lat, '47,5')
    await user.tab()
    expect(screen.queryByText(wrong)).toBeNull()
    await user.tab()
    expect(await screen.findByText(wrong)).toBeTruthy()
    await user.type(lon, '8,25')
    await waitFor(() => expect(screen.queryByText(wrong)).toBeNull())
    const map = await screen.findByRole('img', { name: 'Karte: Breitengrad 47,5, Längengrad 8,25' })
    map.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect
    await user.pointer({ keys: '[MouseLeft]', target: map, coords: { clientX: 100, clientY: 25 } })
    expect((lat as HTMLInputElement).value).toBe('53,5')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() =>
      expect(company.get().data.addresses['a1']?.geocoords).toEqual({ lat: 53.5, lon: 8.3 }),
    )
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.clear(field('Breitengrad'))
    await user.clear(field('Längengrad'))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(company.get().data.addresses['a1']).not.toHaveProperty('geocoords'))
  })

  it('keeps a number and a date as they were typed, says what is wrong, and saves neither in part', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    await open()
    await screen.findByText('Kundennr. 1204')
    await user.keyboard('e')
    const number = (await screen.findByRole('textbox', { name: 'Kundennummer' })) as HTMLInputElement
    await user.tripleClick(number)
    await user.paste('12a3')
    const end = screen.getByRole('textbox', { name: 'Vertragsende' }) as HTMLInputElement
    await user.click(end)
    await user.paste('31.13.2027')
    expect(screen.getByText('2 ungespeicherte Änderungen')).toBeTruthy()
    await user.keyboard('{Control>}s{/Control}')
    // The live region says the same after a while.
    expect(await screen.findAllByText('Keine ganze Zahl. Zum Beispiel 4711')).not.toEqual([])
    expect(screen.getAllByText(/^Kein Datum/)).not.toEqual([])
    expect([number.value, end.value]).toEqual(['12a3', '31.13.2027'])
    expect(server.inputs(save)).toEqual([])
  })

  it('shows what only the server found at its field', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    server.on(save, () => {
      throw ruleViolated('no', {
        issues: [{ path: '/contactPersons/c1/email', expected: 'x', key: 'email' }],
      })
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kürzel'), 'X')
    await user.click(screen.getByRole('button', { name: 'Speichern Strg S' }))
    expect(await screen.findByText('Das ist keine E-Mail-Adresse.')).toBeTruthy()
    expect((field('Kürzel') as HTMLInputElement).value).toBe('MUX')
  })

  it('lets both win when somebody else changed another field', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kürzel'), 'X')
    company.change((now) => ({ ...now, baseData: { ...now.baseData, website: 'muster.example' } }))
    await user.click(screen.getByRole('button', { name: 'Speichern Strg S' }))
    await waitFor(() => expect(company.get().rev).toBe(5))
    expect(company.get().data.baseData).toMatchObject({
      companyAbbreviation: 'MUX',
      website: 'muster.example',
    })
    expect(screen.queryByText('Gleichzeitig geändert')).toBeNull()
    expect(await screen.findByText(/Die Änderungen wurden zusammengeführt/)).toBeTruthy()
  })

  it('asks field by field when both changed the same, with theirs, mine and before', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kürzel'), 'X')
    company.change((now) => ({ ...now, baseData: { ...now.baseData, companyAbbreviation: 'THEIRS' } }))
    await user.click(screen.getByRole('button', { name: 'Speichern Strg S' }))
    const dialog = await screen.findByRole('dialog', { name: 'Gleichzeitig geändert' })
    expect(within(dialog).getByText('Vorher: MU')).toBeTruthy()
    expect(within(dialog).getByText('THEIRS')).toBeTruthy()
    expect(await within(dialog).findByText(/^03\.02\.26.*, Ben Kollege$/)).toBeTruthy()
    const apply = within(dialog).getByRole('button', { name: 'Speichern' })
    expect(apply.hasAttribute('disabled')).toBe(true)
    await user.click(within(dialog).getByRole('radio', { name: /Ihre Eingabe/ }))
    await user.click(apply)
    await waitFor(() => expect(company.get().data.baseData.companyAbbreviation).toBe('MUX'))
  })

  it('keeps what was typed when the person goes back from the conflict', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kürzel'), 'X')
    company.change((now) => ({ ...now, baseData: { ...now.baseData, companyAbbreviation: 'THEIRS' } }))
    await user.click(screen.getByRole('button', { name: 'Speichern Strg S' }))
    await user.click(await screen.findByRole('button', { name: 'Zurück zur Bearbeitung' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Gleichzeitig geändert' })).toBeNull())
    expect((field('Kürzel') as HTMLInputElement).value).toBe('MUX')
    expect(company.get().data.baseData.companyAbbreviation).toBe('THEIRS')
  })

  it('gives up after three attempts, with everything still typed', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    server.on(save, (input) => {
      company.change((now) => ({ ...now, baseData: { ...now.baseData, notice: `busy ${input.rev}` } }))
      throw revisionConflict(input.rev, input.rev + 1)
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kürzel'), 'X')
    await user.click(screen.getByRole('button', { name: 'Speichern Strg S' }))
    expect(await screen.findByText(/Nach 3 Versuchen nicht gespeichert/)).toBeTruthy()
    expect(server.inputs(save)).toHaveLength(3)
    expect((field('Kürzel') as HTMLInputElement).value).toBe('MUX')
  })

  it('tells once that the server failed, with what support asks for, and tries again', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    const fails = () => {
      throw new CallError('internal', 'Something broke.')
    }
    server.on(save, fails)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kürzel'), 'X')
    await user.click(screen.getByRole('button', { name: 'Speichern Strg S' }))
    const told = await screen.findByRole('alert')
    expect(told.textContent).toMatch(/^Nicht gespeichert\..* auf unserer Seite .*Anfrage-ID: r/i)
    expect(told.textContent).not.toMatch(/internal|broke/)
    expect(screen.queryByRole('dialog')).toBeNull()
    serveCompany(server, company.get())
    await user.click(within(told).getByRole('button', { name: 'Nochmals versuchen' }))
    expect(await screen.findByText('Firma gespeichert')).toBeTruthy()
    expect(server.inputs(save)).toHaveLength(2)
  })

  it('adds an address, removes one, and undoes the removal', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Adresse hinzufügen' }))
    expect(screen.getByRole('heading', { name: /Weitere Adresse/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Hauptadresse entfernen' }))
    const question = within(await screen.findByRole('dialog', { name: 'Hauptadresse entfernen?' }))
    await user.click(question.getAllByRole('button', { name: 'Abbrechen' })[0]!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByDisplayValue('Weg 1')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Hauptadresse entfernen' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hauptadresse entfernen?' }))
    await user.click(dialog.getByRole('button', { name: 'Entfernen' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByDisplayValue('Weg 1')).toBeNull()
    await hasFocus(() => screen.getByRole('button', { name: 'Adresse hinzufügen' }))
    await user.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    expect(screen.getByDisplayValue('Weg 1')).toBeTruthy()
    const address = within(screen.getByRole('region', { name: 'Hauptadresse' }))
    await hasFocus(() => address.getByRole('button', { name: /^Art/ }))
  })

  it('asks nothing about a contact that is removed, and offers no more to put it back once all is discarded', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Ansprechperson hinzufügen' }))
    await user.click(screen.getByRole('button', { name: 'Ada Keller entfernen' }))
    await hasFocus(() => screen.getByRole('button', { name: 'Ansprechperson hinzufügen' }))
    expect(screen.getByRole('button', { name: 'Rückgängig' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    // What is offered now is to bring all of it back.
    await waitFor(() => expect(notices.get().map(({ text }) => text)).toEqual(['Änderungen verworfen']))
    await user.click(screen.getByRole('button', { name: 'Rückgängig' }))
    expect(await screen.findByText(/ungespeicherte Änderung/)).toBeTruthy()
    await hasFocus(() => screen.getByRole('textbox', { name: /^Name/ }))
  })

  it('does not store an address or a contact in which nothing was entered', async () => {
    const user = userEvent.setup()
    const company = serveCompany(server)
    await open()
    await user.click(await screen.findByRole('button', { name: 'Adresse hinzufügen' }))
    await user.click(screen.getByRole('button', { name: 'Ansprechperson hinzufügen' }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Weitere Adresse/ })).toBeNull())
    expect(server.inputs(save)).toEqual([])
    expect(screen.queryByRole('region', { name: 'Ungespeicherte Änderungen' })).toBeNull()
    await hasFocus(() => screen.getByRole('button', { name: 'Fertig Esc' }))
    await user.click(screen.getByRole('button', { name: 'Adresse hinzufügen' }))
    await user.type(field('Kürzel'), 'X')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(company.get().rev).toBe(4))
    expect(Object.keys(company.get().data.addresses)).toEqual(['a1'])
    expect(company.get().data.baseData.companyAbbreviation).toBe('MUX')
  })

  it('says of a website that it is none, and links none that was stored before', async () => {
    const user = userEvent.setup()
    const start = view()
    serveCompany(server, {
      ...start,
      data: { ...start.data, baseData: { ...start.data.baseData, website: 'not a site' } },
    })
    await open()
    expect(await screen.findByText('not a site')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'not a site' })).toBeNull()
    await user.keyboard('e')
    const website = screen.getAllByRole('textbox', { name: 'Website' })[0]!
    await user.clear(website)
    await user.type(website, 'javascript:alert(1)')
    await user.tab()
    expect(screen.getByText(/^Das ist keine Webadresse/)).toBeTruthy()
    await user.keyboard('{Control>}s{/Control}')
    await hasFocus(() => website)
    expect(server.inputs(save)).toEqual([])
  })

  it('begins with the first field by E, from whichever tab', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    await open()
    await user.click(await screen.findByRole('tab', { name: 'Firma' }))
    await user.keyboard('e')
    const name = () => screen.getByRole('textbox', { name: /^Name/ })
    await hasFocus(name)
    await user.keyboard('{Escape}')
    await hasFocus(() => screen.getByRole('button', { name: 'Bearbeiten E' }))
    await user.click(screen.getByRole('tab', { name: 'Produkte (2)' }))
    await waitFor(() => expect(screen.queryByText('Stammdaten')).toBeNull())
    await user.keyboard('e')
    await hasFocus(name)
  })

  it('is only for reading where the rules say so', async () => {
    const user = userEvent.setup()
    serveCompany(server, view({ may: [] }))
    await open(actor({ role: 'editor' }))
    expect(await screen.findByText('Nur lesen')).toBeTruthy()
    expect(screen.getByText(/^Bearbeiten darf nur die Institution/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Bearbeiten/ })).toBeNull()
    await user.keyboard('e')
    expect(screen.queryByRole('textbox', { name: 'Kürzel' })).toBeNull()
  })

  it('asks before it is left with changes', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    const { router, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kürzel'), 'X')
    void router.navigate('/company/list')
    const dialog = await screen.findByRole('dialog')
    expect(address()).toBe(`/company/view/${id}`)
    await user.click(within(dialog).getByRole('button', { name: /Verwerfen/ }))
    expect(await screen.findByText('another screen')).toBeTruthy()
  })

  it('that cannot be saved as it is offers the way to the first wrong field on leaving, from whichever tab', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    const { router, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kundennummer'), 'a')
    await user.click(await screen.findByRole('tab', { name: 'Produkte (2)' }))
    void router.navigate('/company/list')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Zum ersten Fehler' }))
    await hasFocus(() => field('Kundennummer'))
    expect(address()).toBe(`/company/view/${id}`)
  })

  it('offers what was typed before a crash', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    const original = data()
    const draft = { ...original, baseData: { ...original.baseData, companyAbbreviation: 'KEPT' } }
    localStorage.setItem(
      `inputlist.draft.company:${uuid(1)}:${id}`,
      JSON.stringify({ at: Date.now(), value: { rev: 3, original, draft } }),
    )
    await open()
    // In the words of a product's.
    expect(await screen.findByText('Sie haben 1 ungespeicherte Änderung')).toBeTruthy()
    expect(screen.getByText('Auf diesem Gerät gesichert: gerade eben.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Weiterbearbeiten' }))
    expect((field('Kürzel') as HTMLInputElement).value).toBe('KEPT')
  })

  it('of a deleted company only tells that it is, and offers to restore it', async () => {
    const user = userEvent.setup()
    let now = view({ disabled: true })
    server.on(load, () => now)
    server.on(restore, () => {
      now = { ...now, disabled: false, rev: 4 }
      return now
    })
    await open()
    expect(await screen.findByText('Die Firma wurde gelöscht')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Bearbeiten/ })).toBeNull()
    expect(screen.queryByText('Nur lesen')).toBeNull()
    await user.keyboard('e')
    expect(screen.queryByRole('textbox', { name: 'Kürzel' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Wiederherstellen' }))
    expect(await screen.findByText('Firma wiederhergestellt')).toBeTruthy()
    expect(server.inputs(restore)).toEqual([{ id, rev: 3 }])
    expect(screen.queryByText('Die Firma wurde gelöscht')).toBeNull()
    // Work goes on with it.
    await hasFocus(() => screen.getByRole('button', { name: 'Bearbeiten E' }))
  })

  it('keeps what was typed into a company that somebody deleted, and offers it once it is restored', async () => {
    const user = userEvent.setup()
    let now = view()
    server.on(load, () => now)
    server.on(save, ({ rev }) => {
      throw revisionConflict(rev, now.rev)
    })
    server.on(restore, () => {
      now = { ...now, disabled: false, rev: 5 }
      return now
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
    await user.type(field('Kürzel'), 'X')
    now = { ...now, disabled: true, rev: 4 }
    await user.click(screen.getByRole('button', { name: 'Speichern Strg S' }))
    const dialog = await screen.findByRole('dialog', { name: 'Die Firma wurde gelöscht' })
    await user.click(within(dialog).getAllByRole('button').at(-1)!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText(/Ihre Eingaben bleiben auf diesem Gerät/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Speichern Strg S' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Wiederherstellen' }))
    await user.click(await screen.findByRole('button', { name: 'Weiterbearbeiten' }))
    expect((field('Kürzel') as HTMLInputElement).value).toBe('MUX')
  })

  it('says that a company is not there', async () => {
    await open()
    expect(await screen.findByText('Firma nicht gefunden')).toBeTruthy()
  })
})

it('says in the bar what keeps a company from being saved, and leads there', async () => {
  const user = userEvent.setup()
  const start = view()
  serveCompany(server, { ...start, data: { ...start.data, contactPersons: {} } })
  await open()
  await screen.findByText('Kundennr. 1204')
  await user.keyboard('e')
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), ' neu')
  await user.keyboard('{Control>}s{/Control}')
  const bar = within(await screen.findByRole('region', { name: 'Ungespeicherte Änderungen' }))
  const problem = await bar.findByRole('button', { name: 'Es fehlt eine Hauptansprechperson.' })
  const told = () => document.activeElement?.textContent
  await waitFor(() => expect(told()).toContain('Es fehlt eine Hauptansprechperson.'))
  ;(document.activeElement as HTMLElement).blur()
  await user.click(problem)
  await waitFor(() => expect(document.activeElement).not.toBe(problem))
  expect(told()).toContain('Es fehlt eine Hauptansprechperson.')
  // Of a field its title is said, of several faults the first.
  await user.clear(screen.getByRole('textbox', { name: /^Name/ }))
  await user.keyboard('{Control>}s{/Control}')
  await bar.findByRole('button', { name: 'Name – Der Name fehlt. (und 1 weiterer Fehler)' })
})

it('names in the bar the first wrong field of the page, and leads to that one', async () => {
  const user = userEvent.setup()
  serveCompany(server)
  await open()
  await screen.findByText('Kundennr. 1204')
  await user.keyboard('e')
  await user.type(await screen.findByRole('textbox', { name: 'Kopie an' }), 'niemand')
  await user.click(field('Vertragsende'))
  await user.paste('31.13.2027')
  const bar = within(await screen.findByRole('region', { name: 'Ungespeicherte Änderungen' }))
  const named = async (title: string) => bar.findByRole('button', { name: new RegExp(`^${title} – `) })
  const lead = async (to: HTMLElement, from: HTMLElement) => {
    await user.click(from)
    await hasFocus(() => to)
  }
  await user.click(field('Kürzel'))
  await lead(field('Vertragsende'), await named('Vertragsende'))
  await user.clear(screen.getByRole('textbox', { name: /^Name/ }))
  await user.click(field('Kürzel'))
  await user.keyboard('{Control>}s{/Control}')
  await hasFocus(() => screen.getByRole('textbox', { name: /^Name/ }))
  await user.click(field('Kürzel'))
  await lead(screen.getByRole('textbox', { name: /^Name/ }), await named('Name'))
})

describe('the history of a company', () => {
  it('compares revisions by the titles of fields', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    server.on(history, () => ({
      list: [3, 2, 1].map((rev) => ({
        rev,
        updated: `2026-02-0${rev}T08:00:00.000Z`,
        updatedBy: uuid(1),
        updatedByName: 'Vera Beispiel',
      })),
      count: 3,
    }))
    await openScreen([{ path: '/', element: <CompanyHistory view={view()} words={words} /> }], '/')
    const table = await screen.findByRole('table')
    expect(within(table).getByRole('rowheader', { name: 'field.name' })).toBeTruthy()
    expect(within(table).getByText('Muster GmbH')).toBeTruthy()
    expect(within(table).getByText('Muster AG')).toBeTruthy()
    await user.click(within(screen.getByRole('list')).getByRole('button', { name: /history.revision 2/ }))
    await waitFor(() => expect(server.inputs(load).map((i) => i.rev)).toContain(1))
    // Before the first revision there was nothing to compare with.
    await user.click(within(screen.getByRole('list')).getByRole('button', { name: /history.revision 1/ }))
    await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: /history.from/ })).toBeNull()
  })
})

it('says of each revision what was changed in the words of the reader, not of who saved', async () => {
  serveCompany(server)
  const changes = [
    { label: 'Short name, Remarks', paths: ['/baseData/companyAbbreviation', '/baseData/notice'] },
    { label: 'Further address', paths: ['/addresses/gone', '/contactPersons/c1/phone'] },
    // Of rows that are not for this reader.
    { label: '', paths: ['/addresses'] },
    { label: 'from the register' },
  ]
  server.on(history, () => ({
    list: changes.map((changeset, at) => ({
      rev: 5 - at,
      updated: '2026-02-03T08:00:00.000Z',
      updatedBy: uuid(1),
      updatedByName: 'Vera Beispiel',
      changeset,
    })),
    count: 4,
  }))
  await openScreen([{ path: '/', element: <CompanyHistory view={view()} words={words} /> }], '/')
  const rows = await within(await screen.findByRole('list')).findAllByRole('button')
  expect(rows.map((row) => row.querySelector('span')?.textContent)).toEqual([
    'field.companyAbbreviation, field.notice',
    'address.one, Ada Keller: field.phone',
    'section.addresses',
    'from the register',
  ])
})

describe('going back to an older revision of a company', () => {
  const three = () =>
    server.on(history, () => ({
      list: [3, 2, 1].map((rev) => ({
        rev,
        updated: `2026-02-0${rev}T08:00:00.000Z`,
        updatedBy: uuid(1),
        updatedByName: 'Vera Beispiel',
      })),
      count: 3,
    }))
  provideDrawerHost()
  const at = `/company/view/${id}?drawer=history`
  const openHistory = () => openScreen([{ path: '/company/view/:companyId', element: <CompanyScreen /> }], at)

  it('says what will happen, saves it as the newest and shows it', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    three()
    server.on(revert, ({ rev }) =>
      view({ rev: rev + 1, data: { ...data(), baseData: { ...data().baseData, customerNumber: 77 } } }),
    )
    await openHistory()
    await user.click(within(await screen.findByRole('list')).getByRole('button', { name: /Revision 2/ }))
    await user.click(await screen.findByRole('button', { name: 'Auf Revision 2 zurücksetzen' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: '„Muster AG“ auf Revision 2 zurücksetzen?' }),
    )
    expect(dialog.getByText(/als neue Revision 4/)).toBeTruthy()
    // From what the company is now, not from the revision before.
    expect(dialog.getByRole('row', { name: 'Name Muster AG Muster GmbH' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Auf Revision 2 zurücksetzen' }))
    await waitFor(() => expect(server.inputs(revert)).toEqual([{ id, rev: 3, toRev: 2 }]))
    expect(await screen.findByText('Kundennr. 77')).toBeTruthy()
  })

  it('can go back to the first revision, and says which revisions were made so', async () => {
    const user = userEvent.setup()
    serveCompany(server)
    const entry = { updated: '2026-02-01T08:00:00.000Z', updatedBy: uuid(1), updatedByName: 'Vera Beispiel' }
    server.on(history, () => ({
      list: [
        { rev: 3, ...entry, events: [{ kind: 'reverted' as const, to: '1' }] },
        { rev: 2, ...entry, changeset: { label: 'Kürzel', paths: [] } },
        { rev: 1, ...entry },
      ],
      count: 3,
    }))
    server.on(load, ({ rev }) =>
      rev === 1
        ? view({ rev, data: { ...data(), baseData: { ...data().baseData, name: 'Erste AG' } } })
        : view(),
    )
    server.on(revert, ({ rev }) => view({ rev: rev + 1 }))
    await openHistory()
    const list = within(await screen.findByRole('list'))
    expect(list.getByRole('button', { name: /Revision 3 ?Auf Revision 1 zurückgesetzt/ })).toBeTruthy()
    await user.click(list.getByRole('button', { name: /Revision 1 ?Angelegt/ }))
    expect(await screen.findByRole('row', { name: /^Name Erste AG$/ })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Auf Revision 1 zurücksetzen' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('row', { name: 'Name Muster AG Erste AG' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Auf Revision 1 zurücksetzen' }))
    await waitFor(() => expect(server.inputs(revert)).toEqual([{ id, rev: 3, toRev: 1 }]))
  })

  it('is offered to nobody who may not edit', async () => {
    const user = userEvent.setup()
    serveCompany(server, view({ may: [] }))
    three()
    await openHistory()
    await user.click(within(await screen.findByRole('list')).getByRole('button', { name: /Revision 2/ }))
    await screen.findByRole('table')
    expect(screen.queryByRole('button', { name: /zurücksetzen/ })).toBeNull()
  })
})

describe('the company list', () => {
  const list = () => openScreen([{ path: '/company/list', element: <CompanyListScreen /> }], '/company/list')
  const row = {
    id,
    rev: 1,
    columns: {
      name: 'Muster AG',
      customerNumber: 1204,
      taxIdCh: 'CHE116281710 MWST',
      'addresses.city': 'Frick',
      'addresses.country': [swiss],
    },
  }
  beforeEach(() => {
    server.on(execute, () => ({ list: [row], count: 1 }))
  })

  it('searches digits as a customer number, as many as fit', async () => {
    const user = userEvent.setup()
    const { address } = await list()
    await screen.findByRole('link', { name: 'Muster AG' })
    expect(await screen.findByText('Schweiz')).toBeTruthy()
    await user.type(screen.getByPlaceholderText('Kundennummer, Name oder Kürzel'), '1204')
    await waitFor(() =>
      expect(server.inputs(execute).at(-1)).toMatchObject({
        entityClass: 'company',
        attributeFilter: {
          $or: [
            { field: 'customerNumber', comparison: 'eq', value: 1204 },
            { field: 'formerNumber', comparison: 'eq', value: 1204 },
          ],
        },
        pagination: { start: 0, limit: 16 },
      }),
    )
    expect(address()).toBe('/company/list?q=1204')
  })

  it('makes a new company, shows beside the dialog which it may be already, and opens it', async () => {
    const user = userEvent.setup()
    server.on(create, (input) =>
      view({ id: uuid(41), data: { ...data(), baseData: { ...data().baseData, name: input.name } } }),
    )
    server.on(load, () => view({ id: uuid(41) }))
    const { address } = openScreen(
      [
        { path: '/company/list', element: <CompanyListScreen /> },
        { path: '/company/view/:companyId', element: <CompanyScreen /> },
      ],
      '/company/list',
    )
    await user.click(await screen.findByRole('button', { name: 'Neue Firma' }))
    const dialog = screen.getByRole('dialog', { name: 'Neue Firma' })
    await user.click(within(dialog).getByRole('button', { name: 'Anlegen' }))
    expect(within(dialog).getByText('Bitte geben Sie einen Namen ein.')).toBeTruthy()
    expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: 'Name' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Muster Neu')
    await user.type(within(dialog).getByRole('textbox', { name: 'Ort' }), 'Frick')
    await user.type(
      within(dialog).getByRole('textbox', { name: 'USt-IdNr. oder MWST-Nr.' }),
      'CHE-116.281.710',
    )
    const hint = await within(dialog).findByRole('link', { name: 'Muster AG in einem neuen Tab' })
    expect(
      await within(dialog).findByText('gleiche USt-IdNr. oder MWST-Nr., ähnlicher Name, gleicher Ort'),
    ).toBeTruthy()
    // What was typed stays where it is.
    expect(hint.getAttribute('target')).toBe('_blank')
    expect(hint.getAttribute('href')).toBe(`/company/view/${id}`)
    await user.click(within(dialog).getByRole('button', { name: 'Anlegen' }))
    await waitFor(() => expect(address()).toBe(`/company/view/${uuid(41)}`))
    expect(server.inputs(create)).toEqual([{ name: 'Muster Neu', city: 'Frick', taxIdCh: 'CHE-116.281.710' }])
    await hasFocus(() => screen.getByRole('button', { name: 'Bearbeiten E' }))
  })
})
