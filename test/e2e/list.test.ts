import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listId } from '../../scripts/seed/lists.ts'
import { apiAs, baseList, nameOf, takeProduct } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'
import { alter, saved } from './product-page.ts'

const windows = openWindows()
const table = (page: Page) => page.getByRole('table', { name: 'Produkte' })
const names = (page: Page) => page.locator('a[data-row-link]').allInnerTexts()
/** The rows of the state in the address are there, not those before. */
const settled = async (page: Page) => {
  await page.locator('.il-table:not([data-stale]) a[data-row-link]').first().waitFor()
  await page.waitForLoadState('networkidle')
}
const total = async (page: Page) =>
  Number(/\((\d+)\)/.exec(await page.getByRole('heading', { level: 2, name: 'Produkte' }).innerText())?.[1])

const sortBy = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button').first().press('Enter')

/** Builds one condition in the filter, as one types it. */
async function addCondition(page: Page, property: string, value: string): Promise<void> {
  const filter = page.getByRole('combobox', { name: 'Filtern nach Merkmal oder Wert' })
  await filter.click()
  await filter.pressSequentially(property)
  const is = page.getByRole('option', { name: `${property} = Ist gleich`, exact: true })
  const known = page.getByRole('option', { name: property, exact: true })
  await seen(is.or(known).first())
  if ((await is.count()) === 0) await known.click()
  if ((await is.count()) > 0) await is.click()
  await page.getByRole('option', { name: value, exact: true }).click()
  await page.getByRole('button', { name: 'Anwenden' }).click()
}

/** All default columns have room here. */
const large = { width: 1920, height: 900 }

test('conditions, sort and page stand in the address: reload, Back and a shared link bring them back', async () => {
  const page = await windows.signIn('core', '/', { viewport: large })
  await settled(page)
  const all = await total(page)
  await addCondition(page, 'Liste', 'Frankreich')
  await expect.poll(() => total(page)).toBeLessThan(all)
  const inFrance = await total(page)
  await addCondition(page, 'Zulassung nach beliebigem Standard', 'heute gültig')
  await page.waitForURL((url) => url.searchParams.get('f')?.includes('approval') === true)
  await expect.poll(() => total(page)).toBeLessThan(inFrance)
  await settled(page)
  const approved = await total(page)
  expect(approved).toBeGreaterThan(15)
  await expectAccessible(page, 'the list with conditions')

  // Both conditions hold in the same list.
  const api = await apiAs('core')
  const now = new Date().toISOString()
  const firstId = await page.locator('a[data-row-link]').first().getAttribute('data-row-link')
  const first = await api.product(firstId as string)
  expect(
    Object.values(first.data.listData[listId('france')]?._approval ?? {}).some(
      (row) => row.active && row.begin !== undefined && row.begin <= now && (!row.end || row.end >= now),
    ),
  ).toBe(true)

  // By what no other test changes meanwhile.
  await sortBy(page, 'Angelegt')
  await page.waitForURL((url) => url.searchParams.get('sort') === 'created:asc')
  // The address is ahead of the table: a click on the old heading would ask for the same order again.
  await page
    .locator('th[aria-sort=ascending]', { hasText: 'Angelegt' })
    .first()
    .waitFor({ state: 'attached' })
  await sortBy(page, 'Angelegt')
  await page.waitForURL((url) => url.searchParams.get('sort') === 'created:desc')
  await page.getByRole('button', { name: 'Seite 2 aller Seiten' }).click()
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  await page.locator('button[aria-label="Seite 2 aller Seiten"][aria-current=true]').waitFor()
  await settled(page)
  const rows = await names(page)
  const address = page.url()

  await page.reload()
  await settled(page)
  await expect.poll(() => names(page)).toEqual(rows)
  expect(page.url()).toBe(address)
  await seen(page.getByText('Liste = Frankreich'))

  await page.getByRole('link', { name: rows[1] as string, exact: true }).click()
  await seen(page.getByRole('tab', { name: 'Stammdaten' }))
  await page.goBack()
  await settled(page)
  await expect.poll(() => names(page)).toEqual(rows)
  expect(page.url()).toBe(address)
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(rows[1])
  await page.goBack()
  await page.waitForURL((url) => url.searchParams.get('page') === null)
  await page.goForward()

  const shared = address.slice(new URL(address).origin.length)
  const colleague = await windows.signIn('core2', shared, { viewport: large })
  await settled(colleague)
  expect(colleague.url()).toBe(address)
  await expect.poll(() => names(colleague)).toEqual(rows)
})

test('columns stand in the address: a reload keeps them, and a colleague with the link sees the same', async () => {
  const page = await windows.signIn('core', '/', { viewport: large })
  await settled(page)
  await page.getByRole('button', { name: 'Ansicht der Tabelle' }).click()
  const view = page.getByRole('dialog', { name: 'Ansicht der Tabelle' })
  await expectAccessible(page, 'the settings of the table')
  await view.getByRole('checkbox', { name: 'Hersteller', exact: true }).uncheck()
  await view.getByRole('checkbox', { name: 'Geändert von', exact: true }).check()
  await view.getByRole('radio', { name: '25 Zeilen' }).check()
  await view.getByRole('button', { name: 'Übernehmen' }).click()
  await settled(page)
  const chosen = [
    'name',
    'lists.approvals.summary',
    'lists.approvedUntil',
    'rev',
    'created',
    'updated',
    'isNationalPartner',
    'categoryTree',
    'distributor',
    'updatedBy',
  ]
  const inAddress = (of: Page) => JSON.parse(new URL(of.url()).searchParams.get('cols') ?? '[]')
  await expect.poll(() => inAddress(page)).toEqual(chosen)
  const shown = async (of: Page) =>
    (await of.getByRole('columnheader').allInnerTexts()).map((title) => title.trim()).filter(Boolean)
  const mine = await shown(page)
  expect(mine).not.toContain('Hersteller')
  expect(mine).toEqual(expect.arrayContaining(['Vertreiber', 'Geändert von']))
  // Colleagues are named, though only administrators may open accounts.
  const first = page.locator('tr', { has: page.locator('a[data-row-link]') }).first()
  await expect.poll(() => first.getByRole('cell').last().innerText()).toMatch(/^\p{L}+ \p{L}+/u)
  const address = page.url()
  await page.reload()
  await settled(page)
  expect(page.url()).toBe(address)
  expect(await shown(page)).toEqual(mine)
  await page.waitForFunction(() => document.querySelectorAll('a[data-row-link]').length === 25)
  const colleague = await windows.signIn('core2', address.slice(new URL(address).origin.length), {
    viewport: large,
  })
  await settled(colleague)
  expect(colleague.url()).toBe(address)
  expect(await shown(colleague)).toEqual(mine)
  // What a colleague's link shows is not kept: the next list opened by hand is their own again.
  await colleague.goto('about:blank')
  await colleague.goto('/')
  await settled(colleague)
  expect(await shown(colleague)).toContain('Hersteller')

  // Kept as a set that all staff see, they are a choice for the colleague.
  const title = `Spalten ${Date.now()}`
  const sets = (of: Page) => of.getByRole('button', { name: 'Spaltensätze' })
  await sets(page).click()
  await page.getByRole('menuitem', { name: 'Spaltensatz speichern …' }).click()
  const saving = page.getByRole('dialog', { name: 'Spaltensatz speichern' })
  await saving.getByLabel('Name', { exact: true }).fill(title)
  await saving.getByRole('radio', { name: 'alle Mitarbeitenden' }).check()
  await expectAccessible(page, 'a set of columns that is saved')
  await saving.getByRole('button', { name: 'Speichern', exact: true }).click()
  await saving.waitFor({ state: 'hidden' })
  await sets(colleague).click()
  await colleague.getByRole('menuitem', { name: 'Alle verwalten …' }).click()
  const all = colleague.getByRole('dialog', { name: 'Spaltensätze' })
  await seen(all.getByText(title))
  await expectFineAtSizes(colleague, 'all sets of columns')
  await all.getByText(title).click()
  await expect.poll(() => shown(colleague)).toEqual(mine)

  const fixed = `/?cols=${encodeURIComponent(JSON.stringify(['name', 'rev']))}&size=50`
  const other = await windows.signIn('core', fixed)
  await settled(other)
  const titles = await other.getByRole('columnheader').allInnerTexts()
  expect(titles.map((title) => title.trim()).filter((title) => title !== '')).toEqual(['Handelsname', 'Rev.'])
  expect((await names(other)).length).toBe(50)
})

test('nothing found says so and offers a way back; nothing there offers the first step', async () => {
  const page = await windows.signIn('core')
  await settled(page)
  const all = await total(page)
  await page.getByRole('searchbox', { name: 'Name oder Nummer suchen' }).fill('gibtesnicht')
  await seen(page.getByText('Kein Treffer'))
  await expectAccessible(page, 'a list without a match')
  await page.getByRole('button', { name: 'Suche und Filter zurücksetzen' }).click()
  await settled(page)
  expect(await total(page)).toBe(all)
  expect(new URL(page.url()).search).toBe('')

  await page.route('**/api/bml/product/search', (route) =>
    route.fulfill({ json: { ok: true, data: { list: [], count: 0 }, id: 'empty' } }),
  )
  await page.reload()
  await seen(page.getByText('Noch keine Produkte'))
  await seen(table(page).getByRole('button', { name: 'Neues Produkt' }))
  await expectAccessible(page, 'an empty list')
})

test('a new product: what is missing is said at the fields, then it is in the list', async () => {
  const page = await windows.signIn('core')
  await settled(page)
  await page.getByRole('button', { name: 'Neues Produkt' }).click()
  await page.waitForURL('**/product/**')
  await seen(page.getByRole('heading', { level: 1, name: 'Neues Produkt' }))
  const tradeName = page.getByRole('textbox', { name: 'Handelsname' })
  const isFocused = () => tradeName.evaluate((field) => field === document.activeElement)
  await expect.poll(isFocused).toBe(true)
  const name = `Browserdung ${Date.now()}`
  // It is stored only when nothing is missing.
  await alter(page, 'GTIN', '1')
  await page.keyboard.press('Control+s')
  await seen(page.getByRole('alert').filter({ hasText: 'Pflichtfeld' }))
  await seen(page.getByRole('alert').filter({ hasText: 'Keine Kategorie gewählt!' }))
  await expect.poll(isFocused).toBe(true)
  // It is to be seen whole, with its label, not behind the bar on top.
  const barEnd = await page.locator('#il-top-bar').evaluate((top) => top.getBoundingClientRect().bottom)
  expect((await tradeName.boundingBox())?.y).toBeGreaterThan(barEnd + 20)
  await expectAccessible(page, 'a product with errors')

  await alter(page, 'Handelsname', name)
  await page.getByRole('button', { name: 'Kategorie auswählen' }).click()
  const picker = page.getByRole('dialog', { name: 'Kategorie wählen' })
  await picker.getByRole('searchbox').fill('Substrate')
  await picker.getByRole('radio', { name: /Substrate und Erden/ }).check()
  await expectAccessible(page, 'the choice of a category')
  await picker.getByRole('button', { name: 'Kategorie übernehmen' }).click()
  await page.keyboard.press('Control+s')
  await saved(page)
  await seen(page.getByRole('heading', { level: 1, name }))
  await page.getByRole('button', { name: 'Aktionen zum Produkt' }).click()
  await page.getByRole('menuitem', { name: 'Liste aktivieren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aktivieren', exact: true }).click()
  await seen(page.getByRole('link', { name: /^Basisdaten aktiv/ }))

  // What was filled may not be emptied again.
  await alter(page, 'Handelsname', '')
  await page.keyboard.press('Control+s')
  const bar = page.getByRole('region', { name: 'Ungespeicherte Änderungen' })
  await seen(bar.getByRole('button', { name: 'Handelsname – Pflichtfeld' }))
  await expect.poll(isFocused).toBe(true)
  await bar.getByRole('button', { name: 'Verwerfen' }).click()
  await saved(page)

  await page.getByRole('link', { name: 'Zur Startseite' }).first().click()
  await page.getByRole('searchbox', { name: 'Name oder Nummer suchen' }).fill(name.toLowerCase())
  await seen(page.getByRole('link', { name, exact: true }))
})

test('by keyboard alone: search over everything, open, another tab, back to the row', async () => {
  const api = await apiAs('core')
  const name = nameOf(await takeProduct(api, (view) => view.data.listData[baseList] !== undefined))
  const page = await windows.signIn('core')
  await settled(page)
  await page.keyboard.press('Control+k')
  await seen(page.getByRole('dialog'))
  await expectAccessible(page, 'the search over everything')
  await page.keyboard.type(name)
  // Not before the options are those of the whole name: until then they change under the arrow. Others may begin alike.
  const option = page
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
  await seen(option)
  await seen(page.locator('[role=listbox][aria-busy=false]'))
  const isChosen = async () => (await option.getAttribute('aria-selected')) === 'true'
  for (let step = 0; step < 10 && !(await isChosen()); step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await seen(page.getByRole('heading', { level: 1, name, exact: true }))
  await page.getByRole('tab', { name: 'Stammdaten' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('tab') === 'approvals')

  // The list, down to the third row, into it and back: the focus is where it was.
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('/')
  for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowDown')
  const third = (await names(page))[2]
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(third)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('tab', { name: 'Stammdaten' }))
  await page.goBack()
  await settled(page)
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(third)
})

test('a search built by keyboard is kept, and a colleague opens it', async () => {
  const page = await windows.signIn('core')
  await settled(page)
  const all = await total(page)
  const menu = page.getByRole('button', { name: 'Gespeicherte Suchen', exact: true })
  await menu.press('Enter')
  const build = page.getByRole('menuitem', { name: /^Suche zusammenstellen/ })
  await build.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const builder = page.getByRole('dialog', { name: 'Suche zusammenstellen' })
  await builder.getByRole('button', { name: 'Bedingung hinzufügen' }).press('Enter')
  const field = builder.getByRole('button', { name: /^Merkmal/ })
  await field.and(page.locator(':focus')).waitFor()
  // Nothing has to be opened first.
  await page.keyboard.type('H')
  await expect.poll(() => page.locator('input:focus').inputValue()).toBe('H')
  await page.keyboard.type('andelsname')
  await seen(page.getByRole('option', { name: 'Handelsname', exact: true }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await builder
    .getByRole('button', { name: /^Vergleich/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Tab')
  await builder
    .getByRole('textbox', { name: 'Wert: Handelsname', exact: true })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.type('kal')
  await seen(builder.getByText('Handelsname enthält „kal“'))
  await expectFineAtSizes(page, 'a search that is built')
  await builder.getByRole('button', { name: 'Suchen', exact: true }).press('Enter')
  await page.waitForURL((url) => url.searchParams.get('s')?.startsWith('own-') === true)
  await expect.poll(() => total(page)).toBeLessThan(all)
  const found = await total(page)

  const title = `Kal ${Date.now()}`
  await page.getByRole('button', { name: 'Speichern', exact: true }).press('Enter')
  const saving = page.getByRole('dialog', { name: 'Suche speichern' })
  await saving.getByLabel('Name', { exact: true }).fill(title)
  await saving.getByRole('radio', { name: 'alle Mitarbeitenden' }).check()
  await expectAccessible(page, 'a search that is saved')
  await saving.getByRole('button', { name: 'Speichern', exact: true }).press('Enter')
  await page.waitForURL((url) => /^[0-9a-f-]{36}$/.test(url.searchParams.get('s') ?? ''))

  const colleague = await windows.signIn('core2')
  await settled(colleague)
  await colleague.getByRole('button', { name: 'Gespeicherte Suchen', exact: true }).click()
  await colleague.getByRole('menuitem', { name: 'Alle verwalten …' }).click()
  const searches = colleague.getByRole('dialog', { name: 'Gespeicherte Suchen' })
  await seen(searches.getByText(title))
  await expectFineAtSizes(colleague, 'all searches')
  await searches.getByRole('button', { name: `${title} zu den Favoriten hinzufügen` }).click()
  await seen(searches.getByRole('button', { name: `${title} aus den Favoriten entfernen` }))
  await searches.getByRole('button', { name: `Aktionen: ${title}` }).click()
  await seen(colleague.getByRole('menuitem', { name: 'Als Standardsuche verwenden' }))
  // Somebody else's: they copy it, and change nothing of it.
  expect(await colleague.getByRole('menuitem', { name: 'Löschen' }).count()).toBe(0)
  await colleague.keyboard.press('Escape')
  await searches.getByText(title).click()
  await seen(colleague.getByText('Handelsname enthält „kal“'))
  expect(new URL(colleague.url()).searchParams.get('s')).toBe(new URL(page.url()).searchParams.get('s'))
  await expect.poll(() => total(colleague)).toBe(found)
})

test('columns are ordered and chosen, and a search is kept, renamed and deleted, by keys alone', async () => {
  const page = await windows.signIn('core', '/?q=agri', { viewport: large })
  await settled(page)
  const focused = (of: Locator) => of.and(page.locator(':focus')).waitFor()
  /** Goes on by this key until it has the focus, as people do. */
  const goTo = async (key: string, to: Locator) => {
    const isThere = () => to.and(page.locator(':focus')).count()
    for (let step = 0; step < 30 && (await isThere()) === 0; step++) await page.keyboard.press(key)
    await focused(to)
  }
  const choose = async (name: string) => {
    await page.getByRole('menuitem').and(page.locator(':focus')).waitFor()
    await goTo('ArrowDown', page.getByRole('menuitem', { name }))
    await page.keyboard.press('Enter')
  }
  const titles = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((title) => title.trim()).filter(Boolean)
  const [name, ...others] = await titles()
  const opener = page.getByRole('button', { name: 'Ansicht der Tabelle' })
  await opener.press('Enter')
  const view = page.getByRole('dialog', { name: 'Ansicht der Tabelle' })
  await seen(view)
  // The first of the others goes below the second; then it is hidden.
  await goTo('Tab', view.getByRole('button', { name: `Ziehpunkt ${others[0]}` }))
  // Each key once the one before has been announced: what comes before that is not listened to.
  const announced = page.locator('[id^="DndLiveRegion"]')
  for (const key of ['Space', 'ArrowDown', 'Space']) {
    const before = await announced.textContent()
    await page.keyboard.press(key)
    await expect.poll(() => announced.textContent()).not.toBe(before)
  }
  await goTo('Tab', view.getByRole('checkbox', { name: others[2]!, exact: true }))
  await page.keyboard.press('Space')
  // Back over the first: what applies it follows the last.
  await goTo('Shift+Tab', view.getByRole('button', { name: 'Übernehmen' }))
  await page.keyboard.press('Enter')
  await focused(opener)
  await expect.poll(titles).toEqual([name, others[1], others[0], ...others.slice(3)])

  const title = `Tasten ${Date.now()}`
  const searches = page.getByRole('button', { name: 'Gespeicherte Suchen', exact: true })
  await searches.press('Enter')
  await choose('Suche speichern …')
  const saving = page.getByRole('dialog', { name: 'Suche speichern' })
  await focused(saving.getByLabel('Name', { exact: true }))
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await gone(saving)
  await focused(searches)
  await page.keyboard.press('Enter')
  await choose('Alle verwalten …')
  const all = page.getByRole('dialog', { name: 'Gespeicherte Suchen' })
  await focused(all.getByRole('searchbox'))
  await page.keyboard.type(title)
  await goTo('Tab', all.getByRole('button', { name: `Aktionen: ${title}` }))
  await page.keyboard.press('Enter')
  await choose('Name und Sichtbarkeit …')
  const renamed = page
    .getByRole('dialog', { name: 'Name und Sichtbarkeit' })
    .getByLabel('Name', { exact: true })
  await focused(renamed)
  await page.keyboard.press('End')
  await page.keyboard.type(' neu')
  await page.keyboard.press('Enter')
  // The dialog of all comes back as it was left, at the row that was renamed.
  const actions = all.getByRole('button', { name: `Aktionen: ${title} neu` })
  await focused(actions)
  await page.keyboard.press('Enter')
  await choose('Löschen')
  await gone(actions)
  // What takes it back has the focus.
  await focused(all.getByRole('button', { name: 'Rückgängig' }))
  await page.keyboard.press('Escape')
  await gone(all)
  await focused(searches)
})
