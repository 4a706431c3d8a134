/** Who comes in, and what the edge gives out. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { throughEdge } from '../../../scripts/cloud/origin-secret.ts'
import { openStore } from '../../../scripts/cloud/seed.ts'
import { root } from '../../../scripts/cloud/tools.ts'
import { enlarge, notesOf } from '../../../scripts/ops/smoke/large.ts'
import { create } from '../../../shared/calls/bml/product/create.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { catalogue } from '../../../shared/catalogue.ts'
import { fixedIds, maxRequestBytes } from '../../../shared/constants.ts'
import type { Contract } from '../../../shared/contract.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { bodyBytes } from '../../../shared/rules/body-size.ts'
import { addressOf, apiAs, baseList, takeProduct } from '../../e2e/api.ts'
import { appUrl } from '../../e2e/app.ts'
import { openWindows } from '../../e2e/browser.ts'
import { alter, saved } from '../../e2e/product-page.ts'
import { invocations, stageName } from './tools.ts'

const windows = openWindows()
const app = appUrl()
const contracts: Contract[] = Object.values(catalogue)
const functionOf = ({ name }: Contract) => `inputlist-${stageName}-${name.replaceAll('/', '-')}`.slice(0, 64)
const ask = ({ name, method }: Contract, headers: Record<string, string>) =>
  fetch(`${app}/api/${name}${method === 'GET' ? '?__payload=%7B%7D' : ''}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: '{}' }),
  })

test('the largest body that the app sends reaches its call; the gateway refuses what a function could not be given', async () => {
  const { authorization } = (await apiAs('core')).headers() as { authorization: string }
  const post = (counted: number) => {
    const [before, after] = ['{"id":"', '"}']
    const body = before + '\\"'.repeat((counted - bodyBytes(before + after).counted) / 4) + after
    const headers = { 'content-type': 'application/json', authorization }
    return fetch(`${app}/api/${save.name}`, { method: 'POST', headers, body })
  }
  const largest = await post(maxRequestBytes)
  expect([largest.status, await largest.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid_input' }),
  ])
  const larger = await post(6 * 1024 * 1024)
  expect([larger.status, await larger.json()]).toEqual([413, { message: 'Request Too Long' }])
})

test('a request without a good product token reaches no call at all, but those that are open to everybody', async () => {
  const guarded = contracts.filter(({ access }) => access !== 'public')
  expect(guarded.length).toBeGreaterThan(30)
  const before = await invocations(guarded.map(functionOf))
  const { authorization } = (await apiAs('core')).headers() as { authorization: string }
  // Of somebody who may come in, with another signature.
  const tampered = `${authorization.slice(0, -8)}${authorization.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`
  for (const contract of guarded) {
    const answers = await Promise.all([
      ask(contract, {}),
      ask(contract, { authorization: 'Bearer nonsense' }),
      ask(contract, { authorization: tampered }),
    ])
    expect([contract.name, ...answers.map(({ status }) => status)]).toEqual([contract.name, 401, 403, 403])
    // What a call answers carries the id of its request and our envelope; these come from the gateway.
    expect(answers.map((answer) => answer.headers.has('x-request-id'))).toEqual([false, false, false])
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { message: 'Unauthorized' },
      { message: 'Forbidden' },
      { message: 'Forbidden' },
    ])
  }
  expect(await invocations(guarded.map(functionOf))).toEqual(before)

  // The counter does count: a call that is open to everybody, and one with a good token.
  const [status, getaccount] = ['system/status', 'auth/account/getaccount'].map(
    (name) => contracts.find((contract) => contract.name === name)!,
  )
  const names = [functionOf(status!), functionOf(getaccount!)]
  const counted = await invocations(names)
  expect((await ask(status!, {})).status).toBe(200)
  expect((await ask(getaccount!, { authorization })).status).toBe(200)
  expect(await invocations(names)).toEqual(
    Object.fromEntries(Object.entries(counted).map(([name, count]) => [name, count + 1])),
  )
})

test('pages of other origins get nothing: no leave to ask, and no leave to read', async () => {
  const foreign = { origin: 'https://elsewhere.example' }
  const asked = await fetch(`${app}/api/bml/product/search`, {
    method: 'OPTIONS',
    headers: {
      ...foreign,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
  const simple = await fetch(`${app}/api/system/status`, { headers: foreign })
  expect(asked.ok).toBe(false)
  expect(simple.status).toBe(200)
  for (const answer of [asked, simple])
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test('the edge: pages and settings are asked for anew, files named by their content are kept for ever', async () => {
  const page = await fetch(`${app}/product/any`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<div id="root"')
  expect(page.headers.get('cache-control')).toBe('no-cache')

  const config = await fetch(`${app}/config.json`)
  expect(config.headers.get('cache-control')).toBe('no-cache')
  expect(await config.json()).toMatchObject({ stage: stageName, signIn: { kind: 'password' } })

  const files = await readdir(join(root, 'dist/web/assets'))
  const script = files.find((file) => file.endsWith('.js'))!
  const asset = await fetch(`${app}/assets/${script}`)
  expect(asset.status).toBe(200)
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-type')).toContain('javascript')
})

test('the edge says what a page may do, and no script of elsewhere, and none within the page, may run', async () => {
  const { headers } = await fetch(`${app}/`)
  const policy = new Map(
    headers
      .get('content-security-policy')!
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name, ...values]) => [name!, values]),
  )
  const scripts = policy.get('script-src') ?? policy.get('default-src')
  expect(scripts).toContain("'self'")
  expect(scripts!.filter((value) => /unsafe|\*|https?:/.test(value))).toEqual([])
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toMatch(/origin|no-referrer/)
  expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
})

test('a product of 5 MB comes through gateway and edge as it is stored: packed, because a function gives less', async () => {
  const { target, deployed } = inject('stage')
  const store = openStore(target, deployed)
  const api = await apiAs('admin')
  const { id } = await api.call(create, {})
  try {
    const notes = await enlarge(store, id, 'Fünf Megabyte')
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${app}/api/${load.name}`, {
        method: load.method,
        headers: { ...api.headers(), 'content-type': 'application/json', 'accept-encoding': encoding },
        body: JSON.stringify({ id }),
      })
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
      const body = await answer.text()
      expect(Buffer.byteLength(body)).toBeGreaterThan(4.8 * 1024 * 1024)
      // As text: where it differs, five million signs side by side help nobody.
      const seen = notesOf((JSON.parse(body) as { data: unknown }).data)
      expect(JSON.stringify(seen) === JSON.stringify(notes)).toBe(true)
    }
  } finally {
    await store.erase(id, fixedIds.account.system, new Date().toISOString())
  }
})

test('a token that ran out while somebody typed: the gateway refuses it, it is renewed, what was typed is saved', async () => {
  const api = await apiAs('core')
  const isOurs = (view: ProductView) => view.may[baseList]?.includes('product:edit') === true
  const product = await takeProduct(api, isOurs)
  const page = await windows.signIn('core', addressOf(product))
  const value = `Neu angemeldet ${Date.now()}`
  await alter(page, 'GTIN', value)
  // From now on the token that this page has is not good any more.
  const answers: number[] = []
  let old: string | undefined
  await page.route('**/api/**', async (route) => {
    const headers = await route.request().allHeaders()
    old ??= headers['authorization']
    const isOld = old !== undefined && headers['authorization'] === old
    const answer = await route.fetch(
      isOld ? { headers: { ...headers, authorization: `${old!.slice(0, -8)}AAAAAAAA` } } : {},
    )
    answers.push(answer.status())
    await route.fulfill({ response: answer })
  })
  await page.keyboard.press('Control+s')
  await saved(page)
  expect(answers[0]).toBe(403)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect((await api.product(product.id)).data.listData[baseList]?.['basis-f5']).toEqual({ textValue: value })
})

test('the address behind the edge answers nobody, whatever token they bring', async () => {
  const { target, deployed } = inject('stage')
  const api = await apiAs('core')
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(
      `${target.cloud.endpoint}/_aws/execute-api/${deployed.apiId}/$default/api/auth/account/getaccount?__payload=%7B%7D`,
      { headers: { ...(api.headers() as Record<string, string>), ...headers } },
    )
    return answer.status
  }
  expect(await ask({})).toBe(403)
  expect(await ask({ 'x-inputlist-origin-secret': 'none' })).toBe(403)
  expect(await ask(await throughEdge(target))).toBe(200)
})
