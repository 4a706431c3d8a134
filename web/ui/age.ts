/** How long ago something was, in words of the language. Pure. */

/** What the words depend on beside the moment. */
export interface Now {
  /** Epoch milliseconds. */
  now: number
  /** Language tag. */
  tag: string
  /** Within a minute: `Intl` has no words for it. */
  justNow: string
  /** Days since an epoch of a moment (epoch milliseconds), in the installation's time zone. */
  dayOf(moment: number): number
}
const minute = 60_000
const hour = 60 * minute

/**
 * "gerade eben", "vor 3 Stunden", "gestern", "vor 4 Tagen"; undefined from a week on, where a date says more. Yesterday
 * is the day before, not the last 24 hours.
 */
export function agoText(then: number, { now, tag, justNow, dayOf }: Now): string | undefined {
  const past = Math.max(0, now - then)
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  if (past < minute) return justNow
  if (past < hour) return format.format(-Math.floor(past / minute), 'minute')
  const days = dayOf(now) - dayOf(then)
  if (days <= 0 || past < 6 * hour) return format.format(-Math.floor(past / hour), 'hour')
  return days < 7 ? format.format(-days, 'day') : undefined
}
