/** What the menu of a product opens, and all of its tabs, in another language than German and by keyboard alone. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import type { Locale } from '../../shared/constants.ts'
import { productTabs } from '../../shared/rules/product-tabs.ts'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'

const windows = openWindows()

/** Chooses from the menu by arrow keys; the menu then has the focus again once what it opened is closed. */
async function chooseByKeys(page: Page, action: RegExp) {
  await menuOf(page).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: action })
  await seen(item)
  const isReached = () => item.evaluate((one) => one.contains(document.activeElement))
  for (let keys = 0; keys < 40 && !(await isReached()); keys++) await page.keyboard.press('ArrowDown')
  expect(await isReached(), `${action} is reached by keys`).toBe(true)
  await page.keyboard.press('Enter')
}
const menuOf = (page: Page) => page.getByRole('button', { name: 'Actions sur le produit' })

test('in French, by keyboard alone: each tab, and what each action opens, is named, accessible and left again', async () => {
  const api = await apiAs('core2')
  const speak = async (selectedUiLanguage: Locale) => {
    const { rev, userData } = await api.call(getaccount, {})
    await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage } })
  }
  onTestFinished(() => speak('de_DE'))
  await speak('fr_FR')
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
    [/^Marques/, /^Marques/],
    [/^Notes/, /^Notes/],
    [/^Noms commerciaux antérieurs$/, /^Noms commerciaux/],
    [/^Références au produit$/, /^Références au produit/],
    [/^Confirmations d’inscription$/, /^Confirmations d’inscription/],
    [/^Imprimer un rapport…$/, /^Imprimer un rapport$/],
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
