/** Approvals under evaluation standards (file 1 §4 and §5): their states, and when they count. Pure. */
import type { Biostandard, List } from '../model/administration.ts'
import type { ApprovalRow, ListData } from '../model/product.ts'
import { compareDays } from './dates.ts'

export const approvalStates = ['open', 'initiated', 'finallyApproved', 'approvalExpired'] as const
export type ApprovalState = (typeof approvalStates)[number]

export type ApprovalRows = Readonly<Record<string, ApprovalRow>>
export type ApprovalDates = Pick<ApprovalRow, 'begin' | 'end'>
/** What the rules need to know of a standard. */
export type Standard = Pick<Biostandard, 'dependency' | 'baseApproval' | 'activeInLists'>
export type StandardOf = (id: string) => Standard | undefined

/** Begun, and not ended: an end is the last day on which the approval is valid; without end it goes on. */
export const isValidOn = (row: ApprovalDates | undefined, day: string): boolean =>
  row?.begin !== undefined &&
  compareDays(row.begin, day) <= 0 &&
  (row.end === undefined || compareDays(row.end, day) >= 0)

/**
 * Has a base approval its two people? One that has not, from an import of before or because its standard became a base
 * approval at the moment it was given, is open and counts for nothing.
 */
const hasItsPeople = (row: ApprovalRow, standard: Pick<Standard, 'baseApproval'> | undefined): boolean =>
  !standard?.baseApproval ||
  (row.approvalInitiatorAccountId !== undefined &&
    row.finalApprovalAccountId !== undefined &&
    row.approvalInitiatorAccountId !== row.finalApprovalAccountId)

/** The state on a day. A row whose dates were removed is open again, whatever it once was. */
export function approvalState(
  row: ApprovalRow | undefined,
  day: string,
  standard: Pick<Standard, 'baseApproval'> | undefined,
): ApprovalState {
  if (!row) return 'open'
  if (row.tmp_begin !== undefined) return 'initiated'
  if (row.begin === undefined || !row.hasEverBeenApproved || !hasItsPeople(row, standard)) return 'open'
  return row.end !== undefined && compareDays(row.end, day) < 0 ? 'approvalExpired' : 'finallyApproved'
}

/**
 * An approval counts if it is active, within its dates, has the people that it needs, and every standard that it depends
 * on counts too: in the same list or in the base list. Standards that depend on each other in a circle never count, nor
 * does one that is deleted.
 */
export function approvalCounts(
  standard: string,
  rows: ApprovalRows,
  standards: StandardOf,
  day: string,
  baseRows: ApprovalRows = {},
  seen: readonly string[] = [],
): boolean {
  if (seen.includes(standard)) return false
  const row = rows[standard]
  const definition = standards(standard)
  if (!definition || !row?.active || !isValidOn(row, day) || !hasItsPeople(row, definition)) return false
  const { dependency } = definition
  if (dependency === undefined) return true
  const path = [...seen, standard]
  return (
    approvalCounts(dependency, rows, standards, day, baseRows, path) ||
    approvalCounts(dependency, baseRows, standards, day, baseRows, path)
  )
}

/** The standard that is missing for an approval under `standard`, or undefined if nothing is. */
export function missingDependency(
  standard: string,
  rows: ApprovalRows,
  standards: StandardOf,
  day: string,
  baseRows: ApprovalRows = {},
): string | undefined {
  const dependency = standards(standard)?.dependency
  if (dependency === undefined || dependency === standard) return dependency
  const counts =
    approvalCounts(dependency, rows, standards, day, baseRows) ||
    approvalCounts(dependency, baseRows, standards, day, baseRows)
  return counts ? undefined : dependency
}

/** May the list give approvals under the standard? Where neither side names anything, it may. */
export function isOfferedIn(
  list: string,
  standard: string,
  entity: Pick<Standard, 'activeInLists'>,
  definition: Pick<List, 'biostandards' | 'baseStandards'> | undefined,
): boolean {
  const named = [...(definition?.biostandards ?? []), ...(definition?.baseStandards ?? [])]
  if (entity.activeInLists.length === 0 && named.length === 0) return true
  return entity.activeInLists.includes(list) || named.includes(standard)
}

/** Standards of a list whose approvals are valid and have an end: what "extend all" moves by one year. */
export const extendable = (
  data: Pick<ListData, '_approval'>,
  today: string,
  standards: StandardOf,
): string[] =>
  Object.entries(data._approval)
    .filter(
      ([standard, row]) =>
        isValidOn(row, today) && row.end !== undefined && hasItsPeople(row, standards(standard)),
    )
    .map(([standard]) => standard)
    .sort()
