import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CallError, invalidInput, notFound } from '../../../shared/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { writeMessage } from '../common/mime.ts'

/** What a page shows of a mail without taking the message apart. */
export interface StoredMail {
  id: string
  messageId: string
  /** ISO 8601 in UTC. */
  sent: string
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  text: string
  html?: string
  /** Sizes in bytes. */
  attachments: { name: string; contentType: string; size: number }[]
}
export interface EmbeddedMailer extends Mailer {
  /** Newest first. */
  listMails(limit?: number): Promise<StoredMail[]>
  /** With the message as it would be sent (RFC 5322). Errors: `not_found`. */
  readMail(id: string): Promise<StoredMail & { message: Uint8Array }>
}

const idPattern = /^[0-9]{13}-[0-9a-f-]{36}$/
const defaultFrom = 'Inputlist <no-reply@inputlist.example>'

/** Sends nothing: keeps each mail as a message file in the folder, and beside it what a page shows of it. */
export function createMailer(folder: string, clock: Clock, from = defaultFrom): EmbeddedMailer {
  async function described(id: string): Promise<StoredMail> {
    return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as StoredMail
  }
  return {
    async send(mail) {
      if (mail.to.length === 0) throw invalidInput([{ path: '/to', expected: 'at least one address' }])
      const millis = clock.millis()
      const uuid = randomUUID()
      const id = `${String(millis).padStart(13, '0')}-${uuid}`
      const messageId = `<${uuid}@inputlist.example>`
      const date = new Date(millis)
      const described: StoredMail = {
        id,
        messageId,
        sent: date.toISOString(),
        from,
        to: mail.to,
        cc: mail.cc ?? [],
        bcc: mail.bcc ?? [],
        subject: mail.subject,
        text: mail.text,
        ...(mail.html !== undefined && { html: mail.html }),
        attachments: (mail.attachments ?? []).map(({ name, contentType, body }) => ({
          name,
          contentType,
          size: body.byteLength,
        })),
      }
      await mkdir(folder, { recursive: true })
      // The message comes last: a mail is sent once it is there.
      await store(join(folder, `${id}.json`), JSON.stringify(described, null, 2))
      await store(join(folder, `${id}.eml`), await writeMessage(mail, { from, messageId, date }))
      return { messageId }
    },
    async listMails(limit = 100) {
      const names = await readdir(folder).catch(() => [])
      const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4))
      const newest = ids
        .filter((id) => idPattern.test(id))
        .sort()
        .reverse()
      return Promise.all(newest.slice(0, limit).map(described))
    },
    async readMail(id) {
      if (!idPattern.test(id)) throw notFound(id)
      const message = await readFile(join(folder, `${id}.eml`)).catch(() => {
        throw notFound(id)
      })
      return { ...(await described(id)), message }
    },
  }
}

async function store(path: string, content: string | Uint8Array) {
  const draft = `${path}.tmp`
  try {
    const file = await open(draft, 'w')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    if ((error as { code?: unknown }).code !== 'ENOSPC') throw error
    throw new CallError('storage_full', 'There is no room left to store this.', { key: 'storageFull' }, error)
  }
}
