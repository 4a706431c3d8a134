/** The tabs of fields and the checklist in a browser: each read and edited, saved, what is wrong found from another tab. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { type Locale, locales } from '../../shared/constants.ts'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { expectAccessible, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'
import { saved } from './product-page.ts'

const windows = openWindows()

/** How much of the tabs' names cannot be seen, in pixels. */
const hiddenTabs = (page: Page) =>
  page.getByRole('tablist').evaluate((list) => list.scrollWidth - list.clientWidth)
/** A tab, a heading of its groups, and a field that every fertiliser has there. */
const tabs = [
  ['Bewilligungen', 'Rechtsgrundlage', 'Verordnung'],
  ['Fachdaten', 'Gehalte der Analyse', 'pH-Wert'],
  ['Hobbygarten', 'Im Hobbygarten', 'Packung reicht für'],
  ['Diverses', 'Lagerung', 'Art der Verpackung'],
  ['Darstellung', 'In der öffentlichen Liste', 'Öffentlicher Name'],
] as const
const openTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

test('every tab of fields is read and edited; what is typed is saved, what is wrong is led to from another tab', async () => {
  const api = await apiAs('core')
  const view = await takeProduct(
    api,
    ({ data, may }) =>
      data.listData[baseList]?.['specific-f6'] !== undefined &&
      may[baseList]?.includes('product:edit') === true,
  )
  const page = await windows.signIn('core', addressOf(view))
  for (const [tab, heading, field] of tabs) {
    await openTab(page, tab)
    await seen(page.getByRole('heading', { level: 2, name: heading }))
    await seen(page.locator('fieldset').filter({ hasText: field }).first())
    await expectFineAtSizes(page, `${tab}, read`)
  }
  await openTab(page, 'Checkliste')
  await seen(page.getByRole('table', { name: 'Prüfpunkte', exact: true }))
  await expectFineAtSizes(page, 'the checklist, read')
  // All tabs are edited at once; each shows its fields.
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Etikett geprüft: Bemerkung' }).fill('Muster vom Mai')
  await expectAccessible(page, 'the checklist, edited')
  for (const [tab, heading] of tabs) {
    await openTab(page, tab)
    await seen(page.getByRole('heading', { level: 2, name: heading }))
    await expectAccessible(page, `${tab}, edited`)
  }
  await openTab(page, 'Bewilligungen')
  await page.getByRole('button', { name: 'Bewilligung hinzufügen' }).click()
  await page.getByRole('textbox', { name: /^Nummer in Zeile/ }).fill('B-2026/17')
  await openTab(page, 'Fachdaten')
  await page.getByRole('textbox', { name: 'pH-Wert' }).fill('7,25')
  await page.getByRole('textbox', { name: 'Hinweise zur Anwendung, Deutsch' }).fill('Früh ausbringen.')
  await page.keyboard.press('Control+s')
  await saved(page)
  const list = (await api.product(view.id)).data.listData[baseList]
  expect(Object.values(list?._permits ?? {})).toEqual([{ number: 'B-2026/17', _order: 0 }])
  expect(Object.values(list?._checklist ?? {}).map(({ comment }) => comment)).toContain('Muster vom Mai')
  expect(list).toMatchObject({
    'specific-f6': { numberValue: 7.25 },
    'specific-f11': { textValue: { de_DE: 'Früh ausbringen.' } },
  })

  const name = () => page.getByRole('textbox', { name: 'Handelsname' })
  await openTab(page, 'Stammdaten')
  await name().fill('')
  await openTab(page, 'Darstellung')
  await seen(page.getByRole('tab', { name: /^Stammdaten.*1 Fehler/ }))
  // All of them are still visible.
  expect(await hiddenTabs(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page, 'a tab with an error')
  await page.keyboard.press('Control+s')
  await expect.poll(() => name().evaluate((input) => input === document.activeElement)).toBe(true)
})

test('the tabs are named in each language and all of them are seen; one is shared by its address', async () => {
  const api = await apiAs('national')
  const view = await takeProduct(api, ({ data }) => data.listData[baseList]?.['specific-f6'] !== undefined)
  const speak = async (selectedUiLanguage: Locale) => {
    const { rev, userData } = await api.call(getaccount, {})
    await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage } })
  }
  onTestFinished(() => speak('de_DE'))
  await speak('fr_FR')
  const page = await windows.signIn('national', `${addressOf(view)}?tab=specific`)
  await seen(page.getByRole('tab', { name: /^Données spécifiques/, selected: true }))
  await seen(page.getByRole('heading', { level: 2, name: 'Teneurs selon l’analyse' }))
  await expectAccessible(page, 'specific data in French')
  const hidden: Record<string, number> = {}
  for (const locale of locales) {
    await speak(locale)
    await page.reload()
    await seen(page.locator(`html[lang^="${locale.slice(0, 2)}"]`).getByRole('tab', { selected: true }))
    hidden[locale] = await hiddenTabs(page)
  }
  expect(hidden).toEqual(Object.fromEntries(locales.map((locale) => [locale, 0])))
})

test('in a narrow window nothing of an approval is cut, and what is done to it is seen', async () => {
  const api = await apiAs('core')
  const view = await takeProduct(
    api,
    ({ data, may }) =>
      Object.keys(data.listData[baseList]?._approval ?? {}).length > 1 &&
      may[baseList]?.includes('product:approve') === true,
  )
  const page = await windows.signIn('core', `${addressOf(view)}?tab=approvals`, {
    viewport: { width: 900, height: 900 },
  })
  const table = page.getByRole('table', { name: 'Zulassungen' })
  const more = table.getByRole('button', { name: /^Weitere Aktionen zu/ }).first()
  await seen(more)
  const cut = await table.evaluate(
    (wide) => wide.getBoundingClientRect().width - wide.parentElement!.clientWidth,
  )
  expect(cut).toBeLessThanOrEqual(0)
  const [room, button] = [await table.locator('..').boundingBox(), await more.boundingBox()]
  expect(button!.x + button!.width).toBeLessThanOrEqual(room!.x + room!.width)
})
