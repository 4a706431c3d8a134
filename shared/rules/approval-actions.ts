/** What each action of `bml/product/approvals` does to the row (file 1 §4). Pure. */
import type { ApprovalRow } from '../model/product.ts'
import { type ApprovalDates, isGiven } from './approval.ts'
import {
  type ApprovalAction,
  type ApprovalContext,
  approvalRefusal,
  refuseApproval,
  releases,
} from './approval-refusals.ts'
import { addYears, compareDays, storedDay } from './dates.ts'
import { type Refusal, refuseInput, refuseRule } from './refusal.ts'

/** Today, and today plus one year. */
export const defaultPeriod = (today: string): { begin: string; end: string } => ({
  begin: storedDay(today),
  end: addYears(today, 1),
})

export interface ApprovalMoment extends ApprovalContext {
  /** The instant that is noted as when. */
  now: string
  /** Revision of the product that the person saw; absent where nobody did, as in an import. */
  seenRev?: number | undefined
  /** Revisions of the derived parents that it was read from, from the parent upwards. */
  seenParents?: readonly number[] | undefined
  /** Does a restriction text suit this standard and the product's category in the list? Undefined where there is none. */
  restriction: (id: string) => 'fits' | 'unfit' | undefined
}
export interface ApprovalRequest {
  begin?: string | undefined
  /** Empty: without end. */
  end?: string | undefined
  comment?: string | undefined
  restriction?: string | undefined
  restrictionTextId?: string | undefined
}

/** ApprovalDates of the request; `end: ''` means without end, an absent one falls back. Days are stored as days. */
function period(request: ApprovalRequest, fallback: ApprovalDates): ApprovalDates | Refusal {
  const begin = request.begin ?? fallback.begin
  const end = request.end === '' ? undefined : (request.end ?? fallback.end)
  if (begin === undefined) return refuseApproval('approvalDates')
  if (end !== undefined && compareDays(begin, end) > 0) return refuseApproval('approvalEnd')
  return { begin: storedDay(begin), end: end === undefined ? undefined : storedDay(end) }
}

const isRefused = (x: ApprovalDates | Refusal): x is Refusal => 'refused' in x

const noFormer = {
  formerInitiatorAccountId: undefined,
  formerInitiatorSub: undefined,
  formerInitiationDate: undefined,
}
/** What the person saw, and so released. */
const released = (c: ApprovalMoment) => ({
  releasedRev: c.seenRev,
  releasedParents: c.seenParents?.length ? [...c.seenParents] : undefined,
})
const finally_ = (row: ApprovalRow, dates: ApprovalDates, c: ApprovalMoment): ApprovalRow => ({
  ...row,
  ...dates,
  tmp_begin: undefined,
  tmp_end: undefined,
  ...noFormer,
  hasEverBeenApproved: true,
  finalApprovalAccountId: c.actor.account,
  finalApprovalDate: c.now,
  ...released(c),
})
/** These dates for what was given: a base approval keeps the two people that it has, whatever it releases. */
function moved(
  action: ApprovalAction,
  row: ApprovalRow,
  dates: ApprovalDates,
  c: ApprovalMoment,
): ApprovalRow {
  const standard = c.standards(c.standard)
  if (!releases(action, row, standard, c.today)) return { ...row, ...dates }
  return standard?.baseApproval ? { ...row, ...dates, ...released(c) } : finally_(row, dates, c)
}
const initiated = (row: ApprovalRow, dates: ApprovalDates, c: ApprovalMoment): ApprovalRow => ({
  ...row,
  // What was given before stays given, to its last day.
  ...(row.tmp_begin === undefined &&
    isGiven(row, c.standards(c.standard)) && {
      formerInitiatorAccountId: row.approvalInitiatorAccountId,
      formerInitiatorSub: row.approvalInitiatorSub,
      formerInitiationDate: row.approvalInitiationDate,
    }),
  tmp_begin: dates.begin,
  tmp_end: dates.end,
  approvalInitiatorAccountId: c.actor.account,
  approvalInitiatorSub: c.actor.sub,
  approvalInitiationDate: c.now,
})
const withoutInitiation = (row: ApprovalRow): ApprovalRow => ({
  ...row,
  tmp_begin: undefined,
  tmp_end: undefined,
  approvalInitiatorAccountId: row.formerInitiatorAccountId,
  approvalInitiatorSub: row.formerInitiatorSub,
  approvalInitiationDate: row.formerInitiationDate,
  ...noFormer,
})

interface Changing {
  row: ApprovalRow
  c: ApprovalMoment
  request: ApprovalRequest
}
/** The row after each action. */
const changeOf: Record<ApprovalAction, (changing: Changing) => ApprovalRow | Refusal> = {
  initiate({ row, c, request }) {
    const dates = period(request, defaultPeriod(c.today))
    return isRefused(dates) ? dates : initiated(row, dates, c)
  },
  confirm({ row, c, request }) {
    // What is confirmed is what was initiated: other dates would have been seen by one person only.
    const isInitiated = row.tmp_begin !== undefined
    const dates = isInitiated
      ? period({}, { begin: row.tmp_begin, end: row.tmp_end })
      : period(request, defaultPeriod(c.today))
    return isRefused(dates) ? dates : finally_(row, dates, c)
  },
  setdates({ row, c, request }) {
    const isInitiated = row.tmp_begin !== undefined
    const dates = period(request, isInitiated ? { begin: row.tmp_begin, end: row.tmp_end } : row)
    if (isRefused(dates)) return dates
    // Whoever moves initiated dates has initiated them, so that a second person still confirms.
    return isInitiated ? initiated(row, dates, c) : moved('setdates', row, dates, c)
  },
  grantyear: ({ row, c }) => moved('grantyear', row, defaultPeriod(c.today), c),
  release: ({ row, c }) => moved('release', row, { begin: row.begin, end: row.end }, c),
  removedates: ({ row }) =>
    // An initiation is withdrawn alone: what was given before is as it was.
    row.tmp_begin === undefined ? { ...row, begin: undefined, end: undefined } : withoutInitiation(row),
  reset: ({ row }) => ({
    ...withoutInitiation(row),
    begin: undefined,
    end: undefined,
    finalApprovalAccountId: undefined,
    finalApprovalDate: undefined,
    releasedRev: undefined,
    releasedParents: undefined,
  }),
  extend: ({ row, c }) => ({ ...row, end: addYears(row.end ?? c.today, 1) }),
  activate: ({ row }) => ({ ...row, active: true }),
  deactivate: ({ row }) => ({ ...row, active: false }),
  annotate: ({ row, request }) => ({
    ...row,
    comment: request.comment ?? row.comment,
    restriction: request.restriction ?? row.restriction,
    restrictionTextId:
      request.restrictionTextId === '' ? undefined : (request.restrictionTextId ?? row.restrictionTextId),
  }),
}

/** A text that is chosen anew must be one that fits; one that the row has stays, whatever became of it. */
function restrictionRefusal(
  c: ApprovalMoment,
  before: ApprovalRow | undefined,
  { restrictionTextId: id }: ApprovalRequest,
): Refusal | undefined {
  if (!id || before?.restrictionTextId === id) return undefined
  const path = '/restrictionTextId'
  const found = c.restriction(id)
  if (!found) return refuseInput([{ path, expected: 'expected the id of a restriction text' }])
  if (found === 'fits') return undefined
  const sentence = 'Choose a restriction text for this standard and category.'
  return refuseRule('restrictionUnfit', sentence, {
    issues: [{ path, expected: sentence, key: 'restrictionUnfit' }],
  })
}

const filled = (row: ApprovalRow): ApprovalRow =>
  Object.fromEntries(Object.entries(row).filter(([, v]) => v !== undefined && v !== '')) as ApprovalRow
const sameRow = (a: ApprovalRow, b: ApprovalRow) => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof ApprovalRow>
  return [...keys].every((key) => a[key] === b[key])
}

/** The row after the action, or why not. A row that did not exist begins active and empty. */
export function applyApproval(
  action: ApprovalAction,
  c: ApprovalMoment,
  request: ApprovalRequest = {},
): ApprovalRow | Refusal {
  const refused = approvalRefusal(action, c)
  if (refused) return refused
  const before = c.data._approval[c.standard]
  const unfit = restrictionRefusal(c, before, request)
  if (unfit) return unfit
  const after = changeOf[action]({ row: before ?? { active: true }, c, request })
  if ('refused' in after) return after
  const row = filled(after)
  if (before && sameRow(filled(before), row)) return refuseApproval('noChange')
  return { ...row, updatedBy: c.actor.account }
}
