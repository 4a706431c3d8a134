/**
 * Dates without time. A day is stored as that day at 04:00 UTC, so that it stays the same day in every time zone of
 * the users (decisions §10); so days are compared as days, never as instants. Which day it is now, and which day an
 * instant belongs to, is said by the installation's time zone (decisions §11), on the server and on every screen.
 */

/** Time zone of an installation that sets none (`INPUTLIST_TIMEZONE`). */
export const defaultTimeZone = 'Europe/Zurich'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const options = { era: 'short', year: 'numeric', month: '2-digit', day: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', { timeZone, ...options })
    formats.set(timeZone, format)
  }
  return format
}

/** Does the name mean a time zone, such as `Europe/Zurich` or `UTC`? */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The day that an instant belongs to in a time zone, `YYYY-MM-DD`. Throws a RangeError for what is no instant. */
export function dayIn(timeZone: string, instant: string | number): string {
  const at = typeof instant === 'number' ? instant : Date.parse(instant)
  const parts: Record<string, string> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = value
  const year = String(parts['era'] === 'BC' ? 1 - Number(parts['year']) : parts['year'])
  return `${year.padStart(4, '0')}-${parts['month']}-${parts['day']}`
}

/** Years are stored with four digits. */
const lastDay = '9999-12-31'
const firstInstant = Date.parse('0000-01-01T00:00:00.000Z')

const minute = 60_000
/** Milliseconds of a day of 24 hours. */
export const dayMs = 24 * 60 * minute
/** The first instant of a day in a time zone: midnight, or where clocks skip it, the end of the gap. */
export function startOfDay(timeZone: string, day: string): string {
  const utc = Date.parse(`${dayOf(day)}T00:00:00.000Z`)
  // Time zones are less than a day away from UTC and differ from it by whole minutes since 1972.
  let [before, at] = [utc - dayMs, utc + dayMs]
  while (at - before > minute) {
    const middle = before + Math.floor((at - before) / minute / 2) * minute
    if (dayIn(timeZone, middle) < dayOf(day)) before = middle
    else at = middle
  }
  return new Date(Math.max(at, firstInstant)).toISOString()
}

/** Is it a day of the calendar, `YYYY-MM-DD`? What an older version stored may be none. */
export function isDay(day: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(storedDay(day)) : Number.NaN
  return !Number.isNaN(at) && dayOf(new Date(at).toISOString()) === day
}

/** The day as it is written, of a day or of a stored one: `YYYY-MM-DD`. Of other instants `dayIn` tells the day. */
export const dayOf = (stored: string): string => stored.slice(0, 10)

/** How a day is stored: that day at 04:00 UTC. Takes a day, or a stored one. */
export const storedDay = (day: string): string => `${dayOf(day)}T04:00:00.000Z`

/** The first instant after a day in a time zone. Of the last day that can be stored it is the last instant of it. */
export function endOfDay(timeZone: string, day: string): string {
  const next = new Date(Date.parse(storedDay(day)) + dayMs).toISOString()
  return dayOf(day) >= lastDay ? `${lastDay}T23:59:59.999Z` : startOfDay(timeZone, next)
}

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Is there such a day `years` later? */
export function hasDayAfter(from: string, years: number): boolean {
  const target = Number(from.slice(0, 4)) + years
  return isDay(dayOf(from)) && target >= 0 && target <= 9999
}

/**
 * The same day `years` later, as stored; 29 February becomes the 28th in a common year. Throws a RangeError where there is
 * none: whoever takes the day from a user asks `hasDayAfter` first.
 */
export function addYears(from: string, years: number): string {
  if (!hasDayAfter(from, years)) throw new RangeError(`no day ${years} years after ${from}`)
  const [year = 0, month = 1, day = 1] = dayOf(from).split('-').map(Number)
  const target = year + years
  const last = daysInMonth(target, month)
  const two = (n: number) => String(n).padStart(2, '0')
  return storedDay(`${String(target).padStart(4, '0')}-${two(month)}-${two(Math.min(day, last))}`)
}

/** Is the day of `a` before, the same as, or after the day of `b`? Below zero, zero, above zero. */
export const compareDays = (a: string, b: string): number => {
  const x = dayOf(a)
  const y = dayOf(b)
  return x < y ? -1 : x > y ? 1 : 0
}
