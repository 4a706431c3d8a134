/** Maps of the public pages for search engines, as sitemaps.org has them (protocol 0.9): one for each list, or several of a large one. */

import type { Locale } from '../../../shared/constants.ts'
import { escapeHtml } from '../../../shared/escape-html.ts'
import { pageOfList, pageOfProduct, withQuery } from './html.ts'
import { addressOf } from './query.ts'

/** Pages of one map. The protocol takes 50,000 with 50 MB; an answer of Lambda has 6. */
export const pagesOfMap = 10_000

interface MappedList {
  id: string
  language: Locale
  changed: string
  products: readonly { id: string }[]
}
const xml = (root: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</${root}>\n`

/** How many maps a list has: its own page stands in the first. */
const mapsOf = ({ products }: MappedList) => Math.ceil((products.length + 1) / pagesOfMap)

/** Leads to the maps of all lists. `home`: origin of the pages. */
export const siteIndex = (home: string, lists: readonly MappedList[]): string =>
  xml(
    'sitemapindex',
    lists
      .flatMap((list) =>
        Array.from(
          { length: mapsOf(list) },
          (_, i) =>
            `<sitemap><loc>${escapeHtml(`${home}/public/sitemap-${list.id}-${i + 1}.xml`)}</loc><lastmod>${list.changed}</lastmod></sitemap>`,
        ),
      )
      .join(''),
  )

/** A map of a list, from 1: its pages by the address that each is to be known by. Undefined where the list has fewer maps. */
export function siteMap(home: string, list: MappedList, number: number): string | undefined {
  if (number < 1 || number > mapsOf(list)) return undefined
  const language = addressOf({ language: list.language })
  const first = (number - 1) * pagesOfMap
  const pages = [
    pageOfList(list.id),
    ...list.products.map((product) => pageOfProduct(list.id, product.id)),
  ].slice(first, first + pagesOfMap)
  return xml(
    'urlset',
    pages.map((page) => `<url><loc>${escapeHtml(home + withQuery(page, language))}</loc></url>`).join(''),
  )
}
