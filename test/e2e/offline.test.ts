import type { Locator, Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { enter, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'
import { alter, saved } from './product-page.ts'

const windows = openWindows([/ERR_INTERNET_DISCONNECTED/])

/** Scripts that do not come before the connection was lost and is back, however early the app asks for them. */
async function late(page: Page, scripts: RegExp) {
  const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>()
  let isOffline = false
  const others = new Set<Request>()
  page.on('request', (request) => scripts.test(request.url()) || others.add(request))
  page.on('requestfinished', (request) => others.delete(request))
  page.on('requestfailed', (request) => others.delete(request))
  await page.route(scripts, async (route) => {
    if (!isOffline) await isBack
    await route.continue()
  })
  return {
    /** One of them was asked for, and whatever else was asked for is there: nothing else breaks off with the connection. */
    async asked() {
      await page.waitForRequest(scripts)
      await expect.poll(() => others.size).toBe(0)
    },
    async setOffline(next: boolean) {
      isOffline = next
      await page.context().setOffline(next)
      if (!next) comeBack()
    },
  }
}

test('without a connection the page stays, says so, keeps what was typed, and goes on by itself', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(
    api,
    (view) =>
      view.may[baseList]?.includes('product:edit') === true && view.data.listData[baseList] !== undefined,
  )
  const { page } = await windows.open()
  const firms = await late(page, /\/assets\/list-screen-.*\.js/)
  await page.goto(addressOf(product))
  await enter(page, 'core')
  const note = `ohne Verbindung ${Date.now()}`
  await alter(page, 'Interne Bemerkung', note)
  await page.context().setOffline(true)
  await page.keyboard.press('Control+s')
  await seen(page.getByText('Keine Verbindung: wird gespeichert, sobald sie wieder da ist.'))
  await seen(page.getByRole('status').filter({ hasText: 'Ihre Eingaben bleiben erhalten.' }))
  // Nothing of the bars breaks into further lines because of it.
  const height = (locator: Locator) => locator.evaluate((e) => e.getBoundingClientRect().height)
  expect(await height(page.locator('.il-account-menu'))).toBeLessThan(45)
  expect(await height(page.getByText('Keine Verbindung: wird gespeichert'))).toBeLessThan(25)
  expect(await height(page.getByRole('region', { name: 'Ungespeicherte Änderungen' }))).toBeLessThan(60)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expectFineAtSizes(page, 'a product without a connection')
  await page.context().setOffline(false)
  await saved(page)
  const remark = (await api.product(product.id)).data.listData[baseList]?.['basis-f7']
  expect(remark).toEqual({ textValue: note })

  // A screen whose script was never loaded: not the browser's error page, but the screen once it can be loaded.
  await firms.setOffline(true)
  await page.getByRole('link', { name: 'Firmen' }).first().click()
  const why = page.getByText('Die Seite öffnet sich, sobald die Verbindung wieder da ist.')
  await seen(why)
  // Who goes on working here does not want to be led away later.
  await page.getByRole('tab').first().click()
  await expect.poll(() => why.count()).toBe(0)
  await page.getByRole('link', { name: 'Firmen' }).first().click()
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 })
    // In words that are seen, and nothing goes beyond the window or the bar because of them.
    await expect.poll(async () => (await why.boundingBox())?.width).toBeGreaterThan(80)
    expect(await height(page.locator('.il-offline'))).toBeLessThan(52)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await firms.setOffline(false)
  await page.waitForURL('**/company/list')
  await seen(page.getByRole('table', { name: 'Firmen', exact: true }))
})

test('a list that is opened for the first time without a connection comes by itself', async () => {
  const { page } = await windows.open()
  const conditions = await late(page, /\/assets\/list-filter-/)
  await page.goto('/jobs')
  // Parts of screens are fetched ahead once all screens are there.
  await Promise.all([conditions.asked(), enter(page, 'core')])
  await conditions.setOffline(true)
  await page.getByRole('link', { name: 'Produkte' }).first().click()
  await seen(page.getByText('Wird geladen, sobald die Verbindung wieder da ist.'))
  await conditions.setOffline(false)
  await seen(page.getByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' }))
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(5)
})
