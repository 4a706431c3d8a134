import * as z from 'zod'
import { day, id, instant, line, locale, localized, mainCategoryKey, order, rows, text } from './basics.ts'
import { entityOf } from './entity.ts'
import { currency, feeScopes, invoiceYear, money, percent } from './fee-schedule.ts'
import { invoiceType } from './invoice-type.ts'
import { message } from './message.ts'

/** Of a draft that was only marked as sent: before every real date, and hidden by the default filter. */
export const pseudoSent = '1999-12-31T04:00:00.000Z'
/** The first real date of sending. */
const firstSendDate = '2000-01-01T00:00:00.000Z'

/** A fee or a special item; below zero for credits and in cancellations. */
const rate = z.number().min(-1_000_000_000).max(1_000_000_000)

/** A line, with the rule that made it (`shared/rules/pricing`). Those of a cancellation invoice are owed the other way round. */
export const invoiceSum = z.strictObject({
  /** `eu_base`, `national_restMonthly` …; the SHA-1 of special items; `custom` for what was added by hand. */
  rule: z.string().max(60),
  count: z.number().int().min(0),
  price: rate,
  discount: z.strictObject({ percent, category: id }).optional(),
  amount: money,
  scope: z.enum(feeScopes).optional(),
  /** The first of its products, and the list that it is billed in. */
  productId: id.optional(),
  listId: id.optional(),
  products: z.array(id).max(20_000),
  mainCategory: mainCategoryKey.optional(),
  /** Main category of the product that a line of the scale is for. */
  productCategory: mainCategoryKey.optional(),
  text: line.optional(),
  /** What the product was called in that list when it was billed. */
  productName: line.optional(),
})
export type InvoiceSum = z.infer<typeof invoiceSum>
/** Is it the line of a product in a list? The scale charges main categories, too. */
export const isScaleLine = ({ scope, mainCategory }: Pick<InvoiceSum, 'scope' | 'mainCategory'>): boolean =>
  scope !== undefined && mainCategory === undefined

/** What is added by hand before it is sent: a charge, or a credit below zero. */
const customEntry = z.strictObject({ text: line.min(1), amount: money, _order: order.optional() })

const payee = z.strictObject({
  name: z.string(),
  street: z.string(),
  zip: z.string(),
  city: z.string(),
  country: z.string(),
})
/** Of a Swiss QR-bill. Countries are ISO codes. */
const payment = z.strictObject({
  iban: z.string(),
  creditor: payee,
  debtor: payee.optional(),
})

/**
 * What an invoice says beside its lines, as it was when its number was drawn: put together from what is stored elsewhere, so it has no
 * limits of its own, which one that was sent could no more be mended by.
 */
const sealedInvoice = z.strictObject({
  language: locale,
  issued: day,
  due: day.optional(),
  institution: z.string(),
  company: z.strictObject({ name: z.string(), address: z.array(z.string()) }),
  ourSign: z.string().optional(),
  text: z.string().optional(),
  period: z.string().optional(),
  mail: z.string().optional(),
  iban: z.string().optional(),
  /** Lines of the institution's address. */
  sender: z.array(z.string()).optional(),
  /** What its payment part says, where it has one. */
  payment: payment.optional(),
  /** Number of the invoice that this one cancels. */
  cancels: z.string().optional(),
})

export const invoice = z.strictObject({
  type: invoiceType,
  institution: id,
  companyId: id,
  targetYear: invoiceYear,
  invoiceDate: instant,
  /** `{institution}-{year}-{6 digits}`: drawn when it is sent, without gaps. */
  number: z.string().max(100).optional(),
  sendDate: instant.optional(),
  cancellationDate: instant.optional(),
  cancellationReason: line.optional(),
  /** Of a cancellation invoice: the one that it cancels; of that one: the cancellation invoice. */
  cancels: id.optional(),
  cancelledBy: id.optional(),
  periodDescription: localized.optional(),
  emailText: localized.optional(),
  cc: z.array(z.email()).max(20).default([]),
  /** Select option of `invoice-our-sign`. */
  ourSign: id.optional(),
  customEntries: rows(customEntry).default({}),
  indexData: z
    .strictObject({
      company: z
        .strictObject({ name: line.optional(), customerNumber: z.number().int().optional() })
        .optional(),
      invoiceNumber: z.string().max(100).optional(),
    })
    .default({}),
  sums: z.array(invoiceSum).max(20_000),
  currency,
  totals: z.strictObject({ net: money, vatPercent: percent, vat: money, gross: money }),
  paymentDays: z.number().int().min(0).max(3650),
  /** Product and list of a line that is not to be billed for the years after, and when that was said. Told to administrators alone. */
  unindex: z
    .array(z.strictObject({ productId: id, listId: id, on: instant.optional() }))
    .max(20_000)
    .default([]),
  /** Institution, company, type and year, of which there is one invoice that is neither deleted nor cancelled; the server's to write. */
  slot: z.string().max(200).optional(),
  /** The job that is sending it. */
  sendJob: id.optional(),
  /** Its mail may be going out up to then, whatever has become of the job: nobody sends or cancels it before. */
  mailedUntil: instant.optional(),
  /** Why it was not sent, if the last try failed. */
  failure: z.strictObject({ message: text, text: message.optional() }).optional(),
  /** Written with its number: nothing of it changes from then on. */
  sealed: sealedInvoice.optional(),
  /** SHA-256, hex, of the PDF as it was mailed. */
  fileHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Whom it was mailed to; empty where it goes by post. Told to administrators alone. */
  sentTo: z.array(line).optional(),
  /** When it was mailed once more, and by which job. Told to administrators alone. */
  mailedAgain: z.strictObject({ date: instant, job: id }).optional(),
})
export type Invoice = z.infer<typeof invoice>
export const invoiceEntity = entityOf(invoice)
export type InvoiceEntity = z.infer<typeof invoiceEntity>

/** Keys of a draft that people change; all else follows from its products and from the schedule. */
export const editableInvoiceKeys = [
  'customEntries',
  'cc',
  'ourSign',
  'emailText',
  'periodDescription',
] as const

export const invoiceSlot = (of: Pick<Invoice, 'institution' | 'companyId' | 'type' | 'targetYear'>): string =>
  `${of.institution}:${of.companyId}:${of.type}:${of.targetYear}`
const isSent = ({ sendDate }: Pick<Invoice, 'sendDate'>): boolean => sendDate !== undefined
export const invoiceStates = ['draft', 'sending', 'unsent', 'sent', 'pseudoSent', 'cancelled'] as const
export type InvoiceState = (typeof invoiceStates)[number]
/** `unsent`: it has its number, and its mail failed or may be out. Who is not told that it is being sent reads of a draft. */
export function invoiceState(
  of: Pick<Invoice, 'number' | 'sendDate' | 'sendJob' | 'cancellationDate'>,
): InvoiceState {
  if (of.cancellationDate !== undefined) return 'cancelled'
  if (isPseudoSent(of)) return 'pseudoSent'
  if (isSent(of)) return 'sent'
  if (of.sendJob !== undefined) return 'sending'
  return of.number === undefined ? 'draft' : 'unsent'
}
/** Its company knows of what was really sent to it, and of nothing before. */
export const isToldToCompany = (of: Pick<Invoice, 'sendDate'>): boolean => isSent(of) && !isPseudoSent(of)
export const isPseudoSent = ({ sendDate }: Pick<Invoice, 'sendDate'>): boolean =>
  sendDate !== undefined && sendDate < firstSendDate

/** What keeps invoices from being sent that the institution has to mend, as keys of sentences. */
export const senderProblemKeys = [
  'invoiceInstitutionGone',
  'invoiceNoInternalName',
  'invoiceInternalNameTaken',
  'invoiceIbanInvalid',
  'invoiceNoPayee',
] as const
export type SenderProblem = (typeof senderProblemKeys)[number]

/** A sentence of `shared/texts`, as its key, and in English. */
const said = z.object({ key: z.string(), message: z.string() })
/**
 * What a run makes of a company's invoice. `fixed`: it is there and has a number, or is being sent; `emptied`: the draft that was there
 * bills nothing any more, and is deleted; `tooLarge`: no invoice can hold it, and a draft that is there stays as it was.
 */
const billOutcomes = [
  'new',
  'changed',
  'same',
  'fixed',
  'nothing',
  'emptied',
  'noSchedule',
  'tooLarge',
] as const
/** By cause, the net amount that each adds; together they are the whole difference. */
const invoiceDifference = z.object({
  net: z.number(),
  came: z.number(),
  went: z.number(),
  /** Another number of main categories, or a discount that came or went with the category of a product. */
  category: z.number(),
  /** Other fees, and another place in the scale. */
  price: z.number(),
  /** Special items and entries that were added by hand. */
  special: z.number(),
})
export const bill = z.object({
  institution: id,
  companyId: id,
  company: z.string(),
  outcome: z.enum(billOutcomes),
  invoiceId: id.optional(),
  currency: currency.optional(),
  totals: invoice.shape.totals.optional(),
  /** That of the year before, of the same institution and type; absent where there is none, or in another currency. */
  before: z.object({ invoiceId: id, totals: invoice.shape.totals }).optional(),
  difference: invoiceDifference.optional(),
  /** Lists of products that this company would pay for, and why they are not on it. */
  notBilled: z.array(said.extend({ productId: id, listId: id, product: z.string() })),
  /** What has to be mended before it can be sent. */
  problems: z.array(said),
})
export type Bill = z.infer<typeof bill>

/** What stands against an invoice, or follows from it, beside its data. */
export const invoiceView = invoiceEntity.extend({
  may: z.array(z.string()),
  /** What has to be mended before it can be sent; of a draft, to who may send it. */
  problems: z.array(z.object({ message: text, text: message })),
  /** Whom it is mailed to if it is sent now; empty where it goes by post. To who may send it. */
  recipients: z.array(z.string()).optional(),
  /** Its document is kept as it was sent. */
  hasDocument: z.boolean(),
  /** The invoice that it cancels, or that cancels it, where the viewer knows of it. */
  cancels: z.object({ id, number: z.string() }).optional(),
  cancelledBy: z.object({ id, number: z.string() }).optional(),
  /** The year before of the same institution, company and type, where the viewer knows of it. */
  before: z.object({ id, totals: invoice.shape.totals, currency }).optional(),
})
export type InvoiceView = z.infer<typeof invoiceView>
