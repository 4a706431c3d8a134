/**
 * The browser of the tests: Chromium as it comes with the npm package, driven by playwright-core. Windows are closed
 * after each test; a failed test leaves pictures of them in test-results/, and says which requests hang.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import chromiumBinary from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { appUrl } from './app.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What no standard asks for and people with screen readers find their way by: headings in order, all in landmarks. */
const bestPractices = [
  'heading-order',
  'region',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
]
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
export const demoPassword = 'inputlist-demo'
export const emailOf = (user: string) => `${user}@demo.inputlist.example`
/** How long a condition may take to come true. Long, because a busy machine is no fault; met within milliseconds. */
const timeoutMs = 30_000

const launch = async (more: string[] = []): Promise<Browser> =>
  // The package's own arguments hold --single-process, which ends the browser when a context closes.
  chromium.launch({
    executablePath: await chromiumBinary.executablePath(),
    args: ['--no-sandbox', ...more],
  })

export interface Window {
  context: BrowserContext
  page: Page
}
export interface Windows {
  browser(): Browser
  /** A window of somebody who has never been here: German, 1280 × 900, light, without motion. */
  open(options?: BrowserContextOptions): Promise<Window>
  /** The same, signed in as a demonstration user by the form, at an address of the app. */
  signIn(user: string, at?: string, options?: BrowserContextOptions): Promise<Page>
}

/** Answers that a test brings about on purpose; the browser reports each as an error of the console. */
const isRefusal = (text: string) =>
  /^Failed to load resource: .* (400|401|403|404|409|422|429|503) /.test(text)

/** One browser for the tests of a file. Every test also fails on an error in the console that it did not name. */
export function openWindows(
  expected: RegExp[] = [],
  /** Another app than the one of all tests, and what the browser needs to find it. */
  other?: { url: string; browserArguments: string[] },
): Windows {
  let browser: Browser
  const contexts: BrowserContext[] = []
  const faults: string[] = []
  const unanswered = new Set<Request>()
  beforeAll(async () => {
    browser = await launch(other?.browserArguments)
  })
  afterAll(async () => {
    await browser.close()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      mkdirSync('test-results', { recursive: true })
      const name = `${task.file.name}-${task.name}`.replace(/^.*\//, '').replaceAll(/[^\w]+/g, '-')
      const pages = contexts.flatMap((context) => context.pages())
      for (const [i, page] of pages.entries())
        await page.screenshot({ path: `test-results/${name}-${i + 1}.png` }).catch(() => undefined)
      const open = [...unanswered].map((request) => `${request.method()} ${request.url()}`)
      if (open.length > 0) console.log(`Requests without an answer:\n  ${open.join('\n  ')}`)
    }
    unanswered.clear()
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    expect(faults.splice(0), 'errors in the console').toEqual([])
  })

  const open = async (options: BrowserContextOptions = {}): Promise<Window> => {
    const context = await browser.newContext({
      baseURL: other?.url ?? appUrl(),
      locale: 'de-DE',
      timezoneId: 'Europe/Zurich',
      viewport: { width: 1280, height: 900 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...options,
    })
    contexts.push(context)
    context.setDefaultTimeout(timeoutMs)
    const note = (text: string) => {
      if (!isRefusal(text) && !expected.some((pattern) => pattern.test(text))) faults.push(text)
    }
    context.on('console', (message) => message.type() === 'error' && note(message.text()))
    context.on('request', (request) => unanswered.add(request))
    context.on('requestfinished', (request) => unanswered.delete(request))
    context.on('requestfailed', (request) => unanswered.delete(request))
    context.on('weberror', (error) => note(String(error.error())))
    return { context, page: await context.newPage() }
  }
  return {
    browser: () => browser,
    open,
    async signIn(user, at = '/', options = {}) {
      const { page } = await open(options)
      await page.goto(at)
      await enter(page, user)
      return page
    },
  }
}

/** Fills the sign-in form, wherever it stands, and waits until the app is there. */
export async function enter(page: Page, user: string): Promise<void> {
  await page.locator('input[name=user]').fill(emailOf(user))
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('banner'))
}

/** Waits until it is there to be seen. */
export const seen = (locator: Locator) => locator.waitFor({ state: 'visible' })
/** Waits until it is gone. */
export const gone = (locator: Locator) => locator.waitFor({ state: 'hidden' })

/** The places that axe finds wrong on the page as it stands; by all rules, or by those that are named. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // The app's own policy forbids foreign scripts, so axe comes in through the debugger, not as an element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const options = rules
    ? { runOnly: { type: 'rule', values: rules } }
    : {
        runOnly: { type: 'tag', values: standards },
        rules: Object.fromEntries(bestPractices.map((rule) => [rule, { enabled: true }])),
      }
  for (;;) {
    // Rows that wait for newer ones are pale for a moment, which may also begin while axe looks.
    await page.locator('.il-table[data-stale]').waitFor({ state: 'detached' })
    const found = await page.evaluate(findViolations, options)
    if (found) return found
  }
}
/** Runs in the page. Undefined: rows were pale meanwhile. */
async function findViolations(options: object): Promise<string[] | undefined> {
  const { axe } = globalThis as unknown as {
    axe: {
      run: (
        where: Element | Document,
        options: object,
      ) => Promise<{
        violations: { id: string; nodes: { html: string; failureSummary?: string; element: HTMLElement }[] }[]
      }>
    }
  }
  let wasPale = false
  const look = () => {
    wasPale ||= document.querySelector('.il-table[data-stale]') !== null
  }
  look()
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-stale'] })
  // Behind an open dialog nothing can be reached; it would be measured half covered.
  const dialogs = [...document.querySelectorAll('[role=dialog], dialog[open]')].filter((d) =>
    d.checkVisibility(),
  )
  const result = await axe.run(dialogs.at(-1) ?? document, { ...options, elementRef: true })
  const faults: string[] = []
  const [left, top] = [scrollX, scrollY]
  for (const { id, nodes } of result.violations) {
    const wrong: string[] = []
    for (const { html, failureSummary, element } of nodes) {
      // A bar that sticks to the window covers half of a control at times: one is too small that is so when scrolled to.
      if (id === 'target-size') {
        element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
        const again = await axe.run(element, { runOnly: { type: 'rule', values: [id] } })
        scrollTo({ left, top, behavior: 'instant' })
        if (again.violations.length === 0) continue
      }
      wrong.push(`${html.slice(0, 160)} ${failureSummary}`)
    }
    if (wrong.length > 0) faults.push(`${id}: ${wrong.join(' | ')}`)
  }
  observer.disconnect()
  return wasPale ? undefined : faults
}

/** Fails with the places that axe finds wrong on the page as it stands. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await violations(page), `accessibility of ${where}`).toEqual([])
}
