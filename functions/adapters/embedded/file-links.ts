import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileLinks } from '../../ports/file-links.ts'
import { attachment, checkDownload, checkUpload } from '../common/file-links.ts'
import { writeWhole } from './whole-file.ts'

const folder = '/files/'
const marker = '&signature='
const keyBytes = 32

/** What a valid address allows: to fetch a file, or to bring one of that type, size and content. */
export type Allowed =
  | { method: 'GET'; key: string; disposition: string }
  | { method: 'PUT'; key: string; contentType: string; bytes: number; sha256?: string }
export interface EmbeddedFileLinks extends FileLinks {
  /** What a request to that address may do; undefined if the address is not ours, was changed, or has ended. */
  check(method: string, path: string, query: string): Allowed | undefined
  /** Whether the content is the one that was announced. */
  isContent(allowed: Allowed, body: Uint8Array): boolean
}

/** Reads the key of the data folder, or makes it. */
function loadKey(dataDir: string): Buffer {
  const file = join(dataDir, 'file-links-key')
  if (!existsSync(file)) writeWhole(file, randomBytes(keyBytes).toString('hex'))
  const key = Buffer.from(readFileSync(file, 'utf8'), 'hex')
  if (key.length !== keyBytes)
    throw new Error(`${file} is damaged; without it, a new one is made at the next start`)
  return key
}

/** Links to the gateway itself, signed with a key that lies in the data folder, so that they survive a restart. */
export function openFileLinks(dataDir: string, now: () => number = Date.now): EmbeddedFileLinks {
  const secret = loadKey(dataDir)
  /** Method, path and every parameter are signed as they are written: nothing of them can be changed. */
  const sign = (method: string, path: string, query: string) =>
    createHmac('sha256', secret).update(`${method}\n${path}\n${query}`).digest('hex')
  function address(method: string, key: string, seconds: number, more: Record<string, string>): string {
    const expires = Math.floor(now() / 1000) + seconds
    const path = `${folder}${key}`
    const query = new URLSearchParams({ expires: String(expires), ...more }).toString()
    return `${path}?${query}${marker}${sign(method, path, query)}`
  }
  return {
    async linkTo(key, options) {
      checkDownload(key, options)
      return address('GET', key, options.seconds, { disposition: attachment(options.fileName) })
    },
    async uploadLink(key, options) {
      checkUpload(key, options)
      const { contentType, bytes, sha256, seconds } = options
      const more = { type: contentType, bytes: String(bytes), ...(sha256 && { sha256 }) }
      return {
        url: address('PUT', key, seconds, more),
        method: 'PUT',
        headers: { 'content-type': contentType },
      }
    },
    check(method, path, query) {
      const at = query.lastIndexOf(marker)
      if (at < 0 || !path.startsWith(folder)) return undefined
      const given = Buffer.from(query.slice(at + marker.length))
      const expected = Buffer.from(sign(method, path, query.slice(0, at)))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const values = new URLSearchParams(query.slice(0, at))
      if (now() / 1000 >= Number(values.get('expires'))) return undefined
      const key = path.slice(folder.length)
      if (method === 'GET') return { method, key, disposition: values.get('disposition')! }
      if (method !== 'PUT') return undefined
      const sha256 = values.get('sha256') ?? undefined
      return { method, key, contentType: values.get('type')!, bytes: Number(values.get('bytes')), sha256 }
    },
    isContent: (allowed, body) =>
      allowed.method === 'PUT' &&
      body.byteLength === allowed.bytes &&
      (allowed.sha256 === undefined || createHash('sha256').update(body).digest('hex') === allowed.sha256),
  }
}
