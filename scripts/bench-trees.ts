/**
 * `npm run bench:trees`: the longest frame while a tree of administration data opens and is filtered, with the demonstration's
 * entries and with thousands beside them. A frame is from one that was drawn to the next; somebody notices what takes longer than 50 ms.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { create } from '../shared/calls/eav/entity/create.ts'
import { execute } from '../shared/calls/search/search/execute.ts'
import { fixedIds } from '../shared/constants.ts'
import { at } from './bench-browser/measure.ts'
import { signIn, startBrowser, windowOf } from './bench-browser/window.ts'
import { type Api, openApi } from './register/api.ts'
import { startApp } from './start/app.ts'

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    categories: { type: 'string', default: '3000' },
    components: { type: 'string', default: '10000' },
  },
})
const rounds = Number(options.rounds)
const atOnce = 16
/** Frames are looked at so long after a key; a filter waits for a pause before it begins. */
const watchedMs = { branch: 300, key: 500 }
/** Entries below one another: 12 at the top, each with 12, each of those with as many as are left. */
const fan = 12

const syllables = [
  'ka',
  'li',
  'sul',
  'fat',
  'hu',
  'min',
  'gua',
  'no',
  'al',
  'gen',
  'pel',
  'let',
  'zin',
  'ker',
  'torf',
]
const nameOf = (n: number) => {
  const word = [n, Math.floor(n / 15), Math.floor(n / 225)]
    .map((at) => syllables[at % syllables.length])
    .join('')
  return `${word[0]?.toUpperCase()}${word.slice(1)} ${n}`
}

async function fill(api: Api, entityclass: 'category' | 'component', count: number): Promise<void> {
  const mainCategoryKey = Object.keys(fixedIds.mainCategory)[0]!
  const top = entityclass === 'category' ? Object.values(fixedIds.mainCategory)[0] : undefined
  const ids: string[] = []
  const make = async (n: number) => {
    const parent =
      n < fan ? top : ids[n < fan + fan * fan ? Math.floor((n - fan) / fan) : fan + (n % (fan * fan))]
    const name = nameOf(n)
    const data = {
      title: { de_DE: name, en_GB: name },
      order: n,
      ...(parent && { parent }),
      ...(entityclass === 'category' && { mainCategoryKey }),
    }
    ids[n] = (await api.call(create, { entityclass, data })).id
  }
  // Parents first, then the others side by side.
  for (let from = 0; from < count; ) {
    const to = Math.min(count, from + (from < fan + fan * fan ? fan : atOnce))
    await Promise.all(Array.from({ length: to - from }, (_, at) => make(from + at)))
    from = to
  }
}

const place = { category: '/admin/category', component: '/admin/component' } as const

/** The longest frame until `done`, in milliseconds. */
async function longest(
  page: Page,
  act: () => Promise<unknown>,
  done: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(() => {
    const seen = { last: performance.now(), most: 0, isOver: false }
    Object.assign(globalThis, { seen })
    const look = () => {
      const now = performance.now()
      seen.most = Math.max(seen.most, now - seen.last)
      seen.last = now
      if (!seen.isOver) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await act()
  await done()
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { seen } = globalThis as unknown as { seen: { most: number; isOver: boolean } }
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            seen.isOver = true
            resolve(seen.most)
          }),
        )
      }),
  )
}

async function measure(url: string, entityclass: keyof typeof place): Promise<Record<string, number[]>> {
  const browser = await startBrowser()
  try {
    const page = await signIn(await browser.newContext(windowOf(url)), 'admin')
    const found: Record<string, number[]> = {
      opened: [],
      'key typed into the filter': [],
      'branch opened': [],
    }
    for (let round = 0; round < rounds; round++) {
      await page.goto('/jobs')
      await page.waitForLoadState('networkidle')
      const link = page.locator(`nav a[href="${place[entityclass]}"]`)
      const row = page.locator('[role=treeitem]').first()
      found['opened']!.push(
        await longest(
          page,
          () => link.click(),
          () => row.waitFor(),
        ),
      )
      const toggle = page.locator('[role=treeitem][aria-expanded=false]').first()
      await toggle.focus()
      found['branch opened']!.push(
        await longest(
          page,
          () => page.keyboard.press('ArrowRight'),
          () => page.waitForTimeout(watchedMs.branch),
        ),
      )
      const box = page.locator('input[type=search]').first()
      await box.focus()
      for (const key of 'zin')
        found['key typed into the filter']!.push(
          await longest(
            page,
            () => page.keyboard.press(key),
            () => page.waitForTimeout(watchedMs.key),
          ),
        )
    }
    return found
  } finally {
    await browser.close()
  }
}

const median = (all: number[]) =>
  at(
    all.toSorted((a, b) => a - b),
    0.5,
  )

async function run(url: string): Promise<void> {
  const api = await openApi(url, 'admin')
  const lines: string[] = []
  for (const entityclass of ['category', 'component'] as const) {
    const before = await measure(url, entityclass)
    const more = Number(entityclass === 'category' ? options.categories : options.components)
    const from = performance.now()
    await fill(api, entityclass, more)
    const { count } = await api.call(execute, {
      entityClass: entityclass,
      pagination: { start: 0, limit: 1 },
    })
    console.error(`${entityclass}: ${count} entries, ${((performance.now() - from) / 1000).toFixed(0)} s`)
    const after = await measure(url, entityclass)
    for (const [what, few] of Object.entries(before)) {
      const many = after[what]!
      const ratio = median(many) / median(few)
      lines.push(
        `| ${entityclass}, ${count}: ${what} | ${median(few).toFixed(0)} | ${median(many).toFixed(0)} | ${Math.max(...many).toFixed(0)} | ${ratio.toFixed(1)} |`,
      )
    }
  }
  console.log('| longest frame, ms | demonstration | with these | most | ratio |\n|---|---|---|---|---|')
  for (const line of lines) console.log(line)
}

if (options.url) await run(options.url)
else {
  const dataDir = await mkdtemp(join(tmpdir(), 'inputlist-trees-'))
  const app = await startApp({ host: '127.0.0.1', port: 0, dataDir, seed: 'demo', web: 'built' }, () => {})
  try {
    await run(app.url)
  } finally {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
