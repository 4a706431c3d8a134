import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listId } from '../../scripts/seed/lists.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { type Api, addressOf, apiAs, baseList, nameOf } from './api.ts'
import { enter, gone, openWindows, seen } from './browser.ts'
import { openTab, productPage } from './product-page.ts'

const windows = openWindows()
const france = listId('france')
const germany = listId('germany')

/** Values that an editor of France may not see, written into a product of a German institution. */
interface Secrets {
  view: ProductView
  words: string[]
}
async function plant(admin: Api, product: ProductView, n: number): Promise<Secrets> {
  const mark = `geheim${n}x${Date.now()}`
  const at = (list: string, path: string) => `/listData/${list}/${path}`
  const secretRow = Object.entries(product.data.listData[baseList]?._components.base ?? {}).find(
    ([, row]) => row.secrecy === 'base-data-responsible' || row.secrecy === 'core-partners',
  )
  // Nobody types such an amount by chance, so it is found in an answer as surely as a word.
  const amount = Number(`${String(Date.now()).slice(-9)}.${n}`)
  const patch: JsonPatch = [
    { op: 'add', path: at(baseList, 'basis-f7'), value: { textValue: `${mark}a` } },
    { op: 'add', path: at(baseList, 'composition-f1'), value: { textValue: `${mark}b` } },
    { op: 'add', path: at(germany, 'basis-f5'), value: { textValue: `${mark}c` } },
    ...(product.data.listData[germany]?._linked['basis-f5']
      ? [{ op: 'remove' as const, path: at(germany, '_linked/basis-f5') }]
      : []),
    ...(secretRow
      ? [
          {
            op: 'add' as const,
            path: at(baseList, `_components/base/${secretRow[0]}/amount`),
            value: amount,
          },
        ]
      : []),
  ]
  await admin.call(save, { id: product.id, rev: product.rev, patch })
  const words = [`${mark}a`, `${mark}b`, `${mark}c`, ...(secretRow ? [String(amount)] : [])]
  return { view: await admin.product(product.id), words }
}

/** Products in both lists for which another institution is responsible. */
async function foreignProducts(admin: Api, national: Api, count: number): Promise<ProductView[]> {
  const found: ProductView[] = []
  for (const id of await national.productIds()) {
    if (found.length === count) break
    const view = await national.product(id)
    if (view.may[baseList]?.includes('product:edit') || !view.data.listData[france]) continue
    const whole = await admin.product(id)
    if (whole.data.listData[germany]) found.push(whole)
  }
  expect(found.length).toBe(count)
  return found
}

/** Everything that the app's server answers to this window. */
function listen(page: Page): () => Promise<{ url: string; body: string }[]> {
  const answers: Promise<{ url: string; body: string }>[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/assets/'))
      answers.push(
        response.text().then(
          (body) => ({ url: response.url(), body }),
          () => ({ url: response.url(), body: '' }),
        ),
      )
  })
  return () => Promise.all(answers)
}

test('an editor of a national partner never gets what is hidden, by no way', async () => {
  const admin = await apiAs('admin')
  const national = await apiAs('national')
  const planted = await Promise.all(
    (await foreignProducts(admin, national, 3)).map((product, n) => plant(admin, product, n)),
  )
  const page = await windows.signIn('national')
  const answers = listen(page)
  await page.reload()
  await seen(page.getByRole('table', { name: 'Produkte' }))

  for (const { view } of planted) {
    // Also what is empty: it would be folded away.
    await page.goto(`${addressOf(view)}?drawer=history&empty=1`)
    const product = productPage(page)
    const lists = page.getByRole('navigation', { name: 'Listen des Produkts' })
    await seen(lists)
    await seen(page.getByText('Nur lesen'))
    expect(await lists.innerText()).not.toContain('Deutschland')
    await seen(product.field('GTIN'))
    expect(await product.field('Rezeptur').count()).toBe(0)
    expect(await product.field('Interne Bemerkung').count()).toBe(0)
    await page.keyboard.press('e')
    expect(await page.getByRole('textbox', { name: 'GTIN' }).count()).toBe(0)

    await openTab(page, 'Zulassungen')
    await seen(page.getByRole('row', { name: 'Basiszulassung' }))
    expect(await page.getByRole('button', { name: /^Basiszulassung: / }).count()).toBe(0)

    // History, both ways to look at it, and a comparison with the newest revision.
    const history = page.getByRole('complementary', { name: 'Verlauf' })
    await seen(history.getByText('neueste', { exact: true }))
    await history
      .getByRole('button', { name: /^Aktionen zu Revision/ })
      .nth(1)
      .click()
    await page.getByRole('menuitem', { name: 'Mit der neuesten vergleichen' }).click()
    const compared = page.getByRole('dialog', { name: 'Revisionen vergleichen' })
    await seen(compared)
    await page.keyboard.press('Escape')
    await gone(compared)
    await history.getByRole('button', { name: 'Zeitleiste' }).click()
    await seen(history.getByRole('listitem').first())

    await product.openList('Frankreich')
    await openTab(page, 'Stammdaten')
    await seen(page.getByRole('heading', { name: 'Komponenten' }))
  }

  // Searching for the hidden words themselves finds nothing, here and over everything.
  const words = planted.flatMap((p) => p.words)
  await page.goto(`/?q=${words[0]}`)
  await seen(page.getByText('Kein Treffer'))
  await page.goto(`/?f=${encodeURIComponent(`and;composition-f1:${words[1]}`)}`)
  await seen(page.getByText(/^(Kein Treffer|Es wurde nicht gesucht)$/))
  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(words[2] as string)
  await seen(page.getByText('Nichts gefunden.'))

  await page.waitForLoadState('networkidle')
  const all = await answers()
  expect(all.filter((a) => a.url.includes('/api/bml/product/')).length).toBeGreaterThan(10)
  const leaks = all.flatMap(({ url, body }) =>
    words.filter((word) => body.includes(word)).map((word) => `${word} in ${url}`),
  )
  expect(leaks).toEqual([])
})

test('an administrator sees all of it', async () => {
  const admin = await apiAs('admin')
  const [product] = await foreignProducts(admin, await apiAs('national'), 1)
  const { view, words } = await plant(admin, product as ProductView, 9)
  const page = await windows.signIn('admin', addressOf(view))
  const { field, openList } = productPage(page)
  await seen(field('Rezeptur'))
  expect(await field('Rezeptur').innerText()).toContain(words[1])
  expect(await field('Interne Bemerkung').innerText()).toContain(words[0])
  const lists = page.getByRole('navigation', { name: 'Listen des Produkts' }).getByRole('link')
  expect(await lists.count()).toBe(Object.keys(view.data.listData).length)
  await openList('Deutschland')
  expect(await field('GTIN').innerText()).toContain(words[2])
  await openTab(page, 'Zulassungen')
  await seen(page.getByRole('button', { name: /EU-Öko-Verordnung/ }).first())
})

test('a product that one may not know of is not found, in words, like one that does not exist', async () => {
  const national = new Set(await (await apiAs('national')).productIds())
  const foreign = (await (await apiAs('admin')).productIds()).find((id) => !national.has(id)) as string
  const page = await windows.signIn('national', `/product/${foreign}/${baseList}`)
  const words = async () => {
    await seen(page.getByText('Produkt nicht gefunden'))
    return (await page.getByRole('main').innerText()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
  }
  const ofForeign = await words()
  const name = nameOf(await (await apiAs('admin')).product(foreign))
  expect(await page.content()).not.toContain(name)
  await page.goto(`/product/00000000-0000-4000-8000-000000000000/${baseList}`)
  expect(await words()).toBe(ofForeign)
  await page.getByRole('link', { name: 'Zur Produktliste' }).click()
  await seen(page.getByRole('table', { name: 'Produkte' }))
})

test.each(['registered', 'company'])('the %s user is led home from everywhere', async (user) => {
  const { page } = await windows.open()
  await page.goto('/company/list')
  await enter(page, user)
  await seen(page.getByRole('heading', { level: 1, name: 'Willkommen' }))
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.getByRole('link', { name: /Produkte|Firmen/ }).count()).toBe(0)
  const answers = listen(page)
  await page.goto(`/product/3a4f813d-e38d-5b35-9315-582f388baba1/${baseList}`)
  await seen(page.getByRole('heading', { level: 1, name: 'Willkommen' }))
  expect(new URL(page.url()).pathname).toBe('/')
  await page.waitForLoadState('networkidle')
  expect((await answers()).filter((a) => a.url.includes('/api/bml/'))).toEqual([])
})
