/** For every component test: German texts, what jsdom lacks, and a clean page after each. */
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { connectionFound } from '../../web/api/connection.ts'
import { questions } from '../../web/frame/dialogs.ts'
import { failures, noticeLog, notices, unreadNotices } from '../../web/frame/notify.ts'
import { runningJobs } from '../../web/frame/use-job-watch.ts'
import { changeLocale, startTexts } from '../../web/texts/texts.ts'

// In development React notes for each element by whom it was made, which is for debuggers and took a third of these tests' time.
const internals = (React as unknown as Record<string, object>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
]
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver })
Element.prototype.scrollIntoView ??= () => {}
globalThis.scrollTo = () => {}
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  onchange: null,
  dispatchEvent: () => false,
})) as typeof matchMedia
// jsdom draws no dialogs: an open one is simply there.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}
// Nor does it lay anything out: what no style takes away is seen.
Element.prototype.checkVisibility ??= function (this: Element) {
  for (let one: Element | null = this; one; one = one.parentElement)
    if (getComputedStyle(one).display === 'none') return false
  return true
}

// What waits for an element makes such an error at each of its tries, and the page in it took a sixth of the time of all
// these tests. Who works on one sees the page by setting DEBUG_PRINT_LIMIT.
if (process.env['DEBUG_PRINT_LIMIT'] === undefined)
  configure({
    getElementError: (message) =>
      Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
  })

beforeAll(async () => {
  await startTexts('de_DE')
})
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await changeLocale('de_DE')
})
afterEach(() => {
  cleanup()
  connectionFound()
  // What one test told must not end, and draw, in the next.
  for (const store of [notices, noticeLog, failures, questions, runningJobs]) store.set([])
  unreadNotices.set(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
