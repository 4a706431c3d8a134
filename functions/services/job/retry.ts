import { isCallError } from '../../../shared/errors.ts'

/** What passes by itself and is no fault of the work, and the seconds until that is tried again. */
const pauses: Record<string, number | undefined> = {
  search_unavailable: 30,
  // The adapter has tried for seconds: many write the same item, or the table takes no more.
  too_many_requests: 10,
}
/** Seconds to wait before the same is tried again; undefined for faults that count as a try. */
export const pauseAfter = (error: unknown): number | undefined =>
  isCallError(error) ? pauses[error.code] : undefined

/** It will be done when it is asked again: nothing is the matter with what was asked for. */
export const isPassing = (error: unknown): boolean => pauseAfter(error) !== undefined
/** Of faults of a unit that has done the rest, the one that it ends with: what passes is waited for; another has all of its tries. */
export const faultOf = (faults: readonly unknown[]): unknown => faults.find(isPassing) ?? faults[0]

/** Rounds of waiting, twelve hours for the index: what is away for longer ends the work, with the reason. */
export const maxWaits = 1440
