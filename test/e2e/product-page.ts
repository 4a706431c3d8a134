/** What people do on the product page and on the way to it, in their words. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seen } from './browser.ts'

/** Types a part of the name into the search of the list, then goes down to the row and opens it. */
export async function openByKeyboard(page: Page, name: string): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Name oder Nummer suchen' })
  await seen(page.getByRole('table', { name: 'Produkte' }))
  await page.keyboard.press('/')
  await page.keyboard.type(name.slice(0, -1).toLowerCase())
  await page.waitForURL((url) => url.searchParams.get('q') === name.slice(0, -1).toLowerCase())
  const link = page.getByRole('link', { name, exact: true })
  await seen(link)
  // The old rows stay while the new ones come.
  await page.locator('.il-table:not([data-stale])').waitFor()
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  for (let row = 0; row < 25 && (await focused()) !== name; row++) await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(name)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('heading', { level: 1, name, exact: true }))
  await seen(page.getByRole('tab', { name: 'Stammdaten' }))
}

export const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

export const productPage = (page: Page) => ({
  /** Title, source and value of one field. */
  field: (title: string) => page.locator('fieldset').filter({ hasText: title }).first(),
  async openList(title: string): Promise<void> {
    const link = page
      .getByRole('navigation', { name: 'Listen des Produkts' })
      .getByRole('link', { name: new RegExp(`^${title} (nicht )?(aktiv|archiviert)`) })
    await link.click()
    await page.locator(`nav a[aria-current=page]`, { hasText: title }).waitFor()
  },
})

/** Opens everything for editing if nothing is, and types into a field of one line. */
export async function alter(page: Page, field: string, value: string): Promise<void> {
  const input = page.getByRole('textbox', { name: field, exact: true })
  if ((await input.count()) === 0) {
    await seen(page.getByRole('button', { name: 'Bearbeiten E', exact: true }))
    await page.keyboard.press('e')
  }
  await input.fill(value)
}

/** The bar of unsaved changes is gone, and nothing is under way. */
export async function saved(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Ungespeicherte Änderungen' }).waitFor({ state: 'detached' })
}
