/**
 * The closed catalogue of error codes (decisions §1). Domain code returns refusals, calls throw `CallError`;
 * both sides recognise an error by `code`, never by its class, because bundles may hold two copies of it.
 */
import { maxEntityBytes, maxNoteMarks } from './constants.ts'
import type { Mend } from './model/confirmation.ts'
export const errorStatus = {
  invalid_input: 400,
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  token_audience: 401,
  forbidden: 403,
  not_found: 404,
  revision_conflict: 409,
  duplicate: 409,
  too_large: 413,
  rule_violated: 422,
  too_many_requests: 429,
  internal: 500,
  storage_full: 507,
  maintenance: 503,
  search_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as ErrorCode[]

/** One place of the input that is wrong: `path` is a JSON pointer into the body, `expected` is in words. */
export interface Issue {
  path: string
  expected: string
  /** Key of the sentence in `shared/texts`, where it has one, with its parameters. */
  key?: string
  params?: Record<string, number>
  /** Where it is mended, if elsewhere. */
  mend?: Mend
}
/** An issue that people read, in the language of each. */
export type ToldIssue = Issue & { key: string }

/** What an error may tell besides its sentence. Never holds a value that the viewer may not see. */
export interface ErrorDetails {
  /** Wrong places of the input, for forms (`invalid_input`, and `rule_violated` on a product's fields). */
  issues?: Issue[]
  /** Key of the sentence in `shared/texts`, with its parameters, so that a client can say it in its language. */
  key?: string
  params?: Record<string, string | number>
  /** `revision_conflict`: the revision that the caller saw, and the current one. */
  expectedRev?: number
  currentRev?: number
  /** `duplicate`: the JSON pointer of the value that is taken. */
  path?: string
  /** `stillNamedBy`: what names the entry: how many of each class (at least, if `isMore`), and some by name. */
  namedBy?: {
    count: number
    isMore: boolean
    classes: Record<string, number>
    list: { id: string; entityclass: string; title: string }[]
  }
  /** `too_many_requests` and the 503s: seconds to wait. */
  retryAfter?: number
}

/** The one error that calls throw. `message` is the sentence of the error catalogue where it has one. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CallError'
    this.code = code
    this.details = details
  }
}

export const isCallError = (e: unknown): e is CallError =>
  typeof e === 'object' && e !== null && (e as { name?: unknown }).name === 'CallError' && 'code' in e

/** Marker that clients look for in the message of a revision conflict (decisions §1). */
export const revisionConflictMarker = '409001'

export const notFound = (id: string) =>
  new CallError('not_found', `entity not found: ${id}`, { key: 'entityNotFound', params: { id } })
export const forbidden = (message = 'You may not do this.', details: ErrorDetails = { key: 'forbidden' }) =>
  new CallError('forbidden', message, details)
export const ruleViolated = (message: string, details: ErrorDetails = {}) =>
  new CallError('rule_violated', message, details)
export const invalidInput = (issues: Issue[]) =>
  new CallError('invalid_input', issues.map((i) => `${i.path || '/'}: ${i.expected}`).join('; '), { issues })
export const revisionConflict = (expectedRev: number, currentRev: number) =>
  new CallError(
    'revision_conflict',
    `revision conflict ${revisionConflictMarker}: rev ${expectedRev} was given, the current rev is ${currentRev}`,
    { key: 'revisionConflict', params: { expectedRev, currentRev }, expectedRev, currentRev },
  )
/** Nothing was written, and the same may succeed a moment later. */
export const tooBusy = (cause?: unknown) =>
  new CallError(
    'too_many_requests',
    'Too many requests at once. Please try again in a moment.',
    { key: 'too_many_requests', params: { seconds: 1 }, retryAfter: 1 },
    cause,
  )
/** Somebody else took the turn that the decision was made for, or changed what it rests on: the same may be decided again. */
export const turnTaken = () =>
  new CallError('too_many_requests', 'Somebody changed this at the same moment. Please try again.', {
    key: 'turnTaken',
    retryAfter: 1,
  })
export const documentTooLarge = (max: number) =>
  new CallError('too_large', `A document may have ${max} bytes at most.`, {
    key: 'documentTooLarge',
    params: { max },
  })
/** Somebody else has saved it since the revision that the caller saw. */
export const isSavedMeanwhile = (e: unknown): boolean => isCallError(e) && e.code === 'revision_conflict'
export const isTurnTaken = (e: unknown): boolean => isCallError(e) && e.details.key === 'turnTaken'
/** A unique value is written `class#pointer#value`; the value itself may contain anything. */
export function uniqueTaken(value: string): CallError {
  const path = value.split('#')[1] ?? ''
  return new CallError('duplicate', `The value of ${path} is already taken.`, {
    key: 'duplicate',
    params: { path },
    path,
  })
}
/** Of one person at one product. */
export const tooManyMarks = (cause?: unknown) =>
  new CallError(
    'rule_violated',
    `At most ${maxNoteMarks} notes of a product can be marked as read.`,
    { key: 'noteMarksTooMany', params: { limit: maxNoteMarks } },
    cause,
  )
export function entityTooLarge(bytes: number): CallError {
  const megabytes = (bytes / 1024 / 1024).toFixed(1)
  const max = maxEntityBytes / 1024 / 1024
  return new CallError('too_large', `This is ${megabytes} MB large; at most ${max} MB can be stored.`, {
    key: 'entityTooLarge',
    params: { megabytes, max },
  })
}

/** What an error says, in one line, without its stack. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
