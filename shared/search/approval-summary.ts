/** An approval as one keyword of the index: values of several rows come back without their order, words stay whole. */
import type { ApprovalRow } from '../model/product.ts'
import { type ApprovalRows, type Period, type RulingOf, standingOf } from '../rules/approval.ts'
import { dayOf, storedDay } from '../rules/dates.ts'

/** What a list shows of an approval; dates are stored days. */
export interface ApprovalSummary {
  standard: string
  row: Pick<ApprovalRow, 'active' | 'tmp_begin'>
  /** When it stands, also by what it depends on (`standingOf`). */
  standing: Period[]
  /** Its own dates, where it is given (`ownPeriod`). */
  own: Period | undefined
}

const written = ({ begin, end }: Period) => `${dayOf(begin)}/${dayOf(end ?? '')}`
function readPeriod(text: string): Period | undefined {
  const [begin, end] = text.split('/')
  return begin ? { begin: storedDay(begin), end: end ? storedDay(end) : undefined } : undefined
}

/** `standard|active|periods|proposed begin|own dates`; periods as `begin/end,begin/`, nothing where there is none. */
export const writeApprovalSummary = (
  standard: string,
  { active, tmp_begin }: Pick<ApprovalRow, 'active' | 'tmp_begin'>,
  standing: readonly Period[],
  own: Period | undefined,
): string =>
  [
    standard,
    active ? 'active' : '',
    standing.map(written).join(),
    dayOf(tmp_begin ?? ''),
    own ? written(own) : '',
  ].join('|')

/** Undefined for what is no summary. */
export function readApprovalSummary(text: string): ApprovalSummary | undefined {
  const [standard, active, periods, proposed, dates, ...more] = text.split('|')
  if (!standard || periods === undefined || proposed === undefined || dates === undefined || more.length > 0)
    return undefined
  const standing = periods.split(',').flatMap((period) => readPeriod(period) ?? [])
  const row = { active: active === 'active', ...(proposed && { tmp_begin: storedDay(proposed) }) }
  return { standard, row, standing, own: readPeriod(dates) }
}

/** Of the values of a column. */
export const readApprovalSummaries = (values: unknown): ApprovalSummary[] =>
  [values ?? []].flat().flatMap((text) => readApprovalSummary(String(text)) ?? [])

/**
 * The last day on which any of the rows that are active still stands. Undefined where there is none, or one goes on
 * without end.
 */
export function approvedUntil(
  rows: ApprovalRows,
  standards: RulingOf,
  baseRows: ApprovalRows,
): string | undefined {
  const ends = Object.entries(rows).flatMap(([standard, { active }]) =>
    active ? standingOf(standard, rows, standards, baseRows).map(({ end }) => end) : [],
  )
  return ends.includes(undefined) ? undefined : ends.sort().at(-1)
}
