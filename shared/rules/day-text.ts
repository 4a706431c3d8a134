/** Days as people of a language write them: DD.MM.YY with the language's own marks and order. */
import type { Locale } from '../constants.ts'

/** Calendar day, month 1 to 12. */
export interface Day {
  year: number
  month: number
  day: number
}
export interface DayPattern {
  order: 'dmy' | 'ymd'
  /** `{d}`, `{m}`, `{y}` stand for two digits each; `{Y}` is the whole year. */
  short: string
}
const patterns = new Map<Locale, DayPattern>()
/** DD.MM.YY with the language's own marks and order. A year that comes first is written whole: it could be a day. */
export function dayPatternOf(locale: Locale): DayPattern {
  const known = patterns.get(locale)
  if (known) return known
  const parts = new Intl.DateTimeFormat(`${tagOf(locale)}-u-ca-gregory-nu-latn`, {
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    timeZone: 'UTC',
  }).formatToParts(0)
  const isYearFirst = parts.find((part) => part.type !== 'literal')?.type === 'year'
  const marks = { day: '{d}', month: '{m}', year: isYearFirst ? '{Y}' : '{y}' }
  const short = parts
    .map((part) => marks[part.type as keyof typeof marks] ?? part.value.replaceAll(/\s/g, ''))
    .join('')
  const made: DayPattern = { order: isYearFirst ? 'ymd' : 'dmy', short }
  patterns.set(locale, made)
  return made
}
export const tagOf = (locale: Locale) => locale.replace('_', '-')
export const two = (n: number) => String(n).padStart(2, '0')
export const fillDay = (pattern: string, { year, month, day }: Day) =>
  pattern
    .replace('{d}', two(day))
    .replace('{m}', two(month))
    .replace('{y}', two(year % 100))
    .replace('{Y}', String(year).padStart(4, '0'))
