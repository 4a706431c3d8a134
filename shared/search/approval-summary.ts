/** An approval as one keyword of the index: values of several rows come back without their order, words stay whole. */
import type { ApprovalRow } from '../model/product.ts'
import { type ApprovalRows, type RulingOf, standingOf } from '../rules/approval.ts'

/** What a list shows of an approval; dates are stored days. */
export interface ApprovalSummary {
  standard: string
  /** Does it stand, also by what it depends on (`standingOf`)? `end` is then the day until which it does. */
  given: boolean
  row: Pick<ApprovalRow, 'active' | 'begin' | 'end' | 'tmp_begin'>
}

const day = (date: string | undefined): string => date?.slice(0, 10) ?? ''
const stored = (text: string | undefined): string | undefined => (text ? `${text}T04:00:00.000Z` : undefined)

/** `standard|active|given|begin|end|proposed begin`; days, empty where there is none. */
export const writeApprovalSummary = (standard: string, row: ApprovalRow, given: boolean): string =>
  [
    standard,
    row.active ? 'active' : '',
    given ? 'given' : '',
    day(row.begin),
    day(row.end),
    day(row.tmp_begin),
  ].join('|')

/** Undefined for what is no summary. */
export function readApprovalSummary(text: string): ApprovalSummary | undefined {
  const [standard, active, given, begin, end, proposed, ...more] = text.split('|')
  if (!standard || proposed === undefined || more.length > 0) return undefined
  const days = { begin: stored(begin), end: stored(end), tmp_begin: stored(proposed) }
  return {
    standard,
    given: given === 'given',
    row: {
      active: active === 'active',
      ...(days.begin && { begin: days.begin }),
      ...(days.end && { end: days.end }),
      ...(days.tmp_begin && { tmp_begin: days.tmp_begin }),
    },
  }
}

/**
 * The last day on which any of the rows that are active still stands. Undefined where there is none, or one goes on
 * without end.
 */
export function approvedUntil(
  rows: ApprovalRows,
  standards: RulingOf,
  baseRows: ApprovalRows,
): string | undefined {
  const standing = Object.entries(rows).flatMap(([standard, row]) =>
    row.active ? (standingOf(standard, rows, standards, baseRows) ?? []) : [],
  )
  if (standing.some(({ end }) => end === undefined)) return undefined
  return standing
    .flatMap(({ end }) => end ?? [])
    .sort()
    .at(-1)
}
