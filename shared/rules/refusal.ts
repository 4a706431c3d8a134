/** What a decision says instead of a result. Calls turn it into the one `CallError` with `unwrap`. */
import {
  CallError,
  type ErrorCode,
  type ErrorDetails,
  type Issue,
  isCallError,
  revisionConflict,
  revisionConflictMarker,
} from '../errors.ts'

export interface Refusal {
  readonly refused: true
  readonly code: ErrorCode
  /** The sentence of the error catalogue where it has one. */
  readonly message: string
  /** `key` names the sentence in `shared/texts`. */
  readonly details: ErrorDetails
}

export const refuse = (code: ErrorCode, message: string, details: ErrorDetails = {}): Refusal => ({
  refused: true,
  code,
  message,
  details,
})
/** Places of the input that are wrong: status 400. */
export const refuseInput = (issues: Issue[]): Refusal =>
  refuse('invalid_input', issues.map((i) => `${i.path || '/'}: ${i.expected}`).join('; '), { issues })
/** The actor's rights do not allow it: status 403. */
export const notAllowed = (message = 'You may not do this.', key = 'forbidden'): Refusal =>
  refuse('forbidden', message, { key })
/** The answer for an unknown id, and for what the actor may not know of: status 404. */
export const entityNotFound = (id: string): Refusal =>
  refuse('not_found', `entity not found: ${id}`, { key: 'entityNotFound', params: { id } })
/** Somebody has written since the revision that the caller saw: status 409. */
export function staleRev(expectedRev: number, currentRev: number): Refusal {
  const { code, message, details } = revisionConflict(expectedRev, currentRev)
  return refuse(code, message, details)
}
/** A derived parent was changed since the product was read; `rev`: the product's own revision, which is the current one. */
export function staleParents(rev: number): Refusal {
  const { code, details } = revisionConflict(rev, rev)
  return refuse(
    code,
    `revision conflict ${revisionConflictMarker}: a product that values are read from was changed`,
    details,
  )
}
/** A rule of the domain is broken: status 422. */
export const refuseRule = (key: string, message: string, details: Omit<ErrorDetails, 'key'> = {}): Refusal =>
  refuse('rule_violated', message, { key, ...details })

export const isRefusal = (x: unknown): x is Refusal =>
  typeof x === 'object' && x !== null && (x as { refused?: unknown }).refused === true

/** The result, or the refusal thrown as `CallError`. */
export function unwrap<T>(outcome: T): Exclude<T, Refusal> {
  if (isRefusal(outcome)) throw new CallError(outcome.code, outcome.message, outcome.details)
  return outcome as Exclude<T, Refusal>
}

/** What `run` gives, or the refusal that it threw: for compilers, which stop deep inside. Other errors go on. */
export function asRefusal<T>(run: () => T): T | Refusal {
  try {
    return run()
  } catch (error) {
    if (isCallError(error)) return refuse(error.code, error.message, error.details)
    throw error
  }
}

export const noChange = (): Refusal => refuseRule('noChange', 'no change after applying the patch')
