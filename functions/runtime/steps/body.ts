import { maxBodyBytes } from '../../../shared/constants.ts'
import { CallError, type Issue, invalidInput } from '../../../shared/errors.ts'
import type { Step } from '../exchange.ts'
import type { HttpEvent } from '../http.ts'
import { issuesOf } from '../issues.ts'

/** Deeper than any filter or field value; without it a hostile body could exhaust the stack of a recursive schema. */
const maxDepth = 64
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** The text that holds the input: the body, or the query's `__payload` where a call is marked GET. */
function textOf(http: HttpEvent, method: 'GET' | 'POST'): string {
  if (method === 'GET') return new URLSearchParams(http.rawQueryString).get('__payload') ?? ''
  if (http.body === undefined) return ''
  return http.isBase64Encoded ? Buffer.from(http.body, 'base64').toString('utf8') : http.body
}

/** Places with a key that could reach an object's prototype, or that lie too deep. */
function unsafePlaces(value: unknown): Issue[] {
  const issues: Issue[] = []
  const todo: [unknown, string, number][] = [[value, '', 0]]
  for (let next = todo.pop(); next && issues.length < 10; next = todo.pop()) {
    const [at, path, depth] = next
    if (typeof at !== 'object' || at === null) continue
    if (depth >= maxDepth) {
      issues.push({ path, expected: `expected at most ${maxDepth} levels` })
      continue
    }
    const isArray = Array.isArray(at)
    for (const key of Object.keys(at)) {
      const inner = (at as Record<string, unknown>)[key]
      if (!isArray && forbiddenKeys.has(key))
        issues.push({ path: `${path}/${key}`, expected: 'this key is not allowed' })
      else if (typeof inner === 'object' && inner !== null) todo.push([inner, `${path}/${key}`, depth + 1])
    }
  }
  return issues
}

/** Reads and checks the input. Errors: `too_large`, `invalid_input` with each place and what was expected there. */
export const body: Step = {
  before: ({ event }) => {
    const { contract } = event.call
    const text = textOf(event.http, contract.method)
    if (
      text.length > maxBodyBytes ||
      (text.length > maxBodyBytes / 4 && Buffer.byteLength(text) > maxBodyBytes)
    )
      throw new CallError('too_large', `the body is larger than ${maxBodyBytes} bytes`, {
        key: 'bodyTooLarge',
        params: { bytes: maxBodyBytes },
      })
    let value: unknown = {}
    if (text !== '') {
      try {
        value = JSON.parse(text)
      } catch {
        throw invalidInput([{ path: '', expected: 'expected JSON' }])
      }
    }
    const unsafe = unsafePlaces(value)
    if (unsafe.length > 0) throw invalidInput(unsafe)
    const parsed = contract.input.safeParse(value)
    if (!parsed.success) throw invalidInput(issuesOf(parsed.error))
    event.input = parsed.data
  },
}
