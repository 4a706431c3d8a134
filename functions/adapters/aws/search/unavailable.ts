import { CallError, invalidInput } from '../../../../shared/errors.ts'
import { orderField } from './mapping.ts'

/**
 * How long one request to the index may take, and how often it is made again. The client makes it again after any
 * fault of the connection, a silence too; once is enough for a connection that the other side had closed meanwhile.
 */
export interface RequestTimeout {
  /** Milliseconds. */
  requestTimeout: number
  maxRetries: number
}
/**
 * A person waits for a search, and it is not made again when it took too long: the index would work on both. The
 * indexer must know within what it keeps for its answer (20 s) that a batch cannot be written. What only tells how
 * things are may not take longer than the caller's own. A rebuild keeps to the client's 30 s and three times.
 */
export const timeouts = {
  read: { requestTimeout: 5_000, maxRetries: 0 },
  write: { requestTimeout: 8_000, maxRetries: 1 },
  state: { requestTimeout: 2_000, maxRetries: 1 },
} satisfies Record<string, RequestTimeout>

/** The index cannot be asked, for now: told in words; the cause goes to the log. `retryAfter` in seconds. */
export const unavailable = (cause: unknown, retryAfter = 10) =>
  new CallError(
    'search_unavailable',
    'The search is not available at the moment. Please try again later.',
    { key: 'search_unavailable', retryAfter },
    cause,
  )

/** A question whose connection was lost, as one that the other side had closed meanwhile, is asked once more. */
export async function againIfLost<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const { name, statusCode } = error as { name?: string; statusCode?: number }
    // Proxies say so in its place.
    const isLost = name === 'ConnectionError' || [502, 503, 504].includes(statusCode ?? 0)
    if (isLost) return ask()
    throw error
  }
}

/** So long after questions in a row whose tries all timed out nothing is asked. Milliseconds. */
const breakMs = 8_000
/** One alone may have been an expensive question. Until then each holds a function for as long as it may take. */
const inARow = 2
/**
 * A circuit breaker around questions that people wait for: after two in a row that took all of their time without an answer,
 * the next ones of this process are refused at once for a while. Else each would hold a function for ten seconds, and an index that
 * hangs would use up all functions that the account may run, those that need no index too.
 */
export function createBreaker(now: () => number): <T>(ask: () => Promise<T>) => Promise<T> {
  let isOpenUntil = 0
  let cause: unknown
  let silent = 0
  return async (ask) => {
    const leftMs = isOpenUntil - now()
    if (leftMs > 0) throw unavailable(cause, Math.ceil(leftMs / 1000))
    try {
      const answer = await ask()
      silent = 0
      return answer
    } catch (error) {
      silent = (error as { name?: string }).name === 'TimeoutError' ? silent + 1 : 0
      if (silent >= inARow) {
        isOpenUntil = now() + breakMs
        cause = error
      }
      throw error
    }
  }
}
const isBusy = (status: number | undefined) => status === undefined || status >= 500 || status === 429

/** A question to the index. Errors: `search_unavailable` if it is away or overloaded; what is our mistake stays. */
export async function mapSearchErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { name, statusCode, body } = error as { name?: string; statusCode?: number; body?: unknown }
    // The domain is set to take what our own limits let through (docs/decisions/search.md); another may not be.
    if (name === 'ResponseError' && /"too_many_(nested_)?clauses"/.test(JSON.stringify(body)))
      throw invalidInput([{ path: '/attributeFilter', expected: 'expected fewer conditions' }])
    const isOfOtherShape =
      name === 'ResponseError' && JSON.stringify(body)?.includes(`No mapping found for [${orderField}]`)
    const isAway = ['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError'].includes(name ?? '')
    // A page of a proxy in between is no answer of the index.
    const isNoAnswer = name === 'DeserializationError'
    if (isOfOtherShape || isAway || isNoAnswer || (name === 'ResponseError' && isBusy(statusCode)))
      throw unavailable(error)
    throw error
  }
}
