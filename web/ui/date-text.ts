/**
 * Dates as people write them. A date without time is stored as that day at 04:00 UTC (decisions §10), and read back in
 * UTC, so that it stays the same day in every time zone of the users. What day it is, and the day and time of a moment,
 * are those of the installation's time zone (decisions §11), whatever the person's machine says.
 */
import type { Locale } from '../../shared/constants.ts'
import { dayIn, defaultTimeZone, storedDay } from '../../shared/rules/dates.ts'
import { type Day, type DayPattern, dayPatternOf, fillDay, tagOf, two } from '../../shared/rules/day-text.ts'

let timeZone = defaultTimeZone
/** The installation's time zone, told once before the first screen is drawn. */
export const setTimeZone = (name: string): void => {
  timeZone = name
}

const parts = (day: string): Day => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month, day: date }
}
const storeDay = ({ year, month, day }: Day): string =>
  storedDay(`${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`)

const stored = /^\d{4}-\d\d-\d\d(T04:00:00(\.000)?Z)?$/
/** The day of a stored day as it is; of any other moment, in the installation's time zone. */
export function dayOf(iso: string): Day | undefined {
  if (Number.isNaN(Date.parse(iso))) return undefined
  return parts(stored.test(iso) ? iso.slice(0, 10) : dayIn(timeZone, iso))
}
/** The day that it is, `YYYY-MM-DD`. */
export const todayText = (now: number = Date.now()): string => dayIn(timeZone, now)
export const today = (now?: number): Day => parts(todayText(now))

/** Two digits of the year are read as 1970 to 2069: any other year is written whole. */
const isNear = (year: number) => year >= 1970 && year <= 2069
const wholeYear = (typed: string) => {
  const n = Number(typed)
  return typed.length > 2 ? n : n < 70 ? 2000 + n : 1900 + n
}

function shortDay(day: Day, locale: Locale): string {
  const { short } = dayPatternOf(locale)
  return fillDay(isNear(day.year) ? short : short.replace('{y}', '{Y}'), day)
}
/** `31.12.26`, as the language writes it; empty for what is no date. */
export function formatDay(iso: string | undefined, locale: Locale): string {
  const day = iso ? dayOf(iso) : undefined
  if (!day) return ''
  return shortDay(day, locale)
}
/** With the whole year, as a field shows it for typing. */
export function formatWholeDay(iso: string | undefined, locale: Locale): string {
  const day = iso ? dayOf(iso) : undefined
  return day ? fillDay(dayPatternOf(locale).short.replace('{y}', '{Y}'), day) : ''
}
let knownClock: { timeZone: string; format: Intl.DateTimeFormat } | undefined
/** Made once: a page shows dozens of moments, and making the format takes longer than using it. */
function clock(): Intl.DateTimeFormat {
  if (knownClock?.timeZone !== timeZone) {
    const options = { hour: 'numeric', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
    knownClock = { timeZone, format: new Intl.DateTimeFormat('en-GB', { ...options, timeZone }) }
  }
  return knownClock.format
}
/** Moment in the installation's time zone: `31.12.26 9:05:00`. */
export function formatMoment(iso: string | undefined, locale: Locale): string {
  const at = iso ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(at)) return ''
  return `${shortDay(today(at), locale)} ${clock()
    .format(at)
    .replace(/^0(?=\d)/, '')}`
}
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
const units = ['year', 'month', 'week', 'day'] as const satisfies Unit[]
const plain = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

const words = new Map<Locale, Record<Unit, string[]>>()
/** What the language calls the units, alone (`2 Tage`) and in a sentence (`in 2 Tagen`), without accents. */
function unitWords(locale: Locale): Record<Unit, string[]> {
  const known = words.get(locale)
  if (known) return known
  const relative = new Intl.RelativeTimeFormat(tagOf(locale))
  const of = (unit: Unit) => {
    const alone = new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit, unitDisplay: 'long' })
    return [1, 2, 5].flatMap((n) =>
      [alone.format(n), relative.format(n, unit)].map(
        (text) => /\d\s*(\p{L}+)/u.exec(plain(text))?.[1] ?? unit,
      ),
    )
  }
  const made = Object.fromEntries(units.map((unit) => [unit, of(unit)])) as Record<Unit, string[]>
  words.set(locale, made)
  return made
}
/** The first letters are enough where only one unit begins so. */
const unitsOf = (locale: Locale, typed: string): Unit[] =>
  units.filter((unit) => unitWords(locale)[unit].some((word) => word.startsWith(plain(typed))))
/** The unit meant; undefined where the letters begin none, or several. English is understood everywhere. */
function unitOf(typed: string, locale: Locale): Unit | undefined {
  const own = unitsOf(locale, typed)
  const found = own.length > 0 ? own : unitsOf('en_GB', typed)
  return found.length === 1 ? found[0] : undefined
}

/** The stored day so many days later; the same where there is none. */
export function stepDay(stored: string, days: number): string {
  const from = dayOf(stored)
  const next = from && shiftDay(from, days, 'day')
  return next && isReal(next) ? storeDay(next) : stored
}

interface ParseOptions {
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
  const relative = new Intl.RelativeTimeFormat(tagOf(locale), { numeric: 'auto' })
  for (const shift of [0, 1, -1]) {
    if (text === relative.format(shift, 'day').toLowerCase()) return shiftDay(now, shift, 'day')
  }
  return undefined
}

function readParts(text: string, locale: Locale, now: Day): Day | undefined {
  const { order } = dayPatternOf(locale)
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

function split(digits: string, order: DayPattern['order']): string[] | undefined {
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
