/** The life of a product in the browser: archived, derived, moved, deleted, and taken back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listId } from '../../scripts/seed/lists.ts'
import { apiAs, baseList, newProduct } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'
import { saved } from './product-page.ts'

const windows = openWindows()
const national = listId('germany')

const titled = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }))
async function choose(page: Page, action: string) {
  await page
    .getByRole('button', { name: /^Aktionen/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a product gets a parent, is found in its family, loses the parent, and is deleted and restored', async () => {
  const api = await apiAs('admin')
  const name = `Ableger ${Date.now()}`
  const parentName = `Ursprung ${Date.now()}`
  const parent = await newProduct(api, parentName)
  const id = await newProduct(api, name)
  const page = await windows.signIn('admin', `/product/${id}/${baseList}`)
  await titled(page, name)
  await choose(page, 'Notizen')
  const notes = page.getByRole('dialog', { name: 'Notizen' })
  await notes.getByRole('textbox', { name: /^Neue Notiz/ }).fill('Bitte anrufen')
  await notes.getByRole('button', { name: 'Notiz hinzufügen' }).click()
  await seen(notes.getByRole('listitem').filter({ hasText: 'Bitte anrufen' }))
  await expectFineAtSizes(page, 'the notes of a product')
  await page.keyboard.press('Escape')
  await gone(notes)
  await choose(page, 'Stammprodukt festlegen')
  const dialog = page.getByRole('dialog', { name: 'Stammprodukt' })
  await seen(dialog)
  await expectAccessible(page, 'the choice of a parent product')
  await dialog
    .getByRole('button', { name: /^Stammprodukt/ })
    .first()
    .click()
  await page.keyboard.type(parentName)
  await page.getByRole('option', { name: parentName }).click()
  await dialog.getByRole('button', { name: 'Stammprodukt festlegen' }).click()
  await gone(dialog)
  expect((await api.product(id)).data.derivedProductId).toBe(parent)

  await choose(page, 'Produktfamilie')
  const tree = page.getByRole('tree', { name: 'Produktfamilie' })
  await seen(tree.getByRole('treeitem', { level: 2 }))
  await expectFineAtSizes(page, 'the family of a product')
  // By keyboard: to the parent, whose page opens with the same family.
  const link = tree.getByRole('link', { name: parentName })
  await link.focus()
  await page.keyboard.press('Enter')
  await titled(page, parentName)
  await seen(page.getByRole('tree', { name: 'Produktfamilie' }).getByRole('link', { name }))
  await page.goBack()
  await titled(page, name)

  await choose(page, 'Stammprodukt ändern')
  await page.getByRole('radio', { name: /Kein Stammprodukt/ }).check()
  await page.getByRole('button', { name: 'Stammprodukt entfernen' }).click()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(async () => (await api.product(id)).data.derivedProductId).toBe(parent)

  await choose(page, 'Produkt löschen')
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await seen(page.getByText('Das Produkt wurde gelöscht'))
  await expectAccessible(page, 'a product that was just deleted')
  await page.getByRole('button', { name: 'Wiederherstellen' }).click()
  await gone(page.getByText('Das Produkt wurde gelöscht'))
  expect((await api.product(id)).disabled).toBe(false)
})

test('a list is archived, taken out, moved; and its standing on a day is told', async () => {
  const api = await apiAs('admin')
  const [name, otherName] = [`Früher ${Date.now()}`, `Später ${Date.now()}`]
  const other = await newProduct(api, otherName)
  const id = await newProduct(api, name, national)
  const page = await windows.signIn('admin', `/product/${id}/${national}`)
  await titled(page, name)
  await choose(page, 'Liste archivieren')
  await seen(page.getByText('Diese Liste ist archiviert.', { exact: false }))
  await expectAccessible(page, 'an archived list')
  await page.getByRole('button', { name: 'Liste aus dem Archiv holen' }).click()
  await gone(page.getByText('Diese Liste ist archiviert.', { exact: false }))

  await choose(page, 'Stand an einem Tag')
  await seen(page.getByRole('region', { name: 'Deutschland' }).getByText('nicht aktiv'))
  await expectFineAtSizes(page, 'the standing on a day')
  await page.keyboard.press('Escape')

  await choose(page, 'Liste in ein anderes Produkt verschieben')
  const dialog = page.getByRole('dialog', { name: /^Liste „Deutschland“ verschieben/ })
  await dialog
    .getByRole('button', { name: /^Zielprodukt/ })
    .first()
    .click()
  await page.keyboard.type(otherName)
  await page.getByRole('option', { name: otherName }).click()
  await expectAccessible(page, 'moving a list')
  await dialog.getByRole('button', { name: 'Liste verschieben' }).click()
  await titled(page, otherName)
  expect(page.url()).toContain(`/product/${other}/${national}`)
  expect(Object.keys((await api.product(id)).data.listData)).toEqual([baseList])

  await choose(page, 'Frühere Handelsnamen')
  await seen(page.getByRole('rowheader', { name }))
  await expectAccessible(page, 'trade names')
  await page.keyboard.press('Escape')
  await saved(page)
})
