export type Remembered<T> = (key: string, read: () => Promise<T>) => Promise<T>

/** Asks for each key once: answers with what it was told before. Of `keep` keys, those that were asked for last. */
export function remembering<T>(keep = Number.POSITIVE_INFINITY): Remembered<T> {
  const known = new Map<string, Promise<T>>()
  return (key, read) => {
    const found = known.get(key) ?? read()
    known.delete(key)
    known.set(key, found)
    for (const oldest of known.keys()) {
      if (known.size <= keep) break
      known.delete(oldest)
    }
    return found
  }
}
