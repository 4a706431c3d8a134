/** Approvals under evaluation standards (file 1 §4 and §5): their states, and when they count. Pure. */
import type { Biostandard, List } from '../model/administration.ts'
import type { ApprovalRow, ListData } from '../model/product.ts'
import { compareDays, dayMs, dayOf, hasDayAfter } from './dates.ts'
import { sameValue } from './values.ts'

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
/** Standards that are disabled, or gone, count for nothing. */
export function liveStandard<S>(
  standards: ReadonlyMap<string, { disabled: boolean; data: S }>,
  id: string,
): S | undefined {
  const standard = standards.get(id)
  return standard && !standard.disabled ? standard.data : undefined
}

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

/** The state on a day of the row by itself, as the product's page shows it beside whether it counts (`approvalCounts`). */
export function approvalState(
  row: ApprovalRow | undefined,
  day: string,
  standard: Pick<Standard, 'baseApproval'> | undefined,
): ApprovalState {
  if (row?.tmp_begin !== undefined) return 'initiated'
  if (!row || !isGiven(row, standard)) return 'open'
  return row.end !== undefined && compareDays(row.end, day) < 0 ? 'approvalExpired' : 'finallyApproved'
}

const remarks: ReadonlySet<string> = new Set([
  'active',
  'comment',
  'restriction',
  'restrictionTextId',
  'updatedBy',
] satisfies (keyof ApprovalRow)[])
/** Told to nobody, or to the own person alone: what follows from these would tell of them. */
const untold: ReadonlySet<string> = new Set([
  'approvalInitiatorSub',
  'formerInitiatorSub',
  'releasedParents',
] satisfies (keyof ApprovalRow)[])
/** Are these the same approval, by what is told of it, whatever words it has and whether it is active? */
export function sameApproval(a: ApprovalRow, b: ApprovalRow | undefined): boolean {
  if (!b) return false
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof ApprovalRow)[]
  return keys.every((key) => remarks.has(key) || untold.has(key) || sameValue(a[key], b[key]))
}
/** Is there no approval, nor the beginning of one, but only words about it? */
export const isOnlyRemarked = (row: ApprovalRow): boolean => Object.keys(row).every((key) => remarks.has(key))

/** Days from the first to the last, both included; without `end` it goes on. Stored days. */
export interface Period {
  begin: string
  end: string | undefined
}
const beginsAfterEnd = ({ begin, end }: Period) => end !== undefined && compareDays(end, begin) < 0

/** Does `next`, which does not begin earlier, overlap the period or begin on the day after it? */
const goesOn = ({ end }: Period, next: Period) =>
  end === undefined || Date.parse(dayOf(next.begin)) - Date.parse(dayOf(end)) <= dayMs

/** The same days, earliest first, with a gap of at least a day between each period and the next. */
function joined(periods: readonly Period[]): Period[] {
  const found: Period[] = []
  for (const next of [...periods].sort((a, b) => compareDays(a.begin, b.begin))) {
    const last = found.at(-1)
    if (!last || !goesOn(last, next)) found.push({ ...next })
    else if (last.end !== undefined && (next.end === undefined || compareDays(next.end, last.end) > 0))
      last.end = next.end
  }
  return found
}

/** The days that both have. */
function common(a: Period, b: Period): Period[] {
  const begin = compareDays(a.begin, b.begin) < 0 ? b.begin : a.begin
  const end = a.end === undefined || (b.end !== undefined && compareDays(b.end, a.end) < 0) ? b.end : a.end
  return beginsAfterEnd({ begin, end }) ? [] : [{ begin, end }]
}

/**
 * When an approval stands, whatever day it is, earliest first: it is given and within its dates, and what it depends on
 * stands too and is active, in the same list or in the base list, to the end of the chain. Empty where it never does: also
 * for standards that depend on each other in a circle, and under one that is deleted. Everything that says whether or when an
 * approval counts asks this.
 */
export function standingOf(
  standard: string,
  rows: ApprovalRows,
  standards: RulingOf,
  baseRows: ApprovalRows = {},
  seen: readonly string[] = [],
): Period[] {
  const row = rows[standard]
  const ruling = standards(standard)
  if (seen.includes(standard) || !ruling || !row || !isGiven(row, ruling)) return []
  const own: Period = { begin: row.begin, end: row.end }
  const { dependency } = ruling
  if (beginsAfterEnd(own)) return []
  if (dependency === undefined) return [own]
  const below = [...new Set([rows, baseRows])].flatMap((at) =>
    at[dependency]?.active ? standingOf(dependency, at, standards, baseRows, [...seen, standard]) : [],
  )
  return joined(below).flatMap((period) => common(own, period))
}

/** Stands it on the day? */
export const standsOn = (standing: readonly Period[], day: string): boolean =>
  standing.some((period) => isValidOn(period, day))

/**
 * The state on a day by the whole rule, as the filter of lists asks for it. Open is also what is not active, and what does not stand on that
 * day but will.
 */
export function standingState(
  { active, tmp_begin }: Pick<ApprovalRow, 'active' | 'tmp_begin'>,
  standing: readonly Period[],
  day: string,
): ApprovalState {
  if (!active) return 'open'
  if (tmp_begin !== undefined) return 'initiated'
  if (standsOn(standing, day)) return 'finallyApproved'
  const end = standing.at(-1)?.end
  return end !== undefined && compareDays(end, day) < 0 ? 'approvalExpired' : 'open'
}

/** As staff are shown an approval; `notValid`: it is given and not past its own end, and yet does not count on the day. */
export type ShownState = ApprovalState | 'notValid'
/** What somebody has to do first. */
export const shownStates = [
  'notValid',
  'initiated',
  'approvalExpired',
  'finallyApproved',
  'open',
] as const satisfies ShownState[]

/** The dates of the row itself, whatever it depends on; undefined where it is not given. */
export const ownPeriod = (
  row: ApprovalRow,
  standard: Pick<Standard, 'baseApproval'> | undefined,
): Period | undefined => (isGiven(row, standard) ? { begin: row.begin, end: row.end } : undefined)

/** The state on a day as the page of a product and the lists show it: `own` by `ownPeriod`, `standing` by `standingOf`. */
export function shownState(
  { active, tmp_begin }: Pick<ApprovalRow, 'active' | 'tmp_begin'>,
  own: Period | undefined,
  standing: readonly Period[],
  day: string,
): ShownState {
  if (tmp_begin !== undefined) return 'initiated'
  if (!own) return 'open'
  if (own.end !== undefined && compareDays(own.end, day) < 0) return 'approvalExpired'
  return active && standsOn(standing, day) ? 'finallyApproved' : 'notValid'
}

/** An approval counts on a day if it is active and stands (`standingOf`). */
export const approvalCounts = (
  standard: string,
  rows: ApprovalRows,
  standards: RulingOf,
  day: string,
  baseRows: ApprovalRows = {},
): boolean =>
  rows[standard]?.active === true && standsOn(standingOf(standard, rows, standards, baseRows), day)

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
