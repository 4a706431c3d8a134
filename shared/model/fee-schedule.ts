/** What an institution charges in a year. Amounts are in the schedule's currency, as decimal numbers (docs/decisions/invoices.md). */
import * as z from 'zod'
import { day, id, localized } from './basics.ts'

export const feeScopes = ['eu', 'national'] as const
export type FeeScope = (typeof feeScopes)[number]
export const feeTypes = ['base', 'base_16plus', 'extraCategories', 'restBase', 'restMonthly'] as const
export type FeeType = (typeof feeTypes)[number]

/** Years that invoices may be of. */
export const invoiceYear = z.number().int().min(2000).max(2100)
/** Days that they may be dated. */
export const invoiceDay = day.refine(
  (of) => invoiceYear.safeParse(Number(of.slice(0, 4))).success,
  'expected a day of the years 2000 to 2100',
)
const decimals = (places: number) => (n: number) => {
  const [, fraction = ''] = String(n).split('.')
  return !String(n).includes('e') && fraction.length <= places
}
/** Money as it stands on an invoice: hundredths at most. */
export const money = z
  .number()
  .min(-1_000_000_000)
  .max(1_000_000_000)
  .refine(decimals(2), 'expected an amount with at most 2 decimals')
/** A rate that amounts are calculated from: it may be finer than what can be paid. */
const feeRate = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine(decimals(4), 'expected an amount with at most 4 decimals')
export const percent = z
  .number()
  .min(0)
  .max(100)
  .refine(decimals(3), 'expected a percentage with at most 3 decimals')
export const currency = z.string().regex(/^[A-Z]{3}$/, 'expected a currency of three letters, such as CHF')

const defaultDiscount = 50
/** Products of the category, and of all below it, cost less. */
const feeDiscount = z.strictObject({ category: id, percent: percent.default(defaultDiscount) })
const scopeFees = z.strictObject({
  base: feeRate.default(0),
  base_16plus: feeRate.default(0),
  extraCategories: feeRate.default(0),
  restBase: feeRate.default(0),
  restMonthly: feeRate.default(0),
  discounts: z.array(feeDiscount).max(500).default([]),
})
const noFees = () => scopeFees.parse({})

/** One for each institution and year. Tax, days and texts are the institution's when it was made, so that an old invoice never changes. */
export const feeSchedule = z.strictObject({
  institution: id,
  year: invoiceYear,
  currency,
  vatPercent: percent.default(0),
  /** Days until an invoice is to be paid. */
  paymentDays: z.number().int().min(0).max(3650).default(30),
  textsInitial: localized.optional(),
  textsYearly: localized.optional(),
  eu: scopeFees.default(noFees),
  national: scopeFees.default(noFees),
  /** Institution and year, by which it is unique; the server's to write. */
  key: z.string().max(60).optional(),
})
export type FeeSchedule = z.infer<typeof feeSchedule>

export const feeScheduleKey = ({ institution, year }: Pick<FeeSchedule, 'institution' | 'year'>): string =>
  `${institution}:${year}`
