import { randomUUID } from 'node:crypto'
import type { Mail } from '../../ports/mailer.ts'

/** Longest line of a header (RFC 5322) and of base64 (RFC 2045). */
const lineLength = 76
/** Bytes per encoded word, so that a line of the longest header name and one word stays within 76 characters. */
const encodedWordBytes = 39

/** Writes a mail as a message of RFC 5322: UTF-8, every body in base64, so that no line and no byte can break it. */
export function writeMessage(mail: Mail, head: { from: string; messageId: string; date: Date }): string {
  const { to, cc = [], bcc = [], attachments = [] } = mail
  const headers = [
    header('From', addresses([head.from])),
    header('To', addresses(to)),
    ...(cc.length > 0 ? [header('Cc', addresses(cc))] : []),
    ...(bcc.length > 0 ? [header('Bcc', addresses(bcc))] : []),
    header('Subject', encodeWords(mail.subject)),
    header('Date', head.date.toUTCString().replace('GMT', '+0000')),
    header('Message-ID', head.messageId),
    'MIME-Version: 1.0',
  ]
  const text = part('text/plain; charset=utf-8', Buffer.from(lineEnds(mail.text)))
  const body = mail.html
    ? multipart('alternative', [text, part('text/html; charset=utf-8', Buffer.from(lineEnds(mail.html)))])
    : text
  const files = attachments.map(({ name, contentType, body: content }) =>
    part(mediaType(contentType), content, [`Content-Disposition: attachment;\r\n ${fileName(name)}`]),
  )
  return `${headers.join('\r\n')}\r\n${files.length > 0 ? multipart('mixed', [body, ...files]) : body}`
}

function part(type: string, content: Uint8Array, more: string[] = []): string {
  const base64 = Buffer.from(content).toString('base64')
  const lines = base64.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...more, '', ...lines, ''].join(
    '\r\n',
  )
}
function multipart(kind: 'mixed' | 'alternative', parts: string[]): string {
  const boundary = `=_${randomUUID()}`
  const delimited = parts.map((one) => `--${boundary}\r\n${one}`).join('\r\n')
  return `Content-Type: multipart/${kind};\r\n boundary="${boundary}"\r\n\r\n${delimited}\r\n--${boundary}--\r\n`
}

/** Breaks a header between words. Values never hold a line end, so nobody can add headers through one. */
function header(name: string, value: string): string {
  const lines = [`${name}:`]
  for (const word of value.split(' ')) {
    const last = lines.at(-1)!
    if (last.length + 1 + word.length > lineLength && last !== `${name}:`) lines.push(` ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\r\n')
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not get into a header
const controls = /[\u0000-\u001f\u007f]+/g
const oneLine = (value: string) => value.replace(controls, ' ').trim()
const isPlain = (value: string) => /^[\x20-\x7e]*$/.test(value) && !value.includes('=?')

/** Text outside of ASCII as encoded words (RFC 2047), split between characters. */
function encodeWords(value: string): string {
  const line = oneLine(value)
  if (isPlain(line) && line.split(' ').every((word) => word.length < lineLength)) return line
  const words: string[] = []
  let word = ''
  for (const character of line) {
    if (Buffer.byteLength(word + character) > encodedWordBytes) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map((one) => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join(' ')
}
const named = (address: string) => /^(.*?)\s*<([^<>]+)>$/.exec(oneLine(address))
/** The address without the name before it. */
export const mailboxOf = (address: string): string => named(address)?.[2] ?? oneLine(address)

/** `name@host` or `Name <name@host>`. */
function addresses(list: string[]): string {
  return list
    .map((address) => {
      const parts = named(address)
      if (!parts) return oneLine(address)
      const [, name = '', mailbox = ''] = parts
      if (name === '') return `<${mailbox}>`
      const plain = name.replace(/^"(.*)"$/, '$1')
      return isPlain(plain)
        ? `"${plain.replace(/["\\]/g, '\\$&')}" <${mailbox}>`
        : `${encodeWords(plain)} <${mailbox}>`
    })
    .join(', ')
}
const mediaType = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+/.test(type) ? oneLine(type) : 'application/octet-stream'
/** Names outside of ASCII in the extended form of RFC 2231, with a plain one for old readers. */
function fileName(name: string): string {
  const line = oneLine(name).replace(/[/\\]/g, '_')
  const plain = line.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  if (plain === line) return `filename="${plain}"`
  const extended = encodeURIComponent(line).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}";\r\n filename*=utf-8''${extended}`
}
const lineEnds = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n')
