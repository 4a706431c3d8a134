/** Without a connection nothing is lost, nothing is told as a fault, and everything goes on once it is back. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { approvals } from '../../../shared/calls/bml/product/approvals.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { failures, notices } from '../../../web/frame/notify.ts'
import { loadAllTexts } from '../../../web/texts/texts.ts'
import { meId, openProduct, productServer, text, viewFor } from './page-kit.tsx'

const saveKeys = '{Control>}s{/Control}'
const waiting = 'Keine Verbindung: wird gespeichert, sobald sie wieder da ist.'
async function edited() {
  const server = productServer()
  await openProduct()
  await screen.findByText('Name und Kategorie')
  const user = userEvent.setup()
  await user.keyboard('e')
  const name = (await screen.findByRole('textbox', { name: 'Handelsname' })) as HTMLInputElement
  await user.type(name, ' neu')
  return { server, user, name }
}

test('a page that could not be loaded is there once the connection is', async () => {
  const { fake } = productServer()
  await loadAllTexts()
  await fake.setOffline(true)
  await openProduct()
  expect(await screen.findByText('Wird geladen, sobald die Verbindung wieder da ist.')).toBeTruthy()
  await fake.setOffline(false)
  expect(await screen.findByText('Name und Kategorie')).toBeTruthy()
})

test('a save waits in words, with what is typed meanwhile, and is made once the connection is back', async () => {
  const { server, user, name } = await edited()
  await server.fake.setOffline(true)
  await user.keyboard(saveKeys)
  expect(await screen.findByText(waiting)).toBeTruthy()
  expect(failures.get()).toEqual([])
  expect(notices.get()).toEqual([])
  await user.type(name, 'er')
  await server.fake.setOffline(false)
  await waitFor(() => expect(server.now().rev).toBe(2))
  expect(server.now().data.listData[baseList]?.['basis-f1']).toEqual(text('Kompost Plus neuer'))
  await waitFor(() => expect(screen.queryByText(waiting)).toBeNull())
})

test('a save whose answer was lost is not made twice, and nobody else is named for it', async () => {
  const { server, user } = await edited()
  const name = 'Kompost Plus neu'
  const written = { ...server.now().data.listData[baseList], 'basis-f1': text(name) }
  server.beforeSave((attempt) => {
    if (attempt > 1) return
    // It is written as one's own, and the connection breaks before the answer.
    server.set((data) => ({ ...data, listData: { ...data.listData, [baseList]: written as never } }))
    server.now().updatedBy = meId
    throw new TypeError('Failed to fetch')
  })
  await user.keyboard(saveKeys)
  await waitFor(() => expect(notices.get().map((n) => n.text)).toEqual(['Gespeichert']))
  expect(server.now().rev).toBe(2)
  expect(server.fake.inputs(save).length).toBe(2)
})

test('an action that needs the server says so, once, and can be tried again', async () => {
  const { fake } = productServer()
  await openProduct()
  await screen.findByText('Name und Kategorie')
  const user = userEvent.setup()
  fake.on(approvals, () => viewFor({} as never, 2) as never)
  await user.click(screen.getByRole('tab', { name: 'Zulassungen' }))
  await user.click(await screen.findByRole('button', { name: 'Basiszulassung: Einleiten' }))
  await fake.setOffline(true)
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Einleiten' }))
  await waitFor(() =>
    expect(notices.get().map((n) => n.text)).toEqual([
      'Ohne Verbindung ist das nicht möglich. Bitte versuchen Sie es noch einmal, sobald sie wieder da ist.',
    ]),
  )
  expect(failures.get()).toEqual([])
  expect(screen.getByRole('dialog')).toBe(dialog)
})
