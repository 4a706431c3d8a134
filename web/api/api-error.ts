import { CallError, type ErrorCode, type ErrorDetails, errorCodes, isCallError } from '../../shared/errors.ts'

/** A call's error as the browser rebuilds it: the same error as on the server, and where it happened. */
export interface ApiError extends CallError {
  /** Request id of the envelope, for a bug report. */
  requestId?: string
  /** Name of the call. */
  call: string
  /** Address without the payload. */
  url: string
  /** The error dialog has shown it: whoever catches it need not. */
  isTold?: boolean
}

export const isApiError = (e: unknown): e is ApiError => isCallError(e) && 'call' in e

const known = new Set<string>(errorCodes)
/** Rebuilds the error of an envelope; a code that this version does not know becomes `internal`. */
export function apiError(
  call: string,
  url: string,
  error: { code?: string; message?: string; details?: ErrorDetails; id?: string },
): ApiError {
  const code = (error.code !== undefined && known.has(error.code) ? error.code : 'internal') as ErrorCode
  const made = new CallError(code, error.message || 'unknown error', error.details ?? {})
  return Object.assign(made, { requestId: error.id, call, url })
}

/** True if nobody needs to hear of it: the screen left before the answer came. */
export const isAbort = (e: unknown): boolean =>
  typeof e === 'object' && e !== null && (e as { name?: unknown }).name === 'AbortError'
