import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { load as reference } from '../../shared/calls/eav/reference/load.ts'
import type { Localized } from '../../shared/model/basics.ts'
import { apiAs } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'

const windows = openWindows()
const rows = (page: Page) => page.locator('.il-table:not([data-stale]) a[data-row-link]')
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Bereiche' })
const countries = async () =>
  (await (await apiAs('admin')).call(reference, { classes: ['country'] })).classes['country'] ?? []

test('an administrator makes a country by keys alone, and other screens offer it at once', async () => {
  const page = await windows.signIn('admin')
  await seen(navigation(page))
  await navigation(page).getByRole('link', { name: 'Länder' }).press('Enter')
  // Not the rows of the screen before.
  await seen(page.getByRole('heading', { level: 1, name: 'Länder' }))
  await seen(rows(page).first())
  await expectFineAtSizes(page, 'the list of countries')
  const before = await rows(page).count()
  await page.getByRole('button', { name: 'Neuer Eintrag' }).press('Enter')
  // The form begins with its first field.
  const title = page.getByRole('textbox', { name: 'Titel, Deutsch' })
  await seen(title)
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Liechtenstein')
  await page.keyboard.press('Control+s')
  await seen(page.getByText('Bitte ausfüllen.').first())
  await expectAccessible(page, 'a new country with an error')
  // What keeps it from being saved has the focus.
  const code = page.getByRole('textbox', { name: /Ländercode/ })
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('li')
  await page.keyboard.press('Control+s')
  await seen(page.getByText('Eintrag gespeichert'))
  await expect.poll(() => rows(page).count()).toBe(before + 1)
  expect(new URL(page.url()).searchParams.get('entry')).not.toBe('new')
  const made = (await countries()).filter(({ data }) => data['isoCode'] === 'LI')
  expect(made.map(({ data }) => (data['title'] as Localized).de_DE)).toEqual(['Liechtenstein'])
  await expectFineAtSizes(page, 'a country beside the list')

  await page.getByRole('tab', { name: 'Verlauf' }).press('Enter')
  await seen(page.getByText('Es gibt erst eine Revision.'))
  await expectAccessible(page, 'the history of a country')

  await page.keyboard.press('Escape')
  await navigation(page).getByRole('link', { name: 'Regionen' }).press('Enter')
  await seen(page.getByRole('heading', { level: 1, name: 'Regionen' }))
  await page.getByRole('button', { name: 'Neuer Eintrag' }).press('Enter')
  await page.getByRole('complementary').getByRole('button', { name: /^Land/ }).press('Enter')
  await seen(page.getByRole('option', { name: 'Liechtenstein' }))
})

test('a country that companies name is not deleted: they are told with links; one that nobody names goes and comes back', async () => {
  const all = await countries()
  const of = (code: string) => all.find(({ data }) => data['isoCode'] === code)?.id
  const page = await windows.signIn('admin', `/admin/countrymanagement?entry=${of('DE')}&drawer=entry`)
  const remove = async () => {
    await page.getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  }
  await remove()
  await seen(page.getByText(/^Nicht gelöscht: wird noch verwendet/))
  expect(await page.locator('.admin-named a').count()).toBeGreaterThan(0)
  await expectAccessible(page, 'what names a country')

  const data = { title: { de_DE: 'Island', en_GB: 'Iceland' }, isoCode: 'IS' }
  const unused = await (await apiAs('admin')).call(create, { entityclass: 'country', data })
  await page.goto(`/admin/countrymanagement?entry=${unused.id}&drawer=entry`)
  await seen(page.getByRole('textbox', { name: 'Titel, Deutsch' }))
  await seen(rows(page).first())
  const count = await rows(page).count()
  await remove()
  await seen(page.getByText('Dieser Eintrag ist gelöscht.'))
  await expect.poll(() => rows(page).count()).toBe(count - 1)
  await expectAccessible(page, 'a deleted country')
  await page.getByRole('button', { name: 'Wiederherstellen' }).click()
  await gone(page.getByText('Dieser Eintrag ist gelöscht.'))
  await expect.poll(() => rows(page).count()).toBe(count)
})

test('each screen of administration data opens accessible, its entries too, also in another language', async () => {
  const api = await apiAs('admin')
  const speak = async (selectedUiLanguage: 'de_DE' | 'fr_FR') => {
    const { rev, userData } = await api.call(getaccount, {})
    await api.call(updateaccount, { rev, userData: { ...userData, selectedUiLanguage } })
  }
  const page = await windows.signIn('admin', '/admin/labelmanagement')
  for (const path of [
    '/admin/categorytext',
    '/admin/listmanagement',
    '/biostandard',
    '/admin/fieldmanagement',
    '/admin/checklist',
    '/admin/selectoptions',
    '/admin/restrictiontext',
    '/admin/permitmanagement',
    '/admin/labelmanagement',
    '/admin/regionmanagement',
  ]) {
    await page.goto(path)
    await seen(rows(page).first())
    await expectAccessible(page, path)
    await rows(page).first().press('Enter')
    await seen(page.getByRole('complementary').getByRole('tab').first())
    await seen(page.getByRole('complementary').getByRole('button', { name: 'Löschen' }))
    await expectAccessible(page, `an entry of ${path}`)
  }
  onTestFinished(() => speak('de_DE'))
  await speak('fr_FR')
  await page.goto('/admin/selectoptions')
  await seen(page.getByRole('heading', { name: 'Options de sélection', level: 1 }))
  await seen(rows(page).first())
  await expectAccessible(page, 'select options in French')
})

test('a field whose path another one has is refused at the path', async () => {
  const page = await windows.signIn('admin', '/admin/fieldmanagement?entry=new&drawer=entry')
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('textbox', { name: 'Titel, Deutsch' }).first().fill('Doppelt')
  await drawer.getByRole('textbox', { name: /^Pfad/ }).fill('basis-f3')
  const choose = async (field: RegExp, option: string) => {
    await drawer.getByRole('button', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose(/^Feldtyp/, 'Text, einzeilig')
  await choose(/^Reiter oder Tabelle/, 'Stammdaten')
  await page.keyboard.press('Control+s')
  await seen(drawer.getByText(/Pfad .*schon/).first())
  await expectAccessible(page, 'a field with a taken path')
})

test('an institution is switched to the yearly run, and brings a wrong account back to its field', async () => {
  const page = await windows.signIn('admin', '/admin/user/institutionmanagement')
  await rows(page).first().press('Enter')
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('checkbox', { name: 'Automatische Jahresrechnungen' }).click()
  await drawer.getByRole('textbox', { name: 'IBAN' }).fill('CH93 0076 2011 6238 5295 8')
  await page.keyboard.press('Control+s')
  await seen(drawer.getByText('Die IBAN stimmt nicht').first())
  await expectFineAtSizes(page, 'an institution with a wrong account')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('CH93 0076 2011 6238 5295 7')
  await page.keyboard.press('Control+s')
  await seen(page.getByText('Eintrag gespeichert'))
  const { data } = await (await apiAs('admin')).call(get, {
    id: new URL(page.url()).searchParams.get('entry') ?? '',
  })
  expect(data).toMatchObject({ yearlyInvoiceRun: true, iban: 'CH93 0076 2011 6238 5295 7' })
})

test('an option of a checklist entry is added, moved up and saved in its order', async () => {
  const api = await apiAs('admin')
  const { classes } = await api.call(reference, { classes: ['checklist'] })
  const [entry] = classes['checklist'] ?? []
  const page = await windows.signIn('admin', `/admin/checklist?entry=${entry?.id}&drawer=entry`)
  await page.getByRole('button', { name: 'Zeile hinzufügen' }).click()
  await page.keyboard.type('nicht nötig')
  await page.getByRole('button', { name: 'Nach oben: nicht nötig' }).click()
  await page.keyboard.press('Control+s')
  await seen(page.getByText('Eintrag gespeichert'))
  const after = await api.call(get, { id: entry?.id ?? '' })
  const options = after.data['options'] as { title: Localized; sorting: number }[]
  expect(options.at(-2)?.title.de_DE).toBe('nicht nötig')
  expect(options.map(({ sorting }) => sorting)).toEqual(options.map((_, n) => n))
})

test('an editor writes the text of a category, and finds no other administration data', async () => {
  const page = await windows.signIn('core', '/admin/categorytext')
  await seen(navigation(page))
  await seen(rows(page).first())
  await rows(page).first().press('Enter')
  const title = page.getByRole('textbox', { name: 'Titel, Deutsch' })
  await title.fill('Anders gesagt')
  await page.keyboard.press('Control+s')
  await seen(page.getByText('Eintrag gespeichert'))
  await seen(page.getByRole('link', { name: 'Anders gesagt' }))
  expect(await navigation(page).getByRole('link', { name: 'Listen' }).count()).toBe(0)
})

const tree = (page: Page) => page.getByRole('treeitem')
const order = (page: Page) => tree(page).evaluateAll((all) => all.map((one) => one.textContent))

test('categories are opened and moved by keys alone; the numbers follow, and the move is taken back', async () => {
  const page = await windows.signIn('admin', '/admin/category')
  await seen(tree(page).first())
  await expectFineAtSizes(page, 'the tree of categories')
  await tree(page).first().focus()
  await page.keyboard.press('ArrowRight')
  const before = (await order(page)).slice(1, 3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await seen(page.getByText(/“ verschoben/).first())
  const swapped = before.map((one) => one?.replace(/^[\d-]+/, '')).toReversed()
  await expect
    .poll(async () => (await order(page)).slice(1, 3))
    .toEqual(swapped.map((name, n) => `1-${n + 1}${name}`))
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`1-2${swapped[1]}`)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(async () => (await order(page)).slice(1, 3)).toEqual(before)
  await tree(page).nth(1).press('Enter')
  await seen(page.getByRole('complementary').getByRole('button', { name: 'Verschieben …' }))
  await expectFineAtSizes(page, 'a category beside the tree')
})

test('a component is dragged below another one, and moved to a place that is chosen', async () => {
  const api = await apiAs('admin')
  const make = async (title: string) =>
    (await api.call(create, { entityclass: 'component', data: { title: { de_DE: title, en_GB: title } } })).id
  const [to, one, other] = [await make('Aa Ziel'), await make('Ab Gezogen'), await make('Ac Gewählt')]
  const parentOf = async (id: string) => (await api.call(get, { id })).data['parent']
  const page = await windows.signIn('admin', '/admin/component')
  await seen(tree(page).filter({ hasText: 'Ab Gezogen' }))
  await tree(page)
    .filter({ hasText: 'Ab Gezogen' })
    .dragTo(tree(page).filter({ hasText: 'Aa Ziel' }))
  await expect.poll(() => parentOf(one)).toBe(to)
  await tree(page).filter({ hasText: 'Ac Gewählt' }).click()
  await page.getByRole('button', { name: 'Verschieben …' }).click()
  const dialog = page.getByRole('dialog')
  // The search is as wide as what is searched, and stays where it is.
  const lies = (where: Locator) => where.evaluate((e) => e.getBoundingClientRect().toJSON())
  await seen(dialog.getByRole('tree'))
  const searched = await lies(dialog.getByRole('searchbox'))
  expect(searched.width).toBe((await lies(page.locator('.il-tree'))).width)
  await dialog.getByRole('searchbox').fill('Aa Ziel')
  await gone(dialog.getByRole('radio', { name: 'Ac Gewählt' }))
  expect(await lies(dialog.getByRole('searchbox'))).toEqual(searched)
  await dialog.getByRole('radio', { name: 'Aa Ziel' }).check()
  await expectAccessible(page, 'choosing a place in the tree')
  await dialog.getByRole('button', { name: 'Verschieben', exact: true }).click()
  await expect.poll(() => parentOf(other)).toBe(to)

  // With what is below it, by name.
  await tree(page).filter({ hasText: 'Aa Ziel' }).click()
  await page.getByRole('heading', { name: 'Aa Ziel' }).waitFor()
  await page.getByRole('button', { name: 'Löschen' }).click()
  await seen(dialog.getByText('Ab Gezogen'))
  await seen(dialog.getByText('Ac Gewählt'))
  await expectAccessible(page, 'what goes with a component')
  await dialog.getByRole('button', { name: 'Löschen' }).click()
  await seen(page.getByText('Dieser Eintrag ist gelöscht.'))
  await expect.poll(async () => (await api.call(get, { id: one })).disabled).toBe(true)
  await gone(tree(page).filter({ hasText: 'Aa Ziel' }))
})

test('no editor finds or opens them', async () => {
  const page = await windows.signIn('core', '/admin/countrymanagement')
  await seen(navigation(page))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  expect(await navigation(page).getByRole('link', { name: 'Länder' }).count()).toBe(0)
})
