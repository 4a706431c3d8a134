/** The same numbers at every run: mulberry32 by seed. */
export interface Random {
  /** 0 up to 1. */
  next(): number
  /** Whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(of: readonly T[]): T
  /** `count` different ones. */
  some<T>(of: readonly T[], count: number): T[]
  chance(probability: number): boolean
}
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = state
    x = Math.imul(x ^ (x >>> 15), x | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(of: readonly T[]): T => of[between(0, of.length - 1)]!
  const some = <T>(of: readonly T[], count: number): T[] => {
    const rest = [...of]
    const taken: T[] = []
    while (taken.length < count && rest.length) taken.push(rest.splice(between(0, rest.length - 1), 1)[0]!)
    return taken
  }
  return { next, between, pick, some, chance: (p) => next() < p }
}
