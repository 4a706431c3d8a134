import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { readnotes } from '../../../shared/calls/bml/product/readnotes.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import { revisionConflict } from '../../../shared/errors.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { entity, uuid } from '../screen-kit.tsx'
import {
  colleagueId,
  meId,
  nationalId,
  openProduct,
  productServer,
  reference,
  startData,
  viewFor,
} from './page-kit.tsx'

const urgent = uuid(950)
const note = (text: string, more: object = {}) => ({
  text,
  read: false,
  at: '2026-03-01T08:00:00.000Z',
  by: colleagueId,
  ...more,
})
function withNotes() {
  const data = startData()
  data.listData[baseList]!._notes = {
    a: note('Rezeptur fehlt', { label: urgent }),
    b: note('Etikett geprüft', { by: meId, at: '2026-03-02T08:00:00.000Z' }),
  }
  data.listData[nationalId]!._notes = {
    c: note('Schon gelesen', { readBy: [meId] }),
    d: note('Nur national'),
  }
  return data
}
async function open(server = productServer(withNotes())) {
  const label = { title: { de_DE: 'Dringend' }, color: '#aa0000', isWarning: true, sendEmailOnNote: false }
  const classes = { ...reference, label: [entity('label', urgent, label)] }
  server.fake.on(loadReference, () => ({ classes }) as never)
  await openProduct()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Notizen/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Notizen' })
  return { user, dialog, ...server }
}
const lines = (dialog: HTMLElement) =>
  within(within(dialog).getByRole('list', { name: 'Notizen' })).getAllByRole('listitem')

test('the action says how many notes the reader has not read', async () => {
  productServer(withNotes())
  await openProduct()
  await userEvent.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  expect(await screen.findByRole('menuitem', { name: 'Notizen (2 ungelesen)' })).toBeTruthy()
})

test('the newest note stands first; one is marked as read, and where somebody saved meanwhile it is tried again', async () => {
  const server = productServer(withNotes())
  const { fake } = server
  fake.on(readnotes, ({ rev, notes }) => {
    if (fake.inputs(readnotes).length === 1) server.set((data) => ({ ...data, baseApproval: true }))
    if (rev !== server.now().rev) throw revisionConflict(rev, server.now().rev)
    const data = structuredClone(server.now().data)
    for (const one of notes) data.listData[one.list]!._notes[one.note]!.readBy = [meId]
    return viewFor(data, rev + 1) as never
  })
  const { user, dialog } = await open(server)
  expect(lines(dialog).map((line) => line.textContent)).toEqual([
    expect.stringContaining('Etikett geprüft'),
    expect.stringMatching(/ungelesen.*Dringend.*Ben Kollege.*Rezeptur fehlt/),
    expect.stringContaining('Schon gelesen'),
    expect.stringContaining('Nur national'),
  ])
  const first = lines(dialog)[1]!
  await user.click(within(first).getByRole('button', { name: 'Notiz von Ben Kollege als gelesen markieren' }))
  await waitFor(() => expect(lines(dialog)[1]!.textContent).not.toContain('ungelesen'))
  expect(fake.inputs(readnotes)).toMatchObject([
    { rev: 1, notes: [{ list: baseList, note: 'a' }], read: true },
    { rev: 2, notes: [{ list: baseList, note: 'a' }], read: true },
  ])
})

test('a note is written with its label, and only an own one can be deleted', async () => {
  const { user, dialog, fake, now } = await open()
  const add = within(dialog).getByRole('button', { name: 'Notiz hinzufügen' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  await user.type(within(dialog).getByRole('textbox', { name: /^Neue Notiz/ }), 'Bitte anrufen')
  await user.click(within(dialog).getByRole('button', { name: /^Schlagwort/ }))
  await user.click(await screen.findByRole('option', { name: 'Dringend' }))
  await user.click(add)
  await waitFor(() => expect(lines(dialog)).toHaveLength(5))
  const written = Object.values(now().data.listData[baseList]!._notes).find((n) => n.text === 'Bitte anrufen')
  expect(written).toMatchObject({ label: urgent, read: false, by: meId })
  expect(within(dialog).queryByRole('button', { name: 'Notiz von Ben Kollege löschen' })).toBeNull()
  const mine = lines(dialog).find((line) => line.textContent?.includes('Etikett geprüft'))!
  await user.click(within(mine).getByRole('button', { name: 'Notiz von Vera Beispiel löschen' }))
  const question = await screen.findByRole('dialog', { name: 'Notiz löschen?' })
  await user.click(within(question).getByRole('button', { name: 'Löschen' }))
  await waitFor(() => expect(lines(dialog)).toHaveLength(4))
  expect(fake.inputs(save).at(-1)).toMatchObject({
    patch: [{ op: 'remove', path: `/listData/${baseList}/_notes/b` }],
  })
})
