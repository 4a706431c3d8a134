/** Where an approval stands today, as every part of the product's page says it. Pure. */
import type { ApprovalRow } from '../../../../shared/model/product.ts'
import {
  type ApprovalRows,
  type ApprovalState,
  liveStandard as live,
  ownPeriod,
  type Standard,
  shownState,
  standingOf,
} from '../../../../shared/rules/approval.ts'
import { compareDays } from '../../../../shared/rules/dates.ts'
import type { Lookup } from './lookup.ts'
import type { Words } from './words.ts'

/** Why an approval that is given is not valid today. */
export type NotValid =
  | { key: 'inactive' }
  /** Its first day is still to come. */
  | { key: 'begins'; day: string }
  /** What it depends on is not valid today itself. */
  | { key: 'dependency'; standard: string }
  /** Its standard was deleted. */
  | { key: 'standard' }

/** `why` goes with `notValid`. */
export type Standing = { state: ApprovalState; why?: undefined } | { state: 'notValid'; why: NotValid }

/** As on the server. */
export const liveStandard = (lookup: Lookup, id: string): Standard | undefined => live(lookup.standards, id)

/** The standing of the approval under `standard`, one of `rows`; `baseRows` are those of the base list. */
export function standingToday(
  standard: string,
  rows: ApprovalRows,
  baseRows: ApprovalRows,
  lookup: Lookup,
  today: string,
): Standing {
  const row = rows[standard]
  if (!row) return { state: 'open' }
  const own = ownPeriod(row, lookup.standards.get(standard)?.data)
  const standing = standingOf(standard, rows, (id) => liveStandard(lookup, id), baseRows)
  const state = shownState(row, own, standing, today)
  return state === 'notValid' ? { state, why: whyNot(standard, row, lookup, today) } : { state }
}

function whyNot(standard: string, row: ApprovalRow, lookup: Lookup, today: string): NotValid {
  if (!row.active) return { key: 'inactive' }
  const ruling = liveStandard(lookup, standard)
  if (!ruling) return { key: 'standard' }
  if (row.begin !== undefined && compareDays(today, row.begin) < 0) return { key: 'begins', day: row.begin }
  // It is given and within its dates: only what it depends on is left.
  return ruling.dependency === undefined
    ? { key: 'standard' }
    : { key: 'dependency', standard: ruling.dependency }
}

export const notValidText = (why: NotValid, { t, lookup, date }: Words): string =>
  t(`approvals.notValid.${why.key}`, {
    standard: why.key === 'dependency' ? lookup.standardTitle(why.standard) : '',
    date: why.key === 'begins' ? date(why.day) : '',
  })
