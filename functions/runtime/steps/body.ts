import { maxBodyDepth } from '../../../shared/constants.ts'
import { invalidInput } from '../../../shared/errors.ts'
import { checkBody } from '../../../shared/rules/body-size.ts'
import { unwrap } from '../../../shared/rules/refusal.ts'
import { structureIssues } from '../../../shared/rules/structure.ts'
import type { Step } from '../exchange.ts'
import type { HttpEvent } from '../http.ts'
import { issuesOf } from '../issues.ts'

/** The text that holds the input: the body, or the query's `__payload` where a call is marked GET. */
function textOf(http: HttpEvent, method: 'GET' | 'POST'): string {
  if (method === 'GET') return new URLSearchParams(http.rawQueryString).get('__payload') ?? ''
  if (http.body === undefined) return ''
  return http.isBase64Encoded ? decoded(Buffer.from(http.body, 'base64')) : http.body
}

/** Bytes that are no text are refused: replaced by signs that stand for them, they would be stored as such. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidInput([{ path: '', expected: 'expected JSON in UTF-8' }])
  }
}

/** Reads and checks the input. Errors: `too_large`, `invalid_input` with each place and what was expected there. */
export const body: Step = {
  before: ({ event }) => {
    const { contract } = event.call
    const text = textOf(event.http, contract.method)
    unwrap(checkBody(text, contract.maxBodyBytes))
    let value: unknown = {}
    if (text !== '') {
      try {
        value = JSON.parse(text)
      } catch {
        throw invalidInput([{ path: '', expected: 'expected JSON' }])
      }
    }
    const unsafe = structureIssues(value, maxBodyDepth)
    if (unsafe.length > 0) throw invalidInput(unsafe)
    const parsed = contract.input.safeParse(value)
    if (!parsed.success) throw invalidInput(issuesOf(parsed.error))
    event.input = parsed.data
  },
}
