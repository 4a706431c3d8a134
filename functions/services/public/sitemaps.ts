/** The maps for search engines: `/public/sitemap.xml`, and those that it leads to. */
import { id as idSchema } from '../../../shared/model/basics.ts'
import type { PublicAnswer, PublicRequest } from '../../../shared/model/public-search.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { siteIndex, siteMap } from '../../domain/public/sitemap.ts'
import type { Site } from '../../ports/site.ts'
import { type Keep, languageFor } from './answers.ts'
import type { PublicView } from './context.ts'
import type { PublicLists } from './lists.ts'

const xml = (body: string): PublicAnswer => ({ status: 200, type: 'application/xml; charset=utf-8', body })
const mapped = (view: PublicView) => ({
  id: view.list.id,
  language: languageFor(undefined, view),
  changed: view.changed,
  products: view.products,
})

/** Undefined for what is no map, and where the installation does not know its own address: maps hold whole ones. */
export async function sitemapAt(
  request: PublicRequest,
  lists: PublicLists,
  { home }: Pick<Site, 'home'>,
  keep: Keep,
): Promise<PublicAnswer | Refusal | undefined> {
  const { path } = request
  if (home === undefined) return undefined
  if (path === 'sitemap.xml') {
    return xml(siteIndex(home, (await lists.views()).map(mapped)))
  }
  const [, list, number] = /^sitemap-([^/]+)-(\d{1,6})\.xml$/.exec(path) ?? []
  const view = list !== undefined && idSchema.safeParse(list).success ? await lists.view(list) : undefined
  if (!view || isRefusal(view)) return view
  const map = siteMap(home, mapped(view), Number(number))
  return map === undefined ? undefined : keep(path, view, request, async () => xml(map))
}
