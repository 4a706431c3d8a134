/** What an invoice run has billed, or would bill: sums for each institution, and which companies differ and why. Pure. */
import type { Bill } from '../../../../shared/model/invoice.ts'
import { difference, sumOf } from '../../../../shared/rules/pricing/decimal.ts'

/** Outcomes of which there is an invoice afterwards. */
const billed: ReadonlySet<Bill['outcome']> = new Set(['new', 'changed', 'same', 'fixed'])
export const isBilled = ({ outcome }: Pick<Bill, 'outcome'>): boolean => billed.has(outcome)

/** In the order in which they are told: what is new or differs first. */
const outcomeOrder: readonly Bill['outcome'][] = [
  'new',
  'changed',
  'same',
  'fixed',
  'emptied',
  'noSchedule',
  'tooLarge',
  'nothing',
]

export interface InstitutionSums {
  institution: string
  /** Absent where nothing is billed. */
  currency?: string | undefined
  invoices: number
  net: number
  gross: number
  /** Net of the year before, of those companies that had an invoice then. */
  before: number
  /** To the year before. */
  difference: number
}

/** One for each institution and currency. */
export function sumsByInstitution(bills: readonly Bill[]): InstitutionSums[] {
  const groups = new Map<string, Bill[]>()
  for (const bill of bills.filter(isBilled)) {
    const key = `${bill.institution} ${bill.currency}`
    groups.set(key, [...(groups.get(key) ?? []), bill])
  }
  return [...groups.values()].map((of) => {
    const net = sumOf(of.map(({ totals }) => totals?.net ?? 0))
    const before = sumOf(of.map((bill) => bill.before?.totals.net ?? 0))
    return {
      institution: of[0]!.institution,
      currency: of[0]!.currency,
      invoices: of.length,
      net,
      gross: sumOf(of.map(({ totals }) => totals?.gross ?? 0)),
      before,
      difference: difference(net, before),
    }
  })
}

export const countsByOutcome = (bills: readonly Bill[]): [Bill['outcome'], number][] =>
  outcomeOrder.flatMap((outcome): [Bill['outcome'], number][] => {
    const count = bills.filter((bill) => bill.outcome === outcome).length
    return count > 0 ? [[outcome, count]] : []
  })

export const causes = ['came', 'went', 'category', 'price', 'special'] as const
export type Cause = (typeof causes)[number]
/** Why an invoice differs from that of the year before, the largest share first. */
export const causesOf = ({ difference: of }: Pick<Bill, 'difference'>): [Cause, number][] =>
  causes
    .map((cause): [Cause, number] => [cause, of?.[cause] ?? 0])
    .filter(([, amount]) => amount !== 0)
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))

/** Institutions that have something to bill and no fee schedule to bill it by, with how many companies that is. */
export function withoutSchedule(bills: readonly Bill[]): [institution: string, companies: number][] {
  const counts = new Map<string, number>()
  for (const { institution, outcome } of bills)
    if (outcome === 'noSchedule') counts.set(institution, (counts.get(institution) ?? 0) + 1)
  return [...counts]
}

export const runViews = ['all', 'differing', 'problems', 'without'] as const
export type RunView = (typeof runViews)[number]
const fits: Record<RunView, (bill: Bill) => boolean> = {
  all: (bill) => isBilled(bill) || bill.outcome === 'emptied' || bill.outcome === 'tooLarge',
  differing: (bill) => isBilled(bill) && bill.before !== undefined && (bill.difference?.net ?? 0) !== 0,
  problems: (bill) => (isBilled(bill) || bill.outcome === 'tooLarge') && bill.problems.length > 0,
  without: (bill) => bill.notBilled.length > 0,
}
export const inView = (bills: readonly Bill[], view: RunView): Bill[] => bills.filter(fits[view])

/** Differences by their size, whichever way they go. */
export function sorted(
  bills: readonly Bill[],
  sort: string,
  compare: (a: string, b: string) => number,
): Bill[] {
  const [key, direction] = sort.split(':')
  const sign = direction === 'desc' ? -1 : 1
  const netOf = ({ totals }: Bill) => totals?.net ?? 0
  const sizeOf = (bill: Bill) => Math.abs(bill.difference?.net ?? 0)
  const by = (a: Bill, b: Bill) =>
    key === 'net' ? netOf(a) - netOf(b) : key === 'difference' ? sizeOf(a) - sizeOf(b) : 0
  return bills.toSorted(
    (a, b) =>
      sign * by(a, b) ||
      (key === 'company' ? sign : 1) * compare(a.company, b.company) ||
      (a.institution < b.institution ? -1 : 1),
  )
}

/** Companies of which no bill says why they are not billed: they are not there, or their part of the job failed. */
export function leftOut({ failed }: { failed: number }, bills: readonly Bill[]): number {
  const told = bills.filter(({ outcome }) => outcome === 'noSchedule' || outcome === 'tooLarge')
  return failed - new Set(told.map(({ companyId }) => companyId)).size
}
