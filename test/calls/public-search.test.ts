/** The public search, from outside: what anybody gets below `/public/`, and what becomes of it as staff work. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { save } from '../../shared/calls/bml/product/save.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { preview } from '../../shared/calls/search/public/preview.ts'
import { companyRoles } from '../../shared/constants.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ listen: true })
  await h.indexed()
})
afterAll(() => h.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${h.url}/public/v1/${path}`, { headers })
// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
const read = async (path: string): Promise<any> => (await get(path)).json()
const { ch, de } = ids.list
const productsOf = (list: string, query = '') => read(`lists/${list}/products?lang=en${query}`)
/** Writes settings of a list, or anything else of the administration. */
async function change(id: string, patch: JsonPatch) {
  await h.as('admin').call(updatefrompatch, { id, rev: await h.revOf(id), patch })
  await h.indexed()
  // What is known is asked for again after so long.
  h.clock.advance(20)
}
const set = (key: string, value: unknown): JsonPatch => [{ op: 'add', path: `/${key}`, value }]

test('an administrator sees beforehand what a list would show, and nobody else does', async () => {
  const input = {
    list: ch,
    language: 'en_GB' as const,
    settings: {
      publicSearchExtraFields: [],
      publicSearchColumns: ['name', 'components'],
      publicSearchFacets: ['category'],
    },
  }
  expect(await h.as('admin').call(preview, input)).toEqual({
    count: 1,
    isAll: true,
    columns: [
      { id: 'name', title: 'Trade name' },
      { id: 'components', title: 'Components' },
    ],
    products: [{ id: ids.product.compost, cells: ['Aare Compost Gold', ''] }],
    facets: [{ id: 'category', title: 'Category', values: 2 }],
  })
  await expect(h.as('core').call(preview, input)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(h.as('admin').call(preview, { ...input, list: ids.nothing })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a list that nobody has switched on is not there', async () => {
  expect(await read('lists')).toEqual({ lists: [] })
  for (const path of ['products', 'data.json', 'data.csv', `products/${ids.product.compost}`]) {
    const answer = await get(`lists/${ch}/${path}`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { ok: false, code: 'not_found' }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

describe('a list that is on', () => {
  beforeAll(async () => {
    await change(ch, [
      ...set('publicSearchOn', true),
      ...set('publicSearchFacets', ['category', 'standards', 'distributor']),
      ...set('publicSearchLicence', { en_GB: 'CC BY 4.0' }),
    ])
  })
  test('shows what is approved today, by name, category and standards', async () => {
    const { products, count, list, columns } = await productsOf(ch)
    expect(list).toMatchObject({
      id: ch,
      title: 'Switzerland',
      language: 'en',
      licence: 'CC BY 4.0',
      day: '2026-03-10',
    })
    expect(count).toBe(1)
    expect(columns.map(({ title }: { title: string }) => title)).toEqual([
      'Trade name',
      'Category',
      'Approved under',
    ])
    expect(products).toEqual([
      {
        id: ids.product.compost,
        name: 'Aare Compost Gold',
        category: [
          { id: ids.category.fertilisers, title: expect.any(String) },
          { id: ids.category.compost, title: 'Compost' },
        ],
        standards: [{ id: ids.standard.eu, name: 'EU organic', from: '2025-07-01', until: '2027-01-31' }],
        values: {
          distributor: {
            title: 'Distributor',
            value: [{ id: ids.company.nordhain, title: 'Nordhain Biodünger GmbH' }],
          },
        },
      },
    ])
    expect((await read(`lists/${ch}/products/${ids.product.compost}?lang=en`)).product).toEqual(products[0])
    expect((await get(`lists/${ch}/products/${ids.product.neem}`)).status).toBe(404)
    expect((await read('lists?lang=en')).lists).toMatchObject([{ id: ch, count: 1 }])
  })
  test('finds by each word of what it shows, and by facets', async () => {
    const count = async (query: string) => (await productsOf(ch, query)).count
    expect(await count('&q=gold+compost')).toBe(1)
    expect(await count('&q=BIODUNGER')).toBe(1)
    expect(await count('&q=basalt')).toBe(0)
    expect(await count('&q=...')).toBe(0)
    expect(await count(`&category=${ids.category.fertilisers}&standards=${ids.standard.eu}`)).toBe(1)
    expect(await count(`&category=${ids.category.oils}`)).toBe(0)
    const { facets } = await productsOf(ch, `&category=${ids.category.oils}`)
    // A facet tells what there would be if something else were chosen in it.
    expect(facets[0].values.map(({ id, count }: { id: string; count: number }) => [id, count])).toEqual(
      expect.arrayContaining([[ids.category.compost, 1]]),
    )
    expect(facets[2]).toEqual({ id: 'distributor', title: 'Distributor', values: [] })
  })
  test.each([
    ['page=0'],
    ['size=101'],
    ['lang=xx'],
    ['sort=name:up'],
    ['sort=secret-f1'],
    ['components=x'],
    ['__proto__=x'],
    ['constructor=x'],
    [`q=${'x'.repeat(201)}`],
  ])('refuses what it does not know: %s', async (query) => {
    const answer = await get(`lists/${ch}/products?${query}`)
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_input'])
  })
  test('refuses a thousand facets, and more columns than anybody reads', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => `basis-f${i}`)
    for (const key of ['publicSearchFacets', 'publicSearchColumns'])
      await expect(change(ch, set(key, many))).rejects.toMatchObject({ code: 'invalid_input' })
  })
  test('is kept by an ETag, may be read by every site, and is told in each language', async () => {
    const path = `lists/${ch}/products?lang=de`
    const first = await get(path, { origin: 'https://elsewhere.example' })
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=30/)
    expect(first.headers.get('set-cookie')).toBeNull()
    const etag = first.headers.get('etag')!
    const again = await get(path, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await get(`lists/${ch}/products?lang=fr`, { 'if-none-match': etag })
    expect([other.status, (await other.json()).columns[0].title]).toEqual([200, 'Nom commercial'])
  })
  test('is there as open data, as JSON and as CSV that runs no formula', async () => {
    const data = await read(`lists/${ch}/data.json?lang=en`)
    expect(data).toMatchObject({ count: 1, list: { licence: 'CC BY 4.0', day: '2026-03-10' } })
    expect(data.products).toEqual((await productsOf(ch)).products)
    const csv = await get(`lists/${ch}/data.csv?lang=en`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [titles, ...lines] = (await csv.text()).trim().split('\r\n')
    expect(titles).toBe('id,Trade name,Category,Approved under,Distributor')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Aare Compost Gold')
  })
  test('has pages for people, whole without a script, that hold nothing as markup', async () => {
    const page = (path: string) => fetch(`${h.url}/public/lists${path}`)
    const found = await page(`/${ch}?lang=en&q=${encodeURIComponent('gold "><script>')}`)
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(found.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors \*$/)
    const text = await found.text()
    expect(text).not.toContain('<script')
    expect(text).toContain('value="gold &quot;&gt;&lt;script&gt;"')
    const all = await (await page(`/${ch}?lang=fr`)).text()
    expect(all).toContain('<html lang="fr">')
    expect(all).toContain(`/public/lists/${ch}/products/${ids.product.compost}?lang=fr`)
    const product = await (await page(`/${ch}/products/${ids.product.compost}?lang=en`)).text()
    expect(product).toContain('<h1>Aare Compost Gold</h1>')
    expect(product).toContain('EU organic')
    const statuses = [`/${ch}/products/${ids.product.neem}`, `/${de}`, `/${ch}/x`, `/${ch}?page=x`].map(
      async (path) => {
        const { status, headers } = await page(path)
        return [status, headers.get('content-type'), headers.get('cache-control')]
      },
    )
    expect(await Promise.all(statuses)).toEqual(
      [404, 404, 404, 400].map((status) => [status, 'text/html; charset=utf-8', 'no-store']),
    )
    expect(await (await page('?lang=en')).text()).toContain(
      `<a href="/public/lists/${ch}?lang=en">Switzerland</a>`,
    )
  })
  test('answers as its OpenAPI document says, whatever a list shows', async () => {
    const { compost } = ids.product
    await change(ch, set('publicSearchColumns', ['name', ...companyRoles, 'components', 'permits']))
    const document = await read('openapi.json')
    const { publicAnswers } = await import('../../shared/model/public-answers.ts')
    for (const [address, schema] of Object.entries(publicAnswers)) {
      const path = address.replace('{list}', ch).replace('{product}', compost).replace('v1/', '')
      expect(schema.safeParse(await read(path)).error, address).toBeUndefined()
      const { get: operation } = document.paths[`/public/${address}`]
      expect(operation.responses[200].content['application/json'].schema.type, address).toBe('object')
    }
    const { parameters } = document.paths['/public/v1/lists/{list}/products'].get
    const asked = { lang: 'en', q: 'a', sort: 'name', page: '1', size: '5', category: '' }
    const known = parameters.map(({ name }: { name: string }) => name)
    expect(known).toEqual(['list', 'lang', 'q', 'sort', 'page', 'size', 'facets'])
    expect((await get(`lists/${ch}/products?${new URLSearchParams(asked)}`)).status).toBe(200)
    await change(ch, set('publicSearchColumns', []))
  })
  test('leads search engines to each page by a map, and to nothing that is not public', async () => {
    const map = async (path: string) => {
      const answer = await fetch(`${h.url}/public/${path}`)
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    const places = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place!)
    const { status, type, text } = await map('sitemap.xml')
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
    const maps = places(text).map((place) => new URL(place).pathname)
    expect(maps).toEqual([`/public/sitemap-${ch}-1.xml`])
    const pages = places((await map(`sitemap-${ch}-1.xml`)).text).map((place) => new URL(place))
    expect(pages.map(({ pathname }) => pathname)).toEqual([
      `/public/lists/${ch}`,
      `/public/lists/${ch}/products/${ids.product.compost}`,
    ])
    // The address that the page itself says it is to be known by.
    for (const { pathname, search } of pages)
      expect(await (await fetch(h.url + pathname + search)).text()).toContain(
        `<link rel="canonical" href="${pathname}${search}">`,
      )
    for (const path of [
      `sitemap-${ch}-2.xml`,
      `sitemap-${ch}-0.xml`,
      `sitemap-${de}-1.xml`,
      'sitemap-x-1.xml',
    ])
      expect((await map(path)).status, path).toBe(404)
  })
  test('follows what staff change', async () => {
    const { compost } = ids.product
    const write = async (patch: JsonPatch) => {
      await h.as('admin').call(save, { id: compost, rev: await h.revOf(compost), patch })
      await h.indexed()
      h.clock.advance(20)
    }
    await write([
      { op: 'replace', path: `/listData/${ids.list.base}/basis-f1`, value: { textValue: 'Gold' } },
    ])
    expect((await productsOf(ch)).products[0].name).toBe('Gold')
    await write([{ op: 'add', path: `/listData/${ch}/_preventPublicDisplay`, value: true }])
    expect((await productsOf(ch)).count).toBe(0)
    expect((await get(`lists/${ch}/products/${compost}`)).status).toBe(404)
    await write([{ op: 'remove', path: `/listData/${ch}/_preventPublicDisplay` }])
    expect((await productsOf(ch)).count).toBe(1)
  })
  test('hides within a minute what an administrator hides', async () => {
    const values = async () => Object.keys((await productsOf(ch)).products[0].values)
    expect(await values()).toEqual(['distributor'])
    await change(ch, set('publicSearchFacets', []))
    expect(await values()).toEqual([])
    await change(ids.standard.eu, set('publicName', { en_GB: 'Organic (EU)' }))
    expect((await productsOf(ch)).products[0].standards[0].name).toBe('Organic (EU)')
  })
  test('shows no product whose last approval has ended', async () => {
    h.clock.advance(330 * 24 * 3600)
    expect((await productsOf(ch)).count).toBe(0)
  })
  test('other lists stay as they are, and this one goes again', async () => {
    expect((await get(`lists/${de}/products`)).status).toBe(404)
    await change(ch, set('publicSearchOn', false))
    expect((await get(`lists/${ch}/products`)).status).toBe(404)
  })
})
