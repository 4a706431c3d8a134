import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mailer } from '../../functions/ports/mailer.ts'
import { maxMailedBytes } from '../../shared/constants.ts'
import { type ReadMessage, readMessage } from './read-message.ts'
import { refusal } from './store-under-test.ts'

export interface MailerUnderTest {
  mailer: Mailer
  /** The message that was sent under the id, as bytes. */
  messageOf(messageId: string): Promise<Uint8Array>
  close(): Promise<void>
}

export function mailerContract(name: string, open: () => Promise<MailerUnderTest>) {
  describe(`mailer: ${name}`, () => {
    let t: MailerUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())
    async function sent(mail: Parameters<Mailer['send']>[0]): Promise<ReadMessage & { raw: string }> {
      const { messageId } = await t.mailer.send(mail)
      const raw = Buffer.from(await t.messageOf(messageId)).toString('latin1')
      return { ...readMessage(raw), raw }
    }

    it('sends text in any language, as it was written', async () => {
      const text = 'Grüezi,\n\nIhr Produkt «Grünkraft» wurde zugelassen. Köszönjük! 🌱\n.\nFrom now on.\n'
      const subject = `Zulassung erteilt: «Grünkraft» – ${'sehr langer Betreff '.repeat(8)}Ende`
      const message = await sent({ to: ['person@firm.example'], subject, text })
      expect(message.headers['subject']).toBe(subject)
      expect(message.headers['to']).toBe('person@firm.example')
      expect(message.headers['mime-version']).toBe('1.0')
      expect(Date.parse(message.headers['date']!)).not.toBeNaN()
      expect(message.headers['message-id']).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/)
      expect(message.parts).toHaveLength(1)
      expect(message.parts[0]!.contentType).toMatch(/^text\/plain; charset=utf-8/)
      expect(message.parts[0]!.text.replaceAll('\r\n', '\n')).toBe(text)
    })
    it('keeps to the form of a message: line ends, short lines, nothing but ASCII', async () => {
      const { raw } = await sent({
        to: Array.from({ length: 20 }, (_, i) => `Person Nummer ${i} <person${i}@firm.example>`),
        subject: 'ü'.repeat(300),
        text: 'x'.repeat(5000),
        attachments: [{ name: 'ü'.repeat(60), contentType: 'a/b', body: new Uint8Array(3000) }],
      })
      expect(raw).toMatch(/^[\x20-\x7e\r\n\t]*$/)
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const [head = ''] = raw.split('\r\n\r\n')
      for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
      expect(raw.split('\r\n').filter((line) => line.length > 78 && !line.includes('filename'))).toEqual([])
    })
    it('sends names, copies, HTML beside the text, and files', async () => {
      const pdf = Uint8Array.from({ length: 1000 }, (_, i) => i % 256)
      const message = await sent({
        to: ['Jürgen Müller <jm@firm.example>', '"Müller, A" <a@firm.example>'],
        cc: ['Office <office@firm.example>'],
        subject: 'Rechnung',
        text: 'plain',
        html: '<p>schön</p>',
        attachments: [
          { name: 'Rechnung "2026" für Müller.pdf', contentType: 'application/pdf', body: pdf },
          { name: 'list.csv', contentType: 'text/csv', body: Buffer.from('a;b\n') },
        ],
      })
      expect(message.headers['to']).toBe('Jürgen Müller <jm@firm.example>, Müller, A <a@firm.example>')
      expect(message.headers['cc']).toMatch(/^"?Office"? <office@firm\.example>$/)
      expect(message.parts.map((part) => part.contentType.split(';')[0])).toEqual([
        'text/plain',
        'text/html',
        'application/pdf',
        'text/csv',
      ])
      expect(message.parts[1]!.text).toBe('<p>schön</p>')
      expect(message.parts[2]!.fileName).toBe('Rechnung "2026" für Müller.pdf')
      expect(Buffer.compare(message.parts[2]!.body, pdf)).toBe(0)
      expect(message.parts[3]!.fileName).toBe('list.csv')
    })
    it('lets nobody add headers or parts through a value', async () => {
      const message = await sent({
        to: ['a@firm.example\r\nBcc: spy@firm.example'],
        subject: 'Hello\r\nBcc: spy@firm.example\r\n\r\nbody',
        text: '--=_x\r\nContent-Type: text/html\r\n\r\nno',
        attachments: [
          { name: 'a"\r\nX-Evil: 1.txt', contentType: 'text/plain\r\nX-Evil: 2', body: Buffer.from('a') },
        ],
      })
      expect(message.headers['bcc']).toBeUndefined()
      expect(Object.keys(message.headers)).not.toContain('x-evil')
      expect(message.parts).toHaveLength(2)
      expect(Object.keys(message.parts[1]!.headers).sort()).toEqual([
        'content-disposition',
        'content-transfer-encoding',
        'content-type',
      ])
    })
    it('refuses documents that no mail could carry, before it writes it', async () => {
      const attachments = [0, 1].map((more) => ({
        name: 'a.pdf',
        contentType: 'application/pdf',
        body: new Uint8Array(maxMailedBytes / 2 + more),
      }))
      const send = t.mailer.send({ to: ['person@firm.example'], subject: 'a', text: 'b', attachments })
      expect(await refusal(send)).toMatchObject({ code: 'too_large' })
    })
    it('refuses a mail to nobody', async () => {
      const send = t.mailer.send({ to: [], subject: 'a', text: 'b' })
      expect(await refusal(send)).toMatchObject({ code: 'invalid_input' })
    })
  })
}
