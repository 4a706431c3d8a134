/** The public pages: whole without a script, so that search engines and everybody else read the same. */
import { type Locale, locales } from '../../../shared/constants.ts'
import { escapeHtml } from '../../../shared/escape-html.ts'
import { tagOf } from '../../../shared/rules/day-text.ts'
import { isFilledText } from '../../../shared/rules/localized.ts'
import type { PublicProduct } from '../../../shared/rules/public/list.ts'
import { columnsOf, facetTitle, partText, partTitle, type Say, sortsOf, type Telling } from './answer.ts'
import { type Asked, addressOf } from './query.ts'
import { type Found, said } from './search.ts'
import { style } from './style.ts'

const e = escapeHtml
/** Days and numbers as the language writes them. */
export function formsOf(language: Locale): NonNullable<Telling['forms']> {
  const days = new Intl.DateTimeFormat(`${tagOf(language)}-u-ca-gregory-nu-latn`, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  const numbers = new Intl.NumberFormat(tagOf(language), { maximumFractionDigits: 10 })
  return {
    day: (day) => days.format(new Date(`${day}T12:00:00.000Z`)),
    number: (value) => numbers.format(value),
  }
}
const dayOf = (t: Telling, day: string) => t.forms?.day(day) ?? day

/** Where the pages are. */
export const pageOfList = (list: string) => `/public/lists/${list}`
export const pageOfProduct = (list: string, product: string) => `${pageOfList(list)}/products/${product}`
export const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

interface Page {
  language: Locale
  title: string
  description?: string
  /** Address of the same in another language. */
  inLanguage?(language: Locale): string
  /** The one address that search engines are to know it by. */
  canonical?: string
  body: string
}
const nameOfLanguage = (language: Locale) => {
  const name =
    new Intl.DisplayNames(tagOf(language), { type: 'language' }).of(language.slice(0, 2)) ?? language
  return name.charAt(0).toLocaleUpperCase(tagOf(language)) + name.slice(1)
}

function pageOf({ language, title, description, inLanguage, canonical, body }: Page): string {
  const code = (one: Locale) => one.slice(0, 2)
  const links = inLanguage
    ? locales
        .map((one) => `<link rel="alternate" hreflang="${code(one)}" href="${e(inLanguage(one))}">`)
        .join('')
    : '<meta name="robots" content="noindex">'
  return `<!doctype html><html lang="${code(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${e(title)}</title>${description ? `<meta name="description" content="${e(description)}">` : ''}${canonical ? `<link rel="canonical" href="${e(canonical)}">` : ''}${links}<style>${style}</style></head><body>${body}</body></html>`
}

/** What stands below each page: of which day it is, who may use the data, and the other languages. */
function footer(t: Telling, inLanguage: (language: Locale) => string): string {
  const { say, list, language } = t
  const data = `/public/v1/lists/${list.id}/data`
  const lang = `lang=${language.slice(0, 2)}`
  const others = locales
    .map((one) =>
      one === language
        ? `<li aria-current="true" lang="${one.slice(0, 2)}">${e(nameOfLanguage(one))}</li>`
        : `<li><a rel="alternate" lang="${one.slice(0, 2)}" hreflang="${one.slice(0, 2)}" href="${e(inLanguage(one))}">${e(nameOfLanguage(one))}</a></li>`,
    )
    .join('')
  const licence = list.data.publicSearchLicence
  return `<footer><p>${e(say('asOf', { day: dayOf(t, t.today) }))}${isFilledText(licence) ? ` · ${e(say('licence'))}: ${e(said(licence, t))}` : ''} · ${e(say('data'))}: <a href="${data}.csv?${lang}">CSV</a>, <a href="${data}.json?${lang}">JSON</a></p><nav aria-label="${e(say('language'))}"><ul>${others}</ul></nav></footer>`
}

function facetSelect({ id, values }: Found['facets'][number], t: Telling): string {
  const chosen = values.filter(({ isChosen }) => isChosen).length
  const options = values.map(
    ({ id: value, title, count, isChosen }) =>
      `<option value="${e(value)}"${isChosen ? ' selected' : ''}>${e(facetTitle(value, title, t))} (${count})</option>`,
  )
  const all = `<option value="">${e(t.say('all'))}</option>`
  const name = `facet-${id}`
  return `<div><label for="${e(name)}">${e(partTitle(id, t))}</label><select id="${e(name)}" name="${e(id)}"${chosen > 1 ? ` multiple size="${Math.min(8, values.length)}"` : ''}>${chosen > 1 ? '' : all}${options.join('')}</select></div>`
}

function searchForm(found: Found, asked: Asked, t: Telling): string {
  const { say, list, language } = t
  const sorts = sortsOf(list.data).filter((part) => columnsOf(list.data).includes(part))
  const by = asked.sort ?? list.data.publicSearchSorting ?? 'name'
  const options = sorts.map(
    (part) => `<option value="${e(part)}"${part === by ? ' selected' : ''}>${e(partTitle(part, t))}</option>`,
  )
  const path = pageOfList(list.id)
  const lang = language.slice(0, 2)
  return `<form role="search" action="${path}" method="get"><input type="hidden" name="lang" value="${lang}"><div class="wide"><label for="q">${e(say('search'))}</label><input id="q" name="q" type="search" maxlength="200" value="${e(asked.text)}" autocomplete="off"></div>${found.facets
    .filter(({ values }) => values.length > 0)
    .map((facet) => facetSelect(facet, t))
    .join(
      '',
    )}<div><label for="sort">${e(say('sort'))}</label><select id="sort" name="sort">${options.join('')}</select></div><button>${e(say('find'))}</button><a class="reset" href="${path}?lang=${lang}">${e(say('reset'))}</a></form>`
}

function resultTable(found: Found, asked: Asked, t: Telling): string {
  const { say, list } = t
  const count = say('count', { count: t.forms?.number(found.count) ?? String(found.count) })
  if (found.count === 0) return `<p role="status">${e(say('none'))}</p>`
  const columns = [...new Set(['name', ...columnsOf(list.data)])]
  const lang = addressOf({ language: t.language })
  const line = (product: PublicProduct) =>
    columns
      .map((part) =>
        part === 'name'
          ? `<th scope="row"><a href="${withQuery(pageOfProduct(list.id, product.id), lang)}">${e(partText(product, part, t))}</a></th>`
          : `<td>${e(partText(product, part, t))}</td>`,
      )
      .join('')
  const head = columns.map((part) => `<th scope="col">${e(partTitle(part, t))}</th>`).join('')
  return `<div class="table" role="region" tabindex="0" aria-label="${e(count)}"><table><caption>${e(count)}</caption><thead><tr>${head}</tr></thead><tbody>${found.products.map((product) => `<tr>${line(product)}</tr>`).join('')}</tbody></table></div>${paging(found, asked, t)}`
}

function paging({ count }: Found, asked: Asked, { say, list, forms }: Telling): string {
  const pages = Math.ceil(count / asked.size)
  if (pages <= 1) return ''
  const to = (page: number, word: 'previous' | 'next') =>
    page < 1 || page > pages
      ? ''
      : `<a rel="${word === 'next' ? 'next' : 'prev'}" href="${e(withQuery(pageOfList(list.id), addressOf({ ...asked, page })))}">${e(say(word))}</a>`
  const number = (n: number) => forms?.number(n) ?? String(n)
  const here = say('page', { page: number(asked.page), pages: number(pages) })
  return `<nav class="pages" aria-label="${e(say('pages'))}">${to(asked.page - 1, 'previous')}<span>${e(here)}</span>${to(asked.page + 1, 'next')}</nav>`
}

/** The search of a list with a page of what it finds. */
export function searchPage(found: Found, question: Asked, t: Telling): string {
  const asked = { ...question, language: t.language }
  const { list, language } = t
  const title = said(list.data.title, t)
  const path = pageOfList(list.id)
  const inLanguage = (one: Locale) => withQuery(path, addressOf({ ...asked, language: one }))
  return pageOf({
    language,
    title: asked.text === '' ? title : `${asked.text} – ${title}`,
    description: `${title}: ${found.products
      .slice(0, 5)
      .map(({ name }) => said(name, t))
      .join(', ')}`,
    canonical: withQuery(path, addressOf({ ...asked, sort: undefined, size: undefined })),
    inLanguage,
    body: `<header><h1>${e(title)}</h1></header><main>${searchForm(found, asked, t)}${resultTable(found, asked, t)}</main>${footer(t, inLanguage)}`,
  })
}

const wordsOf = (texts: PublicProduct['texts'], t: Telling) =>
  texts
    .map(({ title, description }) => [said(title, t), said(description, t)])
    .map(([title, text]) => `${title ? `<h3>${e(title)}</h3>` : ''}<p>${e(text)}</p>`)
    .join('')

function standardRow(standard: PublicProduct['standards'][number], t: Telling): string {
  const { name, from, until, limitation, restrictions, texts } = standard
  const since = dayOf(t, from)
  const days =
    until === undefined
      ? t.say('since', { day: since })
      : t.say('until', { from: since, until: dayOf(t, until) })
  const remarks = [...(limitation ? [limitation] : []), ...restrictions].map(
    (text) => `<p>${e(said(text, t))}</p>`,
  )
  return `<tr><th scope="row">${e(said(name, t))}</th><td>${e(days)}</td><td>${remarks.join('')}${wordsOf(texts, t)}</td></tr>`
}

/** All that the list shows of a product. */
export function productPage(product: PublicProduct, t: Telling): string {
  const { say, list, language } = t
  const name = said(product.name, t)
  const title = said(list.data.title, t)
  const path = pageOfProduct(list.id, product.id)
  const inLanguage = (one: Locale) => withQuery(path, addressOf({ language: one }))
  const facts = ['category', ...Object.keys(product.cells)]
    .map((part) => [partTitle(part, t), partText(product, part, t)] as const)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `<dt>${e(label)}</dt><dd>${e(text)}</dd>`)
  const back = withQuery(pageOfList(list.id), addressOf({ language }))
  const standards = `<h2 id="standards">${e(say('parts.standards'))}</h2><div class="table" role="region" tabindex="0" aria-labelledby="standards"><table><tbody>${product.standards.map((one) => standardRow(one, t)).join('')}</tbody></table></div>`
  return pageOf({
    language,
    title: `${name} – ${title}`,
    description: `${name}: ${partText(product, 'category', t)}. ${partText(product, 'standards', t)}`,
    canonical: inLanguage(language),
    inLanguage,
    body: `<header><p><a href="${e(back)}">${e(say('back'))}</a></p><h1>${e(name)}</h1></header><main><dl>${facts.join('')}</dl>${wordsOf(product.texts, t)}${standards}</main>${footer(t, inLanguage)}`,
  })
}

/** A page that says one thing, and leads nowhere that search engines would keep. */
export function notePage(
  word: 'missing' | 'missingPage' | 'later' | 'wrong',
  language: Locale,
  say: Say,
): string {
  const text = say(word)
  return pageOf({ language, title: text, body: `<main><h1>${e(text)}</h1></main>` })
}

/** The lists that are public. */
export function listsPage(all: { id: string; title: string }[], language: Locale, say: Say): string {
  const title = say('lists')
  const lang = addressOf({ language })
  const links = all.map(
    ({ id, title }) => `<li><a href="${withQuery(pageOfList(id), lang)}">${e(title)}</a></li>`,
  )
  return pageOf({
    language,
    title,
    inLanguage: (one) => `/public/lists?${addressOf({ language: one })}`,
    body: `<header><h1>${e(title)}</h1></header><main>${all.length > 0 ? `<ul class="lists">${links.join('')}</ul>` : `<p>${e(say('noLists'))}</p>`}</main>`,
  })
}
