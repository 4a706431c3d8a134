/**
 * Dates without time. A day is stored as that day at 04:00 UTC, so that it stays the same day in every time zone of
 * the users (decisions §10); so days are compared as days, never as instants.
 */

/** The day of an instant, `YYYY-MM-DD`. */
export const dayOf = (instant: string): string => instant.slice(0, 10)

/** How a day is stored: that day at 04:00 UTC. Takes a day or any instant of it. */
export const storedDay = (day: string): string => `${dayOf(day)}T04:00:00.000Z`

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day `years` later, as stored; 29 February becomes the 28th in a common year. */
export function addYears(instant: string, years: number): string {
  const [year = 0, month = 1, day = 1] = dayOf(instant).split('-').map(Number)
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
