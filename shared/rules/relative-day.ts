/** Days that are counted from today, such as the end of next month. */

export const dayUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
/** The first or the last day of today's unit, `shift` units later; earlier, where it is below zero. */
export interface RelativeDay {
  of: (typeof dayUnits)[number]
  shift: number
  at: 'start' | 'end'
}

const [firstYear, lastYear] = [0, 9999]
const write = (at: Date): string => {
  const year = at.getUTCFullYear()
  // Beyond what can be stored there is nothing: the first and the last day mean it.
  if (year < firstYear) return '0000-01-01'
  if (year > lastYear) return '9999-12-31'
  return at.toISOString().slice(0, 10)
}
const utc = (year: number, month: number, day: number): Date => {
  const at = new Date(0)
  at.setUTCFullYear(year, month, day)
  return at
}
/** The first day of the unit, so many units later. Weeks begin on Monday. */
const starts: Record<RelativeDay['of'], (today: Date, shift: number) => Date> = {
  day: (t, shift) => utc(t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate() + shift),
  week: (t, shift) =>
    utc(t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate() - ((t.getUTCDay() + 6) % 7) + 7 * shift),
  month: (t, shift) => utc(t.getUTCFullYear(), t.getUTCMonth() + shift, 1),
  quarter: (t, shift) => utc(t.getUTCFullYear(), (Math.floor(t.getUTCMonth() / 3) + shift) * 3, 1),
  year: (t, shift) => utc(t.getUTCFullYear() + shift, 0, 1),
}

/** The day that is meant today; both are `YYYY-MM-DD`. */
export function relativeDayAt({ of, shift, at }: RelativeDay, today: string): string {
  const from = new Date(`${today}T00:00:00.000Z`)
  if (at === 'start') return write(starts[of](from, shift))
  const next = starts[of](from, shift + 1)
  return write(utc(next.getUTCFullYear(), next.getUTCMonth(), next.getUTCDate() - 1))
}
