/**
 * The one way to the server. It checks what is sent against the call's contract, waits when throttled, renews an
 * expired token, and keeps a request waiting while somebody signs in again, so that nothing typed is lost.
 */
import type * as z from 'zod'
import { answerTimeoutMs, backoffStepMs, backoffTries } from '../../shared/constants.ts'
import type { Contract, OutputOf } from '../../shared/contract.ts'
import { checkBody } from '../../shared/rules/body-size.ts'
import { startRequest } from './activity.ts'
import { readAnswer, unavailable } from './answer.ts'
import { type ApiError, apiError, isAbort } from './api-error.ts'
import { connectionFound, connectionLost } from './connection.ts'

export type CallInput<C extends Contract> = z.input<C['input']>

export interface CallOptions {
  /** Honoured by creating and job-starting calls: a repeated send with the same key does it once. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The caller shows the error itself; it is not broadcast to the error dialog. */
  quiet?: boolean
  /** Does not count for the progress indicator: polls and presence. */
  background?: boolean
  /** Is sent also if the page is gone before it is answered. */
  keepalive?: boolean
  /** Is made again by itself later: where it is throttled it ends, and no other request waits for that. */
  once?: boolean
}

/** What the client needs of the session. The session store connects itself here, so that there is no cycle. */
export interface SessionLink {
  token(): string | undefined
  /** Renews the product token; false if that is not possible without a person. */
  renew(): Promise<boolean>
  /** Resolves once somebody has signed in again; rejects if the session was given up. */
  waitForSignIn(): Promise<void>
  maintenance(message: string): void
}
let session: SessionLink | undefined
export const connectSession = (link: SessionLink | undefined) => {
  session = link
}

/** What calls are made with now. */
export const currentToken = () => session?.token()

const errorListeners = new Set<(error: ApiError) => void>()
/** Hears of every error that the caller did not ask to keep quiet. */
export const onCallError = (listener: (error: ApiError) => void) => {
  errorListeners.add(listener)
  return () => {
    errorListeners.delete(listener)
  }
}

/** Waiting time that all requests share: 500 ms more with each 429, less with each success. */
let backoffMs = 0
export const resetBackoff = () => {
  backoffMs = 0
}

export const sleep = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

const tokenCodes = new Set(['token_missing', 'token_invalid', 'token_expired', 'token_audience'])

function checkInput(contract: Contract, input: unknown, url: string) {
  const result = contract.input.safeParse(input)
  if (result.success) return
  const issues = result.error.issues.map((issue) => ({
    path: issue.path.map((part) => `/${String(part)}`).join(''),
    expected: issue.message,
  }))
  throw apiError(contract.name, url, {
    code: 'invalid_input',
    message: issues.map((i) => `${i.path || '/'}: ${i.expected}`).join('; '),
    details: { issues },
  })
}

async function send(contract: Contract, input: unknown, options: CallOptions, url: string) {
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = contract.access === 'public' ? undefined : session?.token()
  if (token) headers['authorization'] = `Bearer ${token}`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const isGet = contract.method === 'GET'
  if (!isGet) headers['content-type'] = 'application/json'
  const payload = JSON.stringify(input)
  const tooLarge = checkBody(payload, contract.maxBodyBytes)
  if (tooLarge) throw apiError(contract.name, url, tooLarge)
  const isLate = AbortSignal.timeout(answerTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, isLate]) : isLate
  try {
    const response = await fetch(isGet ? `${url}?__payload=${encodeURIComponent(payload)}` : url, {
      method: contract.method,
      headers,
      ...(isGet ? {} : { body: payload }),
      ...(options.keepalive && { keepalive: true }),
      signal,
    })
    connectionFound()
    // Awaited here: the connection may also break in the middle of an answer.
    return await readAnswer(response)
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason
    if (isAbort(cause)) throw cause
    if (!isLate.aborted) connectionLost()
    throw apiError(
      contract.name,
      url,
      isLate.aborted
        ? { message: 'The server did not answer in time.', details: { key: 'serverAway' } }
        : { message: 'The server did not answer.', details: { key: 'network' } },
    )
  }
}

async function sendWithRetries(contract: Contract, input: unknown, options: CallOptions, url: string) {
  let tries = 0
  let hasRenewed = false
  let atLeastMs = 0
  for (;;) {
    const waitMs = Math.max(backoffMs, atLeastMs)
    if (waitMs > 0) await sleep(waitMs, options.signal)
    const sentWith = session?.token()
    const { status, envelope, retryAfterMs } = await send(contract, input, options, url)
    if (status === 429 && !options.once) {
      tries += 1
      atLeastMs = retryAfterMs
      backoffMs = Math.min(backoffMs + backoffStepMs, backoffStepMs * backoffTries)
      if (tries > backoffTries)
        throw apiError(contract.name, url, {
          code: 'too_many_requests',
          message: `failed after ${backoffTries} retries`,
          details: { key: 'tooManyRequests', params: { retries: backoffTries } },
          id: envelope.id,
        })
      continue
    }
    atLeastMs = 0
    if (status !== 429) backoffMs = Math.max(0, backoffMs - backoffStepMs)
    if (envelope.ok) return envelope.data
    if (envelope.code === 'maintenance' || (status === 503 && envelope.message.includes(unavailable)))
      session?.maintenance(envelope.message)
    if (tokenCodes.has(envelope.code) && session && contract.access !== 'public') {
      // Another request may have renewed the token while this one was on its way.
      const isRenewed = session.token() !== sentWith || (!hasRenewed && (await session.renew()))
      if (isRenewed && !hasRenewed) hasRenewed = true
      else {
        await session.waitForSignIn()
        hasRenewed = false
      }
      continue
    }
    throw apiError(contract.name, url, envelope)
  }
}

/**
 * Makes a call. Rejects with an `ApiError` (recognise it by `code`), or with an AbortError if `signal` ended it.
 * Errors are broadcast unless `quiet`.
 */
export async function callApi<C extends Contract>(
  contract: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  const url = `/api/${contract.name}`
  const done = options.background ? undefined : startRequest()
  try {
    checkInput(contract, input, url)
    return (await sendWithRetries(contract, input, options, url)) as OutputOf<C>
  } catch (error) {
    if (!options.quiet && !isAbort(error)) {
      const told = error as ApiError
      told.isTold = errorListeners.size > 0
      for (const listener of errorListeners) listener(told)
    }
    throw error
  } finally {
    done?.()
  }
}
