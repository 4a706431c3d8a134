/** Maps of large public lists. */
import { expect, test } from 'vitest'
import { pagesOfMap, siteIndex, siteMap } from '../../functions/domain/public/sitemap.ts'

const home = 'https://inputlist.example.org'
const listOf = (count: number) => ({
  id: 'list',
  language: 'de_DE' as const,
  changed: '2026-03-09T15:00:00.000Z',
  products: Array.from({ length: count }, (_, i) => ({ id: `p${i}` })),
})
const places = (text: string | undefined) =>
  [...(text ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place!)

test.each([
  [0, 1],
  [pagesOfMap - 1, 1],
  [pagesOfMap, 2],
  [2 * pagesOfMap + 5, 3],
])('a list of %i products has %i maps, with each page once', (count, maps) => {
  const list = listOf(count)
  const named = places(siteIndex(home, [list]))
  expect(named).toEqual(Array.from({ length: maps }, (_, i) => `${home}/public/sitemap-list-${i + 1}.xml`))
  const pages = named.flatMap((_, i) => places(siteMap(home, list, i + 1)))
  expect(pages).toHaveLength(count + 1)
  expect(new Set(pages).size).toBe(count + 1)
  expect(siteMap(home, list, maps + 1)).toBeUndefined()
})
test('a map fits into what an answer may have, and into what search engines read', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const list = { ...listOf(0), id, products: Array.from({ length: 2 * pagesOfMap }, () => ({ id })) }
  expect(siteMap(`https://${'x'.repeat(200)}`, list, 1)!.length).toBeLessThan(6_000_000)
})
