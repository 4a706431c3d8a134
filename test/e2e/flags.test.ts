/** Flags in the browser: by job on all that a search finds, taken back, and by hand on one product. */
import { expect, test } from 'vitest'
import { apiAs, baseList, newProduct } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'

const windows = openWindows()

test('all that a search finds but one is flagged by a job, which is taken back from its page', async () => {
  const api = await apiAs('core')
  const word = `Merkprobe${Date.now()}`
  const products: string[] = []
  for (const letter of ['A', 'B', 'C']) products.push(await newProduct(api, `${word} ${letter}`))
  const flagsOf = async () =>
    Promise.all(
      products.map(async (id) => Object.keys((await api.product(id)).data['invoiceFlags'] as object).length),
    )

  const page = await windows.signIn('core')
  await page.getByPlaceholder('Name oder Nummer suchen').fill(word)
  await seen(page.getByText('(3)', { exact: true }))
  const row = (letter: string) => page.getByRole('checkbox', { name: new RegExp(`${word} ${letter}`) })
  const choose = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Auswahl', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await row('A').check()
  await seen(page.getByText('(1/3)'))
  await choose(/^Alle Treffer auswählen \(3\)/)
  await row('B').uncheck()
  await seen(page.getByText('(2/3)'))
  await expectAccessible(page, 'the product list with a selection')
  await choose(/^Kennzeichnung setzen oder entfernen/)

  const dialog = page.getByRole('dialog', { name: 'Kennzeichnung setzen oder entfernen' })
  await dialog.getByRole('button', { name: /Kennzeichnung wählen/ }).click()
  await page.getByRole('option', { name: 'Gebührenfrei' }).click()
  await seen(dialog.getByText('Wird gesetzt'))
  await expectFineAtSizes(page, 'the dialog that sets a flag')
  await dialog.getByRole('button', { name: 'Kennzeichnung setzen' }).click()
  await gone(dialog)
  const toasts = page.getByRole('region', { name: 'Meldungen' })
  await seen(toasts.getByText(/^Gebührenfrei: Kennzeichnung abgeschlossen/).first())
  expect(await flagsOf()).toEqual([1, 0, 1])

  await toasts.getByRole('button', { name: 'Ansehen' }).first().click()
  const drawer = page.getByRole('complementary', { name: 'Hintergrundvorgang' })
  await seen(drawer.getByRole('heading', { name: 'Kennzeichnung: Gebührenfrei' }))
  await drawer.getByRole('button', { name: 'Rückgängig machen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rückgängig machen' }).click()
  await seen(drawer.getByRole('heading', { name: 'Kennzeichnung rückgängig machen: Gebührenfrei' }))
  await expect.poll(flagsOf).toEqual([0, 0, 0])
})

test('a flag is set by hand on the page of a product, and stands in its history', async () => {
  const api = await apiAs('core')
  const id = await newProduct(api, `Merkmal von Hand ${Date.now()}`)
  const page = await windows.signIn('core', `/product/${id}/${baseList}`)
  const open = async (name: RegExp) => {
    await page
      .getByRole('button', { name: /^Aktionen/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name }).click()
  }
  await open(/^Kennzeichnungen$/)
  const dialog = page.getByRole('dialog', { name: 'Kennzeichnungen' })
  await dialog.getByRole('checkbox', { name: /Neuaufnahme/ }).check()
  await dialog.getByRole('button', { name: 'Kennzeichnungen speichern' }).click()
  await gone(dialog)
  await open(/^Kennzeichnungen \(1\)$/)
  await seen(dialog.getByText(/Matthias Egger \(Revision 3\)/))
  await expectAccessible(page, 'the flags of a product')
  await page.keyboard.press('Escape')
  await open(/^Verlauf anzeigen$/)
  await seen(page.getByText('Kennzeichnung gesetzt · Neuaufnahme'))
})
