import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { save as saveProduct } from '../../shared/calls/bml/product/save.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { type Api, addressOf, apiAs, baseList, nameOf, takeProduct } from './api.ts'
import { gone, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'
import { alter, openByKeyboard, productPage, saved } from './product-page.ts'

const windows = openWindows()
const gtin = 'basis-f5'
const remark = 'basis-f7'
/** The same institution is responsible, so both colleagues edit it and see its internal remark. */
const isOurs = (view: ProductView) =>
  view.may[baseList]?.includes('product:edit') === true &&
  Object.keys(view.data.listData).some(
    (list) => list !== baseList && view.may[list]?.includes('product:edit'),
  )

const textOf = async (api: Api, id: string, path: string) =>
  ((await api.product(id)).data.listData[baseList]?.[path] as { textValue?: string } | undefined)?.textValue
const unique = (what: string) => `${what} ${Date.now()}`
const save = (page: Page) => page.keyboard.press('Control+s')
const unsavedDialog = (page: Page) => page.getByRole('dialog', { name: 'Änderungen speichern?' })

test('two people who edit different fields both win, without a question', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const his = await windows.signIn('core', addressOf(product))
  const hers = await windows.signIn('core2', addressOf(product))
  const number = unique('76')
  const note = unique('geprüft')
  await alter(his, 'GTIN', number)
  await alter(hers, 'Interne Bemerkung', note)
  await save(his)
  await saved(his)
  await save(hers)
  await saved(hers)
  await seen(hers.getByText('Auch die Änderungen von Matthias Egger sind jetzt enthalten.'))
  expect(await hers.getByRole('textbox', { name: 'GTIN' }).inputValue()).toBe(number)
  const after = await api.product(product.id)
  expect(after.rev).toBe(product.rev + 2)
  expect(await textOf(api, product.id, gtin)).toBe(number)
  expect(await textOf(api, product.id, remark)).toBe(note)
})

test('the same field is asked about, one by one, and what is chosen holds', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const his = await windows.signIn('core', addressOf(product))
  const hers = await windows.signIn('core2', addressOf(product))
  const [hisNumber, hisNote] = [unique('11'), unique('seine')]
  const [herNumber, herNote] = [unique('22'), unique('ihre')]
  await alter(his, 'GTIN', hisNumber)
  await alter(his, 'Interne Bemerkung', hisNote)
  await alter(hers, 'GTIN', herNumber)
  await alter(hers, 'Interne Bemerkung', herNote)
  await save(his)
  await saved(his)

  await save(hers)
  const dialog = hers.getByRole('dialog', { name: 'Gleichzeitig geändert' })
  await seen(dialog)
  await expectFineAtSizes(hers, 'the question about fields that both changed')
  const choices = (field: string) => dialog.getByRole('radiogroup', { name: new RegExp(field) })
  for (const [field, mine, theirs] of [
    ['GTIN', herNumber, hisNumber],
    ['Interne Bemerkung', herNote, hisNote],
  ] as const) {
    await seen(choices(field).getByRole('radio', { name: 'Ihre Eingabe' }))
    const shown = await choices(field).innerText()
    expect(shown).toContain(mine)
    expect(shown).toContain(theirs)
    expect(shown).toContain('Matthias Egger')
    expect(await choices(field).getByRole('radio', { checked: true }).count()).toBe(0)
  }
  expect(await dialog.innerText()).toContain('Vorher:')
  const apply = dialog.getByRole('button', { name: 'Speichern' })
  expect(await apply.isDisabled()).toBe(true)

  // Back without an answer: nothing is saved and nothing typed is lost.
  await dialog.getByRole('button', { name: 'Zurück zur Bearbeitung' }).click()
  await gone(dialog)
  expect(await hers.getByRole('textbox', { name: 'GTIN' }).inputValue()).toBe(herNumber)
  expect(await textOf(api, product.id, gtin)).toBe(hisNumber)

  await save(hers)
  await seen(dialog)
  await choices('GTIN').getByRole('radio', { name: 'Gespeichert' }).check()
  expect(await apply.isDisabled()).toBe(true)
  await seen(dialog.getByText('Noch 1 Entscheidung offen'))
  await choices('Interne Bemerkung').getByRole('radio', { name: 'Ihre Eingabe' }).check()
  await apply.click()
  await saved(hers)
  expect(await textOf(api, product.id, gtin)).toBe(hisNumber)
  expect(await textOf(api, product.id, remark)).toBe(herNote)
  expect(await hers.getByRole('textbox', { name: 'GTIN' }).inputValue()).toBe(hisNumber)
})

test('what was typed survives a reload, and is saved against what others saved meanwhile', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const page = await windows.signIn('core', addressOf(product))
  const note = unique('noch nicht gespeichert')
  await alter(page, 'Interne Bemerkung', note)
  await page.waitForFunction(
    (typed) => Object.values(localStorage).some((kept) => String(kept).includes(typed)),
    note,
  )
  const prompts: string[] = []
  page.on('dialog', (prompt) => {
    prompts.push(prompt.type())
    void prompt.accept()
  })
  const hers = await windows.signIn('core2', addressOf(product))
  const number = unique('33')
  await alter(hers, 'GTIN', number)
  await save(hers)
  await saved(hers)

  await page.mouse.wheel(0, 900)
  await page.reload()
  expect(prompts).toEqual(['beforeunload'])
  await seen(page.getByText('Sie haben 1 ungespeicherte Änderung'))
  // Also where the page is scrolled down.
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  const notice = await page.getByText('Sie haben 1 ungespeicherte Änderung').boundingBox()
  expect(notice?.y).toBeGreaterThan(53)
  await page.getByRole('button', { name: 'Weiterbearbeiten' }).click()
  expect(await page.getByRole('textbox', { name: 'Interne Bemerkung' }).inputValue()).toBe(note)
  await save(page)
  await saved(page)
  expect(await textOf(api, product.id, remark)).toBe(note)
  expect(await textOf(api, product.id, gtin)).toBe(number)
  await page.reload()
  await seen(page.getByRole('tab', { name: 'Stammdaten' }))
  expect(await page.getByText('Sie haben 1 ungespeicherte Änderung').count()).toBe(0)
})

test('nobody leaves unsaved changes by accident: another screen, another list, the tab, another account', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const page = await windows.signIn('core')
  await openByKeyboard(page, nameOf(product))
  const note = unique('bleibt')
  const input = page.getByRole('textbox', { name: 'Interne Bemerkung' })
  await alter(page, 'Interne Bemerkung', note)
  const stay = async () => {
    await seen(unsavedDialog(page))
    await unsavedDialog(page).getByRole('button', { name: 'Abbrechen' }).last().click()
    await gone(unsavedDialog(page))
    expect(new URL(page.url()).pathname).toBe(addressOf(product))
    expect(await input.inputValue()).toBe(note)
  }

  await page.getByRole('link', { name: 'Zur Startseite' }).first().click()
  await seen(unsavedDialog(page))
  await expectFineAtSizes(page, 'the question about unsaved changes')
  await stay()
  await page.goBack()
  await stay()

  await page.getByRole('button', { name: /Matthias Egger/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /Rheintal/ }).click()
  await stay()

  const prompt = new Promise<string>((resolve) =>
    page.once('dialog', (shown) => {
      resolve(shown.type())
      void shown.dismiss()
    }),
  )
  await page.close({ runBeforeUnload: true })
  expect(await prompt).toBe('beforeunload')
  expect(page.isClosed()).toBe(false)
  expect(await input.inputValue()).toBe(note)

  // Discarding is a choice: the other list opens, and the base data are as they were.
  const lists = page.getByRole('navigation', { name: 'Listen des Produkts' })
  await lists.getByRole('link').nth(1).click()
  await seen(unsavedDialog(page))
  await unsavedDialog(page).getByRole('button', { name: 'Verwerfen' }).click()
  await page.waitForURL((url) => url.pathname !== addressOf(product))
  // The address changes before the list does; what is typed in between would still be the other list's.
  await productPage(page).openList('Basisdaten')
  await page.waitForURL((url) => url.pathname === addressOf(product))
  await seen(page.getByRole('button', { name: 'Bearbeiten E' }))
  expect(await page.getByRole('main').innerText()).not.toContain(note)

  // So is saving: it goes on once it has been saved.
  await alter(page, 'Interne Bemerkung', note)
  await page.getByRole('link', { name: 'Zur Startseite' }).first().click()
  await seen(unsavedDialog(page))
  await unsavedDialog(page).getByRole('button', { name: 'Speichern' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await textOf(api, product.id, remark)).toBe(note)
})

test('that a colleague saved is told inside the window, however long the page', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const page = await windows.signIn('core2', addressOf(product), { viewport: { width: 1280, height: 600 } })
  await seen(page.getByRole('tab', { name: 'Stammdaten' }))
  const field = `/listData/${baseList}/${remark}`
  const patch = [{ op: 'add' as const, path: field, value: { textValue: unique('von anderen') } }]
  await api.call(saveProduct, { id: product.id, rev: product.rev, patch })
  const show = page.getByRole('button', { name: 'Anzeigen', exact: true })
  await seen(show)
  const box = (await show.boundingBox())!
  expect(box.y).toBeGreaterThan(0)
  expect(box.y + box.height).toBeLessThanOrEqual(600)
})
