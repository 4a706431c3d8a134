import { CallError } from '../../../shared/errors.ts'
import { checkFileKey, checkFileSize } from './file-key.ts'

const maxSeconds = 3600
const wrong = (message: string) => new CallError('invalid_input', message)

function checkLink(key: string, seconds: number): void {
  checkFileKey(key)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxSeconds)
    throw wrong(`A link lives for 1 to ${maxSeconds} seconds.`)
}
/** Errors: `invalid_input`. */
export const checkDownload = (key: string, { seconds }: { seconds: number }): void => checkLink(key, seconds)

/** Errors: `invalid_input`, `too_large`. */
export function checkUpload(
  key: string,
  {
    seconds,
    contentType,
    bytes,
    sha256,
  }: { seconds: number; contentType: string; bytes: number; sha256?: string },
): void {
  checkLink(key, seconds)
  checkFileSize(bytes)
  if (!Number.isInteger(bytes) || bytes < 1) throw wrong('A file has at least one byte.')
  if (!/^[\x21-\x7e][\x20-\x7e]{0,198}$/.test(contentType))
    throw wrong('A content type is one line of ASCII.')
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) throw wrong('A SHA-256 has 64 hex digits.')
}

const hex = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
/** Characters that RFC 8187 lets stand as they are; all others are written as their bytes. */
const extended = (text: string) =>
  [...new TextEncoder().encode(text)]
    .map((byte) =>
      /[A-Za-z0-9!#$&+.^_`|~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : hex(byte),
    )
    .join('')

/**
 * The header that makes a browser keep a file instead of showing it (RFC 6266): the name in ASCII for old ones, and
 * whole for all others. What could name another folder or end the header becomes a dash.
 */
export function attachment(fileName: string | undefined): string {
  if (fileName === undefined) return 'attachment'
  const name = fileName
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not get into a header
    .replaceAll(/[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]/g, '-')
    .replace(/^[\s.]+/, '')
    .trim()
    .slice(0, 150)
    .toWellFormed()
  if (name === '') return 'attachment'
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, '-')
    .replaceAll('%', '-')
  return plain === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${extended(name)}`
}
