/**
 * Sends an invoice: draws its number and fixes what it says, in one write; prints it, keeps the document, mails it, and only then it is
 * sent (docs/decisions/invoices.md). Every step may be cut off, and is gone on with.
 */

import { tooBusy } from '../../../shared/errors.ts'
import { isToldToCompany } from '../../../shared/model/invoice.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { invoiceRecipients, mailedTo } from '../../domain/invoice/draft.ts'
import { fileNameOf, moneyText, titleOf } from '../../domain/invoice/html.ts'
import { type InvoiceOf, invoiceRule } from '../../domain/invoice/rules.ts'
import { documentKey } from '../../domain/invoice/sealed.ts'
import { isMailing, mailingTill } from '../../domain/job/mailing.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { untilSaved } from '../entity/turns.ts'
import { leaveMailing } from '../job/mailing.ts'
import { keepDocument, printedInvoice, type Sender } from './document.ts'
import { isSealed, type SealPorts, sealInvoice } from './seal.ts'
import { changed, current } from './stored.ts'

export interface SendPorts extends SealPorts {
  files: Pick<FileStore, 'get' | 'put'>
  mailer: Mailer
}

/** Mails the document to whom the company has its invoices sent; to nobody where they go by post. Gives the addresses. */
async function mail(ports: SendPorts, { id, data }: InvoiceOf, fileHash: string): Promise<string[]> {
  const { entities, reference, files, mailer } = ports
  const company = await entities.get('company', data.companyId)
  const { to, cc } = company ? mailedTo(data, company.data) : { to: [], cc: [] }
  if (to.length === 0) return to
  const sealed = data.sealed!
  const printed = await printedInvoice(reference, data, sealed)
  const { body } = await files.get(documentKey(id, fileHash))
  const told = {
    title: titleOf(printed),
    number: data.number!,
    institution: sealed.institution,
    amount: moneyText(sealed.language, data.currency, data.totals.gross),
  }
  const bcc = (await entities.get('institution', data.institution))?.data.invoiceEmailBcc
  await mailer.send({
    to,
    ...(cc.length > 0 && { cc }),
    ...(bcc !== undefined && { bcc: [bcc] }),
    subject: printed.say('mail.subject', told).replaceAll(/\s+/g, ' '),
    text: sealed.mail ?? printed.say('mail.text', told),
    attachments: [{ name: fileNameOf(printed), contentType: 'application/pdf', body }],
  })
  return [...to, ...cc]
}

/**
 * Sends the invoice, unless it is sent. Where there is nobody to mail it to, the document is kept for the post. Whose time is up
 * (`signal`) mails nothing any more: another try does. Refuses: rule_violated. Errors: those of the ports; what was done stays, and
 * another try goes on.
 */
export async function sendInvoice(
  ports: SendPorts,
  sender: Sender,
  id: string,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const { entities, clock } = ports
  const sealed = await sealInvoice(ports, sender, id)
  if (!isSealed(sealed)) return sealed
  const fileHash = await keepDocument(ports, sender, sealed)
  if (fileHash === undefined) return undefined
  // Who was cut off, or has cancelled it meanwhile, mails nothing.
  signal.throwIfAborted()
  const sentTo = await mailOnce(ports, sender, sealed, {
    fileHash,
    isStill: ({ sendJob, sendDate }) => sendJob === sender.job && sendDate === undefined,
  })
  if (sentTo === undefined) return undefined
  await untilSaved(async () => {
    const before = await current(entities, id)
    if (!before || before.data.sendDate !== undefined) return
    const { sendJob: _, failure: __, mailedUntil: ___, ...data } = before.data
    const now = clock.now()
    await entities.putAll([changed(before, { ...data, sendDate: now, sentTo }, { by: sender.by, now })])
  })
  return undefined
}

/**
 * Mails it where it is still to be mailed (`isStill`), and says first that it is being mailed, and until when. Gives the addresses; undefined
 * where it is not to be mailed any more. Errors: too_many_requests while another delivery is mailing it, or has died over that: the
 * work comes again.
 */
async function mailOnce(
  ports: SendPorts,
  { by }: Sender,
  invoice: InvoiceOf,
  { fileHash, isStill }: { fileHash: string; isStill(data: InvoiceOf['data']): boolean },
): Promise<string[] | undefined> {
  const { entities, clock } = ports
  const mailedUntil = await untilSaved(async () => {
    const before = await current(entities, invoice.id)
    if (!before || !isStill(before.data)) return undefined
    const now = clock.now()
    if (isMailing(before.data, now)) throw tooBusy()
    const until = mailingTill(now)
    await entities.putAll([changed(before, { ...before.data, mailedUntil: until }, { by, now })])
    return until
  })
  if (mailedUntil === undefined) return undefined
  try {
    return await mail(ports, invoice, fileHash)
  } catch (error) {
    await leaveMailing(ports, by, invoice.id, mailedUntil)
    throw error
  }
}

/** Mails an invoice that was sent once more, as it was, once by each job. Refuses: rule_violated. */
export async function resendInvoice(
  ports: SendPorts,
  sender: Sender,
  id: string,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const { entities, clock } = ports
  const before = await current(entities, id)
  if (!before || before.data.mailedAgain?.job === sender.job) return undefined
  // Whoever gets it once more would pay it.
  if (before.data.cancelledBy !== undefined) return invoiceRule('invoiceCancelled')
  if (!isToldToCompany(before.data)) return sendInvoice(ports, sender, id, signal)
  const { fileHash } = before.data
  const company = await entities.get('company', before.data.companyId)
  if (fileHash === undefined || !company || invoiceRecipients(company.data).length === 0)
    return invoiceRule('invoiceByPost')
  signal.throwIfAborted()
  const sentTo = await mailOnce(ports, sender, before, {
    fileHash,
    isStill: ({ cancelledBy, mailedAgain }) => cancelledBy === undefined && mailedAgain?.job !== sender.job,
  })
  if (sentTo === undefined)
    return (await current(entities, id))?.data.cancelledBy === undefined
      ? undefined
      : invoiceRule('invoiceCancelled')
  await untilSaved(async () => {
    const latest = await current(entities, id)
    if (!latest) return
    const { mailedUntil: _, ...rest } = latest.data
    const now = clock.now()
    const data = { ...rest, sentTo, mailedAgain: { date: now, job: sender.job } }
    await entities.putAll([changed(latest, data, { by: sender.by, now })])
  })
  return undefined
}

/** Frees what the job has not sent, with the reason. It keeps its number, and is sent again with it. */
export async function releaseInvoice(
  { entities, clock }: Pick<SendPorts, 'entities' | 'clock'>,
  job: string,
  id: string,
  failure: NonNullable<InvoiceOf['data']['failure']>,
): Promise<void> {
  await untilSaved(async () => {
    const before = await current(entities, id)
    if (!before || before.data.sendJob !== job || before.data.sendDate !== undefined) return
    const { sendJob: _, ...data } = before.data
    await entities.putAll([changed(before, { ...data, failure }, { by: before.updatedBy, now: clock.now() })])
  })
}
