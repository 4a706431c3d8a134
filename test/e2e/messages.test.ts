import { expect, onTestFinished, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { recipients } from '../../shared/calls/bml/conversation/recipients.ts'
import { loadmessage } from '../../shared/calls/bml/message/loadmessage.ts'
import { type Api, addressOf, apiAs, baseList, nameOf, takeProduct } from './api.ts'
import { openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'

const windows = openWindows()

async function speak(api: Api, selectedUiLanguage: 'de_DE' | 'fr_FR'): Promise<void> {
  const { rev, userData } = await api.call(getaccount, {})
  await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage } })
}

test('staff write about a product to another institution, which is told of it, reads and answers', async () => {
  const api = await apiAs('core')
  const national = await apiAs('national')
  const theirs = new Set(await national.productIds())
  const view = await takeProduct(
    api,
    ({ id, may, data }) =>
      theirs.has(id) && !data.archived && (may[baseList]?.includes('product:edit') ?? false),
  )
  const context = { productId: view.id }
  const { list } = await api.call(recipients, { context })
  const to = list.find(({ title }) => title === 'Contrôle Terre Vive')!
  const says = `Liegt die Analyse vor? ${Date.now()}`

  const writer = await windows.signIn('core', addressOf(view))
  await writer.getByRole('button', { name: /^Aktionen/ }).click()
  await writer.getByRole('menuitem', { name: 'Nachrichten', exact: true }).click()
  await writer.getByRole('button', { name: /Mit wem/ }).click()
  await writer.getByRole('option', { name: new RegExp(to.title) }).click()
  await expectFineAtSizes(writer, 'new conversation')
  await writer.getByRole('button', { name: 'Unterhaltung öffnen' }).click()
  const area = writer.getByRole('textbox', { name: /^Neue Nachricht/ })
  await area.fill('Halb gesch')
  await seen(writer.getByText('Entwurf gespeichert'))
  // What was begun is there after a reload, too.
  await writer.reload()
  await expect.poll(() => area.inputValue()).toBe('Halb gesch')
  await area.fill(says)
  await writer.keyboard.press('Control+Enter')
  const sent = writer.getByRole('listitem').filter({ hasText: says })
  await seen(sent)
  await seen(sent.getByText(/noch nicht gelesen/))
  await expectFineAtSizes(writer, 'conversation')

  await speak(national, 'fr_FR')
  onTestFinished(() => speak(national, 'de_DE'))
  const reader = await windows.signIn('national', '/user/messagecenter')
  const row = reader.getByRole('link', { name: new RegExp(`^Produit ${nameOf(view)}`) }).first()
  await seen(row)
  // The number beside the entry of the navigation.
  await seen(reader.getByRole('img', { name: /non lus$/ }).first())
  await expectFineAtSizes(reader, 'message centre')
  await row.click()
  await seen(reader.getByRole('listitem').filter({ hasText: says }))
  await reader.getByRole('textbox', { name: /^Nouveau message/ }).fill('Oui, depuis mars.')
  await reader.getByRole('button', { name: 'Envoyer' }).click()
  await seen(reader.getByRole('listitem').filter({ hasText: 'Oui, depuis mars.' }))

  // Without a reload.
  await seen(writer.getByRole('listitem').filter({ hasText: 'Oui, depuis mars.' }))
  await seen(sent.getByText(/^gelesen/))
  const { conversation } = await api.call(loadmessage, { context, recipientOrg: to.id })
  await expect
    .poll(
      async () => (await api.call(loadmessage, { conversationId: conversation!.id })).conversation?.unread,
    )
    .toBe(0)
  // By keyboard, after a question.
  await writer.getByRole('button', { name: 'Archivieren' }).focus()
  await writer.keyboard.press('Enter')
  await writer.getByRole('dialog').getByRole('button', { name: 'Archivieren' }).click()
  await seen(writer.getByText('archiviert', { exact: true }))
  expect(await area.count()).toBe(0)
})
