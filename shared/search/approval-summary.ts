/** An approval as one keyword of the index: values of several rows come back without their order, words stay whole. */
import type { ApprovalRow } from '../model/product.ts'

/** What a list shows of an approval; dates are stored days. */
export interface ApprovalSummary {
  standard: string
  row: Pick<ApprovalRow, 'active' | 'begin' | 'end' | 'tmp_begin' | 'hasEverBeenApproved'>
  /** Initiated by one person and confirmed by another, as a base approval needs it. */
  hasTwoPeople: boolean
}

const day = (date: string | undefined): string => date?.slice(0, 10) ?? ''
const stored = (text: string | undefined): string | undefined => (text ? `${text}T04:00:00.000Z` : undefined)

const isOfTwo = ({ approvalInitiatorAccountId: first, finalApprovalAccountId: second }: ApprovalRow) =>
  first !== undefined && second !== undefined && first !== second

/** `standard|active|confirmed|two|begin|end|proposed begin`; days, empty where there is none. */
export const writeApprovalSummary = (standard: string, row: ApprovalRow): string =>
  [
    standard,
    row.active ? 'active' : '',
    row.hasEverBeenApproved ? 'confirmed' : '',
    isOfTwo(row) ? 'two' : '',
    day(row.begin),
    day(row.end),
    day(row.tmp_begin),
  ].join('|')

/** Undefined for what is no summary. */
export function readApprovalSummary(text: string): ApprovalSummary | undefined {
  const [standard, active, confirmed, people, begin, end, proposed, ...more] = text.split('|')
  if (!standard || proposed === undefined || more.length > 0) return undefined
  const days = { begin: stored(begin), end: stored(end), tmp_begin: stored(proposed) }
  return {
    standard,
    hasTwoPeople: people === 'two',
    row: {
      active: active === 'active',
      hasEverBeenApproved: confirmed === 'confirmed',
      ...(days.begin && { begin: days.begin }),
      ...(days.end && { end: days.end }),
      ...(days.tmp_begin && { tmp_begin: days.tmp_begin }),
    },
  }
}

/**
 * The last day on which any of the rows that are active and were confirmed is valid. Undefined where there is none, or
 * one goes on without end.
 */
export function approvedUntil(rows: Readonly<Record<string, ApprovalSummary['row']>>): string | undefined {
  const approved = Object.values(rows).filter(
    (r) => r.active && r.hasEverBeenApproved && r.begin !== undefined,
  )
  if (approved.some((r) => r.end === undefined)) return undefined
  return approved
    .flatMap((r) => r.end ?? [])
    .sort()
    .at(-1)
}
