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

/** The schedule for another year, with all fees raised by so many percent, and the institution's terms of today. */
export function copiedSchedule(
  before: FeeSchedule,
  { year, raisePercent }: { year: number; raisePercent: number },
  institution: Institution | undefined,
): FeeSchedule {
  const copy = { ...before, year }
  for (const scope of feeScopes) {
    const { discounts, ...fees } = before[scope]
    const all = Object.entries(fees).map(([type, fee]) => [
      type,
      raisePercent === 0 ? fee : raised(fee, raisePercent),
    ])
    copy[scope] = { ...(Object.fromEntries(all) as typeof fees), discounts }
  }
  const terms = institution ? termsOf(institution) : {}
  return { ...copy, ...terms, key: feeScheduleKey({ institution: before.institution, year }) }
}
