/** The browser of the tests: Chromium as it comes with the npm package, driven by playwright-core. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import chromiumBinary from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const launch = async (): Promise<Browser> =>
  // The package's own arguments hold --single-process, which ends the browser when a context closes.
  chromium.launch({ executablePath: await chromiumBinary.executablePath(), args: ['--no-sandbox'] })

export const demoPassword = 'inputlist-demo'

/** A fresh window, signed in as one of the demonstration users. */
export async function signInAs(
  browser: Browser,
  user: string,
  options: { locale?: string; width?: number; height?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    locale: options.locale ?? 'de-DE',
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(inject('app'))
  await page.locator('input[type=email], input[name=user]').first().fill(`${user}@demo.inputlist.example`)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.locator('nav a').first().waitFor()
  return { context, page }
}

/** Fails with the places that axe finds wrong on the page as it stands. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // The app's own policy forbids foreign scripts, so axe comes in through the debugger, not as an element.
  await page.evaluate(axeSource)
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (o: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const result = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`)
  })
  expect(found, `accessibility of ${where}`).toEqual([])
}
