/** What the menu of a product opens, and all of its tabs, in another language than German and by keyboard alone. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { listId } from '../../scripts/seed/lists.ts'
import { demoAccount } from '../../scripts/seed/people.ts'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { productTabs } from '../../shared/rules/product-tabs.ts'
import { type Api, addressOf, apiAs, baseList, newProduct, takeProduct } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'

const windows = openWindows()

/** The user's screens are French until the test is over. */
async function inFrench(api: Api): Promise<void> {
  const speak = async (selectedUiLanguage: 'de_DE' | 'fr_FR') => {
    const { rev, userData } = await api.call(getaccount, {})
    await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage } })
  }
  onTestFinished(() => speak('de_DE'))
  await speak('fr_FR')
}

/** Chooses from the menu by arrow keys; the menu then has the focus again once what it opened is closed. */
async function chooseByKeys(page: Page, action: RegExp) {
  // What the mouse lies on would be where the arrows begin.
  await page.mouse.move(0, 0)
  await menuOf(page).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: action })
  await seen(item)
  const isReached = () => item.evaluate((one) => one.contains(document.activeElement))
  for (let keys = 0; keys < 40 && !(await isReached()); keys++) {
    await page.keyboard.press('ArrowDown')
    // The focus follows with the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  expect(await isReached(), `${action} is reached by keys`).toBe(true)
  await page.keyboard.press('Enter')
}
const menuOf = (page: Page) => page.getByRole('button', { name: 'Actions sur le produit' })

test('in French, by keyboard alone: each tab, and what each action opens, is named, accessible and left again', async () => {
  const api = await apiAs('core2')
  await inFrench(api)
  const view = await takeProduct(
    api,
    ({ may, data }) =>
      !data.archived &&
      data.derivedProductId === undefined &&
      (['product:edit', 'product:set-responsibility'] as const).every((one) => may[baseList]?.includes(one)),
  )
  const page = await windows.signIn('core2', addressOf(view))
  await seen(page.getByRole('tab', { name: /^Données générales/, selected: true }))
  await page.getByRole('tab', { selected: true }).focus()
  for (const tab of productTabs) {
    await seen(page.locator(`[role=tab][data-testid=${tab}][aria-selected=true]`))
    await expectAccessible(page, `tab ${tab} in French`)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
  }

  for (const [action, title] of [
    [/^Changer la responsabilité$/, /^Responsabilité de /],
    [/^Définir le produit parent$/, /^Produit parent$/],
    [/^Marqueurs/, /^Marqueurs/],
    [/^Notes/, /^Notes/],
    [/^Noms commerciaux antérieurs$/, /^Noms commerciaux/],
    [/^Références au produit$/, /^Références au produit/],
    [/^Confirmations d’inscription$/, /^Confirmations d’inscription/],
    [/^Imprimer un rapport…$/, /^Imprimer un rapport$/],
    [/^Options$/, /^Options d’affichage$/],
  ] as const) {
    await chooseByKeys(page, action)
    const dialog = page.getByRole('dialog', { name: title })
    await seen(dialog)
    await expectAccessible(page, `${title} in French`)
    await page.keyboard.press('Escape')
    await gone(dialog)
    await expect.poll(() => menuOf(page).evaluate((one) => one === document.activeElement)).toBe(true)
  }
  for (const [action, title] of [
    [/^Afficher l’historique$/, 'Historique'],
    [/^Famille du produit$/, 'Famille du produit'],
    [/^État à une date$/, 'État à une date'],
  ] as const) {
    await chooseByKeys(page, action)
    await seen(page.getByRole('complementary', { name: title }))
    await expectAccessible(page, `${title} in French`)
  }
  expect(new URL(page.url()).searchParams.get('drawer')).toBe('day')
})

test('in French: what is changed from the menu is done, told in French, and taken back', async () => {
  const api = await apiAs('core2')
  await inFrench(api)
  const [name, parentName] = [`Rejeton ${Date.now()}`, `Souche ${Date.now()}`]
  const parent = await newProduct(api, parentName)
  const id = await newProduct(api, name)
  const germany = listId('germany')
  const data = async () => (await api.product(id)).data
  const page = await windows.signIn('core2', `/product/${id}/${baseList}`)
  const told = (text: string) => seen(page.getByText(text).first())
  const undo = () => page.getByRole('button', { name: 'Annuler', exact: true }).last().click()
  const dialogOf = (title: string | RegExp) => page.getByRole('dialog', { name: title })
  const confirm = (title: string | RegExp, verb: string) =>
    dialogOf(title).getByRole('button', { name: verb, exact: true }).click()
  const pick = async (title: string | RegExp, field: RegExp, option: string) => {
    await dialogOf(title).getByRole('button', { name: field }).first().click()
    await page.keyboard.type(option)
    await page.getByRole('option', { name: option }).click()
  }

  await page.getByRole('button', { name: 'Ajouter une liste' }).click()
  await page.getByRole('menuitem', { name: 'Allemagne', exact: true }).click()
  await confirm('Ajouter la liste « Allemagne » ?', 'Ajouter la liste')
  await told('Liste « Allemagne » ajoutée')
  const current = page.locator('nav a[aria-current=page]')
  await seen(current.filter({ hasText: 'Allemagne' }))
  expect(page.url()).toContain(germany)
  await chooseByKeys(page, /^Archiver la liste$/)
  await told('Liste « Allemagne » archivée')
  const lists = page.getByRole('navigation', { name: 'Listes du produit' })
  await lists.getByRole('link', { name: /^Données de base/ }).click()
  await seen(current.filter({ hasText: 'Données de base' }))
  await gone(lists.getByRole('link', { name: /^Allemagne/ }))
  await chooseByKeys(page, /^Afficher les listes archivées$/)
  await lists.getByRole('link', { name: /^Allemagne.*archivée/ }).click()
  await seen(current.filter({ hasText: 'Allemagne' }))
  await chooseByKeys(page, /^Sortir la liste des archives$/)
  await told('Liste « Allemagne » sortie des archives')

  await chooseByKeys(page, /^Définir le produit parent$/)
  await pick('Produit parent', /^Produit parent/, parentName)
  await confirm('Produit parent', 'Définir le produit parent')
  await told('Produit parent défini')
  expect((await data()).derivedProductId).toBe(parent)
  await undo()
  await expect.poll(async () => (await data()).derivedProductId).toBe(undefined)

  await chooseByKeys(page, /^Changer la responsabilité$/)
  await pick(/^Responsabilité de « Allemagne »/, /^Personne/, 'Matthias Egger')
  await confirm(/^Responsabilité de « Allemagne »/, 'Changer la responsabilité')
  await told('Responsabilité modifiée')
  await chooseByKeys(page, /^Notes/)
  await dialogOf('Notes')
    .getByRole('textbox', { name: /^Nouvelle note/ })
    .fill('À rappeler')
  await dialogOf('Notes').getByRole('button', { name: 'Ajouter une note' }).click()
  await told('Note ajoutée')
  await page.keyboard.press('Escape')
  await chooseByKeys(page, /^Marqueurs$/)
  await dialogOf('Marqueurs').getByRole('checkbox').first().check()
  await confirm('Marqueurs', 'Enregistrer les marqueurs')
  await told('Marqueurs enregistrés')
  expect(Object.keys((await data()).invoiceFlags)).toHaveLength(1)
  await undo()
  await expect.poll(async () => Object.keys((await data()).invoiceFlags)).toHaveLength(0)
  expect((await data()).listData[germany]?._responsible?.accountId).toBe(demoAccount('core'))

  // A product without companies is confirmed to nobody: what it lacks is told with the way to it.
  await chooseByKeys(page, /^Confirmations d’inscription$/)
  await page.getByRole('button', { name: 'Nouvelle confirmation' }).click()
  await seen(dialogOf('Nouvelle confirmation').getByText('Le produit n’a aucune entreprise dans ces listes.'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  // The second revision has a name, and no remark yet.
  const remark = {
    op: 'add' as const,
    path: `/listData/${baseList}/basis-f7`,
    value: { textValue: 'Provisoire' },
  }
  const { rev } = await api.call(save, { id, rev: (await api.product(id)).rev, patch: [remark] })
  await page.goto(`/product/${id}/${baseList}/2`)
  await page.getByRole('button', { name: 'Rétablir cet état' }).click()
  await seen(dialogOf('Rétablir la révision 2 ?').getByRole('table'))
  await confirm('Rétablir la révision 2 ?', 'Rétablir')
  await told('Révision 2 rétablie')
  expect((await api.product(id)).rev).toBe(rev + 1)
  expect((await data()).listData[baseList]).not.toHaveProperty('basis-f7')

  await lists.getByRole('link', { name: /^Allemagne/ }).click()
  await seen(current.filter({ hasText: 'Allemagne' }))
  await chooseByKeys(page, /^Déplacer la liste vers un autre produit$/)
  await pick('Déplacer la liste « Allemagne »', /^Produit cible/, parentName)
  await confirm('Déplacer la liste « Allemagne »', 'Déplacer la liste')
  await seen(page.getByRole('heading', { level: 1, name: parentName, exact: true }))
  await chooseByKeys(page, /^Archiver le produit$/)
  await confirm(/^Archiver «/, 'Archiver')
  await told('Produit archivé')
  await chooseByKeys(page, /^Sortir le produit des archives$/)
  await told('Produit restauré')
  await chooseByKeys(page, /^Supprimer le produit$/)
  await confirm(/^Supprimer «/, 'Supprimer')
  await told('Le produit a été supprimé')
  await expectAccessible(page, 'a deleted product in French')
  await page.getByRole('button', { name: 'Restaurer' }).click()
  await told('Produit restauré')
  expect((await api.product(parent)).disabled).toBe(false)
  expect(Object.keys((await data()).listData)).toEqual([baseList])
})
