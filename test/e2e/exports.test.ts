/** Exports as people make them: ordered in the list, told of when they are done, fetched, opened with other programs' readers. */
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import readSheets from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { expectAccessible, openWindows, seen } from './browser.ts'

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
  await expectAccessible(page, 'the dialog of an export')
  const names = await page.locator('a[data-row-link]').allInnerTexts()
  await dialog.getByRole('button', { name: 'Exportieren' }).click()
  const csv = await fetchFile(page, /^Produkte \d{4}-\d\d-\d\d\.csv$/)
  const rows = parse(csv, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][]
  expect(rows[0]![0]).toBe('Handelsname')
  expect(rows).toHaveLength(count + 1)
  expect(rows.slice(1, 1 + names.length).map(([name]) => name)).toEqual(names)

  const again = await openDialog(page)
  await again.getByRole('radio', { name: /Excel-Arbeitsmappe/ }).check()
  await again.getByRole('button', { name: 'Exportieren' }).click()
  const workbook = await fetchFile(page, /\.xlsx$/)
  const [sheet] = await readSheets(workbook)
  expect(sheet!.data.map(([name]) => name)).toEqual(rows.map(([name]) => name))

  // Its page has the file, too.
  await page.goto('/jobs')
  await page
    .getByRole('link', { name: /Produkte .*\.xlsx/ })
    .first()
    .click()
  const drawer = page.getByRole('complementary', { name: 'Aufgabe' })
  const [later] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Herunterladen' }).click(),
  ])
  expect(await readFile((await later.path())!)).toEqual(workbook)
  await expectAccessible(page, 'an export beside the jobs')
})
