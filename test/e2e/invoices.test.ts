import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { apiAs } from './api.ts'
import { expectAccessible, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'

const windows = openWindows()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('a fee schedule is made, tried out and copied to another year', async () => {
  const page = await windows.signIn('admin', '/admin/feeschedule')
  await seen(page.getByRole('heading', { level: 1, name: 'Gebührenordnungen' }))
  await seen(page.getByText('Noch keine Gebührenordnungen'))
  await expectAccessible(page, 'no fee schedules')
  await page.getByRole('button', { name: 'Neue Gebührenordnung' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Institution/ }).click()
  await page.getByRole('option', { name: 'Prüfinstitut Aaretal' }).click()
  await expectAccessible(page, 'the dialog of a new fee schedule')
  await dialog.getByRole('button', { name: 'Vorbereiten' }).click()
  await field(page, 'Jahresgebühr (Basisliste)').fill('120')
  await field(page, 'Jahresgebühr ab dem 16. Produkt (Basisliste)').fill('60')
  await page.getByRole('button', { name: 'Proberechnung' }).first().click()
  await field(page, 'Anzahl Produkte').fill('16')
  await seen(page.getByRole('region', { name: 'Ergebnis' }).getByText('1.860,00'))
  const amounts = page.locator('.fees-rates input')
  const sides = await amounts.evaluateAll((all) => all.map((one) => getComputedStyle(one).textAlign))
  expect([...new Set(sides)]).toEqual(['end'])
  await expectFineAtSizes(page, 'a fee schedule beside its try-out')
  await page.keyboard.press('Control+s')
  await seen(page.getByText('Eintrag gespeichert'))
  await page.getByRole('button', { name: 'In ein anderes Jahr kopieren …' }).click()
  await dialog.getByRole('textbox', { name: 'Erhöhung in Prozent' }).fill('2,5')
  await expectAccessible(page, 'the dialog that copies a fee schedule')
  await dialog.getByRole('button', { name: 'Kopieren' }).click()
  await expect.poll(() => field(page, 'Jahresgebühr (Basisliste)').inputValue()).toBe('123,00')
})

test('from a fee schedule to an invoice that is sent, with its PDF', async () => {
  const api = await apiAs('admin')
  const page = await windows.signIn('admin', '/invoice/list')
  const dialog = page.getByRole('dialog')
  await seen(page.getByText('Noch keine Rechnungen'))
  await page.getByRole('button', { name: 'Rechnungslauf …' }).first().click()
  await expectAccessible(page, 'the dialog of a run')
  await dialog.getByRole('button', { name: 'Vorschau' }).click()
  await seen(page.getByRole('heading', { level: 2, name: 'Ergebnis' }))
  await expectFineAtSizes(page, 'the preview of a run')
  const count = async () => (await api.call(execute, { entityClass: 'invoice' })).count
  expect(await count()).toBe(0)
  await page.locator('a[data-row-link]').first().click()
  await seen(page.getByRole('heading', { level: 3, name: 'Positionen' }))
  await expectFineAtSizes(page, 'a bill of the preview')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Entwürfe erstellen' }).click()
  const previewed = page.url()
  await dialog.getByRole('button', { name: 'Entwürfe erstellen' }).click()
  await expect.poll(() => page.url()).not.toBe(previewed)
  const jobId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const statusOf = async () => (await api.call(checkstatus, { id: jobId })).status
  await expect.poll(statusOf, { timeout: 60_000, interval: 250 }).toBe('complete')
  await seen(page.getByText('Abgeschlossen', { exact: true }).first())

  // On a stage the index follows a moment later.
  await expect.poll(count, { timeout: 60_000, interval: 250 }).toBeGreaterThan(0)
  await page.goto('/invoice/list')
  await seen(page.locator('a[data-row-link]').first())
  await seen(page.getByText(/^Rechnungen: \d+ · netto/))
  await expectFineAtSizes(page, 'the list of invoices')
  await page.locator('a[data-row-link]').first().click()
  await seen(page.getByRole('button', { name: 'Position hinzufügen' }))
  await page.getByRole('button', { name: 'Position hinzufügen' }).click()
  await page.keyboard.type('Gutschrift')
  await field(page, 'Betrag netto').fill('-10')
  await page.keyboard.press('Control+s')
  await seen(page.getByText('Rechnung gespeichert'))
  await page
    .getByRole('button', { name: /^Produkte \(/ })
    .first()
    .click()
  await expectAccessible(page, 'a draft of an invoice')
  await page.getByRole('button', { name: 'Senden …' }).click()
  await seen(dialog.getByText(/CHF/))
  await expectAccessible(page, 'the dialog that sends')
  await dialog.getByRole('button', { name: 'Senden', exact: true }).click()
  await seen(page.getByRole('heading', { level: 1, name: /^aare-\d{4}-000001/ }))
  const [document] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF herunterladen' }).click(),
  ])
  expect(
    readFileSync(await document.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expectAccessible(page, 'an invoice that was sent')
})

test('a company user finds what was sent to their company, and no screen of the staff', async () => {
  const page = await windows.signIn('company')
  await seen(page.getByRole('table', { name: 'Rechnungen' }))
  await expectAccessible(page, 'the start page of a company user')
  expect(await page.getByRole('link', { name: 'Gebührenordnungen' }).count()).toBe(0)
  await page.goto('/invoice/list')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})
