import { CallError } from '../../../shared/errors.ts'
import type { Exchange, Step } from '../exchange.ts'

/** Decides whether a request may go on: gives the seconds to wait, or undefined. In the cloud the gateway throttles. */
export type Throttle = (exchange: Exchange) => number | undefined

interface Bucket {
  tokens: number
  at: number
}

/**
 * A bucket of requests per key that refills steadily. `perSecond` requests, at most `burst` at once. Keys without
 * traffic are forgotten, so that many strangers do not fill the memory.
 */
export function tokenBucket(options: {
  perSecond: number
  burst: number
  millis: () => number
  keyOf: (exchange: Exchange) => string | undefined
}): Throttle {
  const buckets = new Map<string, Bucket>()
  const idleMs = (options.burst / options.perSecond) * 1000
  return (exchange) => {
    const key = options.keyOf(exchange)
    if (key === undefined) return undefined
    const now = options.millis()
    if (buckets.size > 10_000) for (const [k, b] of buckets) if (now - b.at > idleMs) buckets.delete(k)
    const bucket = buckets.get(key) ?? { tokens: options.burst, at: now }
    bucket.tokens = Math.min(options.burst, bucket.tokens + ((now - bucket.at) / 1000) * options.perSecond)
    bucket.at = now
    buckets.set(key, bucket)
    if (bucket.tokens < 1) return (1 - bucket.tokens) / options.perSecond
    bucket.tokens -= 1
    return undefined
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
