/** Many documents at once: in requests of bearable size, two side by side, as fast as the node takes them. */
import type { Client } from '@opensearch-project/opensearch'
import type { Line, Unsendable } from './lines.ts'
import { type RequestTimeout, unavailable } from './unavailable.ts'

/** Bytes of one request; domains of small nodes take no more than ten million. */
const requestSize = 4_000_000
const most = 2
/** Milliseconds before what the node had no room for is sent again; twice as long each time. */
const firstPause = 250

interface Item {
  status: number
  error?: { reason?: string; type?: string; caused_by?: { reason?: string } }
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
export interface Sent {
  /** False if an index is not there any more. */
  isThere: boolean
  /** Documents that were refused for what they are. The others are in the index. */
  refused: Unsendable[]
}
interface Attempt {
  /** What the node had no room for, and why. */
  left: Line[]
  cause?: unknown
}
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Statuses that say something of a document, and nothing of the index: not to be read, or too large. */
const isOfDocument = (status: number | undefined) => status === 400 || status === 413

/** Lines joined to requests. */
function* requestsOf(lines: Iterable<Line | Unsendable>, refused: Unsendable[]): Generator<Line[]> {
  let request: Line[] = []
  let size = 0
  for (const line of lines) {
    if ('reason' in line) {
      refused.push(line)
      continue
    }
    const length = Buffer.byteLength(line.text)
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
const reasonOf = ({ status, error }: Item) =>
  [error?.reason ?? `status ${status}`, error?.caused_by?.reason].filter(Boolean).join(': ')
const bodyText = (error: unknown) => {
  const { body } = error as { body?: unknown }
  const said = (body as { error?: { reason?: string } } | undefined)?.error?.reason
  return said ?? (typeof body === 'string' && body !== '' ? body : (error as Error).message)
}

/**
 * Sends lines, which are made as they are needed. Errors: `search_unavailable` if the node has no room for longer than
 * `longestWait`, or takes nothing at all.
 */
export async function sendAll(lines: Iterable<Line | Unsendable>, options: BulkOptions): Promise<Sent> {
  const { client, timeouts, atOnce = most, longestWait = 0, pause = sleep } = options
  const sent: Sent = { isThere: true, refused: [] }

  /** Sends a request once. One that is refused as a whole goes in halves, until it is known because of which document. */
  async function attempt(request: Line[]): Promise<Attempt> {
    let items: { index?: Item }[]
    try {
      const body = `${request.map(({ text }) => text).join('\n')}\n`
      items = (await client.bulk({ body: body as never }, timeouts)).body.items as never
    } catch (error) {
      const { statusCode } = error as { statusCode?: number }
      if (statusCode === 429) return { left: request, cause: error }
      if (!isOfDocument(statusCode)) throw error
      if (request.length === 1) {
        sent.refused.push({ id: request[0]!.id, reason: bodyText(error) })
        return { left: [] }
      }
      const middle = Math.ceil(request.length / 2)
      const first = await attempt(request.slice(0, middle))
      const second = await attempt(request.slice(middle))
      return { left: [...first.left, ...second.left], cause: first.cause ?? second.cause }
    }
    const left: Line[] = []
    let cause: unknown
    for (const [i, { index: item }] of items.entries()) {
      // A version that is too old changes nothing.
      if (!item || item.status < 300 || item.status === 409) continue
      const reason = reasonOf(item)
      if (item.error?.type === 'index_not_found_exception') sent.isThere = false
      else if (item.status === 429) {
        left.push(request[i]!)
        cause = new Error(reason)
      } else if (isOfDocument(item.status) && item.error?.type !== 'index_closed_exception')
        sent.refused.push({ id: request[i]!.id, reason })
      else throw unavailable(new Error(`the index takes nothing: ${reason}`))
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

  const requests = requestsOf(lines, sent.refused)
  // Each takes the next request as soon as it is done with one.
  const work = async () => {
    for (const request of requests) await send(request)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return sent
}
