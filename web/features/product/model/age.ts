const steps: Array<[Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/**
 * How long ago, in words of the language: "vor 3 Stunden"; within a minute `justNow`, for which `Intl` has no words.
 * `then` and `now` are epoch milliseconds.
 */
export function ageText(then: number, now: number, tag: string, justNow: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const past = Math.max(0, now - then)
  for (const [unit, ms] of steps) if (past >= ms) return format.format(-Math.floor(past / ms), unit)
  return justNow
}
