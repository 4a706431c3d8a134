import { CallError, errorStatus, invalidInput, isCallError } from '../../../shared/errors.ts'
import type { Step } from '../exchange.ts'
import { type HttpResult, jsonHeaders } from '../http.ts'

/** Wrong places that one answer tells. */
const maxIssues = 100

/** The error with the first of many wrong places; a sentence that is made of them has the same ones. */
function shortened(error: CallError): CallError {
  const { code, message, details } = error
  if (!details.issues || details.issues.length <= maxIssues) return error
  const issues = details.issues.slice(0, maxIssues)
  const isList = code === 'invalid_input' && details.key === undefined
  return new CallError(code, isList ? invalidInput(issues).message : message, { ...details, issues })
}

/** The answer to an error: what is in the catalogue is told, anything else is `internal` with the request id only. */
export function errorResult(error: unknown, requestId: string): HttpResult {
  const known = isCallError(error)
    ? shortened(error)
    : new CallError('internal', 'Something went wrong on our side. Please report it with the request id.')
  const { retryAfter } = known.details
  return {
    statusCode: errorStatus[known.code],
    headers: jsonHeaders(
      requestId,
      retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) },
    ),
    body: JSON.stringify({
      ok: false,
      message: known.message,
      code: known.code,
      id: requestId,
      details: { key: known.code, ...known.details },
    }),
  }
}

/** Puts every answer, good or bad, into the envelope of decisions §1. */
export const errors: Step = {
  after: (request) => {
    const { requestId, idempotency, indexMs, call } = request.event
    const { cacheSeconds } = call.contract
    request.response = {
      statusCode: 200,
      headers: jsonHeaders(requestId, {
        ...(cacheSeconds === undefined ? {} : { 'cache-control': `public, max-age=${cacheSeconds}` }),
        ...(idempotency?.replay ? { 'idempotency-replayed': 'true' } : {}),
        ...(indexMs === undefined ? {} : { 'server-timing': `index;dur=${indexMs.toFixed(2)}` }),
      }),
      body: `{"ok":true,"data":${JSON.stringify(request.response)},"id":${JSON.stringify(requestId)}}`,
    } satisfies HttpResult
  },
  onError: (request) => {
    request.response = errorResult(request.error, request.event.requestId)
  },
}
