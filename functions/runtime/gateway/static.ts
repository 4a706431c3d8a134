import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { contentSecurityPolicy } from '../../../shared/security-policy.ts'
import { accepts } from './answer.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** What a browser may do with a page; the content policy is the one of the cloud's edge. */
export const securityHeaders = (connect: string[] = []): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(connect),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
})

const fileAt = async (path: string) => {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found : undefined
}
/** The path inside the folder that an address names; undefined where it is none, or leads out of it. */
function pathIn(folder: string, address: string): string | undefined {
  let decoded: string
  try {
    decoded = decodeURIComponent(address)
  } catch {
    return undefined
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return undefined
  const path = join(folder, decoded)
  return path.startsWith(folder + sep) ? path : undefined
}

/**
 * Serves the built web app: hashed assets for ever, everything else asked for anew each time; an address without a file
 * is one of the app's own screens. Gives false if there is nothing to serve.
 */
export async function serveStatic(
  folder: string,
  address: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  let path = pathIn(folder, address)
  let file = path && (await fileAt(path))
  if (!path || !file) {
    // A missing script must not be answered with a page.
    if (extname(address) !== '' || address.startsWith('/assets/')) return false
    path = join(folder, 'index.html')
    file = await fileAt(path)
    if (!file) return false
  }
  const isHashed = path.startsWith(join(folder, 'assets') + sep)
  const etag = `"${file.size.toString(36)}-${Math.floor(file.mtimeMs).toString(36)}"`
  const headers: Record<string, string | number> = {
    ...securityHeaders(),
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'accept-encoding',
  }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end()
    return true
  }
  let served = path
  let size = file.size
  for (const [encoding, suffix] of encodings) {
    const packed = accepts(request, encoding) ? await fileAt(path + suffix) : undefined
    // One that is older than its file was left behind by another build.
    if (!packed || packed.mtimeMs < file.mtimeMs) continue
    headers['content-encoding'] = encoding
    served = path + suffix
    size = packed.size
    break
  }
  response.writeHead(200, { ...headers, 'content-length': size })
  if (request.method === 'HEAD') response.end()
  else
    createReadStream(served)
      .on('error', () => response.destroy())
      .pipe(response)
  return true
}
