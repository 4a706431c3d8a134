/** Sends a confirmation, once, and keeps it as it was sent. */
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { maxMailedBytes } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type {
  Confirmation,
  ConfirmationContent,
  ListingConfirmation,
} from '../../../shared/model/confirmation.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { isRefusal, notAllowed, type Refusal } from '../../../shared/rules/refusal.ts'
import { contentOf } from '../../domain/confirmation/content.ts'
import { confirmationHtml, fileNameOf, marginsOf } from '../../domain/confirmation/html.ts'
import { recipientsOf } from '../../domain/confirmation/problems.ts'
import { confirmationRule, fixedRefusal, outdatedRefusal } from '../../domain/confirmation/rules.ts'
import { documentKey, numberOf } from '../../domain/confirmation/sent.ts'
import { checkAddress, codeText, statementOf, statementType } from '../../domain/confirmation/statement.ts'
import { isOver, mayView } from '../../domain/job/job.ts'
import { isMailing, mailingTill } from '../../domain/job/mailing.ts'
import { type Why, whyOf } from '../../domain/job/why.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { JobReader } from '../../ports/job-store.ts'
import type { Mail, Mailer } from '../../ports/mailer.ts'
import type { PdfMaker } from '../../ports/pdf-maker.ts'
import type { QrMaker } from '../../ports/qr-maker.ts'
import type { StatementSigner } from '../../ports/statement-signer.ts'
import { hexDigest } from '../hex-digest.ts'
import type { UnitResult } from '../job/kind.ts'
import { leaveMailing } from '../job/mailing.ts'
import { type StartPorts, startJob } from '../job/start.ts'
import { printedConfirmation } from './document.ts'
import { judge } from './make.ts'
import type { Confirmable, ConfirmPorts } from './open.ts'
import { current, keepSent, type Sent, seal, written } from './seal.ts'

export interface SendConfig {
  confirmationId: string
  [key: string]: unknown
}
interface BeginPorts extends ConfirmPorts {
  entities: EntityStore
  clock: { now(): string; today(): string }
  ids: { next(): string }
  jobs: StartPorts<'confirmation'>['jobs']
}

/**
 * Starts the job that sends the confirmation, and gives its id; that of the one that has sent it, or is sending it, where there is
 * one. Refuses: forbidden, rule_violated (ERR1 to ERR6). Errors: revision_conflict, if somebody else began at the same moment.
 */
export async function beginSending(
  ports: BeginPorts,
  actor: Actor,
  confirmation: Confirmation,
): Promise<string | Refusal> {
  const { entities, clock, ids, jobs } = ports
  const { data } = confirmation
  if (!can(actor, 'confirmation:edit', { institution: data.institutionId })) return notAllowed()
  if (data.withdrawn !== undefined) return confirmationRule('confirmationWithdrawn')
  const known = data.sendJob === undefined ? undefined : await entities.get('batchjob', data.sendJob)
  const config: SendConfig = { confirmationId: confirmation.id }
  const start = { kind: 'confirmation' as const, by: actor.account, sub: actor.sub, total: 1, config }
  const isBegun = known && !isOver(known)
  // Cut off before it was planned: that is asked for again.
  if (isBegun) await startJob({ ...start, id: known.id }, { entities, jobs, clock })
  if (data.sendDate !== undefined || isBegun)
    // A colleague's job is nothing that the actor could ask after; of one that was stopped too late the job is not known.
    return known && mayView(known, actor) ? known.id : (fixedRefusal(data) ?? notAllowed())
  if (isMailing(data, clock.now())) return confirmationRule('confirmationMailing')
  const c = await judge(ports, actor, data, { toSend: true })
  if (isRefusal(c)) return c
  const outdated = outdatedRefusal(data, contentOf(data, c))
  if (outdated) return outdated
  // Cut off between the two writes: the job that it names is begun now.
  const isCutOff = data.sendJob !== undefined && !known
  const id = isCutOff ? data.sendJob! : ids.next()
  if (!isCutOff) {
    const { failure: _, ...rest } = data
    const next = written(confirmation, actor, clock.now(), { ...rest, sendJob: id })
    await entities.put(next, { expectRev: confirmation.rev })
  }
  await startJob({ ...start, id }, { entities, jobs, clock })
  return id
}

/** The outcome of what could not be sent, and never can as it stands. */
export const failedWith = (refused: Pick<Refusal, 'message' | 'details'>): UnitResult => ({
  failed: 1,
  reasons: [{ unit: '1', ...whyOf(refused) }],
})

interface SendPorts extends ConfirmPorts {
  entities: EntityStore
  clock: { now(): string; today(): string }
  files: Pick<FileStore, 'has' | 'get' | 'put'>
  pdf: PdfMaker
  qrCodes: QrMaker
  statements: Pick<StatementSigner, 'sign'>
  mailer: Mailer
}
const hashOf = (text: string) => hexDigest('SHA-256', new TextEncoder().encode(text))

/** Where the document is checked, and the code that leads there and carries what it says, signed. */
async function checkOf(
  { statements, qrCodes }: Pick<SendPorts, 'statements' | 'qrCodes'>,
  content: ConfirmationContent,
  of: { site: string; number: string; hash: string },
): Promise<{ address: string; code: string }> {
  const address = checkAddress(of.site, of.number)
  const statement = await statements.sign(statementType, statementOf(content, of))
  return { address, code: qrCodes.svg(codeText(address, statement)) }
}

/**
 * Prints what is confirmed now, and keeps the document under its own hash: two prints of one content differ, and one that is
 * mailed is never replaced.
 */
async function makeDocument(
  ports: SendPorts,
  { id, data }: Confirmation,
  c: Confirmable,
): Promise<Pick<Sent, 'content' | 'hash' | 'fileHash'>> {
  const content = contentOf(data, c)
  const hash = await hashOf(canonicalJson(content))
  const number = await numberFor(id, content)
  const check = await checkOf(ports, content, { site: data.site, number, hash })
  const printed = await printedSent(ports, data, content, number)
  const options = { ...marginsOf(printed), maxBytes: maxMailedBytes }
  const body = await ports.pdf.print(confirmationHtml({ ...printed, check }), options)
  const fileHash = await hexDigest('SHA-256', Uint8Array.from(body))
  await ports.files.put(documentKey(id, fileHash), body, 'application/pdf')
  return { content, hash, fileHash }
}
const numberFor = async (id: string, { issued }: Sent['content']): Promise<string> =>
  numberOf(issued, await hashOf(id))

async function printedSent(
  { entities }: Pick<SendPorts, 'entities'>,
  { replaces }: ListingConfirmation,
  content: Sent['content'],
  number: string,
) {
  const replaced = replaces === undefined ? undefined : await current(entities, replaces)
  return printedConfirmation(content, {
    number,
    ...(replaced?.data.number !== undefined && { replaces: replaced.data.number }),
  })
}

/**
 * Sends what the job is about, unless it is sent. Where two runs of it are under way, one mails what was sealed and the other one waits;
 * a mail may go out twice where a process dies behind it. Refuses: forbidden, rule_violated, not_found, as its starter may no longer
 * send it. Errors: too_many_requests, while another run is at it.
 */
export async function sendConfirmation(
  ports: SendPorts,
  actor: Actor,
  jobId: string,
  { confirmationId }: SendConfig,
): Promise<Refusal | undefined> {
  const { entities, mailer } = ports
  const before = await current(entities, confirmationId)
  if (!before || before.data.sendDate !== undefined || before.data.sendJob !== jobId) return undefined
  const c = await judge(ports, actor, before.data, { toSend: true })
  if (isRefusal(c)) return c
  const outdated = outdatedRefusal(before.data, contentOf(before.data, c))
  if (outdated) return outdated
  const to = recipientsOf(c.companies.get(before.data.companyId))
  const { replaces } = before.data
  // One whose job was stopped right behind its mail goes out again as it was.
  const made = before.data.sent ?? {
    ...(await makeDocument(ports, before, c)),
    ...(replaces !== undefined && { replaces }),
  }
  const number = await numberFor(confirmationId, made.content)
  const mailedUntil = mailingTill(ports.clock.now())
  const sealing = { id: confirmationId, number, sent: { ...made, to }, mailedUntil }
  const sent = await seal(ports, actor, jobId, sealing)
  if (sent === undefined || isRefusal(sent)) return sent
  try {
    const mail = await mailOf(ports, before, sent, { number, to })
    await mailer.send(mail)
  } catch (error) {
    await leaveMailing(ports, actor.account, confirmationId, mailedUntil)
    throw error
  }
  await keepSent(ports, actor, confirmationId, to)
  return undefined
}

async function mailOf(
  ports: Pick<SendPorts, 'entities' | 'files'>,
  { id, data }: Confirmation,
  { content, fileHash }: Sent,
  { number, to }: { number: string; to: string[] },
): Promise<Mail> {
  const { body } = await ports.files.get(documentKey(id, fileHash))
  const printed = await printedSent(ports, data, content, number)
  const { say } = printed
  const told = {
    number,
    product: content.product,
    title: say(`title.${content.type}`),
    institution: content.institution,
  }
  return {
    to,
    subject: say('mail.subject', told).replaceAll(/\s+/g, ' '),
    text: say('mail.text', told),
    attachments: [{ name: fileNameOf(printed), contentType: 'application/pdf', body }],
  }
}

/** Frees what the job has not sent, with the reason. */
export async function giveUpSending(
  {
    entities,
    jobStore,
    clock,
  }: Pick<SendPorts, 'entities' | 'clock'> & { jobStore: Pick<JobReader, 'reasons'> },
  jobId: string,
  { confirmationId }: SendConfig,
): Promise<undefined> {
  const before = await current(entities, confirmationId)
  if (!before || before.data.sendJob !== jobId || before.data.sendDate !== undefined) return undefined
  const [reason] = (await jobStore.reasons(jobId, { limit: 1 })).list
  const aborted: Why = {
    message: 'The confirmation was not sent: the job was stopped.',
    text: { key: 'confirmationStopped' },
  }
  const { message, text } = reason ?? aborted
  const { sendJob: _, ...data } = before.data
  const next = written(before, { account: before.updatedBy }, clock.now(), {
    ...data,
    failure: { message, ...(text && { text }) },
  })
  await entities.put(next, { expectRev: before.rev })
  return undefined
}
