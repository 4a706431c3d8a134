/** The browser that benches measure in, and a window of it that somebody has signed in to. */
import chromiumBinary from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type DemoUser, demoEmail } from '../seed/people.ts'
import { demoPassword } from '../start/app.ts'

export const startBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await chromiumBinary.executablePath(), args: ['--no-sandbox'] })

/** The same for all benches, so that their figures can be compared. */
export const windowOf = (url: string) =>
  ({
    baseURL: url,
    locale: 'de-DE',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  }) as const

/** Signs in a user of the demonstration; resolves once the list of products has rows. */
export async function signIn(context: BrowserContext, user: DemoUser): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('input[name=user]').fill(demoEmail(user))
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.locator('a[data-row-link]').first().waitFor()
  return page
}
