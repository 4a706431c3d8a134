/**
 * What came back, as one of our envelopes: also what the gateway and the edge answer by themselves, which have none
 * (`{"message":"Forbidden"}`), because the request never reached a call or the call never answered.
 */
import type { Envelope } from '../../shared/contract.ts'
import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts'

export interface Answer {
  status: number
  envelope: Envelope<unknown>
  /** Milliseconds that the server asks to wait before the next try; 0 if it says nothing. */
  retryAfterMs: number
}

export const unavailable = 'service is currently not available'
/** More is not waited for at once: whoever asks for longer is asked again. */
const longestWaitMs = 10_000

/** The gateway's own answers by status. Its authoriser refuses a token that ran out with 403, and no token with 401. */
const byStatus: Record<number, { code: ErrorCode; message: string; key?: string }> = {
  401: { code: 'token_missing', message: 'no token was sent' },
  403: { code: 'token_invalid', message: 'the token was refused' },
  404: { code: 'not_found', message: 'there is no such call', key: 'callUnknown' },
  413: { code: 'too_large', message: 'the request is too large' },
  429: { code: 'too_many_requests', message: 'too many requests' },
  502: { code: 'internal', message: 'The server did not answer.', key: 'serverAway' },
  503: { code: 'internal', message: 'The server did not answer.', key: 'serverAway' },
  504: { code: 'internal', message: 'The server did not answer in time.', key: 'serverAway' },
}

/** What the specification has a client say where the server gave no reason. */
const noReason = 'unknown error'

const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null
function isEnvelope(x: unknown): x is Envelope<unknown> {
  if (!isRecord(x)) return false
  return x['ok'] === true || x['ok'] === false
}
const failed = (code: string, message: string, id: string, details: ErrorDetails): Envelope<never> => ({
  ok: false,
  code,
  message,
  id,
  details,
})

/** Reads an answer. Rejects only if it was cut off by the caller. */
export async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response
  const id = headers.get('x-request-id') ?? headers.get('apigw-requestid') ?? ''
  const seconds = Number(headers.get('retry-after') ?? 0)
  const retryAfterMs = seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : 0
  const answer = (envelope: Envelope<unknown>): Answer => ({ status, envelope, retryAfterMs })
  const known = byStatus[status]
  if ((headers.get('content-type') ?? '').includes('json')) {
    const body: unknown = await response.json().catch((cause: unknown) => {
      // A body that ends too early is no JSON; one that the caller gave up is the caller's.
      if (cause instanceof SyntaxError) return undefined
      throw cause
    })
    if (isEnvelope(body))
      return answer(
        body.ok
          ? body
          : {
              ...body,
              code: body.code ?? known?.code ?? 'internal',
              message: body.message || noReason,
              id: body.id ?? id,
            },
      )
    if (known) return answer(failed(known.code, known.message, id, known.key ? { key: known.key } : {}))
    if (isRecord(body) && status >= 400)
      return answer(failed('internal', String(body['message'] || noReason), id, { key: 'internal' }))
  } else if (status === 413) {
    // The gateway refuses its 10 MB in plain words, and Lambda's 6 in JSON.
    return answer(failed('too_large', 'the request is too large', id, {}))
  } else if (status === 503) {
    return answer(failed('maintenance', unavailable, id, {}))
  } else if (status === 429) {
    return answer(failed('too_many_requests', 'too many requests', id, {}))
  } else if (status === 403) {
    // Calls and the gateway answer with JSON: what stands before them did not let it through.
    return answer(failed('forbidden', 'a firewall refused the request', id, { key: 'firewallRefused' }))
  }
  return answer(
    failed('internal', 'invalid content-type was returned', id, { key: known?.key ?? 'contentType' }),
  )
}
