/** What an address of the public search asks for. Nothing is dropped: what is not understood is refused. */
import { type Locale, locales } from '../../../shared/constants.ts'
import type { Issue } from '../../../shared/errors.ts'
import { publicAsking, publicLanguages } from '../../../shared/model/public-search.ts'
import { type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'

const { maxText, usualSize, maxSize } = publicAsking
const maxValues = 50
const lastPage = 100_000

export interface Asked {
  language: Locale | undefined
  text: string
  page: number
  size: number
  /** Part that the products are sorted by. */
  sort: string | undefined
  isDescending: boolean
  /** Chosen values by facet; one of them is enough. */
  chosen: Record<string, string[]>
}

/** `de`, `de-CH` or `de_DE`; undefined for a language that there is not. */
export const languageOf = (code: string): Locale | undefined =>
  locales.find(
    (locale) => locale.slice(0, 2) === code.slice(0, 2).toLowerCase() && /^[a-z]{2}([-_]|$)/i.test(code),
  )

function wholeNumber(text: string | null, usual: number, most: number): number | undefined {
  if (text === null) return usual
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** `facets`, `sorts`: what the list offers. */
export function askedOf(
  params: URLSearchParams,
  facets: readonly string[],
  sorts: readonly string[],
): Asked | Refusal {
  const issues: Issue[] = []
  const wrong = (path: string, expected: string) => void issues.push({ path: `/${path}`, expected })
  const chosen: Record<string, string[]> = {}
  for (const key of new Set(params.keys())) {
    if (['lang', 'q', 'page', 'size', 'sort'].includes(key)) continue
    if (!facets.includes(key)) wrong(key, `expected lang, q, page, size, sort or ${facets.join(', ')}`)
    // A form sends what is not chosen as an empty text.
    const values = [...new Set(params.getAll(key).filter((value) => value !== ''))]
    if (values.length > maxValues) wrong(key, `expected at most ${maxValues} values`)
    else if (values.length > 0) chosen[key] = values.sort()
  }
  const code = params.get('lang') ?? ''
  const language = languageOf(code)
  if (code !== '' && !language) wrong('lang', `expected one of ${publicLanguages.join(', ')}`)
  const text = (params.get('q') ?? '').trim()
  if (text.length > maxText) wrong('q', `expected at most ${maxText} characters`)
  const page = wholeNumber(params.get('page'), 1, lastPage)
  if (page === undefined) wrong('page', 'expected the number of a page, from 1')
  const size = wholeNumber(params.get('size'), usualSize, maxSize)
  if (size === undefined) wrong('size', `expected a number from 1 to ${maxSize}`)
  const [sort, direction = 'asc', ...rest] = (params.get('sort') ?? '').split(':')
  const isSort = rest.length === 0 && (direction === 'asc' || direction === 'desc')
  if (sort && !(isSort && sorts.includes(sort)))
    wrong('sort', `expected ${sorts.join(', ')}, with :asc or :desc`)
  if (issues.length > 0) return refuseInput(issues)
  return {
    language,
    text,
    page: page!,
    size: size!,
    sort: sort || undefined,
    isDescending: direction === 'desc',
    chosen,
  }
}

/** The same question is one address: in one order, without what is usual. */
export function addressOf(asked: Partial<Asked>): string {
  const params = new URLSearchParams()
  if (asked.language) params.set('lang', asked.language.slice(0, 2))
  if (asked.text) params.set('q', asked.text)
  for (const [facet, values] of Object.entries(asked.chosen ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const value of values) params.append(facet, value)
  if (asked.sort) params.set('sort', asked.isDescending ? `${asked.sort}:desc` : asked.sort)
  if (asked.size !== undefined && asked.size !== usualSize) params.set('size', String(asked.size))
  if (asked.page !== undefined && asked.page > 1) params.set('page', String(asked.page))
  return params.toString()
}
