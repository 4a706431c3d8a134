/** A keystroke draws the field that it was typed in, and nothing else: 200 fields, a table and components of 50 rows. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { load as loadCompany } from '../../../shared/calls/bml/company/load.ts'
import { count } from '../../../shared/calls/bml/product/count.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { companyData } from '../../../shared/model/company.ts'
import type { ComponentRow } from '../../../shared/model/product.ts'
import { CompanyScreen } from '../../../web/features/companies/company-screen.tsx'
import { baseList, setValue } from '../../../web/features/product/model/draft.ts'
import { type Drawn, drawnWhile } from '../renders.ts'
import { entity, fakeServer, openScreen, uuid } from '../screen-kit.tsx'
import { field, openProduct, productServer, reference, startData, text } from './page-kit.tsx'

const rowCount = 50
const fieldCount = 200
const rows = <T,>(make: (n: number) => T) =>
  Object.fromEntries(Array.from({ length: rowCount }, (_, n) => [`r${n}`, { ...make(n), _order: n }]))
const many = Array.from({ length: fieldCount }, (_, n) =>
  field(100 + n, n % 2 ? 'singleline-textfield' : 'numberfield', `many-f${n}`, `Feld ${n}`),
)

type IsPlace = (one: Drawn) => boolean
const isOfField =
  (fieldKey: string): IsPlace =>
  ({ props }) =>
    props['fieldKey'] === fieldKey
/** Names of what was drawn outside of a place, for a message that says what to look at. */
const outside = (drawn: readonly Drawn[], isPlace: IsPlace) => [
  ...new Set(drawn.filter((one) => ![...one.inside, one].some(isPlace)).map((one) => one.name)),
]
const named = (drawn: readonly Drawn[], name: string) => drawn.filter((one) => one.name === name)
/** Types twice: the first keystroke also brings up the bar of unsaved changes. */
async function keystroke(user: ReturnType<typeof userEvent.setup>, box: HTMLElement) {
  await user.type(box, '1')
  const drawn = await drawnWhile(() => user.keyboard('2'))
  expect((box as HTMLInputElement).value).toMatch(/12$/)
  expect(drawn.length).toBeGreaterThan(0)
  return drawn
}

describe('on a product, a keystroke draws only', () => {
  beforeEach(async () => {
    let data = startData()
    const packaging = rows((n) => ({ amount: { numberValue: n } }))
    data = setValue(data, baseList, 'packaging-table', { tableValue: packaging })
    data = setValue(data, baseList, '_components', {
      base: rows((n): ComponentRow => ({ component: uuid(900 + n), amount: n, secrecy: 'public' })),
      additional: {},
    })
    data = setValue(data, baseList, 'many-f1', text('a'))
    const server = productServer(data)
    server.fake.on(loadReference, () => ({
      classes: { ...reference, fielddefinition: [...reference.fielddefinition, ...many] },
    }))
    await openProduct()
  })
  const edit = async () => {
    const user = userEvent.setup()
    await screen.findByText('Name und Kategorie')
    await user.keyboard('e')
    return user
  }

  test('its field, the name of the product too, its cell and its row', async () => {
    const user = await edit()
    for (const [name, key] of [
      ['Feld 1', 'many-f1'],
      ['Handelsname', 'basis-f1'],
    ] as const) {
      const drawn = await keystroke(user, await screen.findByRole('textbox', { name }))
      expect(outside(drawn, isOfField(key))).toEqual([])
      expect(named(drawn, 'FieldControl')).toHaveLength(1)
    }

    const cell = await keystroke(user, screen.getByRole('textbox', { name: 'Menge, Zeile 7' }))
    expect(outside(cell, isOfField('packaging-table'))).toEqual([])
    expect(named(cell, 'TableCell').map((one) => one.props['id'])).toEqual(['r6'])

    const components = within(screen.getByRole('table', { name: 'Grundkomponenten' }))
    const amounts = components.getAllByRole('textbox', { name: /^Menge von / })
    expect(amounts).toHaveLength(rowCount)
    const row = await keystroke(user, amounts[9] as HTMLElement)
    const isOfRow = ({ name, props }: { name: string; props: Record<string, unknown> }) =>
      // The sum changes with the amount.
      name === 'SumLine' || (name === 'ComponentEditorLine' && props['id'] === 'r9')
    expect(outside(row, isOfRow)).toEqual([])
  }, 60_000)
})

test('on a company, a keystroke draws only its field, among 50 addresses', async () => {
  const server = fakeServer()
  server.on(count, () => ({ count: 0 }))
  server.on(execute, () => ({ list: [], count: 0 }))
  const id = uuid(40)
  const address = (n: number) => ({ type: 'secondary', street: `Weg ${n}`, _order: n })
  const data = companyData.parse({
    baseData: { name: 'Muster AG' },
    addresses: rows(address),
    contactPersons: {},
  })
  server.on(loadCompany, () => ({ ...entity('company', id, {}, 3), data, may: ['company:edit'], titles: {} }))
  await openScreen([{ path: '/company/:companyId', element: <CompanyScreen /> }], `/company/${id}`)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Bearbeiten E' }))
  const drawn = await keystroke(user, screen.getByDisplayValue('Weg 7'))
  expect(
    outside(
      drawn,
      ({ name, props }) => name === 'FieldEditor' && props['pointer'] === '/addresses/r7/street',
    ),
  ).toEqual([])
}, 60_000)
