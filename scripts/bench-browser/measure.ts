/** What the bench of the browser measures with: from a key or click to what is drawn. */
import type { Page } from 'playwright-core'

const longestMs = 5000
/** A key that changes no rows is no measurement: another one is tried, up to so many times as many. */
const spare = 3

/** What is on the screen, as a function of the page that is true once it is there; `before` is what was there. */
type Seen = (before: string) => boolean
/** The same as a text: functions of the page may use nothing from outside. */
type SeenText = string
export const selectors = {
  rows: () =>
    [...document.querySelectorAll('.il-table:not([data-stale]) a[data-row-link]')]
      .map((row) => row.getAttribute('data-row-link'))
      .join(),
  hits: () =>
    [...document.querySelectorAll('.il-palette [role=option]')].map((hit) => hit.textContent).join(),
}

/** Something is shown, and it is not what was there before. */
export const anewBy = (shown: () => string): SeenText =>
  `(before) => { const now = (${shown})(); return now !== '' && now !== before }`

/** Runs in the page, so it may use nothing from outside: milliseconds from the first key or click to what is drawn. */
const watch = (isThere: Seen, before: string, mostMs: number) =>
  new Promise<number | null>((resolve) => {
    let from: number | undefined
    const hear = (event: Event) => {
      from ??= event.timeStamp
    }
    const events = ['keydown', 'click']
    for (const event of events) addEventListener(event, hear, { capture: true })
    const end = (ms: number | null) => {
      observer.disconnect()
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, hear, { capture: true })
      resolve(ms)
    }
    const observer = new MutationObserver(() => {
      const heard = from
      if (heard === undefined || !isThere(before)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => end(performance.now() - heard)))
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const timer = setTimeout(() => end(null), mostMs)
  })

/**
 * Does something and waits for what it brings. Milliseconds from the key or click that the page heard to the frame in
 * which the outcome is drawn; undefined if it did not come.
 */
export async function timed(
  page: Page,
  act: () => Promise<unknown>,
  seen: Seen | SeenText,
  before = '',
): Promise<number | undefined> {
  const outcome = page.evaluate<number | null>(`(${watch})(${seen}, ${JSON.stringify(before)}, ${longestMs})`)
  await act()
  return (await outcome) ?? undefined
}

interface Figure {
  name: string
  all: number[]
}
export const figures: Figure[] = []
/** Measures until there are so many figures; a try that gave none is left out, and one that fails ends them. */
export const measurer =
  (rounds: number) =>
  async (name: string, once: (round: number) => Promise<number | undefined>): Promise<void> => {
    const all: number[] = []
    try {
      // The first one is of a machine that has not done it yet.
      for (let round = 0; all.length <= rounds && round < (rounds + 1) * spare; round++) {
        const ms = await once(round)
        if (ms !== undefined) all.push(ms)
      }
    } catch (error) {
      // The others are measured all the same.
      console.error(`${name}: ${error instanceof Error ? error.message : error}`)
      process.exitCode = 1
    }
    all.shift()
    figures.push({ name, all: all.sort((a, b) => a - b) })
    console.error(`${name}: ${line(all)}`)
  }
/** The share of the figures, sorted, that are no longer than the one that it gives: 0.5 for the median. */
export const at = (all: number[], share: number) =>
  all[Math.min(all.length - 1, Math.ceil(all.length * share) - 1)] ?? Number.NaN
const line = (all: number[]) =>
  `p50 ${at(all, 0.5).toFixed(0)} ms, p95 ${at(all, 0.95).toFixed(0)} ms of ${all.length}`
