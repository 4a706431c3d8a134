/** How single values stand in a file. Pure. */
import type { Locale } from '../../../shared/constants.ts'
import { cutText } from '../../../shared/rules/cut-text.ts'
import { dayMs, dayOf, isDay } from '../../../shared/rules/dates.ts'
import { dayPatternOf, fillDay, two } from '../../../shared/rules/day-text.ts'
import { type DecimalSign, maxCellLength } from '../../../shared/rules/export.ts'
import { harmlessCell } from '../../../shared/rules/harmless-cell.ts'

const quarter = 15 * 60_000
const clocks = new Map<string, (instant: number) => number>()
/** Milliseconds of the clock on the wall in a time zone, of an instant. One for each zone: what it has found out is kept. */
export function wallClock(timeZone: string): (instant: number) => number {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = newClock(timeZone)
  clocks.set(timeZone, made)
  return made
}
/**
 * Asking for an instant's time is slow, so it is asked for the beginning of each day, and only on days on which the zone changes for
 * each quarter of an hour: zones change on nothing finer.
 */
function newClock(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const shiftAt = (instant: number) => {
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute) - instant
  }
  const known = new Map<number, number>()
  const shiftOf = (from: number) => {
    let shift = known.get(from)
    if (shift === undefined) {
      shift = shiftAt(from)
      known.set(from, shift)
    }
    return shift
  }
  return (instant) => {
    const day = Math.floor(instant / dayMs) * dayMs
    const shift = shiftOf(day)
    if (shift === shiftOf(day + dayMs)) return instant + shift
    return instant + shiftOf(Math.floor(instant / quarter) * quarter)
  }
}

/** What a format makes of each kind of value. `T` is what stands in a cell. */
export interface Forms<T> {
  none: T
  text(text: string): T
  number(value: number): T
  /** A stored day. */
  day(stored: string): T
  /** An instant, ISO. */
  moment(instant: string): T
  /** Only the first characters, or values, of what there is are in the cell. */
  cut(max: number, of?: 'values'): void
}

/** As the language writes: for people. A number is one also for programs, without marks between thousands. */
export function csvForms(
  language: Locale,
  decimalSign: DecimalSign,
  timeZone: string,
  cut: Forms<never>['cut'] = () => {},
): Forms<string> {
  const pattern = dayPatternOf(language).short.replace('{y}', '{Y}')
  const wall = wallClock(timeZone)
  const days = new Map<string, string>()
  const dayText = (text: string) => {
    let known = days.get(text)
    if (known === undefined) {
      const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
      known = fillDay(pattern, { year, month, day })
      days.set(text, known)
    }
    return known
  }
  return {
    none: '',
    cut,
    text: harmlessCell,
    number: (value) => (decimalSign === ',' ? String(value).replace('.', ',') : String(value)),
    day: (stored) => (isDay(dayOf(stored)) ? dayText(dayOf(stored)) : harmlessCell(stored)),
    moment(instant) {
      const at = Date.parse(instant)
      if (Number.isNaN(at)) return harmlessCell(instant)
      const date = new Date(wall(at))
      const time = `${date.getUTCHours()}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
      return `${dayText(date.toISOString().slice(0, 10))} ${time}`
    },
  }
}

/** Workbooks count days from here, and have a day too many before 1 March 1900. */
const firstDay = Date.UTC(1899, 11, 30)
const firstSafe = 61
export const serialOf = (wall: number): number => (wall - firstDay) / dayMs

/** Real numbers and days. */
export function workbookForms(timeZone: string, cut: Forms<never>['cut']): Forms<string | number | null> {
  const wall = wallClock(timeZone)
  const text = (value: string) => {
    if (value.length <= maxCellLength) return value
    cut(maxCellLength)
    return cutText(value, maxCellLength)
  }
  const serial = (at: number, written: string) => {
    const number = serialOf(at)
    return number >= firstSafe ? number : text(written)
  }
  return {
    none: null,
    cut,
    text,
    number: (value) => value,
    day: (stored) =>
      isDay(dayOf(stored)) ? serial(Date.parse(`${dayOf(stored)}T00:00:00Z`), dayOf(stored)) : text(stored),
    moment(instant) {
      const at = Date.parse(instant)
      // To the second: a finer part would only be shown by programs that round it up.
      return Number.isNaN(at) ? text(instant) : serial(wall(Math.floor(at / 1000) * 1000), instant)
    },
  }
}
