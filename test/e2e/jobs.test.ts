import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { apiAs } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'
import { ended, startImport } from './jobs.ts'
import { expectFineAtSizes } from './looks.ts'

const windows = openWindows()
const bar = (page: Page) => page.getByRole('banner')
const drawer = (page: Page, name: string) => page.getByRole('complementary', { name })

test('a job runs on in the bar over a reload, ends in a toast, and its page says what was not done and why', async () => {
  const api = await apiAs('admin')
  const page = await windows.signIn('admin', '/jobs')
  await seen(page.getByRole('heading', { level: 1, name: 'Hintergrundvorgänge' }))
  // Several at once, so that something still runs after the reload.
  const jobs = await Promise.all(
    ['bar-a', 'bar-b', 'bar-c', 'bar-d'].map((source) => startImport(api, source, 1000)),
  )
  await page.reload()
  await seen(bar(page).getByRole('link', { name: /Import|Hintergrundvorgänge/ }))
  await seen(
    page
      .getByRole('region', { name: 'Meldungen' })
      .getByText(/Probelauf des Imports abgeschlossen|^\d Hintergrundvorgänge beendet/)
      .first(),
  )
  for (const id of jobs) await ended(api, id)
  await gone(bar(page).getByRole('link', { name: /Import|Hintergrundvorgänge/ }))

  // By keys alone: Enter opens a job beside the list, Escape closes it, and its row has the focus. It keeps it where the
  // row is drawn anew, for the room that the drawer leaves, a moment later.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row-link'))
  const row = page.locator('a[data-row-link]').first()
  const key = await row.getAttribute('data-row-link')
  const drawn = await row.elementHandle()
  await row.press('Enter')
  await seen(drawer(page, 'Hintergrundvorgang').getByRole('heading', { level: 2 }))
  await expect.poll(() => drawn?.evaluate((link) => link.isConnected)).toBe(false)
  await expect.poll(focused).toBe(key)
  await page.keyboard.press('Escape')
  await gone(drawer(page, 'Hintergrundvorgang'))
  await expect.poll(focused).toBe(key)

  await page.goto(`/jobs?job=${jobs[0]}&drawer=job`)
  const details = drawer(page, 'Hintergrundvorgang')
  await seen(details.getByRole('heading', { name: 'Import (Probelauf): bar-a' }))
  await seen(details.getByText('fertig, nicht erledigt: 1'))
  await seen(details.getByRole('table').getByRole('row').nth(1))
  await expectAccessible(page, 'a job beside the list')
})

test('an editor sees their own jobs only, in French too', async () => {
  const admin = await apiAs('admin')
  const id = await startImport(admin, 'foreign', 2)
  await ended(admin, id)
  const api = await apiAs('core2')
  const speak = async (selectedUiLanguage: 'de_DE' | 'fr_FR') => {
    const { rev, userData } = await api.call(getaccount, {})
    await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage } })
  }
  onTestFinished(() => speak('de_DE'))
  await speak('fr_FR')
  const page = await windows.signIn('core2', `/jobs?of=all&job=${id}&drawer=job`)
  await seen(page.getByRole('heading', { level: 1, name: 'Tâches' }))
  await seen(page.getByText('Tâche introuvable'))
  expect(await page.getByRole('button', { name: 'Toutes', exact: true }).count()).toBe(0)
  await expectAccessible(page, 'jobs in French')
})

test('what starts by itself is told, switched and tried', async () => {
  const page = await windows.signIn('admin', '/admin/schedules')
  await seen(page.getByRole('heading', { level: 2, name: 'Jahresrechnungen' }))
  await expectFineAtSizes(page, 'schedules')
  const yearly = page.getByRole('checkbox', { name: 'Jahresrechnungen: Läuft automatisch' })
  for (const isOn of [true, false]) {
    await yearly.press('Space')
    await expect.poll(() => yearly.isChecked()).toBe(isOn)
  }
  await page.getByRole('button', { name: 'Auslisten zum Jahreswechsel: jetzt ausführen …' }).press('Enter')
  await seen(page.getByRole('checkbox', { name: 'Nur Probelauf' }))
  await expectFineAtSizes(page, 'the dialog that runs a schedule')
  await page.getByRole('button', { name: 'Probelauf starten' }).press('Enter')
  const notices = page.getByRole('region', { name: 'Meldungen' })
  await seen(notices.getByText(/^Probelauf abgeschlossen: Auslisten zum Jahreswechsel/).first())
})

test('the state of the installation is told, and leads to what runs', async () => {
  const page = await windows.signIn('admin', '/admin/system')
  await seen(page.getByRole('heading', { level: 1, name: 'Systemzustand' }))
  await seen(page.getByText('In Betrieb'))
  await seen(page.getByText('Zurzeit läuft nichts.'))
  await expect.poll(() => page.getByText('…', { exact: true }).count()).toBe(0)
  await expectFineAtSizes(page, 'the state of the installation')
  await page.getByRole('link', { name: 'Zeitpläne ansehen' }).press('Enter')
  await seen(page.getByRole('heading', { level: 1, name: 'Zeitpläne' }))
})
