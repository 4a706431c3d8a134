/** Makes the draft of an invoice from what is billed. */
import type { CompanyData } from '../../../shared/model/company.ts'
import type { FeeSchedule } from '../../../shared/model/fee-schedule.ts'
import { type Invoice, invoiceSlot } from '../../../shared/model/invoice.ts'
import type { InvoiceType } from '../../../shared/model/invoice-type.ts'
import { cutText } from '../../../shared/rules/cut-text.ts'
import { storedDay } from '../../../shared/rules/dates.ts'
import { priceInvoice, type SpecialItem, totalsOf } from '../../../shared/rules/pricing/price.ts'
import type { Candidate } from './billed.ts'
import { withCustomEntries } from './rules.ts'

/** Counter of the turns in which drafts of a company are made: nothing is to stand on two that are made side by side. */
export const billingTurns = (companyId: string): string => `invoices-of:${companyId}`

export interface DraftOf {
  type: InvoiceType
  year: number
  institution: string
  company: { id: string; data: CompanyData }
  candidates: readonly Candidate[]
  specialItems: readonly SpecialItem[]
  schedule: FeeSchedule
  /** Day that it is dated. */
  date: string
  /** What people entered in the draft that is there. */
  before?: Invoice | undefined
}

/** The draft, or undefined where there is nothing to bill. */
export function draftOf(of: DraftOf): Invoice | undefined {
  const { type, year, institution, company, candidates, specialItems, schedule, date, before } = of
  const items = candidates.flatMap(({ item }) => item ?? [])
  const names = new Map(candidates.map(({ productId, listId, name }) => [`${productId} ${listId}`, name]))
  const lines = priceInvoice(type, { items, specialItems }, schedule)
  if (lines.length === 0 && Object.keys(before?.customEntries ?? {}).length === 0) return undefined
  const sums = lines.map((line) => {
    const name = names.get(`${line.productId} ${line.listId}`)
    return name && line.mainCategory === undefined ? { ...line, productName: cutText(name, 500) } : line
  })
  const { name, customerNumber } = company.data.baseData
  return withCustomEntries({
    cc: [],
    customEntries: {},
    unindex: [],
    ...before,
    type,
    institution,
    companyId: company.id,
    targetYear: year,
    invoiceDate: storedDay(date),
    indexData: { company: { name, ...(customerNumber !== undefined && { customerNumber }) } },
    sums,
    currency: schedule.currency,
    totals: totalsOf([], schedule.vatPercent),
    paymentDays: schedule.paymentDays,
    slot: invoiceSlot({ institution, companyId: company.id, type, targetYear: year }),
  })
}

/** Why an invoice could not be sent to the company as it is. */
export const sendProblemSentences = {
  invoiceNoAddress: 'The company has neither an invoice address nor a main address.',
  invoiceNoLanguage: 'The company has no language.',
  invoiceNoEmail: 'The company gets invoices by e-mail and has no address for them.',
} as const
export type SendProblem = keyof typeof sendProblemSentences

/** The address that invoices go to: of type invoice, else main (decisions §11). */
export const invoiceAddressOf = ({ addresses }: CompanyData) => {
  const ordered = Object.entries(addresses)
    .sort(([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1))
    .map(([, address]) => address)
  return ordered.find(({ type }) => type === 'invoice') ?? ordered.find(({ type }) => type === 'main')
}
/** Whom invoices are mailed to; none where they go by post. */
export const invoiceRecipients = ({ baseData }: CompanyData): string[] =>
  baseData.sendInvoiceViaEmail && baseData.invoiceEmail?.trim() ? [baseData.invoiceEmail.trim()] : []
/** The same, with whom it is copied to; both empty where there is nobody to mail it to. */
export function mailedTo({ cc }: Pick<Invoice, 'cc'>, company: CompanyData): { to: string[]; cc: string[] } {
  const to = invoiceRecipients(company)
  if (to.length === 0) return { to, cc: [] }
  const ccEmail = company.baseData.ccEmail?.trim()
  return { to, cc: [...new Set([...cc, ...(ccEmail ? [ccEmail] : [])])] }
}

export function sendProblems(company: CompanyData): SendProblem[] {
  const found: SendProblem[] = []
  if (!invoiceAddressOf(company)) found.push('invoiceNoAddress')
  if (!company.baseData.language) found.push('invoiceNoLanguage')
  if (company.baseData.sendInvoiceViaEmail && invoiceRecipients(company).length === 0)
    found.push('invoiceNoEmail')
  return found
}
