/** The history of a product by field and person. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { gettimeline } from '../../../shared/calls/bml/product/gettimeline.ts'
import { history } from '../../../shared/calls/eav/entity/history.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import type { TimelineKind } from '../../../web/features/product/use-timeline.ts'
import { provideDrawerHost } from '../screen-kit.tsx'
import { colleagueId, meId, openProduct, productServer } from './page-kit.tsx'
import { productId } from './samples.ts'

provideDrawerHost()

type Revision = OutputOf<typeof history>['list'][number]
const revision = (rev: number, by: string, name: string): Revision => ({
  rev,
  updated: `2026-03-0${rev}T10:00:00.000Z`,
  updatedBy: by,
  updatedByName: name,
  events: [{ kind: 'saved' }],
})
const all = [
  revision(3, colleagueId, 'Ben Kollege'),
  revision(2, meId, 'Vera Beispiel'),
  revision(1, meId, 'Vera Beispiel'),
]

test('revisions are chosen by what they changed in the list, and by who saved them', async () => {
  const server = productServer()
  server.fake.on(history, ({ by, value }) => {
    const list = all.filter(
      ({ rev, updatedBy }) => (!by || by === updatedBy) && (!value || (value.key === 'basis-f5' && rev < 3)),
    )
    return { list, count: list.length, ...(value && { from: 4 }) }
  })
  const user = userEvent.setup()
  openProduct(`${baseList}?drawer=history`)
  const revisions = () =>
    within(screen.getByRole('list', { name: 'Revisionen' }))
      .queryAllByRole('listitem')
      .map((one) => one.querySelector('strong')?.textContent)
  await screen.findByText('3 Revisionen, die neueste zuerst')
  const choose = async (label: RegExp, option: string) => {
    await user.click(screen.getByRole('button', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await choose(/^Feld in „Basisdaten“/, 'GTIN')
  await screen.findByText('2 Revisionen, die neueste zuerst')
  expect(revisions()).toEqual(['Revision 2', 'Revision 1'])
  expect(screen.getByText('Durchsucht bis Revision 4.')).toBeTruthy()
  expect(server.fake.inputs(history).at(-1)).toMatchObject({
    id: productId,
    value: { list: baseList, key: 'basis-f5' },
  })

  await choose(/^Gespeichert von/, 'Ben Kollege')
  expect(await screen.findByText('Keine passende Revision.')).toBeTruthy()
  expect(server.fake.inputs(history).at(-1)).toMatchObject({
    by: colleagueId,
    value: { list: baseList, key: 'basis-f5' },
  })
  await choose(/^Feld in „Basisdaten“/, 'Alle Felder')
  await waitFor(() => expect(revisions()).toEqual(['Revision 3']))
  await choose(/^Gespeichert von/, 'Alle Personen')
  await waitFor(() => expect(revisions()).toEqual(['Revision 3', 'Revision 2', 'Revision 1']))
})

test('the search goes on where it ended, also where it has found nothing so far', async () => {
  const server = productServer()
  server.fake.on(history, ({ value, before }) => {
    if (!value) return { list: all, count: all.length }
    if (before === undefined) return { list: [], count: 0, from: 40 }
    return before === 40 ? { list: [all[1]!], count: 1, from: 2 } : { list: [all[2]!], count: 1 }
  })
  const user = userEvent.setup()
  openProduct(`${baseList}?drawer=history`)
  await user.click(await screen.findByRole('button', { name: /^Feld in „Basisdaten“/ }))
  await user.click(await screen.findByRole('option', { name: 'GTIN' }))
  expect(await screen.findByText('Durchsucht bis Revision 40.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ältere laden' }))
  expect(await screen.findByText('Durchsucht bis Revision 2.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ältere laden' }))
  await waitFor(() => expect(screen.queryByText(/^Durchsucht bis/)).toBeNull())
  const revisions = within(screen.getByRole('list', { name: 'Revisionen' })).getAllByRole('listitem')
  expect(revisions.map((one) => one.querySelector('strong')?.textContent)).toEqual([
    'Revision 2',
    'Revision 1',
  ])
  expect(screen.queryByRole('button', { name: 'Ältere laden' })).toBeNull()
  expect(server.fake.inputs(history).map(({ before }) => before)).toEqual(
    expect.arrayContaining([undefined, 40, 2]),
  )
})

test('a revision tells each thing once, and going back to which one', async () => {
  const server = productServer()
  const saved = { kind: 'saved' as const, list: baseList }
  const paths = (...keys: string[]) => ({
    label: '',
    paths: keys.map((key) => `/listData/${baseList}/${key}`),
  })
  const list: Revision[] = [
    { ...revision(4, meId, 'Vera Beispiel'), events: [{ kind: 'reverted', to: '2' }, saved] },
    {
      ...revision(3, meId, 'Vera Beispiel'),
      changeset: paths('basis-f1/textValue', 'basis-f5/textValue'),
      events: [saved, { kind: 'nameChanged', list: baseList, from: 'Alt', to: 'Neu' }],
    },
    {
      ...revision(2, meId, 'Vera Beispiel'),
      changeset: paths('basis-f1/textValue'),
      events: [saved, { kind: 'nameChanged', list: baseList, from: 'Uralt', to: 'Alt' }],
    },
    { ...revision(1, meId, 'Vera Beispiel'), events: [saved] },
  ]
  server.fake.on(history, () => ({ list, count: list.length }))
  openProduct(`${baseList}?drawer=history`)
  await screen.findByText('4 Revisionen, die neueste zuerst')
  const told = within(screen.getByRole('list', { name: 'Revisionen' }))
    .getAllByRole('listitem')
    .map((one) => [...one.querySelectorAll(':scope > div:not([class])')].map((line) => line.textContent))
  expect(told).toEqual([
    ['Auf Revision 2 zurückgesetzt'],
    ['Gespeichert · Basisdaten: GTIN', 'Handelsname geändert · Basisdaten'],
    ['Handelsname geändert · Basisdaten'],
    ['Gespeichert · Basisdaten'],
  ])
})

test('the history is a picture, too: a line for each list and approval, each period in words', async () => {
  const server = productServer()
  const event = (kind: TimelineKind, at: string, more: object = {}) => ({
    rev: 1,
    kind,
    at,
    by: meId,
    byName: 'Vera',
    ...more,
  })
  const standard = 'gone'
  server.fake.on(gettimeline, () => {
    const list = [
      event('approvalEnded', '2026-02-12T10:00:00.000Z', { list: baseList, standard }),
      event('approvalConfirmed', '2026-02-03T10:00:00.000Z', { list: baseList, standard }),
      event('activated', '2026-02-01T10:00:00.000Z', { list: baseList }),
      event('created', '2026-01-05T09:00:00.000Z'),
    ]
    return { list, count: list.length }
  })
  const user = userEvent.setup()
  openProduct(`${baseList}?drawer=history`)
  await user.click(await screen.findByRole('button', { name: 'Grafik' }))
  const picture = await screen.findByRole('table', { name: 'Grafik' })
  expect(server.fake.inputs(gettimeline).at(-1)?.kinds).toEqual(
    expect.arrayContaining(['activated', 'approvalConfirmed']),
  )
  const periods = (row: HTMLElement) =>
    within(row)
      .getAllByRole('listitem')
      .map((one) => one.textContent)
  const [list, approval] = within(picture)
    .getAllByRole('row')
    .filter((row) => within(row).queryByRole('rowheader'))
  expect(within(list!).getByRole('rowheader').textContent).toBe('Basisdaten')
  expect(periods(list!)).toEqual(['Auf dem Produkt vom 05.01.26 bis 01.02.26', 'Aktiv seit 01.02.26'])
  expect(periods(approval!)).toEqual(['Zugelassen vom 03.02.26 bis 12.02.26'])
  // Only what is there is explained.
  const legend = screen.getByRole('list', { name: 'Zeichenerklärung' })
  expect(
    within(legend)
      .getAllByRole('listitem')
      .map((one) => one.textContent?.trim()),
  ).toEqual(['Auf dem Produkt', 'Aktiv', 'Zugelassen'])
})
