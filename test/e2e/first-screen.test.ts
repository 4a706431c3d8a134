import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { appUrl } from './app.ts'
import { openWindows, seen } from './browser.ts'

const windows = openWindows([/Content Security Policy/, /Refused to execute inline script/])
const maxScriptBytes = 429_000
const maxStyleBytes = 120_000
/** Smaller files are not worth packing. */
const maxUnpackedBytes = 1024

interface Loaded {
  url: string
  type: string
  /** When it was asked for, milliseconds of the clock. */
  askedAt: number
  /** Bytes of the body as they came over the wire. */
  bytes: number
  encoding: string | undefined
}

/** What the page loads until the answer is asked for, as the wire saw it; a warm cache would hide it. */
function listen(page: Page): () => Promise<Loaded[]> {
  const loads: Promise<Loaded>[] = []
  const note = (request: Request) => {
    loads.push(
      (async () => {
        const [sizes, response] = await Promise.all([request.sizes(), request.response()])
        return {
          url: request.url(),
          type: request.resourceType(),
          askedAt: request.timing().startTime,
          bytes: sizes.responseBodySize,
          encoding: (await response?.allHeaders())?.['content-encoding'],
        }
      })(),
    )
  }
  page.on('requestfinished', note)
  return () => {
    page.off('requestfinished', note)
    return Promise.all(loads)
  }
}

test('the first screen is small, comes from here alone, and runs nothing foreign', async () => {
  const signedIn = await windows.signIn('core')
  const storageState = await signedIn.context().storageState()
  // Somebody who is signed in, with an empty cache.
  const { page } = await windows.open({ storageState })
  const loaded = listen(page)
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!globalThis.document.querySelector('a[data-row-link]')) return
      observer.disconnect()
      Object.assign(globalThis, { rowsAt: Date.now() })
    }).observe(globalThis.document, { subtree: true, childList: true })
  })
  const document = await page.goto('/')
  const rowsAt = await (
    await page.waitForFunction(() => (globalThis as { rowsAt?: number }).rowsAt)
  ).jsonValue()
  await page.waitForLoadState('networkidle')

  const all = await loaded()
  // The other screens are fetched ahead once the first one is drawn.
  const first = all.filter(({ askedAt }) => askedAt < rowsAt!)
  const of = (type: string) => (type === 'font' ? all : first).filter((one) => one.type === type)
  const bytes = (type: string) => of(type).reduce((sum, one) => sum + one.bytes, 0)
  console.log(
    `First screen: ${Math.round(bytes('script') / 1000)} kB of scripts in ${of('script').length} files, ${Math.round(bytes('stylesheet') / 1000)} kB of styles, ${of('font').length} fonts, ${of('fetch').length} calls`,
  )
  expect(of('script').length).toBeGreaterThan(0)
  const unpacked = of('script').filter((one) => one.encoding !== 'br')
  expect(Math.max(0, ...unpacked.map((one) => one.bytes))).toBeLessThan(maxUnpackedBytes)
  expect(bytes('script')).toBeLessThanOrEqual(maxScriptBytes)
  expect(bytes('stylesheet')).toBeLessThanOrEqual(maxStyleBytes)
  expect(of('font').length).toBeGreaterThan(0)
  for (const font of of('font')) expect(font.url).toMatch(/\/assets\/.*\.woff2$/)
  expect(all.map((one) => one.url).filter((url) => !url.startsWith(appUrl()))).toEqual([])

  const policy = document?.headers()['content-security-policy'] ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  expect(scripts).toBe("'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("base-uri 'none'")
  // The policy holds: a script of the page itself is not run.
  const ran = await page.evaluate(() => {
    const script = globalThis.document.createElement('script')
    script.textContent = 'globalThis.wasRun = true'
    globalThis.document.head.append(script)
    return 'wasRun' in globalThis
  })
  expect(ran).toBe(false)
}, 60_000)

test('a returning person sees the list at once', async () => {
  const page = await windows.signIn('core')
  await seen(page.getByRole('table', { name: 'Produkte' }))
  await page.reload()
  await page.locator('a[data-row-link]').first().waitFor()
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  console.log(
    `Largest contentful paint of the product list, from the browser's cache: ${Math.round(paint)} ms`,
  )
  expect(paint).toBeGreaterThan(0)
})

/** What each built file imports at once, not when it is needed. */
function builtImports(): Map<string, string[]> {
  const folder = join(import.meta.dirname, '../../dist/web/assets')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const imported = (name: string) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
      ([, to]) => to!,
    )
  return new Map(scripts.map((name) => [name, imported(name)]))
}

// What is in the second of two such files is not there yet when the first is read: depending on the screen that comes first, none opens.
test('no files of the app import each other in a circle', () => {
  const left = builtImports()
  expect(left.size).toBeGreaterThan(100)
  // Takes away whatever imports only what is away already; a circle stays.
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [name, all] of left) if (!all.some((to) => left.has(to))) left.delete(name)
  }
  expect([...left.keys()]).toEqual([])
})

// What it shares with others has a file of its own (`screen-parts` in vite.config.ts).
test('no other screen loads the product page', () => {
  const screens = [...builtImports()].filter(([name]) => /screens?-/.test(name))
  expect(screens.length).toBeGreaterThan(15)
  const loads = screens.filter(([, all]) => all.some((to) => to.startsWith('product-parts')))
  expect(loads.map(([name]) => name.replace(/-[\w-]{8}\.js$/, ''))).toEqual(['product-screen'])
})
