/** The checklist: entries on their tabs, answers with their dates, what is not met and the way to it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { getapprovals } from '../../../shared/calls/bml/product/getapprovals.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import { ids } from '../../../shared/calls/search/search/ids.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
import { entity, uuid } from '../screen-kit.tsx'
import {
  categoryId,
  colleagueId,
  companyId,
  foreignCategoryId,
  nationalId,
  openProduct,
  productServer,
  reference,
  startData,
} from './page-kit.tsx'

const de = (text: string) => ({ de_DE: text })
const day = (date: string) => `${date}T04:00:00.000Z`
const options = [
  { id: 'no', title: de('nein'), okay: false, warning: true, sorting: 1 },
  { id: 'yes', title: de('ja'), okay: true, warning: false, sorting: 0 },
]
const entry = (n: number, title: string, more: Record<string, unknown> = {}) =>
  entity('checklist', uuid(860 + n), {
    title: de(title),
    active: true,
    modus: 'default',
    mandatory: false,
    isOptional: false,
    dateEffectiveMandatory: false,
    dateUntilMandatory: false,
    showUntilDate: false,
    options,
    showInTabs: [],
    listRestrict: [],
    categoryRestrict: [],
    visibleInLists: [],
    ...more,
  })
const [recipe, lab, label, plant, audit, sample] = [1, 2, 3, 4, 5, 6].map((n) => uuid(860 + n)) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const definitions = [
  entry(1, 'Rezeptur', { mandatory: true }),
  entry(2, 'Laborbericht', {
    mandatory: true,
    dateEffectiveMandatory: true,
    dateUntilMandatory: true,
    categoryRestrict: [categoryId],
  }),
  entry(3, 'Etikett', { mandatory: true, showInTabs: ['documents'] }),
  entry(4, 'Fallenbild', { categoryRestrict: [foreignCategoryId] }),
  entry(5, 'Betriebsprüfung', { modus: 'company' }),
  entry(6, 'Muster', { modus: 'reference', mandatory: true, isOptional: true }),
  entry(7, 'Ausgeschaltet', { active: false }),
]

function open(
  data: ProductData = startData(),
  { tab = 'checklist', list = baseList, may }: { tab?: string; list?: string; may?: string[] } = {},
) {
  const server = productServer(data, may)
  server.fake.on(loadReference, () => ({ classes: { ...reference, checklist: definitions } }) as never)
  openProduct(`${list}?tab=${tab}`)
  return { server, user: userEvent.setup() }
}
const answered = (answers: Record<string, object>, list: string = baseList, data = startData()) =>
  setKey(data, list, '_checklist', answers)
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent))

describe('the checklist tab', () => {
  test('has the entries of the list and its category; what is restricted to another tab stands there', async () => {
    open(
      answered({
        [recipe]: { status: 'yes', comment: 'gesehen', updatedBy: colleagueId },
        [lab]: { status: 'yes', date: day('2019-01-15'), until: day('2020-01-14') },
        [sample]: { status: 'no' },
      }),
    )
    expect(await rowsOf('Prüfpunkte')).toEqual([
      ['Prüfpunkt', 'Ergebnis', 'Gilt ab', 'Gilt bis', 'Bemerkung', 'Zuletzt geändert von'],
      ['Laborbericht', 'jaabgelaufen', '15.01.19', '14.01.20', '', ''],
      ['Muster', 'neinnicht erfüllt', '', '', '', ''],
      ['Rezeptur', 'ja', '', '', 'gesehen', 'Ben Kollege'],
    ])
    // As many as the section says; the one of the documents is counted there.
    expect(await screen.findByRole('tab', { name: /^Checkliste.*3 von 3 beantwortet/ })).toBeTruthy()
    expect(screen.getByText('(3/3)')).toBeTruthy()
  })
  test('tells what is not met on every tab, and leads to it', async () => {
    const { user } = open(answered({ [recipe]: { status: 'no' } }))
    const unmet = await screen.findByRole('list', {
      name: 'Für die Zulassungen in „Basisdaten“ sind 3 Prüfpunkte nicht erfüllt',
    })
    expect(
      within(unmet)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Etikett', 'Laborbericht', 'Rezeptur'])
    await user.click(within(unmet).getByRole('button', { name: 'Laborbericht' }))
    const status = await screen.findByRole('button', { name: /^Laborbericht: Ergebnis/ })
    await waitFor(() => expect(document.activeElement).toBe(status))
    await user.click(within(unmet).getByRole('button', { name: 'Etikett' }))
    const label = await screen.findByRole('button', { name: /^Etikett: Ergebnis/ })
    await waitFor(() => expect(document.activeElement).toBe(label))
    expect(screen.getByRole('tab', { name: /^Dokumente/, selected: true })).toBeTruthy()
  })
  test('says so where all that is mandatory is met', async () => {
    open(
      answered({
        [recipe]: { status: 'yes' },
        [label]: { status: 'yes' },
        [lab]: { status: 'yes', date: day('2026-01-15'), until: day('2027-01-14') },
      }),
    )
    const met = 'Alle verlangten Prüfpunkte sind erfüllt.'
    expect(await screen.findByText(`${met} Offene Prüfpunkte sind nicht verlangt.`)).toBeTruthy()
  })
  test('is only read by whoever may not edit', async () => {
    const { user } = open(startData(), { may: [] })
    await screen.findByRole('list', {
      name: 'Für die Zulassungen in „Basisdaten“ sind 3 Prüfpunkte nicht erfüllt',
    })
    expect(screen.queryByRole('button', { name: 'Rezeptur' })).toBeNull()
    await user.keyboard('e')
    expect(screen.queryByRole('button', { name: /^Rezeptur: Ergebnis/ })).toBeNull()
  })
})

describe('an answer', () => {
  test('is saved with its dates and remark; the dates that the entry demands keep it from being saved', async () => {
    const { server, user } = open()
    await screen.findByRole('table', { name: 'Prüfpunkte' })
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: /^Laborbericht: Ergebnis/ }))
    expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual([
      expect.stringMatching(/keine Auswahl/),
      'ja',
      'nein',
    ])
    await user.click(screen.getByRole('option', { name: 'ja' }))
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findAllByText('Pflichtfeld')).toHaveLength(2)
    expect(await screen.findByRole('tab', { name: /^Checkliste.*2 Fehler/ })).toBeTruthy()
    const [from, until] = [
      /^Laborbericht: gilt ab \(Pflichtfeld\)/,
      /^Laborbericht: gilt bis \(Pflichtfeld\)/,
    ]
    await user.type(screen.getByRole('textbox', { name: from }), '29.02.2028')
    await user.type(screen.getByRole('textbox', { name: until }), '28.02.2028')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('Das Datum darf nicht vor dem Beginn liegen.')).toBeTruthy()
    expect(server.fake.inputs(save)).toEqual([])
    await user.clear(screen.getByRole('textbox', { name: until }))
    await user.type(screen.getByRole('textbox', { name: until }), '29.02.2028')
    await user.type(screen.getByRole('textbox', { name: 'Laborbericht: Bemerkung' }), 'Nr. 7')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[baseList]?._checklist).toEqual({
      [lab]: { status: 'yes', date: day('2028-02-29'), until: day('2028-02-29'), comment: 'Nr. 7' },
    })
  })
  test('that is taken back leaves nothing', async () => {
    const { server, user } = open(answered({ [recipe]: { status: 'yes', updatedBy: colleagueId } }))
    await screen.findByRole('table', { name: 'Prüfpunkte' })
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: /^Rezeptur: Ergebnis/ }))
    await user.click(await screen.findByRole('option', { name: /keine Auswahl/ }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[baseList]?._checklist).toEqual({})
  })
  test('of an entry for reference stands beside that of the base list', async () => {
    open(answered({ [sample]: { status: 'yes' } }), { list: nationalId })
    const rows = await rowsOf('Prüfpunkte')
    expect(rows.map(([head]) => head)).toContain('MusterBasisdaten: ja')
  })
  test('that nobody asks for any more stays until it is taken out', async () => {
    const { server, user } = open(answered({ [plant]: { status: 'yes' }, [recipe]: { status: 'yes' } }))
    expect(await rowsOf('Frühere Prüfpunkte')).toEqual([
      ['Prüfpunkt', 'Ergebnis'],
      ['Fallenbild', 'ja'],
    ])
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Fallenbild entfernen' }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[baseList]?._checklist).toEqual({ [recipe]: { status: 'yes' } })
  })
  test('of companies is shown as it stands there', async () => {
    const { server } = open()
    server.fake.on(ids, () => ({
      list: [
        entity('company', companyId, {
          baseData: { name: 'Humus AG' },
          checklists: { [audit]: { status: 'no' } },
        }),
      ] as never,
      people: {},
    }))
    await waitFor(async () =>
      expect(await rowsOf('Prüfpunkte der Firmen')).toEqual([
        ['Prüfpunkt', 'Firma', 'Ergebnis'],
        ['Betriebsprüfung', 'Humus AG', 'nein'],
      ]),
    )
    expect(screen.getByRole('link', { name: 'Humus AG' })).toBeTruthy()
  })
})

test('what approvals lack leads to the entry, also on another tab', async () => {
  const { server, user } = open(startData(), { tab: 'approvals' })
  server.fake.on(getapprovals, () => ({
    rev: server.now().rev,
    lists: [
      {
        list: baseList,
        hasOwnChanges: false,
        missing: [
          { key: 'checklistUnmet', path: `/listData/${baseList}/_checklist/${label}`, title: de('Etikett') },
        ],
        approvals: [],
      },
    ],
  }))
  await user.click(await screen.findByRole('button', { name: 'Prüfpunkt „Etikett“' }))
  const status = await screen.findByRole('button', { name: /^Etikett: Ergebnis/ })
  await waitFor(() => expect(document.activeElement).toBe(status))
  expect(screen.getByRole('tab', { name: /^Dokumente/, selected: true })).toBeTruthy()
})
