/** An approval as one keyword of the index: values of several rows come back without their order, words stay whole. */
import type { ApprovalRow } from '../model/product.ts'
import { isGiven, type Standard } from '../rules/approval.ts'

/** What a list shows of an approval; dates are stored days. */
export interface ApprovalSummary {
  standard: string
  /** As `isGiven` says it. */
  given: boolean
  row: Pick<ApprovalRow, 'active' | 'begin' | 'end' | 'tmp_begin'>
}
/** What the index needs to know of the standard, undefined where there is none. */
type StandardOf = (id: string) => Pick<Standard, 'baseApproval'> | undefined

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
 * The last day on which any of the rows that are active and given is valid. Undefined where there is none, or one goes
 * on without end.
 */
export function approvedUntil(
  rows: Readonly<Record<string, ApprovalRow>>,
  standards: StandardOf,
): string | undefined {
  const approved = Object.entries(rows).flatMap(([standard, row]) =>
    row.active && isGiven(row, standards(standard)) ? [row] : [],
  )
  if (approved.some((r) => r.end === undefined)) return undefined
  return approved
    .flatMap((r) => r.end ?? [])
    .sort()
    .at(-1)
}
