import type { PdfMaker } from '../../../ports/pdf-maker.ts'
import { type Browser, type Puppeteer, startBrowser } from './browser.ts'
import { unpackChromium } from './chromium-files.ts'
import { printPage } from './page.ts'

export interface PdfMakerOptions {
  /** Asked for when the first document comes. */
  puppeteer: () => Promise<Puppeteer>
  /** Folder that holds the browser as its package brings it: `chromium.br` and its like. */
  packed: () => string
  isSingleProcess?: boolean | undefined
  /** Milliseconds that one document may take. */
  timeLimit?: number | undefined
  /** Milliseconds without work after which the browser is ended; it takes about 200 MB. */
  idleLimit?: number | undefined
}
export interface ClosablePdfMaker extends PdfMaker {
  /** Process id of the running browser. */
  browserPid(): number | undefined
  close(): Promise<void>
}
/** A browser that was ended under a document, by another one's fault, costs it a try. */
const tries = 3

/** Prints with one browser for the whole process, which is started when it is first needed, and again if it died. */
export function createPdfMaker(options: PdfMakerOptions): ClosablePdfMaker {
  const { puppeteer, packed, isSingleProcess = false, timeLimit = 45_000, idleLimit } = options
  // In one process two pages at a time bring each other down.
  const atOnce = isSingleProcess ? 1 : 2
  let browser: Browser | undefined
  let starting: Promise<Browser> | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false
  let free = atOnce
  const waiting: (() => void)[] = []

  async function ready(): Promise<Browser> {
    if (isClosed) throw new Error('the printer is closed')
    if (browser?.isAlive()) return browser
    starting ??= Promise.all([puppeteer(), unpackChromium(packed())])
      .then(([driver, files]) => startBrowser(driver, files, { isSingleProcess }))
      .then((started) => {
        browser = started
        return started
      })
      .finally(() => {
        starting = undefined
      })
    return starting
  }
  async function enter(): Promise<void> {
    clearTimeout(idle)
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
    if (free === atOnce && idleLimit !== undefined)
      idle = setTimeout(() => void browser?.kill(), idleLimit).unref()
  }
  /**
   * A page that hangs may hold up the whole browser, so that goes with it. Some of what waits for a browser that has
   * ended would hear of it only after half a minute, so it is heard of here.
   */
  async function within<T>(running: Browser, work: Promise<T>): Promise<T> {
    let isLate = false
    let stopListening = () => {}
    const ended = new Promise<never>((_, reject) => {
      stopListening = running.onEnd(() => reject(new Error('the browser has ended')))
    })
    // What it says once nobody waits for it any more.
    work.catch(() => undefined)
    const timer = setTimeout(() => {
      isLate = true
      void running.kill()
    }, timeLimit)
    try {
      return await Promise.race([work, ended])
    } catch (error) {
      throw isLate ? new TimeLimit(`printing took longer than ${timeLimit / 1000} s`) : error
    } finally {
      clearTimeout(timer)
      stopListening()
    }
  }

  return {
    async print(html, settings = {}) {
      await enter()
      try {
        for (let attempt = 1; ; attempt++) {
          const running = await ready()
          try {
            return await within(running, printPage(running, html, settings))
          } catch (error) {
            if (error instanceof TimeLimit || running.isAlive() || isClosed || attempt === tries) throw error
          }
        }
      } finally {
        leave()
      }
    },
    browserPid: () => (browser?.isAlive() ? browser.pid : undefined),
    async close() {
      isClosed = true
      clearTimeout(idle)
      await starting?.catch(() => undefined)
      await browser?.kill()
    },
  }
}
class TimeLimit extends Error {}
