import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { dataDir } from './app.ts'
import { demoPassword, emailOf, enter, expectAccessible, gone, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'
import { alter, saved } from './product-page.ts'

const windows = openWindows([/token not renewed/])
const isOurs = (view: ProductView) => view.may[baseList]?.includes('product:edit') === true
const openSettings = (page: Page, name = 'Einstellungen') =>
  page.getByRole('button', { name }).first().click()
test('sign in: what is wrong is said, then one comes to where one wanted to go', async () => {
  const { page } = await windows.open()
  await page.goto('/company/list?q=bio')
  await seen(page.getByRole('textbox', { name: 'E-Mail-Adresse' }))
  await expectAccessible(page, 'the sign-in')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await seen(page.getByText('Bitte E-Mail-Adresse und Passwort eingeben.'))
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(emailOf('core'))
  await page.getByLabel('Passwort').fill('falsch')
  await page.keyboard.press('Enter')
  await seen(page.getByText('E-Mail-Adresse oder Passwort stimmt nicht.'))
  await page.getByLabel('Passwort').fill(demoPassword)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('table', { name: 'Firmen' }))
  expect(new URL(page.url()).search).toBe('?q=bio')
})

test('one’s own password: opened from the account, and changed only by who knows it', async () => {
  const page = await windows.signIn('registered')
  await page.locator('.il-account').click()
  await page.getByRole('menuitem', { name: 'Passwort und Sicherheit' }).click()
  const panel = page.getByRole('complementary', { name: 'Passwort und Sicherheit' })
  await expectFineAtSizes(page, 'the own password')
  await panel.getByLabel('Aktuelles Passwort').fill('falsch')
  for (const name of ['Neues Passwort', 'Neues Passwort wiederholen'])
    await panel.getByLabel(name, { exact: true }).fill('Mein-eigenes-Wort-1')
  await page.keyboard.press('Enter')
  await seen(panel.getByText('Das aktuelle Passwort stimmt nicht.'))
  // Nothing to set up where the user pool has no second factor.
  expect(await panel.getByRole('button', { name: 'Einrichten' }).count()).toBe(0)
})

test('the token runs out while typing: it is renewed, and nobody is asked', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const page = await windows.signIn('core', addressOf(product))
  const value = `Erneuert ${Date.now()}`
  await alter(page, 'GTIN', value)
  const over = { ok: false, code: 'token_expired', message: 'token is expired', id: 'over' }
  let tries = 0
  await page.route('**/api/**/save', (route) =>
    // A route that ended here would be taken away while the renewal is on its way, which may be lost with it.
    tries++ === 0 ? route.fulfill({ status: 401, json: over }) : route.continue(),
  )
  await page.keyboard.press('Control+s')
  await saved(page)
  expect(tries).toBe(2)
  expect((await api.product(product.id)).data.listData[baseList]?.['basis-f5']).toEqual({ textValue: value })
})

test('the session ends while typing: sign in right there, and what was typed saves', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const page = await windows.signIn('core', addressOf(product))
  const value = `Sitzung ${Date.now()}`
  await alter(page, 'GTIN', value)
  // The product token is over, and the single sign-on does not give another one.
  const over = { ok: false, code: 'token_expired', message: 'token is expired', id: 'over' }
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: over }))
  await page.route('**/_cognito/**', (route) =>
    route.fulfill({
      status: 400,
      json: { __type: 'NotAuthorizedException', message: 'Refresh Token has expired' },
    }),
  )
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Ihre Anmeldung ist abgelaufen' })
  await seen(dialog)
  await expectFineAtSizes(page, 'the dialog of an expired session')
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  expect(await dialog.getByRole('button', { name: /Schließen|Abbrechen/ }).count()).toBe(0)

  await page.unroute('**/api/**')
  await page.unroute('**/_cognito/**')
  await dialog.getByRole('button', { name: 'Zur Anmeldung' }).click()
  await dialog.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await gone(dialog)
  // The save that was waiting goes on by itself.
  await saved(page)
  expect((await api.product(product.id)).data.listData[baseList]?.['basis-f5']).toEqual({ textValue: value })
})

test('maintenance replaces everything, keeps what was typed, and ends by itself', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const page = await windows.signIn('core', addressOf(product))
  await page.clock.install()
  await page.reload()
  const value = `Wartung ${Date.now()}`
  await alter(page, 'GTIN', value)
  const file = join(dataDir(), 'maintenance')
  onTestFinished(() => rm(file, { force: true }))
  await writeFile(file, '')
  const title = page.getByRole('heading', { name: 'Wartung' })
  // The server believes what it knew for two seconds.
  const answer = () =>
    api.product(product.id).then(
      () => 'up',
      (error: Error) => error.message,
    )
  await expect.poll(answer, { timeout: 10_000 }).toContain('maintenance')
  await page.keyboard.press('Control+s')
  await seen(title)
  await expectFineAtSizes(page, 'the maintenance page')
  expect(await page.getByRole('navigation').count()).toBe(0)

  await rm(file)
  await expect.poll(answer, { timeout: 10_000 }).toBe('up')
  // The page asks every 15 seconds; not so often that the session ends meanwhile.
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(15_000)
        return title.isVisible()
      },
      { timeout: 20_000, interval: 1000 },
    )
    .toBe(false)
  expect(await page.getByRole('textbox', { name: 'GTIN' }).inputValue()).toBe(value)
})

test('the language changes every text and the document, and back', async () => {
  const page = await windows.signIn('core2')
  const list = async (locale: string) => {
    await page.goto('/')
    await page.locator(`html[lang=${locale}]`).waitFor()
    await page.locator('a[data-row-link]').first().waitFor()
    // The filter comes behind the rows.
    await page.locator('input[role=combobox]').first().waitFor()
    await page.waitForLoadState('networkidle')
    // Nor does what only keeps the place of a button count.
    await expect.poll(() => page.locator('.il-place[inert]').count()).toBe(0)
    const labels = await page
      .locator('[aria-label]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    const lines = (await page.locator('body').innerText()).split('\n')
    // What is only told to screen readers comes and goes with the moment.
    const told = new Set((await page.locator('[aria-live]').allInnerTexts()).flatMap((t) => t.split('\n')))
    return [
      ...lines.filter((line) => line.trim() !== '' && !told.has(line)),
      await page.title(),
      ...labels,
    ].join('\n')
  }
  const chooseLanguage = async (from: string, language: string, to: string) => {
    const t = JSON.parse(await readFile(`web/texts/${from}/settings.json`, 'utf8')) as Record<string, string>
    await page.goto('/company/list?drawer=settings')
    const save = page.getByRole('button', { name: t['save'] as string, exact: true })
    await seen(save)
    expect(await save.isDisabled()).toBe(true)
    await page.getByRole('button', { name: t['language'] as string }).click()
    await page.getByRole('option', { name: language }).click()
    await save.click()
    await page.locator(`html[lang=${to}]`).waitFor()
  }

  const german = await list('de-DE')
  onTestFinished(async () => {
    const api = await apiAs('core2')
    const { rev, userData } = await api.call(getaccount, {})
    await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage: 'de_DE' } })
  })
  await chooseLanguage('de_DE', 'Magyar', 'hu-HU')
  await seen(page.getByRole('columnheader', { name: 'Ügyfélszám' }))
  const hungarian = await list('hu-HU')
  const words =
    /Produkt|Firmen|Einstellung|Seite|Zeile|suchen|auswählen|Merkmal|Handelsname|Kategorie|Angelegt|Geändert|Hersteller|Vertreiber|Bearbeitung|Meldung|Navigation|nein|Düngemittel|Lebensmittel/
  expect(german).toMatch(words)
  expect(hungarian.match(words)).toBeNull()

  await chooseLanguage('hu_HU', 'Deutsch', 'de-DE')
  expect(await list('de-DE')).toBe(german)
})

test('dark, as chosen, also after a reload; and as the system has it', async () => {
  const page = await windows.signIn('core2')
  const ground = () =>
    page.evaluate(() => {
      const found = getComputedStyle(document.body).backgroundColor.match(/\d+/g)
      return found ? found.slice(0, 3).reduce((sum, part) => sum + Number(part), 0) : 765
    })
  await seen(page.getByRole('table', { name: 'Produkte' }))
  expect(await ground()).toBeGreaterThan(600)
  await openSettings(page)
  await page.getByRole('radio', { name: 'Dunkel' }).check()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(ground).toBeLessThan(200)
  await page.reload()
  await seen(page.getByRole('table', { name: 'Produkte' }))
  expect(await ground()).toBeLessThan(200)
  await expectAccessible(page, 'the list and the settings in the dark')
  await page.getByRole('radio', { name: 'Wie im System' }).check()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(ground).toBeGreaterThan(600)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).toBeLessThan(200)
})

test('the settings stay: languages of fields, mails', async () => {
  const page = await windows.signIn('core2')
  await openSettings(page)
  const mails = page.getByRole('checkbox', { name: 'E-Mail bei neuen Notizen' })
  await seen(mails)
  await expectAccessible(page, 'the settings')
  const was = await mails.isChecked()
  await mails.click()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await seen(page.getByText('Einstellungen gespeichert').first())
  await page.reload()
  await seen(mails)
  expect(await mails.isChecked()).toBe(!was)
})

test('settings that were closed give the focus back to what opened them, in another language too', async () => {
  const page = await windows.signIn('core2')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const change = async (from: string, to: string, [opener, language, save, saved]: string[]) => {
    await page.getByRole('button', { name: opener!, exact: true }).focus()
    await page.keyboard.press('Enter')
    // Nobody tabs through a list to what was opened.
    await expect.poll(() => page.evaluate(() => !!document.activeElement?.closest('aside'))).toBe(true)
    await page.getByRole('button', { name: `${language} ${from}` }).click()
    await page.getByRole('option', { name: to }).click()
    await page.getByRole('button', { name: save!, exact: true }).click()
    await seen(page.getByRole('button', { name: saved!, exact: true }))
  }
  await change('Deutsch', 'English', ['Einstellungen', 'Sprache der Oberfläche', 'Speichern', 'Save'])
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Settings')
  await change('English', 'Deutsch', ['Settings', 'Display language', 'Save', 'Speichern'])
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Einstellungen')
})

test('go on as another account of the same person, and sign out', async () => {
  const page = await windows.signIn('core')
  const menu = page.getByRole('button', { name: /Matthias Egger/ })
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: /Rheintal/ }).click()
  await seen(page.getByRole('button', { name: /Matthias Egger \(Rheintal\).*Prüfstelle Rheintal/ }))
  await page.reload()
  await seen(page.getByRole('button', { name: /Rheintal/ }))
  await menu.click()
  await page.evaluate(() => Object.assign(globalThis, { leftByWhoSignedOut: true }))
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await seen(page.getByRole('textbox', { name: 'E-Mail-Adresse' }))
  expect(await page.evaluate(() => 'leftByWhoSignedOut' in globalThis)).toBe(false)
  await page.goto('/company/list')
  await seen(page.getByRole('textbox', { name: 'E-Mail-Adresse' }))
  await enter(page, 'core')
})
