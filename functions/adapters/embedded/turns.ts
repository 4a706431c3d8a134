/** Whose turn it is, as long as this process runs: each gets one after the other, whoever has more waiting or came earlier. */
export interface Turns {
  /** Takes up to `limit` of what is waiting, each line in its own order. Of lines that are even, the first one given. */
  take<T>(lines: ReadonlyMap<string, readonly T[]>, limit: number): T[]
}

export function createTurns(): Turns {
  /** Turns that somebody has had; who has had fewer than `now` did not wait, and keeps nothing for later. */
  let had = new Map<string, number>()
  let now = 0
  const hadBy = (who: string) => Math.max(now, had.get(who) ?? 0)
  return {
    take(lines, limit) {
      const taken = []
      const left = new Map([...lines].map(([who, line]) => [who, [...line]]))
      while (taken.length < limit) {
        const waiting = [...left].filter(([, line]) => line.length > 0)
        const [first] = waiting.sort(([a], [b]) => hadBy(a) - hadBy(b))
        if (!first) break
        const [who, line] = first
        now = hadBy(who)
        had.set(who, now + 1)
        taken.push(line.shift()!)
      }
      had = new Map([...had].filter(([, turns]) => turns > now))
      return taken
    },
  }
}
