import { maxRequestBytes } from '../constants.ts'
import { type Refusal, refuse } from './refusal.ts'

const quote = 0x22
const backslash = 0x5c
const space = 0x20
/** Controls with a short form: `\b`, `\t`, `\n`, `\f`, `\r`. */
const short = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d])
/** Bytes of a text in UTF-8, and of the same text as a string of JSON: that is how Lambda is given a body. */
export function bodyBytes(text: string): { sent: number; counted: number } {
  let sent = 0
  let escapes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // Half of a pair: two halves are four bytes.
    if (unit >= 0xd800 && unit < 0xe000) sent += 2
    else sent += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
    if (unit === quote || unit === backslash) escapes++
    else if (unit < space) escapes += short.has(unit) ? 1 : 5
  }
  return { sent, counted: sent + escapes + 2 }
}

/** Whether the body of a request fits into what the call takes and Lambda carries. Refuses: too_large. */
export function checkBody(text: string, maxBytes: number): Refusal | undefined {
  const { sent, counted } = bodyBytes(text)
  const bytes = sent > maxBytes ? maxBytes : counted > maxRequestBytes ? maxRequestBytes : undefined
  if (bytes === undefined) return undefined
  return refuse('too_large', `the body is larger than ${bytes} bytes`, {
    key: 'bodyTooLarge',
    params: { bytes },
  })
}
