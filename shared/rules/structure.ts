/** What no data may be made of, whatever its schema says: checked for every input, and for what patches make of data. */

import { maxDataDepth, maxDataValues } from '../constants.ts'
import type { Issue } from '../errors.ts'
import { isObject, pointerToken } from './values.ts'

/** Keys that could reach an object's prototype. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Characters that files, other systems and the store cannot keep: control characters but tab and line breaks, and halves
 * of a character (lone surrogates).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const textIssue = (text: string): string | undefined =>
  controls.test(text)
    ? 'expected a text without control characters'
    : text.isWellFormed()
      ? undefined
      : 'expected a text of whole characters (it holds a lone surrogate)'

const maxIssues = 10

/** How many levels a value has: 0 for a text or a number. Stops counting beyond `limit`. */
export function depthOf(value: unknown, limit = maxDataDepth): number {
  let deepest = 0
  const todo: [unknown, number][] = [[value, 0]]
  for (let next = todo.pop(); next && deepest <= limit; next = todo.pop()) {
    const [at, depth] = next
    if (!isObject(at) && !Array.isArray(at)) continue
    deepest = Math.max(deepest, depth + 1)
    for (const inner of Object.values(at)) if (typeof inner === 'object') todo.push([inner, depth + 1])
  }
  return deepest
}

/** Places of a value that lie too deep, or hold a key or a text that no data may have, at most 10; or that there are too many values. */
export function structureIssues(value: unknown, maxDepth: number): Issue[] {
  const issues: Issue[] = []
  let count = 0
  const todo: [value: unknown, path: string, depth: number][] = [[value, '', 0]]
  for (let next = todo.pop(); next && issues.length < maxIssues; next = todo.pop()) {
    const [at, path, depth] = next
    if (typeof at === 'string') {
      const wrong = textIssue(at)
      if (wrong) issues.push({ path, expected: wrong })
      continue
    }
    if (typeof at !== 'object' || at === null) continue
    if (depth >= maxDepth) {
      issues.push({ path, expected: `expected at most ${maxDepth} levels` })
      continue
    }
    const isArray = Array.isArray(at)
    // Counted before they are looked at: one request may not keep all others waiting.
    count += isArray ? at.length : Object.keys(at).length
    if (count > maxDataValues) return [{ path: '', expected: `expected at most ${maxDataValues} values` }]
    for (const [key, inner] of Object.entries(at)) {
      // A wrong key is not repeated: it would make the answer wrong, too.
      if (!isArray && forbiddenKeys.has(key))
        issues.push({ path: `${path}/${key}`, expected: 'this key is not allowed' })
      else if (!isArray && textIssue(key)) issues.push({ path, expected: `${textIssue(key)} as a key` })
      else if (typeof inner === 'string' ? textIssue(inner) !== undefined : typeof inner === 'object')
        todo.push([inner, `${path}/${pointerToken(key)}`, depth + 1])
    }
  }
  return issues
}
