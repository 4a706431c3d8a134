interface Bucket {
  tokens: number
  at: number
}
export interface RateLimit {
  /** Takes one of the key's tokens: 0 if there was one, else the seconds until there is. */
  take(key: string): number
  /** Gives back what was taken. */
  giveBack(key: string): void
}

/** More keys than these are looked through for idle ones, so that many strangers do not fill the memory. */
const manyKeys = 10_000

/** A token bucket per key: `perSecond` steadily, at most `burst` at once. */
export function rateLimit(options: { perSecond: number; burst: number; millis: () => number }): RateLimit {
  const { perSecond, burst, millis } = options
  const buckets = new Map<string, Bucket>()
  const refilled = (key: string): Bucket => {
    const now = millis()
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now }
    return { tokens: Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond), at: now }
  }
  const secondsOf = ({ tokens }: Bucket) => (tokens < 1 ? (1 - tokens) / perSecond : 0)
  return {
    take(key) {
      const bucket = refilled(key)
      if (buckets.size > manyKeys)
        for (const [k, b] of buckets) if (bucket.at - b.at > (burst / perSecond) * 1000) buckets.delete(k)
      const seconds = secondsOf(bucket)
      buckets.set(key, seconds > 0 ? bucket : { ...bucket, tokens: bucket.tokens - 1 })
      return seconds
    },
    giveBack(key) {
      const bucket = refilled(key)
      buckets.set(key, { ...bucket, tokens: Math.min(burst, bucket.tokens + 1) })
    },
  }
}
