/** What the job of an invoice run is about, and where its results lie. */
import type { Bill } from '../../../shared/model/invoice.ts'
import type { InvoiceType } from '../../../shared/model/invoice-type.ts'
import type { JobAbout } from '../../../shared/model/job.ts'
import { dayIn } from '../../../shared/rules/dates.ts'
import type { Filter } from '../../../shared/search/filter.ts'

export const runKind = 'invoice-run'
/** Companies of a unit. */
export const companiesAtOnce = 10

/** What was asked for; of a job that a schedule has started, that. */
export interface RunConfig {
  type?: InvoiceType
  year?: number
  date?: string
  companies?: string[]
  attributeFilter?: Filter
  institutions?: string[]
  dryRun?: boolean
  schedule?: string
  due?: string
  [key: string]: unknown
}

/** Year of what a schedule has started: that of the day when it was due, where the installation is. */
export const dueYear = (due: string, timeZone: string): number => Number(dayIn(timeZone, due).slice(0, 4))

/**
 * What is told of it: which companies were asked for, and what finds them, is not; nor which institutions a schedule bills, which
 * is those that are switched on when it runs.
 */
export function runAbout(
  { type = 'yearly', year, due, date, institutions, ...of }: RunConfig,
  timeZone: string,
): Pick<JobAbout, 'run'> {
  const billed = year ?? (due === undefined ? undefined : dueYear(due, timeZone))
  if (billed === undefined) return {}
  return {
    run: {
      type,
      year: billed,
      ...(date !== undefined && { date }),
      ...(institutions && { institutions }),
      ...((of.companies ?? of.attributeFilter ?? of.schedule) !== undefined && { isPart: true }),
    },
  }
}

/** Bills of a unit. They end by themselves after 30 days. */
export const resultKey = (jobId: string, unit: number): string => `exports/invoice-run/${jobId}/${unit}`
/** How many units there were: written at the end. */
export const unitsKey = (jobId: string): string => `exports/invoice-run/${jobId}/units`
/** Reasons of a bill that are told; of more of them, how many there are is seen in the invoice itself. */
const maxReasons = 500
export const asResult = (bill: Bill): Bill => ({ ...bill, notBilled: bill.notBilled.slice(0, maxReasons) })
export const countsOf = (bills: readonly Bill[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { outcome } of bills) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
