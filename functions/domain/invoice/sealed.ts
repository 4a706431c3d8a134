/** What an invoice says beside its lines, fixed when its number is drawn; and the number itself. */
import { defaultLocale, type Locale } from '../../../shared/constants.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import type { FeeSchedule } from '../../../shared/model/fee-schedule.ts'
import type { Invoice } from '../../../shared/model/invoice.ts'
import { countryName } from '../../../shared/rules/country-name.ts'
import { dayMs, dayOf, storedDay } from '../../../shared/rules/dates.ts'
import { textIn } from '../../../shared/rules/localized.ts'
import { negated } from '../../../shared/rules/pricing/decimal.ts'
import { invoiceAddressOf } from './draft.ts'
import type { InvoiceOf } from './rules.ts'
import { type Countries, paymentOf } from './sender.ts'

export type Sealed = NonNullable<Invoice['sealed']>
type Of<T> = ReadonlyMap<string, { data: T }>

/** The document as it was mailed, by its own hash: it stays for good. */
export const documentKey = (id: string, fileHash: string): string => `invoices/${id}/${fileHash}.pdf`

/** Counts the numbers of one series and year; what it says next is drawn in the write that takes it. */
export const numberCounter = (series: string, year: number): string => `invoice-numbers:${series}:${year}`
export const numberOf = (prefix: string, year: number, nth: number): string =>
  `${prefix}-${year}-${String(nth).padStart(6, '0')}`
/** The lines of an address in the order of its country, which is named where it is another one than the sender's. */
function addressLines(company: CompanyData, language: Locale, countries: Countries, from?: string): string[] {
  const { street, zip, city, country } = invoiceAddressOf(company) ?? {}
  const of = country === undefined ? undefined : countries.get(country)?.data
  const lines: (string | undefined)[] =
    of?.isoCode === 'GB' || of?.isoCode === 'IE'
      ? [street, city, zip]
      : of?.isoCode === 'HU'
        ? [city, street, zip]
        : [street, [zip, city].filter((part) => part?.trim()).join(' ')]
  const abroad = country !== from ? countryName(of, language) : undefined
  return [...lines, abroad].flatMap((line) => line?.trim() || [])
}

const senderLines = ({ invoiceAddress: { street, zip, city } = {} }: Institution): string[] =>
  [street, [zip, city].filter((part) => part?.trim()).join(' ')].flatMap((line) => line?.trim() || [])
const inLanguageOf = (language: Locale) => (text: Localized | undefined) => textIn(text, language)

export interface SealContext {
  institution: Institution
  company: CompanyData
  countries: Countries
  options: Of<{ title: Localized }>
  schedule: FeeSchedule | undefined
}

/** What the invoice will say, in the language of the company, or in that of the reader where it has none yet. */
export function sealedOf(data: Invoice, c: SealContext, reader?: Locale): Sealed {
  const language = c.company.baseData.language ?? reader ?? defaultLocale
  const institution = inLanguageOf(language)(c.institution.title) ?? ''
  const inLanguage = inLanguageOf(language)
  const issued = dayOf(data.invoiceDate)
  const due = dayOf(new Date(Date.parse(storedDay(issued)) + data.paymentDays * dayMs).toISOString())
  const texts = [
    data.type === 'initial' ? c.schedule?.textsInitial : c.schedule?.textsYearly,
    ...c.company.baseData.invoiceTextIds.map((id) => c.options.get(id)?.data.title),
  ]
  const text = texts.flatMap((one) => inLanguage(one) ?? []).join('\n\n')
  const known = {
    ourSign: inLanguage(c.options.get(data.ourSign ?? '')?.data.title),
    text: text || undefined,
    period: inLanguage(data.periodDescription),
    mail: inLanguage(data.emailText),
    iban: c.institution.iban?.trim() || undefined,
    payment:
      data.totals.gross > 0
        ? paymentOf(c.institution, c.company, {
            currency: data.currency,
            countries: c.countries,
            name: institution,
          })
        : undefined,
  }
  return {
    language,
    issued,
    due,
    institution,
    sender: senderLines(c.institution),
    company: {
      name: c.company.baseData.name,
      address: addressLines(c.company, language, c.countries, c.institution.country),
    },
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
  }
}

/** The invoice that owes it the other way round. It has a number when it is written. */
export function cancellationOf(
  before: InvoiceOf,
  { number, today, reason }: { number: string; today: string; reason: string | undefined },
): Invoice {
  const { sums, totals, number: was, sealed } = before.data
  const { institution, companyId, type, targetYear, cc, currency, paymentDays, indexData, ourSign } =
    before.data
  const { due: _, mail: __, payment: ___, ...says } = sealed!
  return {
    institution,
    companyId,
    type,
    targetYear,
    cc,
    currency,
    paymentDays,
    ...(ourSign !== undefined && { ourSign }),
    customEntries: {},
    unindex: [],
    invoiceDate: storedDay(today),
    number,
    indexData: { ...indexData, invoiceNumber: number },
    sums: sums.map((sum) => ({ ...sum, price: negated(sum.price), amount: negated(sum.amount) })),
    totals: {
      ...totals,
      net: negated(totals.net),
      vat: negated(totals.vat),
      gross: negated(totals.gross),
    },
    cancels: before.id,
    ...(reason !== undefined && { cancellationReason: reason }),
    sealed: { ...says, issued: today, cancels: was! },
  }
}
