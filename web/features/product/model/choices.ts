/** Puts a person's choices between two versions into a merged product. */
import type { ProductData } from '../../../../shared/model/product.ts'
import type { Choice, Conflict } from './save.ts'

const unsafe = new Set(['__proto__', 'constructor', 'prototype'])
export const pointerParts = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
export const toPointer = (parts: readonly string[]): string =>
  parts.map((p) => `/${p.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

type Loose = Record<string, unknown>
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function getAt(value: unknown, parts: readonly string[]): unknown {
  let at = value
  for (const part of parts) {
    if (!isObject(at) || !Object.hasOwn(at, part)) return undefined
    at = at[part]
  }
  return at
}

/** A copy with the value at that place; `undefined` removes it. Missing parents are made only for a value. */
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

/**
 * A list's key and its link belong together: whoever's value is taken, their link is taken too, else a value could
 * stand beside a link to another one.
 */
function withLink(path: readonly string[]): string[][] {
  const [root, list, key, linked] = path
  if (root !== 'listData' || list === undefined || key === undefined) return [[...path]]
  if (key === '_linked' && linked !== undefined) return [[...path], [root, list, linked]]
  if (path.length === 3 && (!key.startsWith('_') || key === '_category'))
    return [[...path], [root, list, '_linked', key]]
  return [[...path]]
}

/** Takes for each conflict the chosen side, with the link that belongs to it. Without a choice, theirs stays. */
export function applyChoices(
  merged: ProductData,
  conflicts: readonly Conflict[],
  choices: Record<string, Choice>,
  mine: ProductData,
  theirs: ProductData,
): ProductData {
  let result = merged
  for (const conflict of conflicts) {
    const side = choices[conflict.path] === 'mine' ? mine : theirs
    for (const parts of withLink(pointerParts(conflict.path))) {
      result = setAt(result, parts, getAt(side, parts))
    }
  }
  return result
}
