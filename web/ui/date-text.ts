/**
 * Dates as people write them. A date without time is stored as that day at 04:00 UTC (decisions §10), and read back in
 * UTC, so that it stays the same day in every time zone of the users.
 */
import type { Locale } from '../../shared/constants.ts'

/** Calendar day, month 1 to 12. */
export interface Day {
  year: number
  month: number
  day: number
}

interface Pattern {
  order: 'dmy' | 'ymd'
  /** `{d}`, `{m}`, `{y}` stand for two digits each; `{Y}` is the whole year. */
  short: string
}
/** DD.MM.YY is the house's format; each language has its own marks and order. */
const patterns: Record<Locale, Pattern> = {
  de_DE: { order: 'dmy', short: '{d}.{m}.{y}' },
  en_GB: { order: 'dmy', short: '{d}/{m}/{y}' },
  es_ES: { order: 'dmy', short: '{d}/{m}/{y}' },
  fr_FR: { order: 'dmy', short: '{d}/{m}/{y}' },
  hu_HU: { order: 'ymd', short: '{Y}.{m}.{d}.' },
  it_IT: { order: 'dmy', short: '{d}/{m}/{y}' },
  nl_NL: { order: 'dmy', short: '{d}-{m}-{y}' },
  ro_RO: { order: 'dmy', short: '{d}.{m}.{y}' },
  hr_HR: { order: 'dmy', short: '{d}.{m}.{y}.' },
  sv_SE: { order: 'ymd', short: '{Y}-{m}-{d}' },
}
const two = (n: number) => String(n).padStart(2, '0')
const fill = (pattern: string, { year, month, day }: Day) =>
  pattern
    .replace('{d}', two(day))
    .replace('{m}', two(month))
    .replace('{y}', two(year % 100))
    .replace('{Y}', String(year))

export const storeDay = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T04:00:00.000Z`
export function dayOf(iso: string): Day | undefined {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return undefined
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
/** The person's own day, not UTC's. */
export const today = (now = new Date()): Day => ({
  year: now.getFullYear(),
  month: now.getMonth() + 1,
  day: now.getDate(),
})

/** Two digits of the year are read as 1970 to 2069: any other year is written whole. */
const isNear = (year: number) => year >= 1970 && year <= 2069
const wholeYear = (typed: string) => {
  const n = Number(typed)
  return typed.length > 2 ? n : n < 70 ? 2000 + n : 1900 + n
}

/** `31.12.26`, as the language writes it; empty for what is no date. */
export function formatDay(iso: string | undefined, locale: Locale): string {
  const day = iso ? dayOf(iso) : undefined
  if (!day) return ''
  const { short } = patterns[locale]
  return fill(isNear(day.year) ? short : short.replace('{y}', '{Y}'), day)
}
/** With the whole year, as a field shows it for typing. */
export function formatWholeDay(iso: string | undefined, locale: Locale): string {
  const day = iso ? dayOf(iso) : undefined
  return day ? fill(patterns[locale].short.replace('{y}', '{Y}'), day) : ''
}
/** Moment in the person's time zone: `31.12.26 9:05:00`. */
export function formatMoment(iso: string | undefined, locale: Locale): string {
  const date = iso ? new Date(iso) : undefined
  if (!date || Number.isNaN(date.getTime())) return ''
  return `${fill(patterns[locale].short, today(date))} ${date.getHours()}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
/** What a field shows while it is empty: `TT.MM.JJJJ` comes from the texts, this is its example. */
export const datePattern = (locale: Locale) => patterns[locale].short.replace('{y}', '{Y}')

const isReal = ({ year, month, day }: Day) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return (
    year >= 1000 &&
    year <= 9999 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    month >= 1
  )
}

/** Adds calendar units; the 31st of a shorter month is its last day. */
export function shiftDay(from: Day, amount: number, unit: Unit): Day {
  if (unit === 'day' || unit === 'week') {
    const days = amount * (unit === 'week' ? 7 : 1)
    const date = new Date(Date.UTC(from.year, from.month - 1, from.day + days))
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  }
  const months = from.year * 12 + (from.month - 1) + amount * (unit === 'year' ? 12 : 1)
  const year = Math.floor(months / 12)
  const month = (months % 12) + 1
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { year, month, day: Math.min(from.day, last) }
}

type Unit = 'day' | 'week' | 'month' | 'year'
/** Words for the units that people begin to type; the first letters are enough where only one unit begins so. */
const unitWords: Record<Locale, Record<Unit, string[]>> = {
  de_DE: { year: ['jahre'], month: ['monate'], week: ['wochen'], day: ['tage'] },
  en_GB: { year: ['years'], month: ['months'], week: ['weeks'], day: ['days'] },
  es_ES: { year: ['años', 'anos'], month: ['meses'], week: ['semanas'], day: ['días', 'dias'] },
  fr_FR: { year: ['ans', 'années', 'annees'], month: ['mois'], week: ['semaines'], day: ['jours'] },
  hu_HU: { year: ['év', 'ev'], month: ['hónap', 'honap'], week: ['hét', 'het'], day: ['nap'] },
  it_IT: {
    year: ['anni', 'anno'],
    month: ['mesi', 'mese'],
    week: ['settimane', 'settimana'],
    day: ['giorni', 'giorno'],
  },
  nl_NL: { year: ['jaren', 'jaar'], month: ['maanden'], week: ['weken', 'week'], day: ['dagen'] },
  ro_RO: {
    year: ['ani', 'an'],
    month: ['luni', 'lună'],
    week: ['săptămâni', 'saptamani'],
    day: ['zile', 'zi'],
  },
  hr_HR: {
    year: ['godine', 'godina'],
    month: ['mjeseci', 'mjesec'],
    week: ['tjedna', 'tjedana'],
    day: ['dana', 'dan'],
  },
  sv_SE: {
    year: ['år', 'ar'],
    month: ['månader', 'manader'],
    week: ['veckor', 'vecka'],
    day: ['dagar', 'dag'],
  },
}
const unitsOf = (locale: Locale, typed: string): Unit[] =>
  (Object.keys(unitWords[locale]) as Unit[]).filter((unit) =>
    unitWords[locale][unit].some((word) => word.startsWith(typed)),
  )
/** The unit meant; undefined where the letters begin none, or several. English is understood everywhere. */
function unitOf(typed: string, locale: Locale): Unit | undefined {
  const own = unitsOf(locale, typed)
  const found = own.length > 0 ? own : unitsOf('en_GB', typed)
  return found.length === 1 ? found[0] : undefined
}

export interface ParseOptions {
  /** What `+1y` counts from; today unless told. */
  from?: Day
  today?: Day
}

/**
 * Reads what was typed: `31.12.`, `31.12.26`, `311226`, `2026-12-31`, `15` (of this month), `+1y`, `-2w`, `heute`.
 * Undefined if it is no date. Gives the stored form.
 */
export function parseDay(typed: string, locale: Locale, options: ParseOptions = {}): string | undefined {
  const now = options.today ?? today()
  const text = typed.trim().toLowerCase()
  const day =
    readRelative(text, options.from ?? now, locale) ??
    readWord(text, locale, now) ??
    readParts(text, locale, now)
  return day && isReal(day) ? storeDay(day) : undefined
}

function readRelative(text: string, from: Day, locale: Locale): Day | undefined {
  const [, sign, count, word] = /^([+-])\s*(\d{1,4})\s*(\p{L}*)$/u.exec(text) ?? []
  if (!sign || !count) return undefined
  const unit = word ? unitOf(word, locale) : 'day'
  return unit && shiftDay(from, Number(`${sign}${count}`), unit)
}

function readWord(text: string, locale: Locale, now: Day): Day | undefined {
  const words = new Intl.RelativeTimeFormat(locale.replace('_', '-'), { numeric: 'auto' })
  for (const shift of [0, 1, -1]) {
    if (text === words.format(shift, 'day').toLowerCase()) return shiftDay(now, shift, 'day')
  }
  return undefined
}

function readParts(text: string, locale: Locale, now: Day): Day | undefined {
  const { order } = patterns[locale]
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (isoYear) return { year: Number(isoYear), month: Number(isoMonth), day: Number(isoDay) }
  const packed = /^\d+$/.test(text) ? split(text, order) : undefined
  const parts = packed ?? (/^[\d\s./-]+$/.test(text) ? text.split(/[\s./-]+/).filter(Boolean) : [])
  const [a = '', b = '', c = ''] = parts
  if (parts.length === 1) return { ...now, day: Number(a) }
  if (parts.length === 2)
    return order === 'dmy'
      ? { year: now.year, month: Number(b), day: Number(a) }
      : { year: now.year, month: Number(a), day: Number(b) }
  if (parts.length !== 3) return undefined
  // A four-digit first part is a year in any language.
  return order === 'ymd' || a.length === 4
    ? { year: wholeYear(a), month: Number(b), day: Number(c) }
    : { year: wholeYear(c), month: Number(b), day: Number(a) }
}

function split(digits: string, order: Pattern['order']): string[] | undefined {
  const cut = (...lengths: number[]) => {
    let at = 0
    return lengths.map((length) => {
      at += length
      return digits.slice(at - length, at)
    })
  }
  if (digits.length <= 2) return [digits]
  if (digits.length === 4) return cut(2, 2)
  if (digits.length === 6) return cut(2, 2, 2)
  if (digits.length === 8) return order === 'dmy' ? cut(2, 2, 4) : cut(4, 2, 2)
  return undefined
}
