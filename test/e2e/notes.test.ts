import { expect, test } from 'vitest'
import { listnotes } from '../../shared/calls/bml/product/listnotes.ts'
import { addressOf, apiAs, baseList, nameOf, takeProduct } from './api.ts'
import { gone, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'

const windows = openWindows()

test('a note that one writes on a product is found by another, who goes there, comes back and marks it as read', async () => {
  const api = await apiAs('core')
  const view = await takeProduct(
    api,
    ({ may, data }) => !data.archived && (may[baseList]?.includes('product:edit') ?? false),
  )
  const says = `Rezeptur nachgefragt ${Date.now()}`
  const writer = await windows.signIn('core', addressOf(view))
  await writer.getByRole('button', { name: /^Aktionen/ }).click()
  await writer.getByRole('menuitem', { name: /^Notizen/ }).click()
  const dialog = writer.getByRole('dialog', { name: 'Notizen' })
  await dialog.getByRole('textbox', { name: /^Neue Notiz/ }).fill(says)
  await dialog.getByRole('button', { name: 'Notiz hinzufügen' }).click()
  await seen(dialog.getByRole('listitem').filter({ hasText: says }))

  const admin = await apiAs('admin')
  // The index learns of it a moment later.
  await expect
    .poll(async () => JSON.stringify(await admin.call(listnotes, { status: 'unread' })), { timeout: 30_000 })
    .toContain(says)
  const reader = await windows.signIn('admin')
  await reader.getByRole('link', { name: 'Notizen' }).click()
  const note = reader.getByRole('listitem').filter({ hasText: says })
  await seen(note)
  await expectFineAtSizes(reader, 'notes')

  await reader
    .getByRole('link', { name: nameOf(view), exact: true })
    .first()
    .click()
  await expect.poll(() => new URL(reader.url()).pathname).toBe(addressOf(view))
  await reader.goBack()
  await seen(note.getByText('ungelesen'))
  // By keyboard alone.
  await note.getByRole('button', { name: /^Als gelesen markieren/ }).focus()
  await reader.keyboard.press('Enter')
  await gone(note.getByText('ungelesen'))
  await reader.getByRole('button', { name: 'Archiv', exact: true }).click()
  await seen(note)
  // What was marked stays so in the answer of before.
  await reader.getByRole('button', { name: 'Ungelesen', exact: true }).click()
  await seen(note)
  expect(await note.getByText('ungelesen').count()).toBe(0)
  await reader.reload()
  await seen(reader.getByRole('button', { name: 'Archiv', exact: true }))
  await gone(note)
})
