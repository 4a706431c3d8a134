/** Tabs that are drawn from the field definitions: which fields, in which groups, how many are filled, what is wrong. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { lastchanges } from '../../../shared/calls/bml/product/lastchanges.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { baseList, setValue } from '../../../web/features/product/model/draft.ts'
import { tabOfPath } from '../../../web/features/product/model/tabs.ts'
import { drawnWhile } from '../renders.ts'
import { entity, uuid } from '../screen-kit.tsx'
import {
  colleagueId,
  field,
  nationalId,
  openProduct,
  productServer,
  reference,
  startData,
  text,
} from './page-kit.tsx'
import { productId } from './samples.ts'

const heading = (title: string) => ({ heading: { de_DE: title } })
const on = (displayKey: string, more: Record<string, unknown> = {}) => ({ displayKey, ...more })
const definitions = [
  field(30, 'numberfield', 'specific-f1', 'Stickstoff', on('specific', { ...heading('Gehalte'), unit: '%' })),
  field(31, 'numberfield', 'specific-f2', 'pH-Wert', on('specific')),
  // Its heading begins a group also where the field itself is not shown.
  field(
    32,
    'select',
    'specific-f3',
    'Kultur',
    on('specific', { ...heading('Anwendung'), visibleInMainCategories: ['plant-protection-agents'] }),
  ),
  field(33, 'singleline-multitext', 'specific-f4', 'Aufwandmenge', on('specific', { mandatory: true })),
  field(34, 'datefield', 'specific-f5', 'Nur Schweiz', on('specific', { visibleInLists: [nationalId] })),
  field(35, 'checkbox', 'specific-f6', 'Nicht Basis', on('specific', { emptyInLists: [baseList] })),
  field(36, 'button', 'specific-f7', 'Datenblatt', on('specific')),
  field(37, 'textfield', 'misc-f1', 'Hinweis', on('misc')),
]
const riskLabel = entity('selectoption', uuid(803), {
  type: 'risk-phrase',
  title: { de_DE: 'Reizt die Haut' },
  enabled: true,
  order: 0,
})
const otherRiskLabels = [
  'H318 Verursacht schwere Augenschäden, auch nach Jahren',
  'EUH401 Anleitung einhalten',
].map((title, n) => ({
  ...riskLabel,
  id: uuid(804 + n),
  data: { ...riskLabel.data, title: { de_DE: title } },
}))
const filled = (more: Record<string, unknown> = {}): ProductData => {
  const values = { 'specific-f4': { textValue: { de_DE: '2 t/ha' } }, ...more }
  return Object.entries(values).reduce((d, [key, value]) => setValue(d, baseList, key, value), startData())
}
interface Opening {
  data?: ProductData
  tab?: string
  list?: string
  as?: Partial<Actor>
  fields?: object[]
}
function open({ data, tab, list = baseList, as, fields = definitions }: Opening = {}) {
  const server = productServer(data ?? filled())
  server.fake.on(
    loadReference,
    () =>
      ({
        classes: {
          ...reference,
          fielddefinition: [...reference.fielddefinition, ...fields],
          selectoption: [...reference.selectoption, riskLabel, ...otherRiskLabels],
        },
      }) as never,
  )
  openProduct(tab ? `${list}?tab=${tab}` : list, as)
  return { server, user: userEvent.setup() }
}
const tabNamed = (name: RegExp) => screen.findByRole('tab', { name })
const titles = (level: number) => screen.getAllByRole('heading', { level }).map((one) => one.textContent)
const shownFields = () =>
  [...document.querySelectorAll('.product-field-title')].map((one) => one.textContent?.replace('*', ''))

describe('the tabs', () => {
  test('stand in their order and say how many fields are filled', async () => {
    open({ data: filled({ 'specific-f1': { numberValue: 0 }, 'misc-f1': text('') }) })
    await tabNamed(/^Fachdaten/)
    expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
      'Stammdaten',
      'Bewilligungen',
      // A zero is a value, an empty text is none.
      expect.stringMatching(/^Fachdaten2/),
      'Hobbygarten',
      'Diverses',
      'Dokumente',
      'Darstellung',
      'Checkliste',
      'Zulassungen',
    ])
    expect(screen.getByRole('tab', { name: /2 Felder ausgefüllt/ })).toBeTruthy()
  })
  test('are in the address; one without fields says so', async () => {
    const { user } = open()
    await user.click(await tabNamed(/^Hobbygarten/))
    expect(await screen.findByText('Für diese Liste und Kategorie gibt es hier keine Felder.')).toBeTruthy()
    expect((await tabNamed(/^Hobbygarten/)).getAttribute('href')).toMatch(/\?tab=hobbygarden$/)
  })
  test('show the fields of the list and its category in groups by heading', async () => {
    open({ tab: 'specific' })
    await screen.findByText('2 t/ha')
    expect(titles(2)).toEqual(['Gehalte', 'Anwendung'])
    expect(screen.queryByText('Kultur')).toBeNull()
    expect(screen.queryByText('Nur Schweiz')).toBeNull()
    expect(screen.queryByText('Nicht Basis')).toBeNull()
    expect(screen.queryByText('Datenblatt')).toBeNull()
  })
  test('of another list show its own fields', async () => {
    open({ tab: 'specific', list: nationalId })
    await screen.findByText('Nur Schweiz')
    expect(shownFields()).toContain('Nicht Basis')
  })
  test('do not name a field to whom it is secret', async () => {
    const secret = field(
      40,
      'textfield',
      'misc-f2',
      'Rezept',
      on('misc', { secrecy: 'base-data-responsible' }),
    )
    const fields = [...definitions, secret]
    open({ tab: 'misc&empty=1', fields, as: { role: 'editor', institutions: [] } })
    await screen.findByText('Hinweis')
    expect(screen.queryByText('Rezept')).toBeNull()
  })
  test('fold empty fields away in each group while reading', async () => {
    open({ tab: 'specific', data: filled({ 'specific-f1': { numberValue: 4.5 } }) })
    await screen.findByText(/4,5\s%/)
    // The only empty one of the first group; the other group has none.
    const folded = screen.getAllByRole('button', { name: '1 leeres Feld' })
    expect(folded.map((one) => one.getAttribute('aria-expanded'))).toEqual(['false'])
  })
  test('show them unfolded to who wants to see them', async () => {
    const { user } = open({ tab: 'specific' })
    await screen.findByText('2 t/ha')
    await user.click(screen.getByRole('button', { name: /^Aktionen/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Optionen' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Leere Felder anzeigen' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /leere/ })).toBeNull())
    expect(shownFields()).toEqual(['Stickstoff', 'pH-Wert', 'Aufwandmenge'])
  })
})

describe('a field of such a tab', () => {
  test('is edited there and saved like any other, a text in the languages of the person', async () => {
    const { server, user } = open({ tab: 'specific' })
    await screen.findByText('2 t/ha')
    await user.keyboard('e')
    await user.type(await screen.findByRole('textbox', { name: 'pH-Wert' }), '6,8')
    await user.type(screen.getByRole('textbox', { name: 'Aufwandmenge, Englisch' }), '2 t per ha')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.fake.inputs(save)[0]?.patch).toEqual(
      expect.arrayContaining([
        { op: 'add', path: `/listData/${baseList}/specific-f2`, value: { numberValue: 6.8 } },
        { op: 'add', path: `/listData/${baseList}/specific-f4/textValue/en_GB`, value: '2 t per ha' },
      ]),
    )
    expect(await tabNamed(/2 Felder ausgefüllt/)).toBeTruthy()
  })
  test('that is wrong is told on its tab and keeps the product from being saved; the save leads there', async () => {
    const { server, user } = open({ tab: 'specific' })
    await screen.findByText('2 t/ha')
    await user.keyboard('e')
    await user.clear(await screen.findByRole('textbox', { name: 'Aufwandmenge, Deutsch' }))
    expect(await screen.findByText('Pflichtfeld')).toBeTruthy()
    const tab = await screen.findByRole('tab', { name: /^Fachdaten.*1 Fehler/ })
    // A sign and the number: the word would push the last tabs out of the row.
    expect(tab.querySelector('.product-tab-errors')?.textContent).toBe('1')
    await user.click(await tabNamed(/^Stammdaten/))
    const name = await screen.findByRole('textbox', { name: 'Handelsname' })
    await user.type(name, ' 2')
    await user.keyboard('{Control>}s{/Control}')
    const wrong = await screen.findByRole('textbox', { name: 'Aufwandmenge, Deutsch' })
    await waitFor(() => expect(document.activeElement).toBe(wrong))
    expect(server.fake.inputs(save)).toEqual([])
  })
  test('in another list follows the base data until it is made its own', async () => {
    const data = setValue(filled(), nationalId, '_linked', {
      ...startData().listData[nationalId]?._linked,
      'specific-f4': 'basis',
    })
    const { server, user } = open({ tab: 'specific', list: nationalId, data })
    await screen.findByText('2 t/ha')
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Aufwandmenge: eigenen Wert eingeben' }))
    await user.type(await screen.findByRole('textbox', { name: 'Aufwandmenge, Deutsch' }), ' im Jahr')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[nationalId]).toMatchObject({
      'specific-f4': { textValue: { de_DE: '2 t/ha im Jahr' } },
    })
    expect(server.now().data.listData[nationalId]?._linked['specific-f4']).toBeUndefined()
  })
})

describe('what every product has beside its fields', () => {
  test('stands on its tab without a source, and is saved as it is stored', async () => {
    const { server, user } = open({ tab: 'misc', list: nationalId })
    await screen.findByRole('heading', { level: 2, name: 'Diverses' })
    await user.keyboard('e')
    await user.type(await screen.findByRole('textbox', { name: 'Bemerkung, Deutsch' }), 'Neu')
    await user.click(screen.getByRole('button', { name: /^Gefahrenhinweise/ }))
    await user.click(await screen.findByRole('option', { name: 'Reizt die Haut' }))
    expect(screen.queryByRole('button', { name: /^Quelle von (Bemerkung|Gefahrenhinweise)/ })).toBeNull()
    await user.click(await tabNamed(/^Darstellung/))
    await user.click(await screen.findByRole('checkbox', { name: 'Nicht öffentlich zeigen' }))
    expect(await screen.findByRole('tab', { name: /^Diverses.*2 Felder ausgefüllt/ })).toBeTruthy()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[nationalId]).toMatchObject({
      _remark: { de_DE: 'Neu' },
      _risklabels: [uuid(803)],
      _preventPublicDisplay: true,
    })
    expect(await screen.findByRole('tab', { name: /^Darstellung.*1 Feld ausgefüllt/ })).toBeTruthy()
  })
})

test('hazard statements have a line each', async () => {
  open({ data: filled({ _risklabels: [uuid(804), uuid(805)] }), tab: 'misc' })
  const field = within(await screen.findByRole('group', { name: 'Gefahrenhinweise' }))
  expect(field.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'H318 Verursacht schwere Augenschäden, auch nach Jahren',
    'EUH401 Anleitung einhalten',
  ])
})

describe('when and by whom fields were last changed', () => {
  test('is told of each on demand, also in the address; a value of the base data by what happened there', async () => {
    const national = { ...startData().listData[nationalId]?._linked, 'specific-f4': 'basis' }
    const { server, user } = open({
      tab: 'specific',
      list: nationalId,
      data: setValue(setValue(filled(), nationalId, '_linked', national), nationalId, 'specific-f5', {
        dateValue: '2026-03-01T04:00:00.000Z',
      }),
    })
    server.fake.on(lastchanges, () => ({
      lists: {
        [baseList]: { 'specific-f4': { rev: 3, at: '2026-02-01T09:00:00.000Z', by: colleagueId } },
        [nationalId]: {},
      } as OutputOf<typeof lastchanges>['lists'],
      names: { [colleagueId]: 'Ben Kollege' },
      from: 2,
    }))
    await screen.findByText('2 t/ha')
    expect(screen.queryByText(/^Geändert/)).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Aktionen/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Optionen' }))
    const shown = await screen.findByRole('checkbox', { name: 'Letzte Änderungen anzeigen' })
    await user.click(shown)
    expect(await screen.findByText(/^Geändert 01\.02\.26.*, Ben Kollege$/)).toBeTruthy()
    expect(screen.getByText('Geändert vor Revision 2')).toBeTruthy()
    expect(server.fake.inputs(lastchanges)).toEqual([{ id: productId, list: nationalId, rev: 1 }])
    await user.click(shown)
    await waitFor(() => expect(screen.queryByText(/^Geändert/)).toBeNull())
  })
})

test('among 200 fields of a tab a keystroke draws its own', async () => {
  const many = Array.from({ length: 200 }, (_, n) =>
    field(
      100 + n,
      n % 2 ? 'singleline-textfield' : 'numberfield',
      `many-f${n}`,
      `Feld ${n}`,
      on('specific', n % 20 === 0 ? heading(`Teil ${n}`) : {}),
    ),
  )
  const { user } = open({ tab: 'specific', fields: [...definitions, ...many] })
  await screen.findByText('2 t/ha')
  await user.keyboard('e')
  const box = await screen.findByRole('textbox', { name: 'Feld 7' })
  await user.type(box, '1')
  const drawn = await drawnWhile(() => user.keyboard('2'))
  const isOfField = ({ props }: { props: Record<string, unknown> }) => props['fieldKey'] === 'many-f7'
  const outside = drawn.filter((one) => ![...one.inside, one].some(isOfField)).map((one) => one.name)
  expect([...new Set(outside)]).toEqual([])
  expect(drawn.length).toBeGreaterThan(0)
}, 60_000)

test('each place of a product has its tab', () => {
  const byPath = new Map(definitions.map((d) => [d.data['path'], { ...d.data, id: d.id }]))
  const entry = (showInTabs: string[]) => ({ data: { showInTabs } })
  const checklists = new Map([
    ['c1', entry([])],
    ['c2', entry(['documents', 'misc'])],
    ['c3', entry(['misc', 'checklist'])],
    ['c4', entry(['approvals'])],
  ])
  const at = (rest: string) =>
    tabOfPath(`/listData/${baseList}/${rest}`, {
      definitionByPath: byPath as never,
      checklists: checklists as never,
    })
  expect(
    [
      'basis-f1',
      '_companies/m1/role',
      '_documents/d1/fileName',
      '_approval',
      'misc-f1',
      'specific-f4/textValue',
      '_permits/p1/number',
      '_hobbygarden',
      '_checklist/c1/status',
      '_checklist/c2',
      '_checklist/c3',
      '_checklist/c4',
      '_checklist/gone',
    ].map(at),
  ).toEqual([
    'main',
    'main',
    'documents',
    'approvals',
    'misc',
    'specific',
    'permits',
    'hobbygarden',
    'checklist',
    'misc',
    'checklist',
    'checklist',
    'checklist',
  ])
})
