/** What people take out of the app: exports, opened with other programs' readers, and confirmations that are sent. */
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import readSheets from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { institutionId } from '../../scripts/seed/people.ts'
import { createlistingconfirmation } from '../../shared/calls/bml/product/createlistingconfirmation.ts'
import { listlistingconfirmations } from '../../shared/calls/bml/product/listlistingconfirmations.ts'
import { readPdf } from '../fixtures/read-pdf.ts'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { appUrl } from './app.ts'
import { expectAccessible, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'

const windows = openWindows()
const total = async (page: Page) =>
  Number(
    /\((\d+)\)/.exec(await page.getByRole('heading', { level: 2, name: /^Produkte \(/ }).innerText())?.[1],
  )

async function openDialog(page: Page) {
  await page.locator('.il-table:not([data-stale]) a[data-row-link]').first().waitFor()
  await page.getByRole('button', { name: 'Exportieren …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Produkte exportieren' })
  await seen(dialog)
  return dialog
}
/** The toast goes after some seconds; the drawer of the bell keeps what it offered. */
async function fetchFile(page: Page, name: RegExp) {
  const toast = page.getByRole('region', { name: 'Meldungen' })
  const offered = toast.getByRole('button', { name: 'Herunterladen' })
  await offered.waitFor({ timeout: 30_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), offered.click()])
  expect(file.suggestedFilename()).toMatch(name)
  return readFile((await file.path())!)
}

test('what the list finds is exported as CSV and as a workbook, told of and fetched', async () => {
  const page = await windows.signIn('core', '/?q=bio')
  const dialog = await openDialog(page)
  const count = await total(page)
  expect(count).toBeGreaterThan(0)
  await seen(dialog.getByText(`Produkte: ${count}`))
  await expectFineAtSizes(page, 'the dialog of an export')
  const names = await page.locator('a[data-row-link]').allInnerTexts()
  await dialog.getByRole('button', { name: 'Exportieren' }).click()
  const csv = await fetchFile(page, /^Produkte \d{4}-\d\d-\d\d\.csv$/)
  const rows = parse(csv, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][]
  expect(rows[0]![0]).toBe('Handelsname')
  expect(rows).toHaveLength(count + 1)
  expect(rows.slice(1, 1 + names.length).map(([name]) => name)).toEqual(names)

  const again = await openDialog(page)
  await again.getByRole('radio', { name: /Excel-Arbeitsmappe/ }).check()
  await again.getByRole('button', { name: /^Firmen/ }).click()
  await page.getByRole('option', { name: 'Vertreiber: Katalogadresse' }).click()
  await page.keyboard.press('Escape')
  // Kept as a set, it is what the export goes on with.
  const title = `Versand ${Date.now()}`
  await again.getByRole('button', { name: 'Exportsatz speichern …' }).click()
  const saving = page.getByRole('dialog', { name: 'Exportsatz speichern' })
  await saving.getByLabel('Name', { exact: true }).fill(title)
  await expectAccessible(page, 'a set of an export that is saved')
  await saving.getByRole('button', { name: 'Speichern', exact: true }).click()
  await seen(again.getByRole('button', { name: /^Inhalt/ }).filter({ hasText: title }))
  await expectAccessible(page, 'a set of an export')
  await again.getByRole('button', { name: 'Exportieren' }).click()
  const workbook = await fetchFile(page, /\.xlsx$/)
  const [sheet] = await readSheets(workbook)
  expect(sheet!.data.map(([name]) => name)).toEqual(rows.map(([name]) => name))
  expect(sheet!.data[0]).toContain('Vertreiber – PLZ')

  // Its page has the file, too.
  await page.goto('/jobs')
  await page
    .getByRole('link', { name: /Produkte .*\.xlsx/ })
    .first()
    .click()
  const drawer = page.getByRole('complementary', { name: 'Hintergrundvorgang' })
  const [later] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Herunterladen' }).click(),
  ])
  expect(await readFile((await later.path())!)).toEqual(workbook)
  await expectAccessible(page, 'an export beside the jobs')
})

test('a report of the chosen products is printed and fetched', async () => {
  const page = await windows.signIn('core', '/')
  const row = page
    .locator('.il-table:not([data-stale]) tr', { has: page.locator('a[data-row-link]') })
    .first()
  const name = await row.locator('a[data-row-link]').innerText()
  await row.getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Auswahl' }).click()
  await page.getByRole('menuitem', { name: 'Bericht drucken …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bericht drucken' })
  await dialog.getByRole('radio', { name: /Komponenten/ }).check()
  await dialog.getByRole('button', { name: 'Drucken' }).click()
  const link = dialog.getByRole('link', { name: 'PDF herunterladen' })
  await link.waitFor({ timeout: 30_000 })
  await expectFineAtSizes(page, 'a report that is printed')
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  const { title, pages } = readPdf(await readFile((await file.path())!))
  expect(title).toBe('Komponenten Basisdaten')
  expect(pages.join(' ')).toContain(name)
})

test('a confirmation is made, looked at, sent and opened as it was sent', async () => {
  const api = await apiAs('core')
  // One that nothing stands against: it has a confirmation already, that is no more than a draft.
  const product = await takeProduct(api, async ({ id: productId, may, data }) => {
    const companies = Object.values(data.listData[baseList]?._companies ?? {})
    const companyId = companies.find(({ role }) => role === 'distributor')?.company
    if (!may[baseList]?.includes('product:edit') || companyId === undefined) return false
    const of = { institutionId: institutionId('aare'), language: 'fr_FR', type: 'order' } as const
    const asked = { productId, listIds: [baseList], companyId, url: appUrl(), ...of }
    const made = await api.call(createlistingconfirmation, asked).catch(() => undefined)
    const { list } = await api.call(listlistingconfirmations, { productId })
    // Nor against sending it.
    return list.some(({ confirmation, problems }) => confirmation.id === made?.id && problems.length === 0)
  })
  const page = await windows.signIn('core', addressOf(product))
  await page
    .getByRole('button', { name: /^Aktionen/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Listungsbestätigungen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Listungsbestätigungen' })
  await seen(dialog.getByRole('listitem').filter({ hasText: 'Auftragsbestätigung' }).first())
  await dialog.getByRole('button', { name: 'Neue Bestätigung' }).click()
  const form = page.getByRole('dialog', { name: 'Neue Bestätigung' })
  await seen(form.getByRole('checkbox', { name: 'Basisdaten' }))
  await expectFineAtSizes(page, 'a new confirmation')
  await form.getByRole('button', { name: 'Erstellen' }).click()
  const line = dialog.getByRole('listitem').filter({ hasText: 'Listungsbestätigung' }).first()
  const download = async (from: Locator) => {
    const [file] = await Promise.all([page.waitForEvent('download'), from.click()])
    return readPdf(await readFile((await file.path())!))
  }
  await line.getByRole('button', { name: /^PDF-Vorschau/ }).click()
  const preview = await download(line.getByRole('link', { name: 'PDF herunterladen' }))
  expect(preview.pages.join()).toContain('Vorschau – keine gültige Bestätigung')
  await expectFineAtSizes(page, 'confirmations of a product')
  await line.getByRole('button', { name: /^Senden/ }).click()
  await page
    .getByRole('dialog', { name: 'Bestätigung senden?' })
    .getByRole('button', { name: 'Senden' })
    .click()
  const number = /\d{4}(?:-[0-9A-Z]{4}){3}/
  await seen(line.filter({ hasText: number }))
  await seen(line.getByText('gesendet', { exact: true }))
  const { pages, links } = await download(line.getByRole('button', { name: /^PDF öffnen/ }))
  const printed = number.exec(await line.innerText())![0]
  expect(pages.join()).toContain(printed)
  await expectAccessible(page, 'a confirmation that was sent')

  // Whoever gets it looks up whether it holds, without an account.
  const { page: elsewhere } = await windows.open()
  await elsewhere.goto(links.find((link) => link.endsWith(`/check/${printed}`))!)
  await seen(elsewhere.getByText('Diese Bestätigung gilt.'))
  await seen(elsewhere.getByRole('table', { name: 'Basisdaten' }))
  await expectFineAtSizes(elsewhere, 'the check of a confirmation')
})
