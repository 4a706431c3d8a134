/** What a fee schedule takes from its institution, and how it is copied to another year. */
import type { Institution } from '../../../shared/model/administration.ts'
import { type FeeSchedule, feeScheduleKey, feeScopes, percent } from '../../../shared/model/fee-schedule.ts'
import { raised } from '../../../shared/rules/pricing/decimal.ts'

/** Tax, days and texts of the institution as it is today: a schedule keeps them, so that an old invoice never changes. */
const termsOf = ({ vatPercent, paymentDeadline, invoiceTextsInitial, invoiceTextsYearly }: Institution) => ({
  ...(percent.safeParse(vatPercent).success && { vatPercent: vatPercent! }),
  ...(paymentDeadline !== undefined && { paymentDays: paymentDeadline }),
  ...(invoiceTextsInitial && { textsInitial: invoiceTextsInitial }),
  ...(invoiceTextsYearly && { textsYearly: invoiceTextsYearly }),
})

/** What is entered for a new schedule; what is not said of tax, days and texts is the institution's. */
export function withTerms(
  data: Record<string, unknown>,
  institutions: ReadonlyMap<string, { data: Institution }>,
): Record<string, unknown> {
  const of = institutions.get(String(data['institution']))?.data
  return of ? { ...termsOf(of), ...data } : data
}

/**
 * The schedule for another year, with all fees raised by so many percent, and the terms of its institution (`of`) of today. What that one
 * does not say of them stays as it was; another institution's is never taken for it.
 */
export function copiedSchedule(
  before: FeeSchedule,
  { institution, year, raisePercent }: { institution: string; year: number; raisePercent: number },
  of: Institution | undefined,
): Record<string, unknown> {
  const raisedFees = ({ discounts, ...fees }: FeeSchedule['eu']) => ({
    ...Object.fromEntries(
      Object.entries(fees).map(([type, fee]) => [type, raisePercent === 0 ? fee : raised(fee, raisePercent)]),
    ),
    discounts,
  })
  return {
    ...(institution === before.institution ? before : { currency: before.currency }),
    ...Object.fromEntries(feeScopes.map((scope) => [scope, raisedFees(before[scope])])),
    ...(of && termsOf(of)),
    institution,
    year,
    key: feeScheduleKey({ institution, year }),
  }
}
