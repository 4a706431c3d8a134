import { dayIn, defaultTimeZone, isTimeZone } from '../../../shared/rules/dates.ts'
import type { Clock } from '../../ports/clock.ts'

/** A clock that shows `millis`, which is the machine's time unless told. */
export function createClock(timeZone: string, millis: () => number = () => Date.now()): Clock {
  return {
    millis,
    now: () => new Date(millis()).toISOString(),
    today: () => dayIn(timeZone, millis()),
    timeZone,
  }
}

export const systemClock: Clock = createClock(process.env['INPUTLIST_TIMEZONE'] || defaultTimeZone)

/**
 * The clock; throws if its time zone is unknown. For the start on one machine: the stacks check theirs when they are
 * made, and reading the data of time zones would cost each function a third of its start.
 */
export function withKnownTimeZone(clock: Clock): Clock {
  if (isTimeZone(clock.timeZone)) return clock
  throw new Error(`INPUTLIST_TIMEZONE is "${clock.timeZone}", which is no time zone. Example: Europe/Zurich`)
}
