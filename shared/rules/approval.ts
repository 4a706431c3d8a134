/** Approvals under evaluation standards (file 1 §4 and §5): their states, and when they count. Pure. */
import type { Biostandard, List } from '../model/administration.ts'
import type { ApprovalRow, ListData } from '../model/product.ts'
import { compareDays, dayOf, hasDayAfter, isDay } from './dates.ts'

export const approvalStates = ['open', 'initiated', 'finallyApproved', 'approvalExpired'] as const
export type ApprovalState = (typeof approvalStates)[number]

export type ApprovalRows = Readonly<Record<string, ApprovalRow>>
export type ApprovalDates = Pick<ApprovalRow, 'begin' | 'end'>
/** What the rules need to know of a standard. */
export type Standard = Pick<Biostandard, 'dependency' | 'baseApproval' | 'activeInLists'>
export type StandardOf = (id: string) => Standard | undefined
/** What decides how long an approval stands. */
export type Ruling = Pick<Standard, 'dependency' | 'baseApproval'>
export type RulingOf = (id: string) => Ruling | undefined

/** Begun, and not ended: an end is the last day on which the approval is valid; without end it goes on. */
export const isValidOn = (row: ApprovalDates | undefined, day: string): boolean =>
  row?.begin !== undefined &&
  compareDays(row.begin, day) <= 0 &&
  (row.end === undefined || compareDays(row.end, day) >= 0)

/** Who initiated what `begin` and `end` are of; of a renewal that is initiated, `approvalInitiatorAccountId` tells it. */
const initiatorOf = (row: ApprovalRow): string | undefined =>
  row.tmp_begin === undefined ? row.approvalInitiatorAccountId : row.formerInitiatorAccountId

/**
 * Has a base approval its two people? One that has not, from an import of before or because its standard became a base
 * approval at the moment it was given, is open and counts for nothing.
 */
const hasItsPeople = (row: ApprovalRow, standard: Pick<Standard, 'baseApproval'> | undefined): boolean =>
  !standard?.baseApproval ||
  (initiatorOf(row) !== undefined &&
    row.finalApprovalAccountId !== undefined &&
    initiatorOf(row) !== row.finalApprovalAccountId)

/**
 * Is the approval given, whatever the day: confirmed, by the people that it needs? One that is initiated again stays so if
 * the row tells who gave it before; in older data it does not. A row whose dates were removed is open again.
 */
export const isGiven = (
  row: ApprovalRow,
  standard: Pick<Standard, 'baseApproval'> | undefined,
): row is ApprovalRow & { begin: string } =>
  (row.tmp_begin === undefined || row.formerInitiatorAccountId !== undefined) &&
  row.begin !== undefined &&
  row.hasEverBeenApproved === true &&
  hasItsPeople(row, standard)

/**
 * The last day of an approval that ends by itself, `YYYY-MM-DD`; undefined for one that is not given, not active or has no
 * end. One that an older version stored and that is no day is no end.
 */
export function lastDayOf(
  row: ApprovalRow | undefined,
  standard: Pick<Standard, 'baseApproval'> | undefined,
): string | undefined {
  if (!row?.active || row.end === undefined || !isGiven(row, standard)) return undefined
  return isDay(dayOf(row.end)) ? dayOf(row.end) : undefined
}

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

/** How long an approval stands by itself and by everything that it depends on, whatever day it is. Stored days. */
export interface Standing {
  /** The first day on which all of them have begun; after `end`, where they never stood together. */
  from: string
  /** The last day before the first of them is over; undefined where none of them ends. */
  end: string | undefined
}
const isEmpty = ({ from, end }: Standing) => end !== undefined && compareDays(end, from) < 0
const laterDay = (a: string, b: string) => (compareDays(a, b) < 0 ? b : a)
const earlierDay = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && compareDays(b, a) < 0) ? b : a

/** One ends, and the other begins later than the day after. */
const leaveDays = ({ end }: Standing, { from }: Standing) =>
  end !== undefined && Date.parse(dayOf(from)) - Date.parse(dayOf(end)) > 86_400_000

/** By one dependency or the other. Where the two leave days between them, the later time is told. */
function eitherOf(a: Standing, b: Standing): Standing {
  if (isEmpty(a) !== isEmpty(b)) return isEmpty(a) ? b : a
  const [first, last] = compareDays(a.from, b.from) <= 0 ? [a, b] : [b, a]
  if (isEmpty(a) || leaveDays(first, last)) return last
  const end = first.end === undefined || last.end === undefined ? undefined : laterDay(first.end, last.end)
  return { from: first.from, end }
}

/**
 * How long an approval stands: given, and what it depends on given too and active, in the same list or in the base list,
 * to the end of the chain. Undefined where it does not, or only before its own begin; for standards that depend on each
 * other in a circle, and under one that is deleted.
 */
export function standingOf(
  standard: string,
  rows: ApprovalRows,
  standards: RulingOf,
  baseRows: ApprovalRows = {},
  seen: readonly string[] = [],
): Standing | undefined {
  const row = rows[standard]
  const ruling = standards(standard)
  if (seen.includes(standard) || !ruling || !row || !isGiven(row, ruling)) return undefined
  const own: Standing = { from: row.begin, end: row.end }
  const { dependency } = ruling
  if (dependency === undefined) return own
  const found = [rows, baseRows].flatMap((at): Standing[] => {
    const below = at[dependency]?.active
      ? standingOf(dependency, at, standards, baseRows, [...seen, standard])
      : undefined
    if (!below) return []
    const end = earlierDay(own.end, below.end)
    return end !== undefined && compareDays(end, own.from) < 0
      ? []
      : [{ from: laterDay(own.from, below.from), end }]
  })
  return found.length === 0 ? undefined : found.reduce(eitherOf)
}

/** The state on a day by the whole rule, dependencies too: as lists show it. */
export const standingState = (row: ApprovalRow, standing: Standing | undefined, day: string): ApprovalState =>
  stateOn(day, { tmp_begin: row.tmp_begin, end: standing?.end }, standing !== undefined)

/** An approval counts on a day if it is active and stands (`standingOf`). */
export function approvalCounts(
  standard: string,
  rows: ApprovalRows,
  standards: RulingOf,
  day: string,
  baseRows: ApprovalRows = {},
): boolean {
  const standing = rows[standard]?.active ? standingOf(standard, rows, standards, baseRows) : undefined
  return standing !== undefined && isValidOn({ begin: standing.from, end: standing.end }, day)
}

/** The standard that is missing for an approval under `standard`, or undefined if nothing is. */
export function missingDependency(
  standard: string,
  rows: ApprovalRows,
  standards: RulingOf,
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

/** Standards of a list whose approvals count and have an end that can be later: what "extend all" moves by one year. */
export const extendable = (
  data: Pick<ListData, '_approval'>,
  today: string,
  standards: RulingOf,
  baseRows: ApprovalRows,
): string[] =>
  Object.entries(data._approval)
    .filter(
      ([standard, row]) =>
        row.tmp_begin === undefined &&
        row.end !== undefined &&
        hasDayAfter(row.end, 1) &&
        approvalCounts(standard, data._approval, standards, today, baseRows),
    )
    .map(([standard]) => standard)
    .sort()
