/**
 * `npm run pictures`: takes the pictures of the README from an Inputlist with fresh demonstration data, which it starts
 * itself on a free port, into docs/pictures. In English, like the README.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { getaccount } from '../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../shared/calls/auth/account/updateaccount.ts'
import { getapprovals } from '../shared/calls/bml/product/getapprovals.ts'
import { load } from '../shared/calls/bml/product/load.ts'
import { search } from '../shared/calls/bml/product/search.ts'
import { fixedIds, searchPageSize } from '../shared/constants.ts'
import type { ProductView } from '../shared/model/product.ts'
import { startBrowser } from './bench-browser/window.ts'
import { type Api, openApi } from './register/api.ts'
import { listId, standardId } from './seed/lists.ts'
import { demoEmail } from './seed/people.ts'
import { demoPassword, startApp } from './start/app.ts'

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const size = { width: 1280, height: 800 }
/** Larger ones make the repository heavy; it says so instead of committing them. */
const maxBytes = 200_000
const dataDir = await mkdtemp(join(tmpdir(), 'inputlist-pictures-'))
const app = await startApp({ host: '127.0.0.1', port: 0, dataDir, seed: 'demo', web: 'built' }, (line) =>
  console.log(line),
)
const browser = await startBrowser()

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: size,
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  await page.goto(path)
  await page.locator('input[name=user]').waitFor()
  return page
}
async function signIn(page: Page, user: 'core' | 'core2') {
  await page.locator('input[name=user]').fill(demoEmail(user))
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('banner').waitFor()
}
async function take(page: Page, name: string) {
  // Nothing under the mouse, nothing on its way.
  await page.mouse.move(size.width / 2, size.height - 2)
  await page.waitForLoadState('networkidle')
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path })
  const { size: bytes } = await stat(path)
  console.log(`${name}.png  ${Math.round(bytes / 1000)} kB`)
  if (bytes > maxBytes) throw new Error(`${name}.png is larger than ${maxBytes / 1000} kB`)
}

/** The first product of the user, by name, that fits. */
async function find(api: Api, fits: (view: ProductView) => boolean | Promise<boolean>): Promise<ProductView> {
  const { list } = await api.call(search, {
    pagination: { start: 0, limit: searchPageSize },
    sorting: ['name:asc'],
    columns: ['name'],
  })
  for (const { id } of list) {
    const view = (await api.call(load, { id })) as ProductView
    if (await fits(view)) return view
  }
  throw new Error('no product of the demonstration fits')
}
const base = fixedIds.list.base
const standard = standardId('base')
const baseOf = (view: ProductView) => view.data.listData[base]

try {
  const core = await openApi(app.url, 'core')
  const core2 = await openApi(app.url, 'core2')
  for (const api of [core, core2]) {
    const { rev, userData } = await api.call(getaccount, {})
    await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage: 'en_GB' } })
  }

  const someone = await open('/')
  await take(someone, 'sign-in')

  const page = await open('/')
  await signIn(page, 'core')
  const valid = `and;lists.list=[${listId('germany')}];approval.any=[valid]`
  await page.goto(`/?f=${encodeURIComponent(valid)}`)
  await page.locator('a[data-row-link]').first().waitFor()
  await take(page, 'products')

  // A list with a trade name of its own beside values that follow the base data.
  const own = await find(core, (view) => ownName(view) !== undefined)
  await page.goto(`/product/${own.id}/${ownName(own)}`)
  await page.getByRole('button', { name: 'Edit E', exact: true }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Trade name' }).waitFor()
  await take(page, 'product')

  const renamed = await find(
    core,
    (view) =>
      view.may[base]?.includes('product:edit') === true &&
      Object.keys(baseOf(view)?._nameHistory ?? {}).length > 1,
  )
  await page.goto(`/product/${renamed.id}/${base}?drawer=history`)
  const rename = page.getByRole('listitem').filter({ hasText: 'Trade name changed' }).first()
  await rename.getByRole('button', { name: /^Show changes/ }).click()
  await page.getByRole('dialog').getByRole('rowheader').first().waitFor()
  await take(page, 'history')

  // Initiated by one of the two; the other one may confirm.
  const initiator = await core.call(getaccount, {})
  const initiated = await find(core2, async (view) => {
    const row = baseOf(view)?._approval[standard]
    if (
      view.may[base]?.includes('product:approve') !== true ||
      row?.tmp_begin === undefined ||
      Object.keys(view.data.listData).length < 3
    )
      return false
    // Who has changed the data does not confirm them.
    const second = row.approvalInitiatorAccountId === initiator.id ? core2 : core
    const { lists } = await second.call(getapprovals, { id: view.id })
    return lists.some(({ list, hasOwnChanges }) => list === base && !hasOwnChanges)
  })
  const row = baseOf(initiated)?._approval[standard]
  const hers = await open('/')
  await signIn(hers, row?.approvalInitiatorAccountId === initiator.id ? 'core2' : 'core')
  await hers.goto(`/product/${initiated.id}/${base}?tab=approvals`)
  await hers.getByRole('button', { name: 'Base approval: Confirm' }).waitFor()
  await take(hers, 'approvals')

  const dark = await open('/', { colorScheme: 'dark' })
  await signIn(dark, 'core')
  await dark.goto(`/product/${renamed.id}/${base}`)
  await dark.getByRole('tab', { name: 'Approvals' }).waitFor()
  await take(dark, 'dark')
} finally {
  await browser.close()
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** A list with its own trade name, which the viewer edits. */
function ownName(view: ProductView): string | undefined {
  return Object.keys(view.data.listData).find(
    (list) =>
      list !== base &&
      view.may[list]?.includes('product:edit') &&
      view.data.listData[list]?.['basis-f1'] !== undefined,
  )
}
