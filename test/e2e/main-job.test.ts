import { expect, test } from 'vitest'
import { standardId } from '../../scripts/seed/lists.ts'
import { getapprovals } from '../../shared/calls/bml/product/getapprovals.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { type Api, addressOf, apiAs, baseList, listTitle, nameOf, takeProduct } from './api.ts'
import { expectAccessible, openWindows, seen } from './browser.ts'
import { expectFineAtSizes } from './looks.ts'
import { alter, openByKeyboard, openTab, productPage, saved } from './product-page.ts'

const windows = openWindows()
const gtin = 'basis-f5'
const base = standardId('base')

/** A list beside the base list that the viewer edits and whose GTIN follows the base data. */
const linkedList = (view: ProductView) =>
  Object.keys(view.data.listData).find(
    (list) =>
      list !== baseList &&
      view.may[list]?.includes('product:edit') &&
      view.data.listData[list]?._linked[gtin] === 'basis',
  )
/** One's own product whose base assessment is open and can be initiated: somebody makes or sells it. */
const isReadyToInitiate = (view: ProductView) => {
  const data = view.data.listData[baseList]
  const row = data?._approval[base]
  return (
    view.may[baseList]?.includes('product:approve') === true &&
    row?.hasEverBeenApproved !== true &&
    row?.begin === undefined &&
    row?.tmp_begin === undefined &&
    row?.active !== false &&
    Object.values(data?._companies ?? {}).some(
      (c) => c.role === 'manufacturer' || c.role === 'distributor',
    ) &&
    linkedList(view) !== undefined
  )
}
/** Who has changed data of the base list does not confirm it. */
const hasChanged = async (api: Api, id: string) =>
  (await api.call(getapprovals, { id })).lists.find(({ list }) => list === baseList)?.hasOwnChanges !== false
/** A value that the product has not had yet, also when the tests run again on the same data. */
const newGtin = (view: ProductView, n: number) => String(7_610_000_000_000 + view.rev * 10 + n)

/** Words that go on in the next line. Runs in the browser. */
function brokenWords(elements: Element[]): string[] {
  const broken: string[] = []
  for (const element of elements) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}„“]+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
  }
  return broken
}

test('find a product, edit it in two lists, initiate its approval, have a colleague confirm it', async () => {
  const api = await apiAs('core')
  const colleague = await apiAs('core2')
  const before = await takeProduct(
    api,
    async (view) => isReadyToInitiate(view) && !(await hasChanged(colleague, view.id)),
  )
  const name = nameOf(before)
  const national = linkedList(before) as string
  const ofBase = newGtin(before, 1)
  const ofNational = newGtin(before, 2)

  const page = await windows.signIn('core')
  await expectAccessible(page, 'the product list')
  await openByKeyboard(page, name)
  await expectAccessible(page, 'the product to read')

  // In the base list.
  const product = productPage(page)
  await page.keyboard.press('e')
  await seen(page.getByLabel('GTIN', { exact: true }))
  await expectAccessible(page, 'the product to edit')
  await page.getByLabel('GTIN', { exact: true }).fill(ofBase)
  await seen(page.getByText('1 ungespeicherte Änderung'))
  await page.keyboard.press('Control+s')
  await saved(page)
  await page.keyboard.press('Escape')
  expect(await product.field('GTIN').innerText()).toContain(ofBase)

  // In a national list, where the field follows the base data until it gets a value of its own.
  await product.openList(listTitle(national))
  const field = product.field('GTIN')
  expect(await field.innerText()).toContain(ofBase)
  await seen(page.getByText('Werte ohne Kennzeichnung stammen aus den Basisdaten.').first())
  await page.keyboard.press('e')
  await field.getByRole('button', { name: 'GTIN: eigenen Wert eingeben' }).click()
  await field.getByRole('textbox').fill(ofNational)
  await page.keyboard.press('Control+s')
  await saved(page)
  await page.keyboard.press('Escape')
  expect(await field.innerText()).toContain(ofNational)
  const edited = await api.product(before.id)
  expect(edited.data.listData[baseList]?.[gtin]).toEqual({ textValue: ofBase })
  expect(edited.data.listData[national]?.[gtin]).toEqual({ textValue: ofNational })
  expect(edited.data.listData[national]?._linked[gtin]).toBeUndefined()

  // The approval.
  await product.openList('Basisdaten')
  await openTab(page, 'Zulassungen')
  const card = page.getByRole('row', { name: 'Basiszulassung' })
  await card.getByRole('button', { name: 'Basiszulassung: Einleiten' }).click()
  const dialog = page.getByRole('dialog', { name: 'Basiszulassung: Einleiten' })
  await seen(dialog.getByText('Sie gilt erst, wenn eine andere Person sie bestätigt.'))
  await expectAccessible(page, 'the dialog of an approval')
  await dialog.getByRole('button', { name: 'Einleiten', exact: true }).click()
  // Once: whoever has changed the data, too, reads it above the rows.
  await seen(page.getByText(/Bestätigen muss (sie )?eine andere Person\./))
  expect(await card.getByRole('button', { name: 'Basiszulassung: Bestätigen' }).count()).toBe(0)
  await expectAccessible(page, 'the approvals')
  const links = page.locator('.product-approval td li button')
  expect(await links.count()).toBeGreaterThan(0)
  expect(await links.evaluateAll(brokenWords)).toEqual([])
  await page.getByRole('button', { name: 'Alle Listen' }).click()
  const overview = page.getByRole('table', { name: 'Zulassungen in allen Listen' })
  await seen(overview.getByRole('link', { name: /^Basiszulassung, Basisdaten: Eingeleitet/ }))
  await expectAccessible(page, 'the approvals of all lists')

  // The colleague, at another machine.
  const hers = await windows.signIn('core2')
  await openByKeyboard(hers, name)
  await openTab(hers, 'Zulassungen')
  const herCard = hers.getByRole('row', { name: 'Basiszulassung' })
  await herCard.getByRole('button', { name: 'Basiszulassung: Bestätigen' }).click()
  const herDialog = hers.getByRole('dialog', { name: 'Basiszulassung: Bestätigen' })
  await seen(herDialog.getByText('Matthias Egger hat'))
  await seen(herDialog.getByText(/seit der Einleitung nichts geändert/))
  await herDialog.getByRole('button', { name: 'Bestätigen', exact: true }).click()
  await seen(herCard.getByText('Zugelassen', { exact: true }))
  const row = (await api.product(before.id)).data.listData[baseList]?._approval[base]
  await seen(herCard.getByRole('link', { name: `Revision ${row?.releasedRev}` }))
  expect(row).toMatchObject({ active: true, hasEverBeenApproved: true })
  expect(row?.finalApprovalAccountId).not.toBe(row?.approvalInitiatorAccountId)

  // Both of them in the timeline, and what was edited.
  await hers.getByRole('button', { name: 'Verlauf öffnen' }).click()
  const history = hers.getByRole('complementary', { name: 'Verlauf' })
  await seen(history.getByText('neueste', { exact: true }))
  await expectAccessible(hers, 'the history')
  await history.getByRole('button', { name: 'Zeitleiste' }).click()
  const line = (what: string) => history.getByRole('listitem').filter({ hasText: what }).first()
  await seen(line('Zulassung bestätigt'))
  expect(await line('Zulassung bestätigt').innerText()).toContain('Lena Hofstetter')
  expect(await line('Zulassung eingeleitet').innerText()).toContain('Matthias Egger')
  expect(await line('Gespeichert').innerText()).toContain('Matthias Egger')
  await history.getByRole('button', { name: 'Grafik' }).click()
  const picture = history.getByRole('table', { name: 'Grafik' })
  await seen(
    picture
      .getByRole('listitem')
      .filter({ hasText: /^Zugelassen seit/ })
      .first(),
  )
  await expectAccessible(hers, 'the history as a picture')

  // The first one sees it without doing anything but opening the product again.
  await page.goto(`${addressOf(before)}?tab=approvals`)
  await seen(page.getByRole('row', { name: 'Basiszulassung' }).getByText('Zugelassen', { exact: true }))
})

test('history: what changed, an older state to read, and back to it as a new revision', async () => {
  const api = await apiAs('core')
  const before = await takeProduct(api, isReadyToInitiate)
  const value = newGtin(before, 0)
  const page = await windows.signIn('core', addressOf(before))
  await alter(page, 'GTIN', value)
  await page.keyboard.press('Control+s')
  await saved(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Verlauf öffnen' }).click()
  const history = page.getByRole('complementary', { name: 'Verlauf' })
  const newest = history.getByRole('list', { name: 'Revisionen' }).getByRole('listitem').first()
  expect(await newest.innerText()).toContain(`Revision ${before.rev + 1}`)
  await newest.getByRole('button', { name: `Änderungen anzeigen, Revision ${before.rev + 1}` }).click()
  const compared = page.getByRole('dialog', { name: 'Revisionen vergleichen' })
  await seen(compared.getByRole('cell', { name: value }))
  // One line for the base list; that linked lists show the value as well is not a change of its own.
  expect((await compared.getByRole('rowheader').allInnerTexts()).map((title) => title.split(' ')[0])).toEqual(
    ['Basisdaten', 'GTIN'],
  )
  await expectFineAtSizes(page, 'a comparison of revisions')
  await page.keyboard.press('Escape')

  const older = history
    .getByRole('listitem')
    .filter({ hasText: `Revision ${before.rev}` })
    .first()
  await older.getByRole('button', { name: `Aktionen zu Revision ${before.rev}` }).click()
  await page.getByRole('menuitem', { name: 'Öffnen' }).click()
  await seen(page.getByText(`(Revision ${before.rev})`).first())
  expect(new URL(page.url()).pathname).toBe(`${addressOf(before)}/${before.rev}`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Stand vom .*: /)
  await page.keyboard.press('e')
  expect(await page.getByRole('textbox', { name: 'GTIN' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Auf diesen Stand zurücksetzen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Zurücksetzen' }).click()
  await page.waitForURL((url) => url.pathname === addressOf(before))
  const after = await api.product(before.id)
  expect(after.rev).toBe(before.rev + 2)
  expect(after.data.listData[baseList]?.[gtin]).toEqual(before.data.listData[baseList]?.[gtin])
})
