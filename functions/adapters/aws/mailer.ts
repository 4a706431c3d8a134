import { randomUUID } from 'node:crypto'
import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { invalidInput } from '../../../shared/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { mailboxOf, writeMessage } from '../common/mime.ts'

/** Sends by SES, as a whole message, so that attachments and every language come through as they are. */
export function createMailer(ses: SESv2Client, from: string, clock: Clock): Mailer {
  const domain = mailboxOf(from).split('@')[1]
  return {
    async send(mail) {
      if (mail.to.length === 0) throw invalidInput([{ path: '/to', expected: 'at least one address' }])
      const messageId = `<${randomUUID()}@${domain}>`
      // Blind copies travel in the envelope only. Names belong to the message: SES takes them in ASCII only.
      const message = await writeMessage(mail, { from, messageId, date: new Date(clock.millis()) })
      const answer = await ses.send(
        new SendEmailCommand({
          FromEmailAddress: mailboxOf(from),
          Destination: {
            ToAddresses: mail.to.map(mailboxOf),
            CcAddresses: mail.cc?.map(mailboxOf),
            BccAddresses: mail.bcc?.map(mailboxOf),
          },
          Content: { Raw: { Data: message } },
        }),
      )
      return { messageId: answer.MessageId ?? messageId }
    },
  }
}
