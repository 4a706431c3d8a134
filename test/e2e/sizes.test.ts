/**
 * Every screen at each size of window, light and dark, with a drawer beside it and without: accessible, and nothing
 * lies over, under or beyond where it belongs. A page is loaded once; the window changes around it.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { complete } from '../../shared/calls/eav/file/complete.ts'
import { upload } from '../../shared/calls/eav/file/upload.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { bring, fileOf } from '../fixtures/files.ts'
import { type Api, addressOf, apiAs, baseList, companyOf, takeProduct } from './api.ts'
import { appUrl } from './app.ts'
import { enter, gone, openWindows, seen, violations } from './browser.ts'
import { ended, startImport } from './jobs.ts'
import { layoutFaults } from './layout-faults.ts'
import { drawn, look as lookAround } from './looks.ts'
import { openTab } from './product-page.ts'

const windows = openWindows()
const look = (page: Page, where: string) => lookAround(page, where, settled)
/** Rows that a size asks for anew are there, and everything is drawn. */
async function settled(page: Page): Promise<void> {
  await drawn(page)
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
/** The first company by name that this user edits, with its customer number. */
async function ownCompany(user: string): Promise<{ id: string; name: string; number: string }> {
  const { id, data } = await companyOf(
    await apiAs(user),
    ({ may, data: { baseData, addresses } }) =>
      may.includes('company:edit') && Boolean(addresses['main'] && baseData.customerNumber),
  )
  return { id, name: data.baseData.name, number: String(data.baseData.customerNumber) }
}
const notices = (page: Page) => page.getByRole('button', { name: /^Meldungen/ })

test('the sign-in, the lists, and what opens from the bar', async () => {
  const faults: string[] = []
  const { page } = await windows.open()
  await page.goto('/')
  await seen(page.locator('input[name=user]'))
  faults.push(...(await look(page, 'sign-in')))
  await enter(page, 'core')
  const { name, number } = await ownCompany('core')

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
  await page.goto(`/product/${crypto.randomUUID()}/${baseList}`)
  await seen(page.getByText('Produkt nicht gefunden'))
  faults.push(...(await look(page, 'product not found')))
  expect(faults).toEqual([])
})

test('jobs, and two companies to be merged', async () => {
  const faults: string[] = []
  const api = await apiAs('admin')
  const id = await startImport(api, 'sizes', 3)
  await ended(api, id)
  const page = await windows.signIn('admin', `/jobs?of=all&job=${id}&drawer=job`)
  const job = page.getByRole('complementary', { name: 'Hintergrundvorgang' })
  await seen(job.getByRole('table').getByRole('row').nth(1))
  faults.push(...(await look(page, 'jobs, one open')))
  await page.keyboard.press('Escape')
  await gone(job)
  faults.push(...(await look(page, 'jobs')))

  const one = await ownCompany('core')
  const other = await companyOf(api, ({ id }) => id !== one.id)
  await page.goto(`/company/merge?ids=${one.id},${other.id}`)
  await seen(page.getByRole('radiogroup', { name: 'Welche Firma bleibt?' }))
  await seen(page.getByRole('button', { name: 'Zusammenführen', exact: true }))
  await page.waitForLoadState('networkidle')
  faults.push(...(await look(page, 'two companies to be merged')))
  expect(faults).toEqual([])
})

/** Gives a product two documents, one with a long name. */
async function withDocuments(api: Api, { id, rev }: ProductView): Promise<void> {
  const names = [
    'Etikett.png',
    'Unbedenklichkeitsbescheinigung_der_Futtermitteluntersuchungsanstalt_2026-03.pdf',
  ]
  const patch: JsonPatch = []
  for (const fileName of names) {
    const { announced, body } = fileOf(fileName, fileName)
    const link = await api.call(upload, announced)
    await bring(link, body, appUrl())
    const { id: fileId } = await api.call(complete, { id: link.id })
    const value = { fileId, fileName, uploadTime: new Date().toISOString() }
    patch.push({ op: 'add', path: `/listData/${baseList}/_documents/${fileId}`, value })
  }
  await api.call(save, { id, rev, patch })
}

test('a product', async () => {
  const faults: string[] = []
  const api = await apiAs('core')
  const view = await takeProduct(api, isMine)
  await withDocuments(api, view)
  const page = await windows.signIn('core', addressOf(view))
  await seen(page.getByRole('tab', { name: 'Stammdaten' }))
  const edit = page.getByRole('button', { name: 'Bearbeiten E' })
  await seen(edit)
  faults.push(...(await look(page, 'product')))
  await page.getByRole('button', { name: 'Verlauf öffnen' }).click()
  const history = page.getByRole('complementary', { name: 'Verlauf' })
  await seen(history.getByText('neueste', { exact: true }))
  faults.push(...(await look(page, 'product, history open')))
  await history.getByRole('button', { name: 'Grafik' }).click()
  await seen(history.getByRole('table', { name: 'Grafik' }))
  faults.push(...(await look(page, 'product, history as a picture')))
  await history.getByRole('button', { name: 'Revisionen' }).click()
  await page.keyboard.press('e')
  await seen(page.getByRole('button', { name: 'Fertig Esc' }))
  faults.push(...(await look(page, 'product in editing, history open')))
  await page.getByRole('button', { name: 'Verlauf schließen' }).click()
  await gone(history)
  await page.getByRole('textbox', { name: 'GTIN', exact: true }).fill('7610000000000')
  await seen(page.getByRole('region', { name: 'Ungespeicherte Änderungen' }))
  faults.push(...(await look(page, 'product in editing')))
  // A message below an amount does not move what stands beside it, of components and of companies.
  const inMiddle = async (row: Locator, typed: string, message: RegExp, beside: string) => {
    const amount = row.locator('.product-cell-amount input')
    await amount.fill(typed)
    await amount.blur()
    await seen(row.getByText(message))
    const middles = await row
      .locator(`.product-cell-amount input, .product-row-actions button, ${beside}`)
      .evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).map(({ y, height }) => y + height / 2))
    expect(middles.length).toBeGreaterThan(1)
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(6)
  }
  const component = page.locator('.product-components-edit tbody tr').first()
  await inMiddle(
    component,
    '1,23456',
    /Nachkommastellen/,
    '.product-cell-category a, .product-cell-check input',
  )
  const company = page.getByRole('table', { name: 'Firmen und Rollen' }).locator('tbody tr').first()
  await inMiddle(company, 'viel', /Keine Zahl/, '.product-cell-role button')
  const name = page.getByRole('textbox', { name: 'Handelsname', exact: true })
  const before = await name.inputValue()
  await name.fill('')
  await page.keyboard.press('Control+s')
  await seen(page.locator('.il-save-problem'))
  faults.push(...(await look(page, 'product with errors')))
  await page.getByRole('link', { name: 'Zur Startseite' }).first().click()
  const leaving = page.getByRole('dialog', { name: 'Eingaben mit Fehlern' })
  await seen(leaving)
  await leaving.getByRole('button', { name: 'Zum ersten Fehler' }).press('Enter')
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
  await name.fill(before)
  await page.getByRole('button', { name: 'Kategorie ändern' }).click()
  await seen(page.getByRole('dialog').getByRole('treeitem').first())
  faults.push(...(await look(page, 'category dialog')))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  // Where fields are everywhere, the offer to bring them back lies over the bar for its five seconds.
  await page.getByRole('button', { name: 'Meldung schließen' }).click()

  await openTab(page, 'Dokumente')
  await seen(page.getByRole('table', { name: 'Dokumente' }))
  faults.push(...(await look(page, 'documents')))
  await page.keyboard.press('e')
  await seen(page.getByRole('button', { name: 'Etikett.png: Weitergeben' }))
  faults.push(...(await look(page, 'documents to edit')))
  await page.keyboard.press('Escape')

  await openTab(page, 'Zulassungen')
  const action = page
    .locator('#il-content')
    .getByRole('row')
    .getByRole('button', { name: /: \p{Lu}/u, disabled: false })
    .first()
  await seen(action)
  faults.push(...(await look(page, 'approvals')))
  await page.getByRole('button', { name: 'Alle Listen' }).click()
  await seen(page.getByRole('table', { name: 'Zulassungen in allen Listen' }))
  faults.push(...(await look(page, 'approvals of all lists')))
  await page.getByRole('button', { name: 'Diese Liste' }).click()
  await seen(action)
  await page.getByRole('button', { name: 'Verlauf öffnen' }).click()
  await seen(history.getByText('neueste', { exact: true }))
  faults.push(...(await look(page, 'approvals, history open')))
  await page.getByRole('button', { name: 'Verlauf schließen' }).click()
  await gone(history)
  await action.click()
  await seen(page.getByRole('dialog'))
  faults.push(...(await look(page, 'approval dialog')))
  expect(faults).toEqual([])
})

test('companies, and what is new', async () => {
  const faults: string[] = []
  const { id } = await ownCompany('core')
  const page = await windows.signIn('core', '/company/list')
  await seen(page.locator('a[data-row-link]').first())
  faults.push(...(await look(page, 'company list')))
  await notices(page).click()
  await seen(page.getByRole('complementary', { name: 'Meldungen' }))
  faults.push(...(await look(page, 'company list, messages open')))
  await page.keyboard.press('Escape')
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
  await page.keyboard.press('e')
  await seen(page.getByRole('region', { name: /Hauptadresse/ }).getByLabel('Straße'))
  faults.push(...(await look(page, 'company in editing')))
  const name = page.getByRole('textbox', { name: 'Name *', exact: true })
  await name.fill('')
  await page.keyboard.press('Control+s')
  await seen(page.locator('.il-save-problem'))
  faults.push(...(await look(page, 'company with errors')))
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.keyboard.press('Escape')
  await page.goto(`/product/new/${baseList}`)
  await seen(page.getByRole('textbox', { name: 'Handelsname' }))
  faults.push(...(await look(page, 'new product')))
  expect(faults).toEqual([])
})

test('where words are long, and read aloud in Hungarian', async () => {
  const faults: string[] = []
  const api = await apiAs('core2')
  const speak = async (selectedUiLanguage: 'de_DE' | 'hu_HU') => {
    const { rev, userData } = await api.call(getaccount, {})
    await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage } })
  }
  onTestFinished(() => speak('de_DE'))
  await speak('hu_HU')
  const { id } = await ownCompany('core2')
  const product = addressOf(await takeProduct(api, isMine))
  const page = await windows.signIn('core2', '/company/list')
  const content = page.locator('#il-content')
  /** What each address shows once it is there; then `e` opens it for editing. */
  const screens: [address: string, shows: string, isEdited?: boolean][] = [
    ['/', 'a[data-row-link]'],
    ['/?drawer=settings', 'a[data-row-link]'],
    ['/company/list', 'a[data-row-link]'],
    [`/company/view/${id}`, '[role=tab]', true],
    [`/company/view/${id}?drawer=history`, '[role=tab]'],
    [product, 'fieldset', true],
    [`${product}?drawer=history`, 'fieldset', true],
    [`${product}?tab=approvals`, '.product-approval'],
    [`${product}?tab=approvals&drawer=history`, '.product-approval'],
    [`/product/new/${baseList}`, 'fieldset input'],
    ['/jobs', 'table'],
    ['/user/notes', '.notes-filter'],
    ['/admin/categorytext', '[role=treeitem], table'],
  ]
  for (const [address, shows, isEdited] of screens) {
    await page.goto(address)
    await seen(content.locator(shows).first())
    const note = async (where: string) => {
      await settled(page)
      // Names are the words, whatever is open beside them: heard once for each screen.
      const spoken = where.includes('?') || where !== address ? [] : await violations(page)
      faults.push(...[...(await layoutFaults(page)), ...spoken].map((fault) => `${where}: ${fault}`))
    }
    await note(address)
    if (!isEdited) continue
    await page.keyboard.press('e')
    await seen(content.getByRole('textbox').first())
    await note(`${address}, in editing`)
  }
  expect(await page.locator('html').getAttribute('lang')).toMatch(/^hu/)
  expect(faults).toEqual([])
})
