import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'
import { startOrganisation } from './hosted/stage.ts'
import { expectFineAtSizes } from './looks.ts'
import { alter, saved } from './product-page.ts'

const stage = await startOrganisation()
afterAll(() => stage.stop())
const windows = openWindows([/token not renewed/, /sign-in not completed/], stage)
const { hosted } = stage

/** The page of the organisation. */
async function signInThere(page: Page, name: string): Promise<void> {
  await seen(page.getByRole('heading', { name: 'Organisation' }))
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
async function open(at: string, name = 'core'): Promise<Page> {
  const { page } = await windows.open()
  await page.goto(at)
  await signInThere(page, name)
  await seen(page.getByRole('banner'))
  return page
}
const pathOf = (page: Page) => page.url().slice(stage.url.length)
const begun = () => hosted.asked.filter((path) => path === '/oauth2/authorize').length
/** The demonstration's products are the same everywhere. */
async function aProduct() {
  const product = await takeProduct(
    await apiAs('core'),
    (view) => view.may[baseList]?.includes('product:edit') === true,
  )
  return { id: product.id, address: addressOf(product) }
}

test('a deep link leads to the organisation, and back to exactly that address', async () => {
  const { address } = await aProduct()
  const at = `${address}?tab=approvals`
  const { page } = await windows.open()
  const policies: (string | undefined)[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(stage.url) && response.request().resourceType() === 'document')
      policies.push(response.headers()['content-security-policy'])
  })
  await page.goto(at)
  await signInThere(page, 'core')
  await seen(page.getByRole('tab', { name: 'Zulassungen', selected: true }))
  expect(pathOf(page)).toBe(at)
  expect(hosted.redirects.at(-1)).toBe(`${stage.url}/sign-in`)
  for (const policy of policies)
    expect(policy).toContain(
      "connect-src 'self' https://inputlist-test-123456789012.auth.eu-central-1.amazoncognito.com https://cognito-idp.eu-central-1.amazonaws.com;",
    )

  const before = hosted.asked.length
  await page.reload()
  await seen(page.getByRole('tab', { name: 'Zulassungen', selected: true }))
  expect(hosted.asked.slice(before)).toEqual([])
  // Back leads out of the app, not to a page that sends on at once.
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(4)
})

test('signing out leads through the organisation to a page that says so, and stays there', async () => {
  const page = await open('/company/list')
  await page.getByRole('button', { name: /Matthias Egger/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await seen(page.getByRole('heading', { name: 'Sie sind abgemeldet' }))
  expect(pathOf(page)).toBe('/signed-out')
  expect(hosted.asked.slice(-5)).toContain('RevokeToken')
  expect(hosted.asked).toContain('/logout')
  await expectFineAtSizes(page, 'the page after signing out')
  const before = begun()
  await page.reload()
  await seen(page.getByRole('heading', { name: 'Sie sind abgemeldet' }))
  await page.waitForLoadState('networkidle')
  expect(begun()).toBe(before)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|session/i.test(key))),
  ).toEqual([])

  await page.getByRole('button', { name: 'Wieder anmelden' }).click()
  // The organisation asks again: its own session is over, too.
  await signInThere(page, 'core2')
  await seen(page.getByRole('button', { name: /Lena Hofstetter/ }))
  expect(pathOf(page)).toBe('/')
})

test('a person without an account here is told so, and gets out again', async () => {
  const { page } = await windows.open()
  await page.goto('/company/list')
  await signInThere(page, 'stranger')
  await seen(page.getByText('Für diese Anmeldung gibt es hier noch kein Konto'))
  await expectFineAtSizes(page, 'the word to a person without an account')
  const before = begun()
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click()
  await seen(page.getByText('Für diese Anmeldung gibt es hier noch kein Konto'))
  expect(begun()).toBe(before)
  await page.getByRole('button', { name: 'Mit einem anderen Konto anmelden' }).click()
  await page.getByRole('button', { name: 'Wieder anmelden' }).click()
  await signInThere(page, 'core')
  await seen(page.getByRole('banner'))
})

test('a refusal of the organisation is said in words; trying again leads to the address of before', async () => {
  const { page } = await windows.open()
  await page.goto('/company/list?q=bio')
  await seen(page.getByRole('heading', { name: 'Organisation' }))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await seen(page.getByText('Die Anmeldung wurde abgebrochen, oder Ihre Organisation hat sie abgelehnt.'))
  await expectFineAtSizes(page, 'the word about a refusal')
  const before = begun()
  await page.waitForLoadState('networkidle')
  expect(begun()).toBe(before)
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click()
  await signInThere(page, 'core')
  await seen(page.getByRole('table', { name: 'Firmen' }))
  expect(pathOf(page)).toBe('/company/list?q=bio')

  const { page: other } = await windows.open()
  await other.goto('/sign-in?error=server_error&error_description=%3Cb%3EPay+here%3C%2Fb%3E')
  await seen(other.getByText('Die Anmeldung Ihrer Organisation meldet einen Fehler.'))
  expect(await other.getByText('Pay here').count()).toBe(0)
})

test('a code that nobody here asked for is refused', async () => {
  const { page } = await windows.open()
  const before = hosted.asked.length
  await page.goto('/sign-in?code=stolen&state=unknown')
  await seen(page.getByText('Diese Anmeldung hat nicht in diesem Fenster begonnen'))
  // Also while one is under way.
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click()
  await seen(page.getByRole('heading', { name: 'Organisation' }))
  await page.goto('/sign-in?code=stolen&state=forged')
  await seen(page.getByText('Diese Anmeldung hat nicht in diesem Fenster begonnen'))
  expect(hosted.asked.slice(before)).not.toContain('/oauth2/token')
  expect(await page.evaluate(() => localStorage.getItem('inputlist.session'))).toBeNull()
})

test('the token runs out while somebody types: it is renewed without a word', async () => {
  const { id, address } = await aProduct()
  const page = await open(address)
  const value = `Erneuert ${Date.now()}`
  await alter(page, 'GTIN', value)
  stage.ahead.seconds += 16 * 60
  onTestFinished(() => {
    stage.ahead.seconds = 0
  })
  const before = hosted.asked.length
  await page.keyboard.press('Control+s')
  await saved(page)
  expect(hosted.asked.slice(before)).toEqual(['GetTokensFromRefreshToken'])
  expect(await stage.stored(id, baseList, 'basis-f5')).toEqual({ textValue: value })
})

test('the session is taken away while somebody types: another window signs in, nothing typed is lost', async () => {
  const { id, address } = await aProduct()
  const page = await open(address)
  const value = `Wieder da ${Date.now()}`
  await alter(page, 'GTIN', value)
  stage.ahead.seconds += 16 * 60
  onTestFinished(() => {
    stage.ahead.seconds = 0
  })
  await hosted.revoke()
  await page.context().clearCookies()
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Ihre Anmeldung ist abgelaufen' })
  await dialog.getByRole('button', { name: 'Zur Anmeldung' }).click()
  await expectAccessible(page, 'the dialog that leads to another window')
  const openWindow = async (button: string): Promise<Page> => {
    const other = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: button }).click()
    return other
  }
  const first = await openWindow('In einem neuen Fenster anmelden')
  await Promise.all([first.waitForEvent('close'), signInThere(first, 'national')])
  // Somebody else cannot go on with what was typed under this name.
  await seen(dialog.getByText('Im anderen Fenster ist jemand anderes angemeldet.'))
  const second = await openWindow('Mit einem anderen Konto anmelden')
  await second.getByRole('button', { name: 'Wieder anmelden' }).click()
  await Promise.all([second.waitForEvent('close'), signInThere(second, 'core')])
  await gone(dialog)
  await saved(page)
  expect(await stage.stored(id, baseList, 'basis-f5')).toEqual({ textValue: value })
})

test('a person with two accounts goes on as the other one, also after a reload', async () => {
  const page = await open('/')
  await page.getByRole('button', { name: /Matthias Egger/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /Rheintal/ }).click()
  const rhine = page.getByRole('button', { name: /Matthias Egger \(Rheintal\)/ })
  await seen(rhine)
  await page.reload()
  await seen(rhine)
})
