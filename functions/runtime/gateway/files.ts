/** `/files/…`: what the bucket's pre-signed addresses do in the cloud. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { forbidden, invalidInput } from '../../../shared/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { HttpResult } from '../http.ts'
import { errorResult } from '../steps/errors.ts'
import { readBody } from './answer.ts'
import type { Extra } from './server.ts'

type Allowed =
  | { method: 'GET'; key: string; disposition: string }
  | { method: 'PUT'; key: string; contentType: string; bytes: number }
/** Checks addresses that it has signed. */
export interface SignedAddresses {
  check(method: string, path: string, query: string): Allowed | undefined
  isContent(allowed: Allowed, body: Uint8Array): boolean
}

/** Files are people's own content: nothing of them may run here, or be taken for anything but a file. */
const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

export const filesExtra =
  (addresses: SignedAddresses, files: Pick<FileStore, 'open' | 'put'>): Extra =>
  async (path, request, response) => {
    if (!path.startsWith('/files/')) return false
    const [, query = ''] = (request.url ?? '').split(/\?(.*)/s)
    const allowed = addresses.check(request.method ?? '', path, query)
    if (allowed?.method === 'GET') await give(allowed, files, response)
    else if (allowed && isAsAnnounced(allowed, request))
      await take(allowed, addresses, files, request, response)
    else {
      request.resume()
      end(response, errorResult(forbidden('This address has ended, or was changed.'), randomUUID()))
    }
    return true
  }

const isAsAnnounced = (allowed: Allowed & { method: 'PUT' }, request: IncomingMessage) =>
  request.headers['content-type'] === allowed.contentType &&
  Number(request.headers['content-length']) === allowed.bytes

async function give(
  allowed: Allowed & { method: 'GET' },
  files: Pick<FileStore, 'open'>,
  response: ServerResponse,
) {
  const file = await files.open(allowed.key).catch((error: unknown) => {
    end(response, errorResult(error, randomUUID()))
  })
  if (!file) return
  response.writeHead(200, {
    ...headers,
    'content-type': file.contentType,
    'content-length': file.bytes,
    'content-disposition': allowed.disposition,
  })
  // Who goes away in the middle, or a file that cannot be read to its end, ends the connection: the browser sees that it is cut off.
  await pipeline(file.content, response).catch(() => response.destroy())
}

async function take(
  allowed: Allowed & { method: 'PUT' },
  addresses: SignedAddresses,
  files: Pick<FileStore, 'put'>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await readBody(request, allowed.bytes)
  if (!addresses.isContent(allowed, body)) {
    const issue = { path: '', expected: 'expected the content that was announced' }
    return end(response, errorResult(invalidInput([issue]), randomUUID()))
  }
  try {
    await files.put(allowed.key, body, allowed.contentType)
    response.writeHead(200, headers).end()
  } catch (error) {
    end(response, errorResult(error, randomUUID()))
  }
}

const end = (response: ServerResponse, result: HttpResult) =>
  response.writeHead(result.statusCode, { ...headers, ...result.headers }).end(result.body)
