import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { load as reference } from '../../shared/calls/eav/reference/load.ts'
import type { Localized } from '../../shared/model/basics.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { enter, expectAccessible, gone, openWindows, seen, violations } from './browser.ts'

const windows = openWindows()
const widths = (page: Page) =>
  page.evaluate(() => ({
    width: document.documentElement.scrollWidth - innerWidth,
    height: document.documentElement.scrollHeight - innerHeight,
  }))
/** With components that have amounts, in so many lists at least. */
const withAmounts = async (lists = 1) => {
  const api = await apiAs('core')
  return takeProduct(
    api,
    (view) =>
      view.may[baseList]?.includes('product:edit') === true &&
      Object.values(view.data.listData[baseList]?._components?.base ?? {}).some((row) => row.amount) &&
      Object.keys(view.data.listData).length >= lists,
  )
}

/** Gives the first component a category of long words, and a name that no column has room for. */
async function withLongWords(view: ProductView): Promise<string> {
  const api = await apiAs('core')
  const admin = await apiAs('admin')
  const longest = { de_DE: '1,2-Benzisothiazol-3(2H)-on; 1,2-Benzisothiazolin-3-on; Benzisothiazolon' }
  const component = await admin.call(create, { entityclass: 'component', data: { title: longest } })
  const { classes } = await api.call(reference, { classes: ['category'] })
  const title = 'Reinigungs- und Desinfektionsmittel'
  const { id } = classes['category']!.find(({ data }) => (data['title'] as Localized).de_DE === title)!
  const [row] = Object.keys(view.data.listData[baseList]!._components.base)
  const path = `/listData/${baseList}/_components/base/${row}`
  await api.call(save, {
    id: view.id,
    rev: view.rev,
    patch: [
      { op: 'add', path: `${path}/category`, value: id },
      { op: 'replace', path: `${path}/component`, value: component.id },
    ],
  })
  return title
}

test('as many rows as fit are shown: the page is no higher than the window, at any width', async () => {
  for (const [width, height] of [
    [1280, 900],
    [1920, 1080],
    [900, 700],
  ] as const)
    for (const at of ['/', '/company/list']) {
      const page = await windows.signIn('core', at, { viewport: { width, height } })
      const rows = page.locator('.il-table:not([data-stale]) tr:has([data-row-link])')
      await seen(rows.first())
      await page.waitForLoadState('networkidle')
      // Rows that are asked for anew meanwhile are pale, and not among these.
      let heights: number[] = []
      await expect
        .poll(
          async () => {
            heights = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).offsetHeight))
            return heights.length
          },
          { timeout: 10_000 },
        )
        .toBeGreaterThan(5)
      expect((await widths(page)).height).toBeLessThanOrEqual(0)
      // As many columns as fit, too.
      const sideways = await page
        .locator('.il-table :has(> table)')
        .evaluateAll((all) => all.map((e) => e.scrollWidth - e.clientWidth))
      expect(Math.max(...sideways), `${at} at ${width} px`).toBeLessThanOrEqual(1)
      // Each row has its second line, if only a blank one, so no room is left for rows that might be higher.
      if (at === '/') {
        // The first and the last have a pixel more, for the border of the table.
        expect(new Set(heights.slice(1, -1)).size).toBe(1)
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
        const end = await rows.last().evaluate((row) => row.getBoundingClientRect().bottom)
        const footer = await page.locator('#il-footer').evaluate((e) => e.getBoundingClientRect().top)
        expect(footer - end).toBeLessThan(1.5 * heights[0]!)
      }
      if (width < 1280) continue
      // The leaf of a category is whole, and what is above it is cut.
      const cut = await page.locator('.il-leaf').evaluateAll((leaves) =>
        leaves.flatMap((leaf) => {
          const words = leaf.firstElementChild!
          return words.scrollHeight > words.clientHeight + 1 ? [leaf.textContent] : []
        }),
      )
      if (at === '/') expect(cut).toEqual([])
      // Above the heads of the columns there are two lines: title, pages and actions; search and conditions.
      const title = await page.getByRole('heading', { level: 2 }).first().boundingBox()
      const heads = await page.getByRole('columnheader').nth(1).boundingBox()
      expect(heads!.y - title!.y).toBeLessThan(90)
      const paging = await page.getByRole('button', { name: 'Vorherige Seite' }).boundingBox()
      expect(paging!.y).toBeLessThan(title!.y + title!.height)
    }
})

test('rows with a second line fit; they are asked for once', async () => {
  const { page } = await windows.open()
  let asked = 0
  await page.route('**/api/bml/product/search**', async (route) => {
    asked += 1
    const response = await route.fetch()
    const json = await response.json()
    for (const row of json.data.list) row.columns.name = 'Kocide'
    await route.fulfill({ response, json })
  })
  await page.goto('/')
  await enter(page, 'core')
  await seen(page.locator('.il-row-under').first())
  await page.waitForLoadState('networkidle')
  expect((await widths(page)).height).toBeLessThanOrEqual(0)
  expect(asked).toBe(1)
})

test('a drawer takes its room beside the page: nothing is cut or covered, and keys work', async () => {
  const view = await withAmounts()
  const title = await withLongWords(view)
  const page = await windows.signIn('core', `${addressOf(view)}?drawer=history`)
  const drawer = page.getByRole('heading', { level: 2, name: 'Verlauf' })
  await seen(drawer)
  const navigation = page.getByRole('navigation', { name: 'Bereiche' })
  await gone(navigation)
  await page.keyboard.press('e')
  await seen(page.getByRole('button', { name: 'Fertig Esc' }))
  const left = await page.locator('aside', { has: drawer }).evaluate((e) => e.getBoundingClientRect().left)
  const amounts = page.getByRole('textbox', { name: /^Menge von/ })
  await seen(amounts.first())
  for (const field of await amounts.all())
    expect(await field.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0)
  // The heads are hidden: each cell says what it holds.
  for (const cell of ['amount', 'unit', 'category', 'secrecy'])
    expect(
      await page
        .locator(`.product-components-edit td.product-cell-${cell}`)
        .first()
        .evaluate((e) => [getComputedStyle(e, '::before').content, e.dataset['label']]),
    ).toEqual([expect.stringMatching(/\p{L}/u), expect.stringMatching(/\p{L}/u)])
  const rights = await page
    .locator('#il-content button:visible')
    .evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().right)))
  expect(Math.max(...rights)).toBeLessThanOrEqual(left)
  expect((await widths(page)).width).toBeLessThanOrEqual(0)
  await expectAccessible(page, 'a product that is edited beside a drawer')
  // Escape leaves editing first, then the drawer; the navigation comes back.
  await page.keyboard.press('Escape')
  await seen(page.getByRole('button', { name: 'Bearbeiten E' }))
  await seen(drawer)
  await page.keyboard.press('Escape')
  await gone(drawer)
  await seen(navigation)
  // Also from what sets its width, which has the focus once it is open.
  await page.getByRole('button', { name: 'Verlauf' }).first().click()
  await page.getByRole('slider').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await gone(drawer)
  await seen(navigation)
  // Without the drawer the category has a column: its words are not broken, the cross beside them is whole.
  await page.keyboard.press('e')
  const cell = page.locator('td.product-cell-category', { hasText: title })
  await seen(cell)
  const sizes = await cell.evaluate((e) => {
    const [choose, clear] = [...e.querySelectorAll('button')].map((b) => b.getBoundingClientRect())
    return {
      overhang: clear!.right - e.getBoundingClientRect().right,
      height: choose!.height,
      clear: clear!.width,
    }
  })
  expect(sizes.overhang).toBeLessThanOrEqual(0)
  expect(sizes.clear).toBeGreaterThan(15)
  expect(sizes.height).toBeLessThan(45)
  // At any width amounts are whole, and what moves and removes a row stands inside of the card.
  const card = page.locator('.product-rows', { has: page.locator('.product-components-edit') }).first()
  for (const width of [1280, 1366, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    for (const field of await amounts.all())
      expect([width, await field.evaluate((e) => e.scrollWidth - e.clientWidth)]).toEqual([width, 0])
    const overhang = await card.evaluate((e) => {
      const ends = [...e.querySelectorAll('button')].map((b) => b.getBoundingClientRect().right)
      return Math.max(...ends) - e.getBoundingClientRect().right
    })
    expect([width, Math.max(0, Math.round(overhang))]).toEqual([width, 0])
  }
})

test('at 900 px a drawer is a sheet as wide as the window', async () => {
  const view = await withAmounts(4)
  const page = await windows.signIn('core', addressOf(view), { viewport: { width: 900, height: 900 } })
  await seen(page.getByRole('tab', { name: 'Stammdaten' }))
  await expectAccessible(page, 'a product at 900 px')
  // Where the lists take two lines, the button for another one follows the last of them.
  await page.setViewportSize({ width: 620, height: 900 })
  const lists = page.getByRole('navigation', { name: 'Listen des Produkts' })
  const last = (await lists.getByRole('link').last().boundingBox())!
  const first = (await lists.getByRole('link').first().boundingBox())!
  const add = (await lists.getByRole('button').boundingBox())!
  expect(last.y).toBeGreaterThan(first.y)
  expect([first.x, last.x + last.width + 8].map(Math.round)).toContain(Math.round(add.x))
  await page.setViewportSize({ width: 900, height: 900 })
  // Also what is edited fits beside the navigation.
  await page.keyboard.press('e')
  await seen(page.getByRole('textbox', { name: /^Menge von/ }).first())
  expect((await widths(page)).width).toBeLessThanOrEqual(0)
  // Without heads each category has its word beside it.
  const category = page.locator('td.product-cell-category').first()
  expect(await category.evaluate((e) => getComputedStyle(e, '::before').content)).toBe('"Kategorie"')
  for (const what of ['components', 'companies']) {
    const card = page.locator('.product-rows', { has: page.locator(`.product-${what}-edit`) }).first()
    const overhang = await card.evaluate((e) => e.scrollWidth - e.clientWidth)
    expect([what, overhang > 0]).toEqual([what, false])
  }
  await page.keyboard.press('Escape')
  await seen(page.getByRole('button', { name: 'Bearbeiten E' }))
  await page.getByRole('button', { name: 'Verlauf öffnen' }).click()
  const drawer = page.locator('aside', { has: page.getByRole('heading', { level: 2, name: 'Verlauf' }) })
  await seen(drawer)
  await expect
    .poll(() => drawer.evaluate((e) => Math.round(e.getBoundingClientRect().width)))
    .toBeGreaterThan(895)
  expect((await widths(page)).width).toBeLessThanOrEqual(0)
  // Nothing behind it is reached.
  const content = page.locator('#il-content')
  expect(await content.evaluate((e) => (e as HTMLElement).inert)).toBe(true)
  await expectAccessible(page, 'a drawer at 900 px')
  await page.getByRole('button', { name: 'Verlauf schließen' }).click()
  await expect.poll(() => content.evaluate((e) => (e as HTMLElement).inert)).toBe(false)
})

test('a short page is exactly as high as the window; what is closed on a small one is open on a large one', async () => {
  const page = await windows.signIn('core', '/?q=gibtesnicht')
  await seen(page.getByText('Kein Treffer'))
  await page.waitForLoadState('networkidle')
  expect(await widths(page)).toEqual({ width: 0, height: 0 })
  const navigation = page.getByRole('navigation', { name: 'Bereiche' })
  await seen(navigation)
  await page.setViewportSize({ width: 600, height: 900 })
  await gone(navigation)
  await page.getByRole('button', { name: 'Navigation aufklappen' }).click()
  await seen(navigation)
  await page
    .getByRole('button', { name: /Navigation (einklappen|schließen)|schließen/ })
    .last()
    .click()
  await gone(navigation)
  await page.setViewportSize({ width: 1280, height: 900 })
  await seen(navigation)
})

test('the entry of a screen is seen in the navigation, however far down it stands', async () => {
  const page = await windows.signIn('admin', '/admin/regionmanagement', {
    viewport: { width: 1280, height: 700 },
  })
  const entry = page.getByRole('navigation').getByRole('link', { name: 'Regionen' })
  await seen(entry)
  await expect.poll(() => entry.evaluate((e) => e.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a drawer that covered the page gives the focus back to its button', async () => {
  const view = await withAmounts()
  const page = await windows.signIn('core', addressOf(view), { viewport: { width: 900, height: 900 } })
  const button = page.getByRole('button', { name: 'Verlauf öffnen' })
  await button.click()
  await seen(page.getByRole('heading', { level: 2, name: 'Verlauf' }))
  await gone(button)
  await page.keyboard.press('Escape')
  await seen(button)
  await expect.poll(() => button.evaluate((e) => e === document.activeElement)).toBe(true)
})

test('a long word in the name of a standard hides no action', async () => {
  const view = await withAmounts()
  const page = await windows.signIn('core', `${addressOf(view)}?tab=approvals`)
  const name = page.locator('.product-approval th').first()
  await seen(name)
  const hidden = () =>
    name.evaluate((th) => {
      th.firstChild!.textContent = 'Pflanzenschutzmittelverzeichnis'.repeat(4)
      const box = th.closest('.product-approvals-scroll')!
      return box.scrollWidth - box.clientWidth
    })
  expect(await hidden()).toBe(0)
})

test('search and filter keep their width whatever they find; a typed value becomes a condition by Enter', async () => {
  const page = await windows.signIn('core')
  const search = page.getByRole('searchbox', { name: 'Name oder Nummer suchen' })
  await seen(page.locator('a[data-row-link]').first())
  const filter = page.getByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' })
  const width = () =>
    Promise.all([search, filter].map((one) => one.evaluate((e) => e.getBoundingClientRect().width)))
  await seen(filter)
  // The menu of searches comes behind the rows, and moves nothing.
  const early = await width()
  await seen(page.getByRole('button', { name: 'Gespeicherte Suchen', exact: true }))
  const before = await width()
  expect(Math.abs(before[1]! - early[1]!)).toBeLessThan(4)
  await filter.click()
  await filter.pressSequentially('Frankr')
  await seen(page.getByRole('option', { name: /Liste = Frankreich/ }).first())
  await page.keyboard.press('Enter')
  await seen(page.getByText('Liste = Frankreich'))
  expect(await width()).toEqual(before)
  await search.fill('gibtesnicht')
  await seen(page.getByText('Kein Treffer'))
  expect(await width()).toEqual(before)
  // Beside a drawer the tools are narrower, and the pages are still in the line of the title.
  await search.fill('')
  await seen(page.locator('a[data-row-link]').first())
  await page.getByRole('button', { name: 'Einstellungen' }).click()
  await seen(page.getByRole('heading', { level: 2, name: 'Einstellungen' }))
  const paging = page.getByRole('button', { name: 'Vorherige Seite' })
  const title = page.getByRole('heading', { level: 2, name: 'Produkte' })
  const middle = async (one: Locator) => {
    const box = (await one.boundingBox())!
    return box.y + box.height / 2
  }
  await expect.poll(async () => Math.abs((await middle(paging)) - (await middle(title)))).toBeLessThan(8)
})

test('a product is found by its permit number', async () => {
  const api = await apiAs('core')
  const numberOf = (view: Awaited<ReturnType<typeof api.product>>) =>
    Object.values(view.data.listData[baseList]?._permits ?? {})[0]?.number
  const view = await takeProduct(api, (one) => numberOf(one) !== undefined)
  const page = await windows.signIn('core')
  await page.getByRole('searchbox', { name: 'Name oder Nummer suchen' }).fill(numberOf(view)!)
  await seen(page.locator(`a[data-row-link="${view.id}"]`))
  await expect.poll(() => page.locator('a[data-row-link]').count()).toBeLessThan(15)
})

test('a first sign-in takes the chosen language along; later the account’s counts', async () => {
  const api = await apiAs('registered')
  const speak = async (selectedUiLanguage: 'de_DE' | undefined) => {
    const { rev, userData } = await api.call(getaccount, {})
    const { selectedUiLanguage: _, ...rest } = userData
    await api.call(updateaccount, {
      rev,
      userData: { ...rest, ...(selectedUiLanguage && { selectedUiLanguage }) },
    })
  }
  onTestFinished(() => speak('de_DE'))
  await speak(undefined)
  const { page } = await windows.open({ locale: 'fr-FR' })
  await page.goto('/')
  await enter(page, 'registered')
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('fr-FR')
  await expect.poll(async () => (await api.call(getaccount, {})).userData.selectedUiLanguage).toBe('fr_FR')
  const other = await windows.signIn('registered')
  await expect.poll(() => other.evaluate(() => document.documentElement.lang)).toBe('fr-FR')
})

test('controls that are too small are found, and not those that the bar of changes happens to cover by half', async () => {
  const { page } = await windows.open()
  const small = 'width:12px;height:12px;padding:0;border:0'
  await page.setContent(`<!doctype html><html lang="en"><title>Controls</title><main><div style="height:3000px">
    <p style="margin:0"><button style="${small}">s</button><button style="${small}">t</button></p>
    <button style="position:absolute;top:830px;width:200px;height:32px">covered</button>
    </div><div style="position:sticky;bottom:0;height:58px">
    <button style="width:400px;height:58px">Save</button></div></main>`)
  const found = await violations(page, ['target-size'])
  expect(found.join()).toContain('>s<')
  expect(found.join()).toContain('>t<')
  expect(found.join()).not.toContain('>covered<')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
