/** The document of an invoice: what it is printed from, and the one that is kept. */
import { fixedIds, type MainCategoryKey, maxMailedBytes } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import { type CompanyData, companyData } from '../../../shared/model/company.ts'
import type { Invoice } from '../../../shared/model/invoice.ts'
import { textIn } from '../../../shared/rules/localized.ts'
import { redactCompany } from '../../../shared/rules/redact-company.ts'
import { invoiceTexts } from '../../../shared/texts/invoice-texts.ts'
import { invoiceHtml, marginsOf, type PrintedInvoice } from '../../domain/invoice/html.ts'
import type { InvoiceOf } from '../../domain/invoice/rules.ts'
import { documentKey, type Sealed, sealedOf } from '../../domain/invoice/sealed.ts'
import type { EntityReader, EntityStore } from '../../ports/entity-store.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { PaymentPartMaker } from '../../ports/payment-part-maker.ts'
import type { PdfMaker, PdfOptions } from '../../ports/pdf-maker.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'
import { untilSaved } from '../entity/turns.ts'
import { hexDigest } from '../hex-digest.ts'
import { scheduleOf } from './schedule.ts'
import { changed, current } from './stored.ts'

/** Who sends it: an account, by a job. */
export interface Sender {
  by: string
  job: string
}

/** What an invoice is printed from. */
export async function printedInvoice(
  reference: Pick<ReferenceData, 'all'>,
  data: PrintedInvoice['data'],
  sealed: Sealed,
): Promise<PrintedInvoice> {
  const [say, categories] = await Promise.all([invoiceTexts(sealed.language), reference.all('category')])
  const mainCategory = (key: string) =>
    textIn(categories.get(fixedIds.mainCategory[key as MainCategoryKey])?.data.title, sealed.language) ?? key
  return { data, sealed, say, mainCategory }
}

/** What a draft would say, as far as the actor may see it: without a payment part, so that nobody pays by it. */
export async function previewOf(
  {
    entities,
    reference,
  }: { entities: Pick<EntityReader, 'get' | 'findUnique'>; reference: Pick<ReferenceData, 'all'> },
  actor: Actor,
  data: Invoice,
): Promise<PrintedInvoice> {
  const [institutions, countries, options, schedule, company] = await Promise.all([
    reference.all('institution'),
    reference.all('country'),
    reference.all('selectoption'),
    scheduleOf(entities, data.institution, data.targetYear),
    entities.get('company', data.companyId),
  ])
  const seen = company && redactCompany(company, actor)
  const institution = institutions.get(data.institution)?.data ?? unknownInstitution
  const context = {
    institution,
    company: seen ?? unknownCompany(data),
    countries,
    options,
    schedule: schedule?.data,
  }
  const sealed = data.sealed ?? sealedOf(data, context, actor.language)
  return { ...(await printedInvoice(reference, data, sealed)), isPreview: true }
}
const unknownInstitution: Institution = {
  title: {},
  users: [],
  corePartner: false,
  yearlyInvoiceRun: false,
}
/** Of a company that is gone its name is known. */
const unknownCompany = ({ indexData }: Invoice): CompanyData =>
  companyData.parse({ baseData: { name: indexData.company?.name ?? '' } })

/** The drawing by which it is paid; undefined where it has none, or where the standard has no place for what it says. */
export const paymentPartOf = (
  paymentParts: PaymentPartMaker,
  sealed: Sealed,
  { number, amount, currency }: { number: string; amount: number; currency: string },
): string | undefined =>
  sealed.payment &&
  paymentParts.svg({ ...sealed.payment, amount, currency, number, language: sealed.language })

type PrintPorts = Pick<DocumentPorts, 'reference' | 'pdf' | 'paymentParts'>
/** The page of an invoice with its number, and how it is printed: not larger than what is mailed, as one for the post may be, too. */
async function pageOf(
  { reference, paymentParts }: PrintPorts,
  data: Invoice,
  sealed: Sealed,
): Promise<[html: string, options: PdfOptions]> {
  const printed = await printedInvoice(reference, data, sealed)
  const paid = { number: data.number!, amount: data.totals.gross, currency: data.currency }
  const html = invoiceHtml({ ...printed, paymentPart: paymentPartOf(paymentParts, sealed, paid) })
  return [html, { ...marginsOf(printed), maxBytes: maxMailedBytes }]
}
/** Lines from which on a document may turn out too large. */
const manyLines = 1000
/** Prints a long one in vain, before it has its number: what can never be mailed is to take none. Errors: `too_large`. */
export async function tryLong(ports: PrintPorts, data: Invoice, sealed: Sealed): Promise<void> {
  if (data.sums.length > manyLines) await ports.pdf.print(...(await pageOf(ports, data, sealed)))
}

interface DocumentPorts {
  entities: EntityStore
  reference: Pick<ReferenceData, 'all'>
  clock: { now(): string }
  files: Pick<FileStore, 'put'>
  pdf: PdfMaker
  paymentParts: PaymentPartMaker
}
/**
 * The document of an invoice with a number: printed once, and kept before it is mailed. Gives its hash; undefined where it is not this
 * job's any more.
 */
export async function keepDocument(
  ports: DocumentPorts,
  sender: Sender,
  { id, data }: InvoiceOf,
): Promise<string | undefined> {
  const { entities, files, clock } = ports
  if (data.fileHash !== undefined) return data.fileHash
  const body = await ports.pdf.print(...(await pageOf(ports, data, data.sealed!)))
  const fileHash = await hexDigest('SHA-256', Uint8Array.from(body))
  await files.put(documentKey(id, fileHash), body, 'application/pdf')
  return untilSaved(async () => {
    const before = await current(entities, id)
    if (!before || before.data.sendJob !== sender.job) return undefined
    // Two prints of one content differ: the first one that is kept is the document.
    if (before.data.fileHash !== undefined) return before.data.fileHash
    const stamp = { by: sender.by, now: clock.now() }
    await entities.putAll([changed(before, { ...before.data, fileHash }, stamp)])
    return fileHash
  })
}
