/**
 * Every screen at each size of window, light and dark, with a drawer beside it and without: accessible, and nothing
 * lies over, under or beyond where it belongs. A page is loaded once; the window changes around it.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Row } from '../../shared/model/answers.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { enter, gone, openWindows, seen, violations } from './browser.ts'
import { layoutFaults } from './layout-faults.ts'
import { openTab } from './product-page.ts'

const windows = openWindows()
const widths = [900, 1280, 1920]
const height = 900
/** The only rule that a colour scheme decides. */
const ofColours = ['color-contrast']
const all = undefined

/** Faults of the page as it stands, at each size, in both schemes. */
async function look(page: Page, where: string): Promise<string[]> {
  const found = new Map<string, string[]>()
  const note = (at: string, faults: string[]) => {
    for (const fault of faults) found.set(fault, [...(found.get(fault) ?? []), at])
  }
  await page.mouse.move(0, 0)
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await settled(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settled(page)
      const at = `${width} ${colorScheme}`
      if (colorScheme === 'light') note(at, await layoutFaults(page))
      note(at, await violations(page, colorScheme === 'light' ? all : ofColours))
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height })
  await settled(page)
  return [...found].map(([fault, sizes]) => `${where} (${sizes.join(', ')}): ${fault}`)
}
/** Rows that a size asks for anew are there, and everything is drawn. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined)))),
  )
  await page
    .locator('.il-busy:not([data-busy])')
    .or(page.locator('input[name=user]'))
    .first()
    .waitFor({ state: 'attached' })
}

const isMine = (view: ProductView) =>
  view.may[baseList]?.includes('product:edit') === true &&
  view.may[baseList]?.includes('product:approve') === true &&
  Object.values(view.data.listData[baseList]?._components?.base ?? {}).some((row) => row.amount) &&
  Object.keys(view.data.listData).length > 2
/** The first company by name, with its customer number. */
async function firstCompany(): Promise<{ id: string; name: string; number: string }> {
  const { list } = await (await apiAs('core')).call(execute, {
    entityClass: 'company',
    columns: ['name', 'customerNumber'],
    pagination: { start: 0, limit: 1 },
    sorting: ['name:asc'],
  })
  const { id, columns } = list[0] as Row
  return { id, name: String(columns['name']), number: String(columns['customerNumber']) }
}
const notices = (page: Page) => page.getByRole('button', { name: /^Meldungen/ })

test('the sign-in, the lists, and what opens from the bar', async () => {
  const faults: string[] = []
  const { page } = await windows.open()
  await page.goto('/')
  await seen(page.locator('input[name=user]'))
  faults.push(...(await look(page, 'sign-in')))
  await enter(page, 'core')
  const { name, number } = await firstCompany()

  await seen(page.locator('a[data-row-link]').first())
  faults.push(...(await look(page, 'product list')))
  await notices(page).click()
  await seen(page.getByRole('complementary', { name: 'Meldungen' }))
  faults.push(...(await look(page, 'product list, messages open')))
  await page.getByRole('button', { name: 'Einstellungen', exact: true }).click()
  await seen(page.getByRole('complementary', { name: 'Einstellungen' }))
  faults.push(...(await look(page, 'product list, settings open')))
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  const palette = page.locator('dialog.il-palette')
  await palette.getByRole('combobox').fill('an')
  await seen(palette.getByRole('option').nth(2))
  faults.push(...(await look(page, 'search over everything')))
  await palette.getByRole('combobox').fill(number)
  await seen(palette.getByRole('option').filter({ hasText: name }).filter({ hasText: number }))
  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await seen(page.getByRole('dialog', { name: 'Tastenkürzel' }))
  faults.push(...(await look(page, 'keys')))
  await page.keyboard.press('Escape')

  await page.goto('/no/such/page')
  await page.waitForLoadState('networkidle')
  faults.push(...(await look(page, 'not found')))
  await page.goto('/jobs?drawer=notices')
  await seen(page.getByRole('heading', { level: 1, name: 'Aufgaben' }))
  faults.push(...(await look(page, 'jobs, messages open')))
  await page.keyboard.press('Escape')
  faults.push(...(await look(page, 'jobs')))
  expect(faults).toEqual([])
})

test('a product', async () => {
  const faults: string[] = []
  const view = await takeProduct(await apiAs('core'), isMine)
  const page = await windows.signIn('core', addressOf(view))
  await seen(page.getByRole('tab', { name: 'Stammdaten' }))
  const edit = page.getByRole('button', { name: 'Bearbeiten E' })
  await seen(edit)
  faults.push(...(await look(page, 'product')))
  await page.getByRole('button', { name: 'Verlauf öffnen' }).click()
  const history = page.getByRole('complementary', { name: 'Verlauf' })
  await seen(history.getByText('neueste', { exact: true }))
  faults.push(...(await look(page, 'product, history open')))
  await page.keyboard.press('e')
  await seen(page.getByRole('button', { name: 'Fertig Esc' }))
  faults.push(...(await look(page, 'product in editing, history open')))
  await page.getByRole('button', { name: 'Verlauf schließen' }).click()
  await gone(history)
  await page.getByRole('textbox', { name: 'GTIN', exact: true }).fill('7610000000000')
  await seen(page.getByRole('region', { name: 'Ungespeicherte Änderungen' }))
  faults.push(...(await look(page, 'product in editing')))
  await page.getByRole('button', { name: 'Kategorie ändern' }).click()
  await seen(page.getByRole('dialog').getByRole('treeitem').first())
  faults.push(...(await look(page, 'category dialog')))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verwerfen' }).click()

  await openTab(page, 'Zulassungen')
  const action = page
    .locator('#il-content')
    .getByRole('region')
    .getByRole('button', { name: /: \p{Lu}/u, disabled: false })
    .first()
  await seen(action)
  faults.push(...(await look(page, 'approvals')))
  await action.click()
  await seen(page.getByRole('dialog'))
  faults.push(...(await look(page, 'approval dialog')))
  expect(faults).toEqual([])
})

test('companies, and what is new', async () => {
  const faults: string[] = []
  const { id } = await firstCompany()
  const page = await windows.signIn('core', '/company/list')
  await seen(page.locator('a[data-row-link]').first())
  faults.push(...(await look(page, 'company list')))
  await page.getByRole('button', { name: 'Neue Firma' }).click()
  await seen(page.getByRole('dialog', { name: 'Neue Firma' }))
  faults.push(...(await look(page, 'new company')))
  await page.keyboard.press('Escape')

  await page.goto(`/company/view/${id}`)
  await seen(page.getByRole('tab', { name: 'Firma', exact: true }))
  faults.push(...(await look(page, 'company')))
  await page.getByRole('button', { name: 'Verlauf öffnen' }).click()
  await seen(page.getByRole('complementary', { name: 'Verlauf' }))
  faults.push(...(await look(page, 'company, history open')))
  await page.keyboard.press('Escape')
  await page.goto(`/product/new/${baseList}`)
  await seen(page.getByRole('textbox', { name: 'Handelsname' }))
  faults.push(...(await look(page, 'new product')))
  expect(faults).toEqual([])
})
