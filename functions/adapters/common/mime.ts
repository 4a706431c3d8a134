import { maxMailedBytes } from '../../../shared/constants.ts'
import { documentTooLarge } from '../../../shared/errors.ts'
import type { Mail } from '../../ports/mailer.ts'

/** A control character in a value would end its header: what comes from people has none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not get into a header
const controls = /[\u0000-\u001f\u007f]+/g
const oneLine = (value: string) => value.replace(controls, ' ').trim()
const mediaType = (type: string) => /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? 'application/octet-stream'

/** `name@host` or `Name <name@host>`, taken apart here: a parser would find more than one in a value that holds two. */
function addressOf(text: string): { name: string; address: string } {
  const [, name = '', address = oneLine(text)] = /^(.*?)\s*<([^<>]+)>$/.exec(oneLine(text)) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}
/** The address without the name before it. */
export const mailboxOf = (text: string): string => addressOf(text).address

/**
 * Writes a mail as a message of RFC 5322. Every body is in base64, so that no line and no byte can break it; blind
 * copies are not in it. Errors: `too_large`.
 */
export async function writeMessage(
  { to, cc = [], subject, text, html, attachments = [] }: Mail,
  head: { from: string; messageId: string; date: Date },
): Promise<Buffer> {
  const bytes = attachments.reduce((sum, { body }) => sum + body.byteLength, 0)
  if (bytes > maxMailedBytes) throw documentTooLarge(maxMailedBytes)
  // Read with the first mail: it would be a third of the start of a function.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    ...head,
    from: addressOf(head.from),
    to: to.map(addressOf),
    cc: cc.map(addressOf),
    subject: oneLine(subject),
    text,
    html,
    textEncoding: 'base64',
    encoding: 'base64',
    newline: 'windows',
    // Texts come from people: nothing in them is a file or an address to be read in.
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: attachments.map(({ name, contentType, body }) => ({
      filename: oneLine(name).replace(/[/\\]/g, '_'),
      contentType: mediaType(contentType),
      content: Buffer.from(body),
      encoding: 'base64',
    })),
  })
  return composer.compile().build()
}
