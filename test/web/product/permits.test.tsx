/** Rows and choices of the tabs that administrators' data decide: permits, and uses in the hobby garden. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { lastchanges } from '../../../shared/calls/bml/product/lastchanges.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
import { entity, uuid } from '../screen-kit.tsx'
import { colleagueId, nationalId, openProduct, productServer, reference, startData } from './page-kit.tsx'

const de = (text: string) => ({ de_DE: text })
const kind = (n: number, title: string, more: Record<string, unknown> = {}) =>
  entity('permit', uuid(820 + n), { title: de(title), lists: [], mainCategories: [], ...more })
const use = (n: number, title: string, more: Record<string, unknown> = {}) =>
  entity('hobbygarden', uuid(840 + n), {
    title: de(title),
    disabled: false,
    kind: 'plant',
    order: n,
    ...more,
  })
const [fertiliser, feed, swiss] = [uuid(821), uuid(822), uuid(823)]
const [plants, roses, tea, closed] = [uuid(841), uuid(842), uuid(843), uuid(844)]

function open(data: ProductData, { tab, list = baseList }: { tab: string; list?: string }) {
  const server = productServer(data)
  server.fake.on(
    loadReference,
    () =>
      ({
        classes: {
          ...reference,
          list: reference.list.map((one) =>
            one.id === nationalId ? { ...one, data: { ...one.data, targetAudience: 'hobby' } } : one,
          ),
          permit: [
            kind(1, 'Düngernummer', {
              mainCategories: ['fertilisers'],
              linkTemplate: 'https://register.example/{number}',
              linkText: de('Eintrag beim Amt'),
            }),
            kind(2, 'Futternummer', { mainCategories: ['animal-feed'] }),
            kind(3, 'Schweizer Nummer', { lists: [nationalId] }),
          ],
          hobbygarden: [
            use(1, 'Pflanzen'),
            use(2, 'Rosen', { parent: plants }),
            use(3, 'Teerosen', { parent: roses }),
            use(4, 'Früher', { parent: plants, disabled: true }),
          ],
        },
      }) as never,
  )
  openProduct(`${list}?tab=${tab}`)
  return { server, user: userEvent.setup() }
}
const withPermits = (permits: Record<string, object>, list: string = baseList) =>
  setKey(startData(), list, '_permits', permits)
const table = () => screen.findByRole('table', { name: 'Bewilligungsnummern' })
const stored = (data: ProductData, list: string = baseList) => data.listData[list]?._permits

describe('permits', () => {
  test('are read in their order with kind and number, and lead to the register of the authority', async () => {
    open(
      withPermits({
        p2: { number: 'frei 7', _order: 1 },
        p1: { permit: fertiliser, number: 'D 1/2', _order: 0 },
        p3: { permit: uuid(899), number: 'alt', _order: 2 },
      }),
      { tab: 'permits' },
    )
    const rows = within(await table()).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'BewilligungNummer',
      expect.stringMatching(/^DüngernummerD 1\/2 Eintrag beim Amt/),
      'Andere Bewilligungfrei 7 ',
      'Unbekannte Bewilligungalt ',
    ])
    const link = screen.getByRole('link', { name: /^Eintrag beim Amt: D 1\/2/ })
    expect(link.getAttribute('href')).toBe('https://register.example/D%201%2F2')
    expect(screen.getAllByRole('link', { name: /öffnet einen neuen Tab/ })).toHaveLength(1)
    expect(await screen.findByRole('tab', { name: /^Bewilligungen.*1 Feld ausgefüllt/ })).toBeTruthy()
  })
  test('are added, moved and saved; a new one has the only kind of the list and category', async () => {
    const { server, user } = open(withPermits({ p1: { number: 'W-1', _order: 0 } }), { tab: 'permits' })
    await table()
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Bewilligung hinzufügen' }))
    const number = await screen.findByRole('textbox', { name: 'Nummer in Zeile 2' })
    await waitFor(() => expect(document.activeElement).toBe(number))
    await user.type(number, 'W-2')
    await user.click(screen.getByRole('button', { name: 'W-2 nach oben' }))
    await user.click(screen.getByRole('button', { name: /^Bewilligung in Zeile 2/ }))
    const offered = (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect(offered).toEqual(['Düngernummer', expect.stringMatching(/^Andere Bewilligung/)])
    await user.keyboard('{Escape}{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    const rows = Object.values(stored(server.now().data) ?? {})
    expect(rows.toSorted((a, b) => (a._order ?? 0) - (b._order ?? 0))).toEqual([
      { permit: fertiliser, number: 'W-2', _order: 0 },
      { number: 'W-1', _order: 1 },
    ])
  })
  test('without a number, or with one that is there already, are not saved; the tab counts them', async () => {
    const { server, user } = open(withPermits({ p1: { number: 'W-1', _order: 0 } }), { tab: 'permits' })
    await table()
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Bewilligung hinzufügen' }))
    await user.click(await screen.findByRole('button', { name: /^Bewilligung in Zeile 2/ }))
    await user.click(await screen.findByRole('option', { name: 'Andere Bewilligung' }))
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('Pflichtfeld')).toBeTruthy()
    expect(await screen.findByRole('tab', { name: /^Bewilligungen.*1 Fehler/ })).toBeTruthy()
    const number = screen.getByRole('textbox', { name: 'Nummer in Zeile 2' })
    await user.type(number, 'w-1')
    expect(await screen.findByText('Diese Nummer steht schon in einer anderen Zeile.')).toBeTruthy()
    expect(server.fake.inputs(save)).toEqual([])
    await user.type(number, '0')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
  })
  test('of a kind that is not for the list stay, but are not chosen anew', async () => {
    const data = withPermits({ p1: { permit: feed, number: 'F-1', _order: 0 } }, nationalId)
    const { server, user } = open(data, { tab: 'permits', list: nationalId })
    await table()
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: /^Bewilligung in Zeile 1/ }))
    const offered = (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect(offered).toEqual([
      'Düngernummer',
      expect.stringMatching(/^Futternummer/),
      'Schweizer Nummer',
      'Andere Bewilligung',
    ])
    await user.keyboard('{Escape}')
    await user.type(screen.getByRole('textbox', { name: 'Nummer in Zeile 1' }), '0')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(stored(server.now().data, nationalId)).toEqual({ p1: { permit: feed, number: 'F-10', _order: 0 } })
  })
  test('taken out again, a list that had none is as it was', async () => {
    const { server, user } = open(startData(), { tab: 'permits' })
    await screen.findByText('Keine Bewilligungen.')
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Bewilligung hinzufügen' }))
    await user.click(await screen.findByRole('button', { name: 'Düngernummer entfernen' }))
    await user.keyboard('{Control>}s{/Control}')
    expect(server.fake.inputs(save)).toEqual([])
    expect(screen.queryByText(/ungespeichert/i)).toBeNull()
  })
  test('say when and by whom they were last changed', async () => {
    const { server } = open(withPermits({ p1: { permit: swiss, number: 'CH-1' } }), {
      tab: 'permits&changes=1',
    })
    server.fake.on(lastchanges, () => ({
      lists: { [baseList]: { _permits: { rev: 1, at: '2026-02-01T09:00:00.000Z', by: colleagueId } } },
      names: { [colleagueId]: 'Ben Kollege' },
      from: 1,
    }))
    expect(await screen.findByText(/^Geändert 01\.02\.26.*, Ben Kollege$/)).toBeTruthy()
  })
})

describe('uses in the hobby garden', () => {
  const withUses = (uses: string[]) => setKey(startData(), nationalId, '_hobbygarden', uses)
  test('are chosen below the branches of their tree in lists for hobby gardeners', async () => {
    const { server, user } = open(withUses([closed]), { tab: 'hobbygarden', list: nationalId })
    expect(await screen.findByText('Früher')).toBeTruthy()
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: /^Anwendungen im Hobbygarten/ }))
    const offered = (await screen.findAllByRole('option')).map((one) => one.textContent)
    // The head of a branch takes all below it; what is closed is there because the list has it.
    expect(offered).toEqual(['Pflanzen', 'Rosen', 'Rosen › Teerosen', expect.stringMatching(/^Früher/)])
    await user.click(screen.getByRole('option', { name: 'Rosen › Teerosen' }))
    await user.keyboard('{Escape}{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[nationalId]?._hobbygarden).toEqual([closed, tea])
    expect(await screen.findByRole('tab', { name: /^Hobbygarten.*1 Feld ausgefüllt/ })).toBeTruthy()
  })
  test('are no part of other lists', async () => {
    open(withUses([roses]), { tab: 'hobbygarden' })
    expect(await screen.findByText('Für diese Liste und Kategorie gibt es hier keine Felder.')).toBeTruthy()
    expect(screen.queryByText('Anwendungen im Hobbygarten')).toBeNull()
  })
})
