import { CallError } from '../../../shared/errors.ts'
import type { Exchange, Step } from '../exchange.ts'
import type { RateLimit } from '../rate-limit.ts'

/** Decides whether a request may go on: gives the seconds to wait, or undefined. In the cloud the gateway throttles. */
export type Throttle = (exchange: Exchange) => number | undefined

/** At most so many requests of a key; one without a key is let through. */
export function throttleBy(limit: RateLimit, keyOf: (exchange: Exchange) => string | undefined): Throttle {
  return (exchange) => {
    const key = keyOf(exchange)
    return (key !== undefined && limit.take(key)) || undefined
  }
}

export const throttle = (decide: Throttle): Step => ({
  before: ({ event }) => {
    const seconds = decide(event)
    if (seconds === undefined) return
    const retryAfter = Math.max(1, Math.ceil(seconds))
    throw new CallError('too_many_requests', `too many requests, try again in ${retryAfter} s`, {
      key: 'too_many_requests',
      params: { seconds: retryAfter },
      retryAfter,
    })
  },
})
