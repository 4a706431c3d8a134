/** Reading and replacing one place of a JSON value. Changes give a new value and leave the old one alone. */
type Loose = Record<string, unknown>
const unsafe = new Set(['__proto__', 'constructor', 'prototype'])
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The keys of a JSON pointer. */
export const pointerParts = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

export function getAt(value: unknown, parts: readonly string[]): unknown {
  let at = value
  for (const part of parts) {
    if (!isObject(at) || !Object.hasOwn(at, part)) return undefined
    at = at[part]
  }
  return at
}

/** `undefined` removes the place. Missing parents are made only for a value. */
export function setAt<T>(value: T, parts: readonly string[], to: unknown): T {
  const [head, ...rest] = parts
  if (head === undefined) return to as T
  if (unsafe.has(head)) return value
  const now: Loose = isObject(value) ? value : {}
  if (rest.length > 0) {
    if (to === undefined && !isObject(now[head])) return value
    return { ...now, [head]: setAt(now[head], rest, to) } as T
  }
  const next = { ...now }
  if (to === undefined) delete next[head]
  else next[head] = to
  return next as T
}
