/** Which address below `/public/` gives what (docs/public-api.md). An answer is made once, until its list changes. */
import { defaultLocale, type Locale } from '../../../shared/constants.ts'
import { id as idSchema } from '../../../shared/model/basics.ts'
import type { PublicAnswer, PublicRequest } from '../../../shared/model/public-search.ts'
import { once } from '../../../shared/once.ts'
import { publicOpenapi } from '../../../shared/public-openapi.ts'
import type { PublicProduct } from '../../../shared/rules/public/list.ts'
import { entityNotFound, isRefusal, type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { publicTexts } from '../../../shared/texts/public-texts.ts'
import {
  sortsOf,
  type Telling,
  tableOf,
  toldList,
  toldPage,
  toldProduct,
} from '../../domain/public/answer.ts'
import { type Asked, addressOf, askedOf } from '../../domain/public/query.ts'
import { search, sorted } from '../../domain/public/search.ts'
import type { TableWriter } from '../../ports/table-writer.ts'
import type { PublicView } from './context.ts'
import type { PublicLists } from './lists.ts'

/** Characters of answers that are kept; what was asked for first goes first. */
const keptCharacters = 24 * 1024 * 1024
/** Unicode as it is: what a browser shows without asking what it is. */
const json = 'application/json; charset=utf-8'
const csv = 'text/csv; charset=utf-8'

interface Made {
  /** The answer is good as long as this is what is shown. */
  of: unknown
  answer: PublicAnswer
}
const tooMany = (retryAfter: number) =>
  refuse('too_many_requests', `too many requests, try again in ${retryAfter} s`, {
    key: 'too_many_requests',
    params: { seconds: retryAfter },
    retryAfter,
  })
/** Keeps answers by their address. */
export type Keep = (
  address: string,
  of: unknown,
  request: Pick<PublicRequest, 'spend'>,
  make: () => Promise<PublicAnswer>,
) => Promise<PublicAnswer | Refusal>
export function keptAnswers(): Keep {
  const made = new Map<string, Made>()
  let size = 0
  const forget = (address: string) => {
    size -= made.get(address)?.answer.body.length ?? 0
    made.delete(address)
  }
  return async (
    address: string,
    of: unknown,
    request: Pick<PublicRequest, 'spend'>,
    make: () => Promise<PublicAnswer>,
  ): Promise<PublicAnswer | Refusal> => {
    const known = made.get(address)
    if (known && known.of === of) return known.answer
    const seconds = request.spend()
    if (seconds > 0) return tooMany(Math.ceil(seconds))
    const answer = await make()
    forget(address)
    made.set(address, { of, answer })
    size += answer.body.length
    for (const oldest of made.keys()) {
      if (size <= keptCharacters || oldest === address) break
      forget(oldest)
    }
    return answer
  }
}

const orders = new WeakMap<PublicView, Map<string, PublicProduct[]>>()
/** The products of a list in the order that is asked for, sorted once. */
function inOrder(view: PublicView, { sort, isDescending }: Asked, t: Telling): PublicProduct[] {
  const by = sort ?? view.list.data.publicSearchSorting ?? 'name'
  const known = orders.get(view) ?? new Map<string, PublicProduct[]>()
  orders.set(view, known)
  const key = `${by} ${isDescending} ${t.language}`
  const found = known.get(key) ?? sorted(view.products, by, isDescending, t)
  known.set(key, found)
  return found
}

export const languageFor = (asked: Locale | undefined, view: Pick<PublicView, 'list'>): Locale =>
  asked ?? view.list.data.fallbackLanguage ?? view.list.data.languages?.[0] ?? defaultLocale

export async function tellingOf(view: PublicView, asked: Locale | undefined): Promise<Telling> {
  const language = languageFor(asked, view)
  const { list, fields, today, changed } = view
  const fallback = list.data.fallbackLanguage
  return { language, fallback, say: await publicTexts(language), list, fields, today, changed }
}
const facetsOf = ({ list }: PublicView): string[] => [...new Set(list.data.publicSearchFacets ?? [])]
export const foundIn = (view: PublicView, asked: Asked, t: Telling) =>
  search(inOrder(view, asked, t), asked, facetsOf(view))
export const askedIn = (view: PublicView, params: URLSearchParams): Asked | Refusal =>
  askedOf(params, facetsOf(view), sortsOf(view.list.data))

const told = (value: unknown): PublicAnswer => ({ status: 200, type: json, body: JSON.stringify(value) })
const nowhere = (path: string) =>
  refuse('not_found', `there is nothing at /public/${path}`, {
    key: 'noSuchCall',
    params: { method: 'GET', path: `/public/${path}` },
  })

export function openAnswers(
  lists: PublicLists,
  tables: Pick<TableWriter, 'csv'>,
  kept: Keep,
): (request: PublicRequest) => Promise<PublicAnswer | Refusal> {
  const openapi = once(async () => told(publicOpenapi()))
  async function allLists(request: PublicRequest): Promise<PublicAnswer | Refusal> {
    const asked = askedOf(request.params, [], [])
    if (isRefusal(asked)) return asked
    const { language } = asked
    const views = await lists.views()
    const one = async (view: PublicView) => ({
      ...toldList(await tellingOf(view, language)),
      count: view.products.length,
      products: `/public/v1/lists/${view.list.id}/products`,
      data: ['json', 'csv'].map((form) => `/public/v1/lists/${view.list.id}/data.${form}`),
    })
    return told({ lists: await Promise.all(views.map(one)) })
  }

  async function products(view: PublicView, asked: Asked) {
    const t = await tellingOf(view, asked.language)
    return told(toldPage(foundIn(view, asked, t), asked, t))
  }
  async function data(view: PublicView, asked: Asked, form: string): Promise<PublicAnswer> {
    const t = await tellingOf(view, asked.language)
    const all = inOrder(view, { ...asked, sort: 'name', isDescending: false }, t)
    if (form === 'json')
      return told({
        list: toldList(t),
        count: all.length,
        products: all.map((product) => toldProduct(product, t)),
      })
    const bytes = await tables.csv(tableOf(all, t), ',')
    return { status: 200, type: csv, body: new TextDecoder().decode(bytes), headers: nameOfFile(view, t) }
  }
  const nameOfFile = ({ list, today }: PublicView, { language }: Telling) => ({
    'content-disposition': `inline; filename="${list.id}-${today}-${language.slice(0, 2)}.csv"`,
  })

  return async (request) => {
    const { path, params } = request
    if (path === 'v1/openapi.json') return openapi()
    const [version, kind, list, what, id, ...rest] = path.split('/')
    if (version !== 'v1' || kind !== 'lists' || rest.length > 0) return nowhere(path)
    if (list === undefined) return allLists(request)
    const view = idSchema.safeParse(list).success ? await lists.view(list) : undefined
    if (!view) return entityNotFound(list)
    const form = /^data\.(json|csv)$/.exec(what ?? '')?.[1]
    if (isRefusal(view)) return view
    const isSearch = what === 'products' && id === undefined
    const asked = isSearch ? askedIn(view, params) : askedOf(params, [], [])
    if (isRefusal(asked)) return asked
    const address = `${path}?${addressOf(asked)}`
    if (form && id === undefined) return kept(address, view, request, () => data(view, asked, form))
    if (what !== 'products') return nowhere(path)
    if (id === undefined) return kept(address, view, request, () => products(view, asked))
    const product = view.byId.get(id)
    if (!product) return entityNotFound(id)
    const t = await tellingOf(view, asked.language)
    return told({ list: toldList(t), product: toldProduct(product, t) })
  }
}
