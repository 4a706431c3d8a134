/** A page at each size of window, and in the dark. It is loaded once; the window changes around it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './browser.ts'
import { layoutFaults } from './layout-faults.ts'

const usualWidth = 1280
const widths = [900, usualWidth, 1920]
const height = 900
/** The only rule that a colour scheme decides. */
const ofColours = ['color-contrast']

/** What was changed is drawn. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  )

/** Faults of the page as it stands, at each size, and at the usual one in the dark; `settled` waits after each change of the window. */
export async function look(
  page: Page,
  where: string,
  settled: (page: Page) => Promise<unknown> = drawn,
): Promise<string[]> {
  const found = new Map<string, string[]>()
  const note = (at: string, faults: string[]) => {
    for (const fault of faults) found.set(fault, [...(found.get(fault) ?? []), at])
  }
  await page.mouse.move(0, 0)
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await settled(page)
    note(`${width} light`, [...(await layoutFaults(page)), ...(await violations(page))])
    if (width !== usualWidth) continue
    // The same colours at each width: one has them all.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await settled(page)
    note(`${width} dark`, await violations(page, ofColours))
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  }
  await page.setViewportSize({ width: usualWidth, height })
  await settled(page)
  return [...found].map(([fault, sizes]) => `${where} (${sizes.join(', ')}): ${fault}`)
}

/** For a state that another test has brought about: at every size, where that test stands. */
export async function expectFineAtSizes(page: Page, where: string): Promise<void> {
  expect(await look(page, where)).toEqual([])
}
