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

/**
 * Is the approval given, whatever the day: confirmed, by the people that it needs? One that is initiated again is not: its
 * new initiator says nothing about who gave it before. A row whose dates were removed is open again.
 */
export const isGiven = (
  row: ApprovalRow,
  standard: Pick<Standard, 'baseApproval'> | undefined,
): row is ApprovalRow & { begin: string } =>
  row.tmp_begin === undefined &&
  row.begin !== undefined &&
  row.hasEverBeenApproved === true &&
  hasItsPeople(row, standard)

/** The state on a day of an approval of which it is known whether it is given (`isGiven`). */
export function stateOn(
  day: string,
  { tmp_begin, end }: Pick<ApprovalRow, 'tmp_begin' | 'end'>,
  given: boolean,
): ApprovalState {
  if (tmp_begin !== undefined) return 'initiated'
  if (!given) return 'open'
  return end !== undefined && compareDays(end, day) < 0 ? 'approvalExpired' : 'finallyApproved'
}
/** The state on a day. */
export const approvalState = (
  row: ApprovalRow | undefined,
  day: string,
  standard: Pick<Standard, 'baseApproval'> | undefined,
): ApprovalState => (row ? stateOn(day, row, isGiven(row, standard)) : 'open')

/**
 * An approval counts if it is given, active, within its dates, and every standard that it depends
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
  if (!definition || !row?.active || !isGiven(row, definition) || !isValidOn(row, day)) return false
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

/** Standards of a list whose approvals count and have an end: what "extend all" moves by one year. */
export const extendable = (
  data: Pick<ListData, '_approval'>,
  today: string,
  standards: StandardOf,
  baseRows: ApprovalRows,
): string[] =>
  Object.entries(data._approval)
    .filter(
      ([standard, row]) =>
        row.end !== undefined && approvalCounts(standard, data._approval, standards, today, baseRows),
    )
    .map(([standard]) => standard)
    .sort()
