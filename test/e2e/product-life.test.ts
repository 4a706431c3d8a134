/** The life of a product in the browser: archived, derived, moved, deleted, and taken back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listId } from '../../scripts/seed/lists.ts'
import { institutionId } from '../../scripts/seed/people.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { save as saveProduct } from '../../shared/calls/bml/product/save.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import { apiAs, baseList, newProduct } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'
import { alter, saved } from './product-page.ts'

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
  const id = await newProduct(api, name)
  const page = await windows.signIn('admin', `/product/${id}/${baseList}`)
  await titled(page, name)
  await choose(page, 'Zuständigkeit ändern')
  const responsibility = page.getByRole('dialog', { name: /^Zuständigkeit für „Basisdaten“/ })
  await responsibility
    .getByRole('button', { name: /^Institution/ })
    .first()
    .click()
  await page.getByRole('option', { name: 'Prüfstelle Rheintal' }).click()
  await responsibility.getByRole('button', { name: 'Zuständigkeit ändern' }).click()
  await gone(responsibility)
  expect((await api.product(id)).data.listData[baseList]?._responsible).toEqual({
    institution: institutionId('rhine'),
  })
  await page.getByRole('button', { name: 'Liste hinzufügen' }).click()
  await page.getByRole('menuitem', { name: 'Deutschland', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Liste hinzufügen' }).click()
  await page.waitForURL(`**/product/${id}/${national}`)
  await choose(page, 'Liste archivieren')
  await seen(page.getByText('Diese Liste ist archiviert.', { exact: false }))
  await expectAccessible(page, 'an archived list')
  const lists = page.getByRole('navigation', { name: 'Listen des Produkts' })
  await lists.getByRole('link', { name: /^Basisdaten/ }).click()
  await gone(lists.getByRole('link', { name: /^Deutschland/ }))
  await choose(page, 'Archivierte Listen anzeigen')
  await lists.getByRole('link', { name: /^Deutschland.*archiviert/ }).click()
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

test('a parent is deleted while its child is edited: it is told, its values stay, nothing typed is lost', async () => {
  const api = await apiAs('core')
  const remark = 'basis-f7'
  const at = `/listData/${baseList}`
  const [parent, id] = [
    await newProduct(api, `Stamm ${Date.now()}`),
    await newProduct(api, `Kind ${Date.now()}`),
  ]
  const change = async (of: string, path: string, value: unknown) =>
    api.call(saveProduct, { id: of, rev: (await api.product(of)).rev, patch: [{ op: 'add', path, value }] })
  await change(parent, `${at}/${remark}`, { textValue: 'Vom Stammprodukt' })
  await api.call(setderived, { id, rev: (await api.product(id)).rev, parent })
  const { rev } = await change(id, `${at}/_linked/${remark}`, 'derived')

  const page = await windows.signIn('core2', `/product/${id}/${baseList}`)
  await seen(page.getByText('Vom Stammprodukt'))
  await alter(page, 'Handelsname', 'Kind mit neuem Namen')
  // Nobody deletes what another product reads from: it is taken away from the child first.
  const deleting = async () => api.call(deleteproduct, { id: parent, rev: (await api.product(parent)).rev })
  await expect(deleting()).rejects.toThrow(/rule_violated/)
  await api.call(setderived, { id, rev, parent: null })
  await deleting()

  await page.keyboard.press('Control+s')
  await seen(page.getByText('Das Produkt hat kein Stammprodukt mehr: Jemand hat es inzwischen entfernt.'))
  await saved(page)
  expect((await api.product(id)).data.listData[baseList]).toMatchObject({
    'basis-f1': { textValue: 'Kind mit neuem Namen' },
    [remark]: { textValue: 'Vom Stammprodukt' },
  })
  await expectAccessible(page, 'a product that lost its parent')
})
