/**
 * `npm run bench:browser -- --register FILE`: what somebody waits for in the browser, with a register loaded: from the
 * key or click to what is drawn. It starts an Inputlist of its own, or measures one that runs (`--url`), for example of
 * an older version.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Locator } from 'playwright-core'
import { load } from '../shared/calls/bml/product/load.ts'
import { search } from '../shared/calls/bml/product/search.ts'
import { execute } from '../shared/calls/search/search/execute.ts'
import { fixedIds } from '../shared/constants.ts'
import type { ProductView } from '../shared/model/product.ts'
import { gs1Digit } from '../shared/rules/check-digit.ts'
import { anewBy, at, figures, measurer, selectors, timed } from './bench-browser/measure.ts'
import { signIn, startBrowser, windowOf } from './bench-browser/window.ts'
import { type Api, openApi } from './register/api.ts'
import { loadRegister } from './register/load.ts'
import { listId } from './seed/lists.ts'
import { startApp } from './start/app.ts'

const { values: options } = parseArgs({
  options: {
    register: { type: 'string' },
    url: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    rounds: { type: 'string', default: '20' },
  },
})
const rounds = Number(options.rounds)
const measure = measurer(rounds)
const base = fixedIds.list.base
/** After it, the answer to what was typed before is on the screen. */
const settledMs = 600

async function run(url: string): Promise<void> {
  const api = await openApi(url, options.user)
  const { list } = await api.call(search, {
    pagination: { start: 0, limit: 250 },
    sorting: ['name:asc'],
    columns: ['name'],
    list: base,
  })
  const names = list.map((row) => String(row.columns['name'] ?? '')).filter((name) => /^\p{L}{5}/u.test(name))
  const words = [...new Set(names.map((name) => name.slice(0, 4).toLowerCase()))]
  const ids = list.map((row) => row.id)
  if (words.length < rounds || ids.length < rounds)
    throw new Error('There are too few products. Is the register loaded?')

  const browser = await startBrowser()
  const open = windowOf(url)
  try {
    const context = await browser.newContext(open)
    context.setDefaultTimeout(10_000)
    const page = await signIn(context, options.user as 'admin')
    await page.waitForLoadState('networkidle')
    const storageState = await context.storageState()

    await measure('hard load, empty cache, to the first row', async () => {
      const fresh = await browser.newContext({ ...open, storageState })
      const one = await fresh.newPage()
      await one.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('a[data-row-link]')) return
          observer.disconnect()
          requestAnimationFrame(() =>
            setTimeout(() => Object.assign(globalThis, { firstRowMs: performance.now() })),
          )
        }).observe(document, { subtree: true, childList: true })
      })
      await one.goto('/')
      const handle = await one.waitForFunction(() => (globalThis as { firstRowMs?: number }).firstRowMs)
      const ms = await handle.jsonValue()
      await fresh.close()
      return ms
    })

    /** From the fourth key of a word to other rows or hits than those of its first three. */
    const measureTyping = (name: string, box: Locator, shown: () => string) =>
      measure(name, async (round) => {
        const word = words[round % words.length]!
        await box.fill(word.slice(0, 3))
        await page.waitForTimeout(settledMs)
        const before = await page.evaluate(shown)
        return timed(page, () => box.press(word[3]!), anewBy(shown), before)
      })
    await measureTyping(
      'key to rows, search of the list',
      page.locator('input[type=search]').first(),
      selectors.rows,
    )
    await page.keyboard.press('Control+k')
    await measureTyping(
      'key to hits, search over everything',
      page.locator('.il-palette [role=combobox]'),
      selectors.hits,
    )
    await page.keyboard.press('Escape')

    // The approvals have a fieldset of their own.
    const hasFields = () => document.querySelector('#il-content .product-field') !== null
    const hasApprovals = () => document.querySelector('.product-approval') !== null
    await measure('product opened from the list', async (round) => {
      await page.goto(`/?page=${1 + Math.floor(round / 10)}`)
      const link = page.locator('.il-table:not([data-stale]) a[data-row-link]').nth(round % 10)
      await link.waitFor()
      await page.waitForLoadState('networkidle')
      return timed(page, () => link.click(), hasFields)
    })

    const product = async (of: string) => {
      await page.goto(`/product/${of}/${base}`)
      await page.locator('#il-content fieldset').first().waitFor()
      await page.waitForLoadState('networkidle')
    }
    await product(ids[0]!)
    await measure('tab switched', async (round) => {
      const toApprovals = round % 2 === 0
      const tab = page.locator(`[role=tab][data-testid=${toApprovals ? 'approvals' : 'main'}]`)
      return timed(page, () => tab.click(), toApprovals ? hasApprovals : hasFields)
    })

    const withLists = await productWithLists(api)
    await product(withLists)
    const lists = page.locator('#il-content nav a[href*="/product/"]')
    await measure('list switched', async (round) => {
      const link = lists.nth(round % 2 === 0 ? 1 : 0)
      return timed(
        page,
        () => link.click(),
        (was) =>
          (document.querySelector('#il-content nav a[aria-current=page]')?.getAttribute('href') ?? was) !==
            was && document.querySelector('#il-content .product-field') !== null,
        new URL(page.url()).pathname,
      )
    })

    await product(withLists)
    const isEditable = () =>
      document.querySelector('#il-content fieldset input, #il-content fieldset textarea') !== null
    await measure('E to fields that can be edited', async () => {
      await page.locator('h1').click()
      const ms = await timed(page, () => page.keyboard.press('e'), isEditable)
      await page.keyboard.press('Escape')
      await page.locator('#il-content fieldset input').first().waitFor({ state: 'detached' })
      return ms
    })

    await measure('Ctrl S to saved', async (round) => {
      if (round === 0) await page.keyboard.press('e')
      const field = page.getByRole('textbox', { name: 'GTIN', exact: true })
      const digits = String(761_000_000_000 + (Date.now() % 1_000_000))
      await field.fill(`${digits}${gs1Digit(digits)}`)
      await page.getByRole('region', { name: 'Ungespeicherte Änderungen' }).waitFor()
      return timed(
        page,
        () => page.keyboard.press('Control+s'),
        () => document.querySelector('[aria-label="Ungespeicherte Änderungen"]') === null,
      )
    })
  } finally {
    await browser.close()
  }
}

/** A product of the demonstration that is in several lists; those of the register have one. */
async function productWithLists(api: Api): Promise<string> {
  const { list } = await api.call(execute, {
    entityClass: 'product',
    onlyIds: true,
    attributeFilter: { field: 'lists.list', comparison: 'eq', value: listId('germany') },
    pagination: { start: 0, limit: 25 },
  })
  for (const id of list as string[]) {
    const view = (await api.call(load, { id })) as ProductView
    if (Object.keys(view.data.listData).length > 2) return id
  }
  throw new Error('No product is in several lists.')
}

const dataDir = await mkdtemp(join(tmpdir(), 'inputlist-bench-'))
const app = options.url
  ? undefined
  : await startApp({ host: '127.0.0.1', port: 0, dataDir, seed: 'demo', web: 'built' }, () => {})
try {
  const url = options.url ?? app!.url
  if (options.register) {
    const silent = { say: () => {}, progress: () => {} }
    const summary = await loadRegister({ file: options.register, url, user: options.user }, silent)
    console.error(`register: ${summary.products} products in ${summary.seconds.toFixed(1)} s`)
  }
  await run(url)
  console.log(
    `| in the browser, ${options.register ? 'register loaded' : url} | p50 ms | p95 ms |\n|---|---|---|`,
  )
  for (const { name, all } of figures)
    console.log(`| ${name} | ${at(all, 0.5).toFixed(0)} | ${at(all, 0.95).toFixed(0)} |`)
} finally {
  await app?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
