/**
 * `npm run bench:product`: a product of 10 lists, 60 components, 30 standards and 200 fields: its calls beside what the store does
 * of them by itself, the history of 500 revisions, and in the browser its first frame and what a key takes to the next one.
 * `--only-calls` leaves the browser out.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '../functions/wiring/embedded.ts'
import { fixedIds } from '../shared/constants.ts'
import type { Entity } from '../shared/model/entity.ts'
import { entitySchemas } from '../shared/model/entity-schemas.ts'
import type { ListData, ProductData } from '../shared/model/product.ts'
import { benchInstitutions, fill } from './bench/app.ts'
import { benchId, benchLists, productEntity } from './bench/generate.ts'
import { at } from './bench-browser/measure.ts'
import { signIn, startBrowser, windowOf } from './bench-browser/window.ts'
import { demoEmail, demoSub } from './seed/people.ts'
import { startApp } from './start/app.ts'

const { values } = parseArgs({ options: { 'only-calls': { type: 'boolean', default: false } } })
const [components, standards, fields, revisions, calls, keys] = [60, 30, 200, 500, 200, 80]
const warmUps = 20
const { base } = fixedIds.list
const id = benchId('large-product')
const folder = await mkdtemp(join(tmpdir(), 'inputlist-bench-'))
const day = '2026-01-01T04:00:00.000Z'
const title = (text: string) => ({ de_DE: text, en_GB: text })
const standardIds = Array.from({ length: standards }, (_, i) => benchId(`large-standard/${i}`))

const made = (entityclass: 'biostandard' | 'fielddefinition', of: string, data: object): Entity => {
  const { data: _, ...rest } = productEntity(0, benchInstitutions)
  return { ...rest, id: of, entityclass, data: entitySchemas[entityclass].parse(data) as Entity['data'] }
}
function* reference(): Generator<Entity> {
  for (const [i, of] of standardIds.entries())
    yield made('biostandard', of, { name: title(`Large standard ${i}`), activeInLists: benchLists })
  for (let i = 0; i < fields; i++)
    yield made('fielddefinition', benchId(`large-field/${i}`), {
      type: i % 4 === 0 ? 'numberfield' : 'singleline-textfield',
      path: `large-f${i}`,
      displayKey: 'main',
      title: title(`Large field ${i}`),
    })
}

const largeValue = (i: number, rev: number) =>
  i % 4 === 0 ? { numberValue: i + rev } : { textValue: `Value ${i} of ${rev}` }
function largeProduct(rev: number): Entity<ProductData> {
  const { data, ...rest } = productEntity(0, benchInstitutions)
  const rows = Object.fromEntries(
    Array.from({ length: components }, (_, i) => [
      `k${i}`,
      { component: benchId(`component/${i}`), secrecy: 'public', amount: 1, _order: i },
    ]),
  )
  const approval = { active: true, begin: day, end: '2030-01-01T04:00:00.000Z', hasEverBeenApproved: true }
  const listData = Object.fromEntries(
    benchLists.map((list) => {
      const isBase = list === base
      const values = Array.from({ length: fields }, (_, i) => [
        `large-f${i}`,
        largeValue(i, isBase ? rev : 0),
      ])
      const linked = Object.fromEntries(values.slice(0, fields / 2).map(([path]) => [path, 'basis']))
      const known = data.listData[list] ?? data.listData[base]!
      return [
        list,
        {
          ...known,
          // Half of the values of the other lists come from the base list.
          ...Object.fromEntries(isBase ? values : values.slice(fields / 2)),
          _components: { base: isBase ? rows : {}, additional: {} },
          _approval: Object.fromEntries(standardIds.map((standard) => [standard, approval])),
          _archived: false,
          _linked: isBase ? {} : { ...known._linked, ...linked },
        } as ListData,
      ]
    }),
  )
  const updated = new Date(Date.UTC(2026, 0, 1) + rev * 3_600_000).toISOString()
  return { ...rest, id, rev, updated, data: { ...data, listData } }
}

const ratios: [what: string, figure: string][] = []
const milliseconds = (all: readonly number[]) =>
  `p50 ${at(
    [...all].sort((a, b) => a - b),
    0.5,
  ).toFixed(1)} ms, p95 ${at(
    [...all].sort((a, b) => a - b),
    0.95,
  ).toFixed(1)} ms`
/** Milliseconds of one run: as it took, and of the processor, which others on the machine do not lengthen. */
interface Taken {
  wall: number
  processor: number
}
/** Each in turn, so that what else the machine does is the same for all. What comes first is not counted. */
async function times<K extends string>(
  works: Record<K, (n: number) => () => Promise<unknown>>,
): Promise<Record<K, Taken[]>> {
  const names = Object.keys(works) as K[]
  const all = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, Taken[]>
  const processorMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  for (let n = 0; n < calls + warmUps; n++)
    for (const name of names) {
      const run = works[name](n)
      const [started, before] = [performance.now(), processorMs()]
      await run()
      const taken = { wall: performance.now() - started, processor: processorMs() - before }
      if (n >= warmUps) all[name].push(taken)
    }
  return all
}
const half = (all: readonly Taken[]) =>
  at(
    all.map(({ wall }) => wall).sort((a, b) => a - b),
    0.5,
  )
/** On average: the system counts it in steps of some milliseconds. */
const spent = (all: readonly Taken[]) => all.reduce((sum, { processor }) => sum + processor, 0) / all.length
const ratio = (a: number, b: number, unit: string) =>
  `${(a / b).toFixed(1)} × (${a.toFixed(1)} against ${b.toFixed(1)} ${unit})`
const beside = (one: readonly Taken[], other: readonly Taken[]) =>
  `${ratio(half(one), half(other), 'ms, p50')}; ${ratio(spent(one), spent(other), 'ms of the processor')}`

/** Calls through the runtime, without a network: what they cost beside the store alone. */
async function measureCalls(): Promise<void> {
  const user = { sub: demoSub('admin'), email: demoEmail('admin') }
  const signIn = { verify: async () => user }
  const app = await openEmbedded({ dataDir: folder, log: () => {}, users: [], ports: { signIn } })
  try {
    const { entities } = app.ports
    for (const one of reference()) await entities.put(one, { expectRev: 0 })
    for (let rev = 1; rev <= revisions; rev++)
      await entities.put(largeProduct(rev), { expectRev: rev - 1, events: [{ kind: 'saved', list: base }] })
    let jwt = ''
    const ask = (name: string, input: object, method = 'POST') => {
      const json = JSON.stringify(input)
      return app.handle({
        rawPath: `/api/${name}`,
        rawQueryString: method === 'GET' ? `__payload=${encodeURIComponent(json)}` : '',
        headers: jwt ? { authorization: `Bearer ${jwt}` } : {},
        body: method === 'GET' ? undefined : json,
        isBase64Encoded: false,
        requestContext: {
          requestId: crypto.randomUUID(),
          http: { method, path: `/api/${name}`, sourceIp: '127.0.0.1' },
        },
      })
    }
    const done = async (answer: ReturnType<typeof ask>) => {
      const { statusCode, body } = await answer
      if (statusCode !== 200) throw new Error(body)
      return body
    }
    jwt = JSON.parse(await done(ask('auth/domain/login', { token: 'bench' }))).data.jwt

    // The state of now is at hand already; older ones are read as one that nobody has read yet.
    const body = await done(ask('bml/product/load', { id }))
    const stored = JSON.stringify(await entities.get(id))
    const answer = JSON.parse(body)
    const loads = await times({
      read: (n) => () => entities.getRevision(id, n + 1),
      load: () => () => done(ask('bml/product/load', { id })),
      text: () => async () => JSON.stringify(answer),
      page: () => () => done(ask('eav/entity/history', { id }, 'GET')),
    })
    ratios.push([
      `load call beside the store’s read of such a state (aim 2 ×); ${Math.round(stored.length / 1000)} kB stored, ${Math.round(body.length / 1000)} kB answered`,
      beside(loads.load, loads.read),
    ])
    ratios.push([
      'of these the text of the answer alone',
      `${spent(loads.text).toFixed(1)} ms of the processor`,
    ])
    ratios.push([
      `page of 50 of a history of ${revisions} revisions`,
      milliseconds(loads.page.map(({ wall }) => wall)),
    ])

    let rev = revisions
    const path = `/listData/${base}/large-f1`
    const saves = await times({
      bare: () => {
        const next = largeProduct(++rev)
        return () => entities.put(next, { expectRev: rev - 1 })
      },
      save: (n) => () => {
        const patch = [{ op: 'add', path, value: { textValue: `saved ${n}` } }]
        return done(ask('bml/product/save', { id, rev: rev++, patch }))
      },
      load: () => () => done(ask('bml/product/load', { id })),
    })
    ratios.push(['save of one field beside the bare transaction (aim 2 ×)', beside(saves.save, saves.bare)])
    ratios.push(['load call right after a save', `${spent(saves.load).toFixed(1)} ms of the processor`])
  } finally {
    await app.close()
  }
}

/** Runs in the page: milliseconds from each key to the frame that follows it. */
const watchKeys = () => {
  const found: number[] = []
  Object.assign(globalThis, { keyFrames: found })
  addEventListener(
    'keydown',
    (event) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => found.push(performance.now() - event.timeStamp)
        channel.port2.postMessage(undefined)
      }),
    { capture: true },
  )
}
/** Runs in the page: notes when the fields of a product were drawn first. */
const watchFields = () =>
  new MutationObserver((_, observer) => {
    if (!document.querySelector('#il-content fieldset')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { fieldsMs: performance.now() })))
  }).observe(document, { subtree: true, childList: true })

async function measureBrowser(): Promise<void> {
  const app = await startApp(
    { host: '127.0.0.1', port: 0, dataDir: folder, seed: 'none', web: 'built' },
    () => {},
  )
  const browser = await startBrowser()
  try {
    const context = await browser.newContext(windowOf(app.url))
    // A busy machine is no fault.
    context.setDefaultTimeout(120_000)
    const page = await signIn(context, 'admin')
    await page.addInitScript(watchFields)
    const firsts: number[] = []
    for (let round = 0; round < 12; round++) {
      await page.goto(`/product/${id}/${base}`)
      const shown = await page.waitForFunction(() => (globalThis as { fieldsMs?: number }).fieldsMs)
      const answered = await page.evaluate(() =>
        Math.max(
          ...performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('/bml/product/load'))
            .map((one) => (one as PerformanceResourceTiming).responseEnd),
        ),
      )
      firsts.push(Number(await shown.jsonValue()) - answered)
    }
    ratios.push([
      'first frame of the page with its fields, from the end of the answer (aim 400)',
      milliseconds(firsts.slice(2)),
    ])
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('e')
    const field = page.getByRole('textbox', { name: 'Large field 1', exact: true })
    await field.click()
    await page.evaluate(watchKeys)
    for (let n = 0; n < keys; n++) await page.keyboard.press(String.fromCharCode(97 + (n % 26)))
    await page.waitForFunction((n) => (globalThis as { keyFrames?: number[] }).keyFrames!.length >= n, keys)
    const frames = await page.evaluate(() => (globalThis as { keyFrames?: number[] }).keyFrames!)
    ratios.push([
      'a key in a field to the next frame (aim: never above 50)',
      `${milliseconds(frames)}, worst ${Math.max(...frames).toFixed(0)} ms`,
    ])
  } finally {
    await browser.close()
    await app.stop()
  }
}

try {
  await fill(folder, 10)
  await measureCalls()
  if (!values['only-calls']) await measureBrowser()
  console.log('| a product of 10 lists, 60 components, 30 standards, 200 fields | figure |\n|---|---|')
  for (const [what, figure] of ratios) console.log(`| ${what} | ${figure} |`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
