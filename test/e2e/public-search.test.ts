import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { lists } from '../../scripts/seed/lists.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { type Api, apiAs } from './api.ts'
import { appUrl } from './app.ts'
import { expectAccessible, openWindows, seen } from './browser.ts'

const windows = openWindows()
const list = lists[0]!
const address = `/public/lists/${list.id}`

async function write(api: Api, patch: { op: 'add'; path: string; value: unknown }[]) {
  const { rev } = await api.call(get, { id: list.id })
  await api.call(updatefrompatch, { id: list.id, rev, patch })
}
const set = (key: string, value: unknown) => ({ op: 'add' as const, path: `/publicSearch${key}`, value })
/** Opens the list for one test. */
async function openToAll(): Promise<void> {
  const api = await apiAs('admin')
  await write(api, [set('On', true), set('Facets', ['category', 'standards'])])
  onTestFinished(() => write(api, [set('On', false), set('Facets', [])]))
}

test('an administrator switches a list on, and everybody finds its products, without cookies', async () => {
  const admin = await windows.signIn('admin', '/admin/pubsearch')
  const name = list.data.title.de_DE as string
  await admin.getByRole('link', { name }).first().click()
  await admin.getByRole('checkbox', { name: 'Öffentlich' }).check()
  // What it will show is seen before it is saved.
  await seen(
    admin.getByRole('region', { name: 'Vorschau' }).getByRole('columnheader', { name: 'Zugelassen nach' }),
  )
  await expectAccessible(admin, 'the settings of a public search')
  await admin.getByRole('button', { name: /^Speichern/ }).click()
  const api = await apiAs('admin')
  onTestFinished(() => write(api, [set('On', false)]))

  const { page, context } = await windows.open()
  await expect.poll(async () => (await page.goto(address))?.status()).toBe(200)
  await seen(page.getByRole('heading', { level: 1, name }))
  const rows = page.getByRole('table').getByRole('row')
  expect(await rows.count()).toBeGreaterThan(10)
  const first = page.getByRole('rowheader').first()
  const product = await first.innerText()
  await page.getByRole('searchbox').fill(product)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('rowheader', { name: product }).first())
  expect(await rows.count()).toBeLessThan(10)
  await page.getByRole('link', { name: product }).first().click()
  await seen(page.getByRole('heading', { level: 1, name: product }))
  await page.getByRole('link', { name: 'Français' }).click()
  await seen(page.getByRole('link', { name: 'Retour à la recherche' }))
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  expect(await context.cookies()).toEqual([])
})

test.each(['light', 'dark'] as const)(
  'its pages can be used by everybody, in the %s',
  async (colorScheme) => {
    await openToAll()
    const { page } = await windows.open({ colorScheme })
    await expect.poll(async () => (await page.goto(`${address}?lang=de&page=2`))?.status()).toBe(200)
    await seen(page.getByRole('navigation', { name: 'Seiten' }))
    await expectAccessible(page, `the search, ${colorScheme}`)
    await page.goto(`${address}?q=xyzzy`)
    await seen(page.getByRole('status'))
    await expectAccessible(page, `nothing found, ${colorScheme}`)
    await page.goto(`${address}?lang=en`)
    await page.getByRole('rowheader').getByRole('link').first().click()
    await seen(page.getByRole('link', { name: 'Back to the search' }))
    await expectAccessible(page, `a product, ${colorScheme}`)
    await page.goto(`${address}/products/nothing?lang=en`)
    await seen(page.getByRole('heading', { name: 'This product is not, or no longer, shown here.' }))
    await expectAccessible(page, `a product that is gone, ${colorScheme}`)
  },
)

test('stands in a frame of another site, on a phone, without sideways scrolling', async () => {
  await openToAll()
  const other = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>Other</title><iframe title="Products" style="width:100%;height:600px;border:0" src="${appUrl()}${address}?lang=de"></iframe>`,
      ),
  )
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { page } = await windows.open({ viewport: { width: 360, height: 700 } })
  await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`)
  const frame = page.frameLocator('iframe')
  await seen(frame.getByRole('searchbox'))
  await frame.getByRole('combobox').first().selectOption({ index: 1 })
  await frame.getByRole('button', { name: 'Suchen' }).click()
  await seen(frame.getByRole('rowheader').first())
  const inside = page.frames()[1]!
  const overflow = await inside.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
