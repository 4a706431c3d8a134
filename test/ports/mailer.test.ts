import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClock, systemClock } from '../../functions/adapters/common/clock.ts'
import { createMailer } from '../../functions/adapters/embedded/mailer.ts'
import { temporaryFolder } from './embedded.ts'
import { mailerContract } from './mailer.suite.ts'
import { refusal } from './store-under-test.ts'

async function open() {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'mail')
  const mailer = createMailer(path, systemClock)
  return {
    path,
    mailer,
    messageOf: async (messageId: string) => {
      const mails = await mailer.listMails()
      return (await mailer.readMail(mails.find((mail) => mail.messageId === messageId)!.id)).message
    },
    close: folder.remove,
  }
}
mailerContract('files', open)

describe('mails kept as files', () => {
  it('are listed newest first, with what a page shows of them', async () => {
    const folder = await temporaryFolder()
    let millis = Date.parse('2026-03-10T09:00:00.000Z')
    const clock = createClock('UTC', () => millis)
    const mailer = createMailer(join(folder.path, 'mail'), clock)
    expect(await mailer.listMails()).toEqual([])
    for (const subject of ['one', 'two', 'three']) {
      const attachments = [{ name: 'a.txt', contentType: 'text/plain', body: Buffer.from('abc') }]
      await mailer.send({ to: ['a@firm.example'], bcc: ['b@firm.example'], subject, text: 'x', attachments })
      millis += 1000
    }
    const mails = await mailer.listMails(2)
    expect(mails.map((mail) => mail.subject)).toEqual(['three', 'two'])
    expect(mails[0]).toMatchObject({
      sent: '2026-03-10T09:00:02.000Z',
      to: ['a@firm.example'],
      bcc: ['b@firm.example'],
      attachments: [{ name: 'a.txt', contentType: 'text/plain', size: 3 }],
    })
    expect((await mailer.readMail(mails[0]!.id)).text).toBe('x')
    for (const id of ['../../etc/passwd', '0000000000000-00000000-0000-4000-8000-000000000000', '']) {
      expect(await refusal(mailer.readMail(id))).toMatchObject({ code: 'not_found' })
    }
    expect((await readdir(join(folder.path, 'mail'))).filter((name) => name.endsWith('.tmp'))).toEqual([])
    await folder.remove()
  })
})
