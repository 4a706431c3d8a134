/** Reads a mail message (RFC 5322, MIME) as a mail program would; knows what our mailers write, and no more. */
export interface ReadPart {
  headers: Record<string, string>
  contentType: string
  fileName?: string
  body: Buffer
  text: string
}
export interface ReadMessage {
  headers: Record<string, string>
  /** Those without parts of their own, in order. */
  parts: ReadPart[]
}

const decodeWords = (value: string) =>
  value
    // White space between two encoded words belongs to neither.
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString('utf8'))

function split(raw: string): { headers: Record<string, string>; content: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers: Record<string, string> = {}
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = decodeWords(line.slice(colon + 1).trim())
  }
  return { headers, content: raw.slice(end + 4) }
}
function partsOf(raw: string): ReadPart[] {
  const { headers, content } = split(raw)
  const contentType = headers['content-type'] ?? ''
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(contentType)?.[1]
  if (boundary) {
    const [body = ''] = content.split(`--${boundary}--`)
    return body
      .split(`--${boundary}\r\n`)
      .slice(1)
      .flatMap((part) => partsOf(part))
  }
  const body = Buffer.from(content, 'base64')
  const disposition = headers['content-disposition'] ?? ''
  // RFC 2231: whole, or in numbered pieces.
  const extended = [...disposition.matchAll(/filename\*(?:\d+\*?)?=(?:utf-8'')?([^;\s]+)/g)]
    .map(([, piece]) => piece)
    .join('')
  const plain = /filename="?([^";]*)"?/.exec(disposition)?.[1]
  const fileName = extended ? decodeURIComponent(extended) : plain
  return [{ headers, contentType, body, text: body.toString('utf8'), ...(fileName && { fileName }) }]
}
export function readMessage(raw: string): ReadMessage {
  return { headers: split(raw).headers, parts: partsOf(raw) }
}
