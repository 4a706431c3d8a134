import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)
/** Below so many bytes compression costs more time than it saves on the way. */
const worthwhile = 16 * 1024

export const accepts = (request: IncomingMessage, encoding: string) =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === encoding && !/;\s*q=0(\.0*)?\s*$/.test(part))

/** Sends a text, compressed where it is large and the client takes it. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string,
): Promise<void> {
  let bytes: Uint8Array | string = body
  const all: Record<string, string | number> = { ...headers, vary: 'accept-encoding' }
  if (body.length >= worthwhile && accepts(request, 'gzip')) {
    bytes = await compress(body, { level: 1 })
    all['content-encoding'] = 'gzip'
  }
  all['content-length'] = Buffer.byteLength(bytes)
  response.writeHead(status, all)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

export const sendJson = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: unknown,
  type = 'application/json; charset=utf-8',
) =>
  send(
    request,
    response,
    status,
    { 'content-type': type, 'cache-control': 'no-store' },
    JSON.stringify(value),
  )

/** Reads a body up to `limit` bytes; what is beyond is read and dropped, so that the sender gets its answer. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size - chunk.length <= limit) chunks.push(chunk)
      // A sender that does not stop gets no answer.
      if (size > 8 * limit + 1024 * 1024) request.destroy()
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => reject(new Error('the request was broken off')))
  })
}

const smallBody = 64 * 1024
/** A small body as JSON; undefined if it is none. */
export async function jsonOf(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse((await readBody(request, smallBody)).toString('utf8'))
  } catch {
    return undefined
  }
}
