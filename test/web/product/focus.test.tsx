/** Where the focus goes when what had it is taken away: never to nowhere. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { approvals } from '../../../shared/calls/bml/product/approvals.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { addYears, storedDay } from '../../../shared/rules/dates.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
import { todayText } from '../../../web/ui/date-text.ts'
import {
  colleagueId,
  meId,
  nationalId,
  openProduct,
  productServer,
  standardId,
  startData,
  viewFor,
} from './page-kit.tsx'
import { listOf } from './samples.ts'

const today = storedDay(todayText())

const opened = async (list?: string, data = startData()) => {
  const server = productServer(data)
  await openProduct(list)
  await screen.findByText('Name und Kategorie')
  return { user: userEvent.setup(), server }
}
const noListeners = { addEventListener: () => {}, removeEventListener: () => {} }
const hasFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))

test('E goes to the first field, Escape back to the button that opens it again', async () => {
  const { user } = await opened()
  await user.keyboard('e')
  await hasFocus(() => screen.getByRole('textbox', { name: 'Handelsname' }))
  await user.keyboard('{Escape}')
  await hasFocus(() => screen.getByRole('button', { name: 'Bearbeiten E' }))
})

test('E closes a drawer that covers the page first: no field is edited behind it', async () => {
  const media = vi
    .spyOn(globalThis, 'matchMedia')
    .mockImplementation((query) => ({ matches: true, media: query, ...noListeners }) as never)
  try {
    productServer()
    const page = await openProduct(`${baseList}?drawer=history`)
    await screen.findByText('Name und Kategorie')
    const user = userEvent.setup()
    await user.keyboard('e')
    await hasFocus(() => screen.getByRole('textbox', { name: 'Handelsname' }))
    expect(page.address()).not.toContain('drawer')
    // Opened again while fields are edited, it takes Escape.
    await act(() => page.router.navigate(`?drawer=history`))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('textbox', { name: 'Handelsname' })).toBeTruthy()
  } finally {
    media.mockRestore()
  }
})

test('going on with kept changes goes to the first field', async () => {
  const { user } = await opened()
  await user.keyboard('e')
  await user.type(await screen.findByRole('textbox', { name: 'GTIN' }), '1')
  cleanup()
  await openProduct()
  await user.click(await screen.findByRole('button', { name: 'Weiterbearbeiten' }))
  await hasFocus(() => screen.getByRole('textbox', { name: 'Handelsname' }))
})

test('the pencil of a section goes to its first field', async () => {
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: 'Weitere Angaben bearbeiten' }))
  await hasFocus(() => screen.getByRole('textbox', { name: 'Beschreibung, Deutsch' }))
})

test.each([
  [
    'in its place',
    async (user: ReturnType<typeof userEvent.setup>) => {
      await user.click(await screen.findByRole('button', { name: /^GTIN: / }))
    },
  ],
  [
    'in the dialog of its source',
    async (user: ReturnType<typeof userEvent.setup>) => {
      await user.click(await screen.findByRole('button', { name: /^Quelle von GTIN/ }))
      await user.click(
        within(await screen.findByRole('dialog'))
          .getAllByRole('button')
          .at(-1) as HTMLElement,
      )
    },
  ],
])('overriding a field %s goes to the field', async (_, override) => {
  // With a parent product there are more sources than one button can offer.
  const { user } = await opened(nationalId, { ...startData(), derivedProductId: meId })
  await user.keyboard('e')
  await override(user)
  await hasFocus(() => screen.getByRole('textbox', { name: 'GTIN' }))
})

test('leaving with something wrong offers the way to the first wrong field, from whichever tab', async () => {
  const { fake } = productServer()
  const page = await openProduct()
  await screen.findByText('Name und Kategorie')
  const user = userEvent.setup()
  await user.keyboard('e')
  await user.clear(await screen.findByRole('textbox', { name: 'Handelsname' }))
  await user.click(screen.getByRole('tab', { name: 'Zulassungen' }))
  await screen.findByRole('row', { name: 'Basiszulassung' })
  void page.router.navigate('/company/list')
  const dialog = within(await screen.findByRole('dialog', { name: 'Eingaben mit Fehlern' }))
  expect(dialog.queryByRole('button', { name: 'Speichern' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Zum ersten Fehler' }))
  await hasFocus(() => screen.getByRole('textbox', { name: 'Handelsname' }))
  expect(page.address()).toContain('/product/')
  // What is wrong is said there, though nobody tried to save.
  expect(screen.getByRole('button', { name: /^Handelsname – / })).toBeTruthy()
  expect(fake.inputs(save)).toEqual([])
})

test('after a decision about an approval it is on its row where no step is open', async () => {
  const { user, server } = await opened()
  server.fake.on(approvals, ({ begin, end }) => {
    const { data, rev } = server.now()
    const row = { tmp_begin: begin, tmp_end: end, active: true, approvalInitiatorAccountId: meId }
    const list = { ...data.listData[baseList], _approval: { [standardId]: row } }
    return viewFor(
      { ...data, listData: { ...data.listData, [baseList]: listOf(list as never) } },
      rev + 1,
    ) as never
  })
  await user.click(screen.getByRole('tab', { name: 'Zulassungen' }))
  await user.click(await screen.findByRole('button', { name: 'Basiszulassung: Einleiten' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Einleiten' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await hasFocus(() => screen.getByRole('row', { name: 'Basiszulassung' }))
})

test('after a confirmation it is on the next open step, not on extending what was just given', async () => {
  const given = { active: true, begin: today, end: addYears(today, 1), hasEverBeenApproved: true }
  const people = { approvalInitiatorAccountId: colleagueId, approvalInitiationDate: today }
  const rows = (row: Record<string, unknown>) =>
    setKey(startData(), baseList, '_approval', { [standardId]: { active: true, ...people, ...row } })
  const server = productServer(rows({ tmp_begin: today, tmp_end: addYears(today, 1) }))
  server.fake.on(approvals, ({ rev }) => {
    const confirmed = { ...given, finalApprovalAccountId: meId, finalApprovalDate: today }
    return viewFor(rows(confirmed), rev + 1) as never
  })
  await openProduct(`${baseList}?tab=approvals`)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Basiszulassung: Bestätigen' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Bestätigen' }))
  await hasFocus(() => screen.getByRole('button', { name: 'Verband: Für ein Jahr zulassen' }))
})

test('the dialog of categories begins at the current one', async () => {
  const { user } = await opened()
  await user.keyboard('e')
  await user.click(await screen.findByRole('button', { name: 'Kategorie ändern' }))
  await hasFocus(() => screen.getByRole('radio', { name: /Kompost/ }))
  // A search that is emptied again keeps the focus.
  const search = screen.getByRole('searchbox')
  await user.type(search, 'x')
  await user.clear(search)
  await screen.findByRole('radio', { name: /Kompost/ })
  await new Promise((drawn) => requestAnimationFrame(drawn))
  expect(document.activeElement).toBe(search)
})
