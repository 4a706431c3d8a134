/** The public pages, for people: what the addresses of the API say, to be read. */
import { defaultLocale, type Locale } from '../../../shared/constants.ts'
import { id as idSchema } from '../../../shared/model/basics.ts'
import type { PublicAnswer, PublicRequest } from '../../../shared/model/public-search.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { publicTexts } from '../../../shared/texts/public-texts.ts'
import { formsOf, listsPage, notePage, productPage, searchPage } from '../../domain/public/html.ts'
import { type Asked, addressOf, languageOf } from '../../domain/public/query.ts'
import { askedIn, foundIn, type Keep, tellingOf } from './answers.ts'
import type { PublicView } from './context.ts'
import type { PublicLists } from './lists.ts'

const html = (body: string, status = 200): PublicAnswer => ({
  status,
  type: 'text/html; charset=utf-8',
  body,
})
async function note(
  key: Parameters<typeof notePage>[0],
  status: number,
  language: Locale,
): Promise<PublicAnswer> {
  return html(notePage(key, language, await publicTexts(language)), status)
}
const tellingForPeople = async (view: PublicView, language: Locale | undefined) => {
  const t = await tellingOf(view, language)
  return { ...t, forms: formsOf(t.language) }
}

/** Everything below `/public/` that is a page; undefined for what is none. */
export async function pageAt(
  request: PublicRequest,
  lists: PublicLists,
  keep: Keep,
): Promise<PublicAnswer | Refusal | undefined> {
  const { path, params } = request
  const [kind, list, what, product, ...rest] = path.replace(/\/$/, '').split('/')
  if (kind !== 'lists' && path !== '') return undefined
  const asked = languageOf(params.get('lang') ?? '')
  const language = asked ?? defaultLocale
  if (list === undefined) {
    const all = await lists.published()
    const named = all.map(({ id, data }) => ({
      id,
      title: titleIn(data.title, language, data.fallbackLanguage),
    }))
    return html(listsPage(named, language, await publicTexts(language)))
  }
  const view = idSchema.safeParse(list).success ? await lists.view(list) : undefined
  if (view && isRefusal(view)) return note('later', 503, language)
  if (!view || rest.length > 0 || (what !== undefined && what !== 'products'))
    return note('missingPage', 404, language)
  if (what !== undefined) {
    const found = product === undefined ? undefined : view.byId.get(product)
    const t = await tellingForPeople(view, asked)
    if (!found) return note('missing', 404, t.language)
    return html(productPage(found, t))
  }
  const question = askedIn(view, params)
  if (isRefusal(question)) return note('wrong', 400, language)
  const answer = await keep(`page?${list}&${addressOf(question)}`, view, request, () =>
    search(view, question),
  )
  return isRefusal(answer) ? note('later', 429, language) : answer
}
async function search(view: PublicView, asked: Asked): Promise<PublicAnswer> {
  const t = await tellingForPeople(view, asked.language)
  return html(searchPage(foundIn(view, asked, t), asked, t))
}
