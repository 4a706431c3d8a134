import { dayIn, defaultTimeZone, isTimeZone } from '../../../shared/rules/dates.ts'
import type { Clock } from '../../ports/clock.ts'

/** A clock that shows `millis`, which is the machine's time unless told. Throws for an unknown time zone. */
export function createClock(timeZone: string, millis: () => number = () => Date.now()): Clock {
  if (!isTimeZone(timeZone))
    throw new Error(`INPUTLIST_TIMEZONE is "${timeZone}", which is no time zone. Example: Europe/Zurich`)
  return {
    millis,
    now: () => new Date(millis()).toISOString(),
    today: () => dayIn(timeZone, millis()),
    timeZone,
  }
}

export const systemClock: Clock = createClock(process.env['INPUTLIST_TIMEZONE'] || defaultTimeZone)
