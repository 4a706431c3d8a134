/** Two companies side by side: what is preselected, what is chosen, what is said before, and what is sent. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { preview } from '../../shared/calls/batch/job/preview.ts'
import { load } from '../../shared/calls/bml/company/load.ts'
import { merge } from '../../shared/calls/bml/company/merge.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { type CompanyView, companyData } from '../../shared/model/company.ts'
import { MergeScreen } from '../../web/features/companies/merge-screen.tsx'
import { questions } from '../../web/frame/dialogs.ts'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const [a, b] = [uuid(41), uuid(42)]
const swiss = uuid(60)
const view = (id: string, baseData: object, rev: number): CompanyView => ({
  ...entity('company', id, {}, rev),
  data: companyData.parse({
    baseData,
    addresses: { a1: { type: 'main', city: 'Frick', country: swiss } },
    contactPersons: { c1: { isMain: true, lastName: `Chef ${rev}` } },
  }),
  may: ['company:edit'],
  titles: {},
})
let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(loadReference, () => ({
    classes: {
      country: [entity('country', swiss, { title: { de_DE: 'Schweiz' }, isoCode: 'CH', enabled: true })],
    },
  }))
  server.on(load, ({ id }) =>
    id === a
      ? view(a, { name: 'Muster AG', customerNumber: 1, taxId: 'A' }, 3)
      : view(b, { name: 'Muster', customerNumber: 2, taxId: 'B', website: 'https://b.example' }, 5),
  )
  server.on(preview, () => ({ total: 3, result: { product: 2, account: 1 }, skipped: 0, reasons: [] }))
})
afterEach(() => questions.set([]))
const open = (ids = [a, b], as = actor()) =>
  openScreen(
    [{ path: '/company/merge', element: <MergeScreen /> }],
    `/company/merge?ids=${ids.join(',')}`,
    as,
  )
const choice = (field: string, value: string) =>
  within(screen.getByRole('radiogroup', { name: field })).getByRole<HTMLInputElement>('radio', {
    name: value,
  })

describe('the screen of a merge', () => {
  it('shows differences with a choice, says what will follow, and sends what was chosen once it is confirmed', async () => {
    const user = userEvent.setup()
    server.on(merge, () => ({ jobId: uuid(9) }))
    const page = open()
    expect(await screen.findByText('2 Produkte')).toBeTruthy()
    expect(screen.getByText('1 Konto')).toBeTruthy()
    expect(choice('Name', 'Muster AG').checked).toBe(true)
    expect(choice('Website', 'https://b.example').checked).toBe(true)
    expect(choice('Hauptansprechperson', 'Chef 3').checked).toBe(true)
    // By keyboard, as radio buttons go.
    act(() => choice('Name', 'Muster AG').focus())
    await user.keyboard('{ArrowRight}')
    await user.click(choice('Name', 'Muster'))
    await user.click(screen.getByRole('button', { name: 'Zusammenführen' }))
    const dialog = await screen.findByRole('dialog', { name: /„Muster“ in „Muster AG“/ })
    expect(within(dialog).getByText('2 Produkte')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Zusammenführen' }))
    await waitFor(() => expect(server.inputs(merge)).toHaveLength(1))
    expect(server.inputs(merge)[0]).toMatchObject({
      companies: [
        { id: a, rev: 3 },
        { id: b, rev: 5 },
      ],
      survivor: a,
      choices: { values: { name: 'merged', website: 'merged' }, mainContact: 'survivor' },
    })
    await waitFor(() => expect(page.address()).toBe(`/company/view/${a}`))
  })
  it('turns round: the other one stays, with what is preselected then', async () => {
    const user = userEvent.setup()
    open()
    await screen.findByText('2 Produkte')
    await user.click(choice('Welche Firma bleibt?', 'Muster · 2 Geht in der anderen auf'))
    await waitFor(() => expect(choice('Name', 'Muster').checked).toBe(true))
    expect(choice('Hauptansprechperson', 'Chef 5').checked).toBe(true)
  })
  it('says that it takes exactly two, and an administrator', async () => {
    open([a])
    expect(await screen.findByText('Wählen Sie in der Liste genau zwei Firmen aus.')).toBeTruthy()
  })
  it('is for administrators alone', async () => {
    open([a, b], actor({ role: 'editor' }))
    expect(await screen.findByText('Nur Administratoren dürfen Firmen zusammenführen.')).toBeTruthy()
    expect(server.inputs(load)).toEqual([])
  })
})
