/** Many documents at once: in requests of bearable size, two side by side, as fast as the node takes them. */
import type { Client } from '@opensearch-project/opensearch'
import { isBusy, type RequestTimeout, unavailable } from './unavailable.ts'

/** Bytes of one request; domains of small nodes take no more than ten million. */
const requestSize = 4_000_000
const most = 2
/** Milliseconds before what the node had no room for is sent again; twice as long each time. */
const firstPause = 250

/** An action and its document, as lines of JSON. */
type Line = string
interface Item {
  status: number
  error?: { reason?: string; type?: string }
}
export interface BulkOptions {
  client: Client
  timeouts?: RequestTimeout | undefined
  /** Requests that are on their way at once. */
  atOnce?: number
  /** Milliseconds to wait in total for a node that has no room; none for writers that are called again. */
  longestWait?: number
  pause?: ((ms: number) => Promise<void>) | undefined
}
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Lines joined to requests. */
function* requestsOf(lines: Iterable<Line>): Generator<Line[]> {
  let request: Line[] = []
  let size = 0
  for (const line of lines) {
    const length = Buffer.byteLength(line)
    if (size + length > requestSize && request.length > 0) {
      yield request
      request = []
      size = 0
    }
    request.push(line)
    size += length
  }
  if (request.length > 0) yield request
}

/**
 * Sends lines, which are made as they are needed. Answers false if an index is not there any more. Errors:
 * `search_unavailable` if the node has no room for longer than `longestWait`; a document that it refuses.
 */
export async function sendAll(lines: Iterable<Line>, options: BulkOptions): Promise<boolean> {
  const { client, timeouts, atOnce = most, longestWait = 0, pause = sleep } = options
  let isThere = true

  /** Sends a request once. Gives what the node had no room for, and why. */
  async function attempt(request: Line[]): Promise<{ left: Line[]; cause?: unknown }> {
    let items: { index?: Item }[]
    try {
      items = (await client.bulk({ body: `${request.join('\n')}\n` as never }, timeouts)).body.items as never
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode !== 429) throw error
      return { left: request, cause: error }
    }
    const left: Line[] = []
    let cause: unknown
    for (const [i, { index: item }] of items.entries()) {
      // A version that is too old changes nothing.
      if (!item || item.status < 300 || item.status === 409) continue
      const reason = new Error(`the index refused a document: ${item.error?.reason}`)
      if (item.error?.type === 'index_not_found_exception') isThere = false
      else if (item.status === 429) {
        left.push(request[i]!)
        cause = reason
      } else throw isBusy(item.status) ? unavailable(reason) : reason
    }
    return { left, cause }
  }
  async function send(request: Line[]): Promise<void> {
    let { left, cause } = await attempt(request)
    let waited = 0
    for (let wait = firstPause; left.length > 0; wait *= 2) {
      if (waited + wait > longestWait) throw unavailable(cause)
      await pause(wait)
      waited += wait
      ;({ left, cause } = await attempt(left))
    }
  }

  const requests = requestsOf(lines)
  // Each takes the next request as soon as it is done with one.
  const work = async () => {
    for (const request of requests) await send(request)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return isThere
}
