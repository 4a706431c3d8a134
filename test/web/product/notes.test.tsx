import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { notemarks } from '../../../shared/calls/bml/product/notemarks.ts'
import { readnotes } from '../../../shared/calls/bml/product/readnotes.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import { CallError } from '../../../shared/errors.ts'
import { markKey, noteState } from '../../../shared/rules/notes.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { questions } from '../../../web/frame/dialogs.ts'
import { entity, uuid } from '../screen-kit.tsx'
import {
  colleagueId,
  meId,
  nationalId,
  openProduct,
  productServer,
  reference,
  startData,
} from './page-kit.tsx'
import { productId } from './samples.ts'

// A question that was not answered is asked once more.
afterEach(() => questions.set([]))

const urgent = uuid(950)
const [writtenAt, later] = ['2026-03-01T08:00:00.000Z', '2026-03-05T08:00:00.000Z']
const note = (text: string, more: object = {}) => ({
  text,
  read: false,
  at: writtenAt,
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
    c: note('Schon gelesen'),
    d: note('Nur national'),
  }
  return data
}
/** One note is read already; what is marked stays so while the note says the same. */
function noted(data = withNotes()) {
  const server = productServer(data)
  const marks: Record<string, string> = { [markKey(nationalId, 'c')]: writtenAt }
  server.fake.on(notemarks, () => ({ marks }))
  server.fake.on(readnotes, ({ notes }) => {
    const { listData } = server.now().data
    for (const { list, note, state } of notes)
      if (noteState(listData[list]!._notes[note]!) === state) marks[markKey(list, note)] = state
    return { marks: { ...marks } }
  })
  return server
}
async function open(server = noted()) {
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
  noted()
  await openProduct()
  await userEvent.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  expect(await screen.findByRole('menuitem', { name: 'Notizen (2 ungelesen)' })).toBeTruthy()
})

test('the newest note stands first; one is marked as read, which is no change of the product', async () => {
  const server = noted()
  const { user, dialog, fake } = await open(server)
  expect(lines(dialog).map((line) => line.textContent)).toEqual([
    expect.stringContaining('Etikett geprüft'),
    expect.stringMatching(/ungelesen.*Dringend.*Ben Kollege.*Rezeptur fehlt/),
    expect.stringContaining('Schon gelesen'),
    expect.stringMatching(/ungelesen.*Nur national/),
  ])
  expect(lines(dialog)[2]!.textContent).not.toContain('ungelesen')
  const first = lines(dialog)[1]!
  await user.click(within(first).getByRole('button', { name: 'Notiz von Ben Kollege als gelesen markieren' }))
  await waitFor(() => expect(lines(dialog)[1]!.textContent).not.toContain('ungelesen'))
  expect(fake.inputs(readnotes)).toEqual([
    { id: productId, notes: [{ list: baseList, note: 'a', state: writtenAt }], read: true },
  ])
  expect(server.now().rev).toBe(1)
  await user.click(within(dialog).getByRole('button', { name: 'Schließen' }))
  await user.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  expect(await screen.findByRole('menuitem', { name: 'Notizen (1 ungelesen)' })).toBeTruthy()
})

test('a note that says something else by now is shown as it is, and stays unread', async () => {
  const server = noted()
  const { user, dialog } = await open(server)
  server.set((data) => {
    const after = structuredClone(data)
    Object.assign(after.listData[baseList]!._notes['a']!, { text: 'Rezeptur da', changed: later })
    return after
  })
  await user.click(
    within(lines(dialog)[1]!).getByRole('button', { name: 'Notiz von Ben Kollege als gelesen markieren' }),
  )
  await waitFor(() => expect(lines(dialog)[1]!.textContent).toMatch(/ungelesen.*Rezeptur da/))
})

test('where nobody can say what one has read, notes of others count as unread', async () => {
  const server = noted()
  server.fake.on(notemarks, () => {
    throw new CallError('internal', 'away', {})
  })
  const { dialog } = await open(server)
  await waitFor(() => expect(lines(dialog)[2]!.textContent).toMatch(/ungelesen.*Schon gelesen/))
})

test('an own note is changed, and says so; what somebody else changed meanwhile is not written over', async () => {
  const server = noted()
  const { user, dialog, fake, now } = await open(server)
  expect(within(dialog).queryByRole('button', { name: 'Notiz von Ben Kollege bearbeiten' })).toBeNull()
  const edit = () =>
    user.click(within(dialog).getByRole('button', { name: 'Notiz von Vera Beispiel bearbeiten' }))
  await edit()
  const field = within(dialog).getByRole('textbox', { name: 'Notiz' })
  const form = field.closest('li')!
  const verb = within(form).getByRole('button', { name: 'Speichern' })
  expect(verb.getAttribute('aria-disabled')).toBe('true')
  await user.type(field, ' und bestellt')
  await user.click(within(form).getByRole('button', { name: /^Schlagwort/ }))
  await user.click(await screen.findByRole('option', { name: 'Dringend' }))
  await user.click(verb)
  await waitFor(() => expect(lines(dialog)[0]!.textContent).toContain('Etikett geprüft und bestellt'))
  const path = `/listData/${baseList}/_notes/b`
  expect(fake.inputs(save).at(-1)?.patch).toEqual([
    { op: 'add', path: `${path}/text`, value: 'Etikett geprüft und bestellt' },
    { op: 'add', path: `${path}/label`, value: urgent },
  ])
  await edit()
  const again = within(dialog).getByRole('textbox', { name: 'Notiz' })
  await user.type(again, '!')
  server.set((data) => {
    const after = structuredClone(data)
    Object.assign(after.listData[baseList]!._notes['b']!, { text: 'Anders', changed: later })
    return after
  })
  await user.click(within(again.closest('li')!).getByRole('button', { name: 'Speichern' }))
  await screen.findByText(/^Inzwischen hat jemand anderes/)
  expect(now().data.listData[baseList]!._notes['b']!.text).toBe('Anders')
  // What was typed is still there.
  expect(within(dialog).getByDisplayValue('Etikett geprüft und bestellt!')).toBeTruthy()
  await user.click(within(again.closest('li')!).getByRole('button', { name: 'Abbrechen' }))
  expect(lines(dialog)[0]!.textContent).toMatch(/geändert.*Anders/)
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
  // One knows which it is.
  expect(
    within(question).getByText('Die Notiz von Vera Beispiel wird gelöscht: „Etikett geprüft“'),
  ).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Löschen' }))
  await waitFor(() => expect(lines(dialog)).toHaveLength(4))
  expect(fake.inputs(save).at(-1)).toMatchObject({
    patch: [{ op: 'remove', path: `/listData/${baseList}/_notes/b` }],
  })
})

/** Cloudscape's dialogs know the key by its number. */
const pressEscape = () => fireEvent.keyDown(document.activeElement!, { key: 'Escape', keyCode: 27 })

test('what was typed as a new note is not thrown away unasked', async () => {
  const { user, dialog, fake, now } = await open()
  const field = within(dialog).getByRole('textbox', { name: /^Neue Notiz/ })
  await user.type(field, 'Bitte anrufen')
  pressEscape()
  const question = () => screen.findByRole('dialog', { name: 'Änderungen speichern?' })
  await user.click(
    within(await question())
      .getAllByRole('button', { name: 'Abbrechen' })
      .at(-1)!,
  )
  expect(within(dialog).getByDisplayValue('Bitte anrufen')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Schließen' }))
  await user.click(within(await question()).getByRole('button', { name: 'Speichern' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notizen' })).toBeNull())
  expect(fake.inputs(save)).toHaveLength(1)
  expect(Object.values(now().data.listData[baseList]!._notes).map(({ text }) => text)).toContain(
    'Bitte anrufen',
  )
})

test('without anything typed it closes at once', async () => {
  const { dialog } = await open()
  within(dialog)
    .getByRole('textbox', { name: /^Neue Notiz/ })
    .focus()
  pressEscape()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notizen' })).toBeNull())
})

test('Escape ends the change of a note and leaves the dialog; where something was typed it asks first', async () => {
  const { user, dialog, fake } = await open()
  const editing = () => within(dialog).getByRole('button', { name: 'Notiz von Vera Beispiel bearbeiten' })
  const field = () => within(dialog).getByRole('textbox', { name: 'Notiz' })
  await user.click(editing())
  pressEscape()
  await waitFor(() => expect(document.activeElement).toBe(editing()))
  await user.click(editing())
  await user.type(field(), '!')
  // Of a list it closes the list.
  const labels = within(field().closest('li')!).getByRole('button', { name: /^Schlagwort/ })
  await user.click(labels)
  await screen.findByRole('option', { name: 'Dringend' })
  pressEscape()
  expect(screen.queryByRole('option', { name: 'Dringend' })).toBeNull()
  expect(field()).toBeTruthy()
  await user.click(field())
  pressEscape()
  const question = await screen.findByRole('dialog', { name: 'Änderungen speichern?' })
  await user.click(within(question).getByRole('button', { name: 'Verwerfen' }))
  await waitFor(() => expect(document.activeElement).toBe(editing()))
  expect(lines(dialog)[0]!.textContent).toContain('Etikett geprüft')
  expect(fake.inputs(save)).toEqual([])
})

test('the focus goes on: to the note that was changed, behind one that is gone or read', async () => {
  const { user, dialog } = await open()
  const button = (name: string) => within(dialog).getByRole('button', { name })
  const edit = 'Notiz von Vera Beispiel bearbeiten'
  await user.click(button(edit))
  await user.type(within(dialog).getByRole('textbox', { name: 'Notiz' }), '!{Tab}{Tab}{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(button(edit)))
  await user.click(button(edit))
  await user.click(button('Abbrechen'))
  await waitFor(() => expect(document.activeElement).toBe(button(edit)))
  await user.click(button('Notiz von Vera Beispiel löschen'))
  const question = await screen.findByRole('dialog', { name: 'Notiz löschen?' })
  await user.click(within(question).getByRole('button', { name: 'Löschen' }))
  await waitFor(() => expect(lines(dialog)).toHaveLength(3))
  const marks = () =>
    within(dialog).queryAllByRole('button', { name: 'Notiz von Ben Kollege als gelesen markieren' })
  await waitFor(() => expect(document.activeElement).toBe(marks()[0]))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(marks()).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(marks()[0]))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(marks()).toHaveLength(0))
  await waitFor(() => expect(document.activeElement).toBe(button('Schließen')))
})

test('the action says how many notes there are, where all of them are read', async () => {
  const data = startData()
  data.listData[baseList]!._notes = { b: note('Etikett geprüft', { by: meId }) }
  noted(data)
  await openProduct()
  await userEvent.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  expect(await screen.findByRole('menuitem', { name: 'Notizen (1)' })).toBeTruthy()
})
