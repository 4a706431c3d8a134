/**
 * What each action of `bml/product/approvals` needs and does (file 1 §4). Pure: the server decides with it, the page
 * offers only what it allows.
 */
import { fixedIds } from '../constants.ts'
import type { List } from '../model/administration.ts'
import type { ApprovalRow, ListData } from '../model/product.ts'
import {
  type ApprovalDates,
  type ApprovalRows,
  type ApprovalState,
  approvalState,
  isOfferedIn,
  isValidOn,
  missingDependency,
  type Standard,
  type StandardOf,
} from './approval.ts'
import { addYears, compareDays, storedDay } from './dates.ts'
import { type Refusal, refuse, refuseInput, refuseRule } from './refusal.ts'

export type ApprovalAction =
  | 'initiate'
  | 'confirm'
  | 'setdates'
  | 'grantyear'
  | 'removedates'
  | 'reset'
  | 'extend'
  | 'activate'
  | 'deactivate'
  | 'annotate'

/** Today, and today plus one year. */
export const defaultPeriod = (today: string): { begin: string; end: string } => ({
  begin: storedDay(today),
  end: addYears(today, 1),
})

export interface ApprovalContext {
  list: string
  standard: string
  standards: StandardOf
  /** The list's own definition, for the standards that it offers. */
  definition?: Pick<List, 'biostandards' | 'baseStandards'> | undefined
  /** Approvals and companies of that list of the product. */
  data: Pick<ListData, '_approval' | '_companies'>
  /** Approvals of the product's base list. */
  baseRows: ApprovalRows
  actor: { account: string; sub: string }
  /** Has the actor the approval right on this list (`product:approve`)? */
  mayApprove: boolean
  /** The day that validity and default periods go by. */
  today: string
}
export interface ApprovalMoment extends ApprovalContext {
  /** The instant that is noted as when. */
  now: string
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

/** Sentences of refusals by text key. */
export const approvalSentences = {
  approvalRight: 'The approval right is needed.',
  approvalStandard: 'The standard is not available in this list.',
  approvalDependency: 'The approval that this standard depends on is missing.',
  approvalDistributor: 'Choose a distributor first.',
  approvalCompany: 'Choose a distributor or a manufacturer first.',
  approvalEnd: 'Should not be later than end date',
  approvalDates: 'The approval needs a begin date.',
  approvalNotBase: 'Only a base approval is initiated; this standard is approved directly.',
  approvalInactive: 'The approval is not active.',
  approvalInitiated: 'The approval is already initiated.',
  approvalFinal: 'The approval is already final.',
  approvalNotInitiated: 'The approval must be initiated first.',
  approvalFourEyes: 'The approval must be confirmed by another person than the one who initiated it.',
  approvalNoDates: 'The approval has no dates.',
  approvalNotFinal: 'The approval is not final.',
  approvalNotValid: 'Only an approval that is valid today can be extended.',
  approvalNoEnd: 'The approval has no end, so there is nothing to extend.',
  approvalNothingValid: 'No approval of this list is valid today and has an end.',
  approvalNone: 'There is no approval under this standard.',
  noChange: 'no change after applying the patch',
} as const
export type ApprovalRefusalKey = keyof typeof approvalSentences

const no = (key: ApprovalRefusalKey, params?: Record<string, string>): Refusal =>
  key === 'approvalRight' || key === 'approvalFourEyes'
    ? refuse('forbidden', approvalSentences[key], { key })
    : refuseRule(key, approvalSentences[key], params ? { params } : {})

const hasRole = (data: Pick<ListData, '_companies'>, roles: readonly string[]) =>
  Object.values(data._companies).some((row) => roles.includes(row.role))

/** What every action that gives or starts an approval needs besides its own state. */
function prerequisites(c: ApprovalContext, row: ApprovalRow | undefined): Refusal | undefined {
  if (row && !row.active) return no('approvalInactive')
  const missing = missingDependency(c.standard, c.data._approval, c.standards, c.today, c.baseRows)
  if (missing !== undefined) return no('approvalDependency', { standard: missing })
  if (c.list === fixedIds.list.base)
    return hasRole(c.data, ['distributor', 'manufacturer']) ? undefined : no('approvalCompany')
  return hasRole(c.data, ['distributor']) ? undefined : no('approvalDistributor')
}

/** Final approvals of a base-approval standard begin with two people only: this one alone may just move dates. */
function needsSecondPerson(standard: Standard, state: ApprovalState): boolean {
  return standard.baseApproval && state !== 'finallyApproved'
}

/**
 * Why the actor may not do `action` now, or undefined if they may. The dates of the request are judged by
 * `applyApproval`; with none given this answers for the button.
 */
export function approvalRefusal(action: ApprovalAction, c: ApprovalContext): Refusal | undefined {
  if (!c.mayApprove) return no('approvalRight')
  const standard = c.standards(c.standard)
  const row = c.data._approval[c.standard]
  if (!standard || (!row && !isOfferedIn(c.list, c.standard, standard, c.definition)))
    return no('approvalStandard')
  const state = approvalState(row, c.today)
  switch (action) {
    case 'initiate':
      if (!standard.baseApproval) return no('approvalNotBase')
      if (state === 'initiated') return no('approvalInitiated')
      if (state === 'finallyApproved') return no('approvalFinal')
      return prerequisites(c, row)
    case 'confirm': {
      if (state === 'finallyApproved') return no('approvalFinal')
      if (standard.baseApproval && !row) return no('approvalNotInitiated')
      // File 1 §4: a final confirmation needs an active row, whatever the standard.
      if (!row?.active) return no('approvalInactive')
      if (standard.baseApproval) {
        if (state !== 'initiated') return no('approvalNotInitiated')
        if (isInitiator(row, c.actor)) return no('approvalFourEyes')
      }
      return prerequisites(c, row)
    }
    case 'setdates':
      if (standard.baseApproval && state !== 'finallyApproved' && state !== 'initiated')
        return no('approvalNotInitiated')
      return prerequisites(c, row)
    case 'grantyear':
      if (needsSecondPerson(standard, state)) return no('approvalNotInitiated')
      return prerequisites(c, row)
    case 'removedates':
      return row?.begin === undefined && row?.end === undefined && row?.tmp_begin === undefined
        ? no('approvalNoDates')
        : undefined
    case 'reset':
      return state === 'finallyApproved' || state === 'approvalExpired' ? undefined : no('approvalNotFinal')
    case 'extend':
      if (!isValidOn(row, c.today)) return no('approvalNotValid')
      return row?.end === undefined ? no('approvalNoEnd') : undefined
    case 'activate':
      return row?.active ? no('noChange') : undefined
    case 'deactivate':
      if (!row) return no('approvalNone')
      return row.active ? undefined : no('noChange')
    case 'annotate':
      return undefined
  }
}

/** The same account, or another account of the same person. An initiation without a known person has no second. */
export const isInitiator = (row: ApprovalRow, actor: { account: string; sub: string }): boolean =>
  row.approvalInitiatorAccountId === undefined ||
  row.approvalInitiatorAccountId === actor.account ||
  row.approvalInitiatorSub === actor.sub

/** ApprovalDates of the request; `end: ''` means without end, an absent one falls back. Days are stored as days. */
function period(request: ApprovalRequest, fallback: ApprovalDates): ApprovalDates | Refusal {
  const begin = request.begin ?? fallback.begin
  const end = request.end === '' ? undefined : (request.end ?? fallback.end)
  if (begin === undefined) return no('approvalDates')
  if (end !== undefined && compareDays(begin, end) > 0) return no('approvalEnd')
  return { begin: storedDay(begin), end: end === undefined ? undefined : storedDay(end) }
}

const isRefused = (x: ApprovalDates | Refusal): x is Refusal => 'refused' in x

const finally_ = (row: ApprovalRow, dates: ApprovalDates, c: ApprovalMoment): ApprovalRow => ({
  ...row,
  ...dates,
  tmp_begin: undefined,
  tmp_end: undefined,
  hasEverBeenApproved: true,
  finalApprovalAccountId: c.actor.account,
  finalApprovalDate: c.now,
})
const initiated = (row: ApprovalRow, dates: ApprovalDates, c: ApprovalMoment): ApprovalRow => ({
  ...row,
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
  approvalInitiatorAccountId: undefined,
  approvalInitiatorSub: undefined,
  approvalInitiationDate: undefined,
})

function changed(
  action: ApprovalAction,
  row: ApprovalRow,
  c: ApprovalMoment,
  request: ApprovalRequest,
): ApprovalRow | Refusal {
  const initial = defaultPeriod(c.today)
  switch (action) {
    case 'initiate': {
      const dates = period(request, initial)
      return isRefused(dates) ? dates : initiated(row, dates, c)
    }
    case 'confirm': {
      // What is confirmed is what was initiated: other dates would have been seen by one person only.
      const isInitiated = row.tmp_begin !== undefined
      const dates = isInitiated
        ? period({}, { begin: row.tmp_begin, end: row.tmp_end })
        : period(request, initial)
      return isRefused(dates) ? dates : finally_(row, dates, c)
    }
    case 'setdates': {
      const isInitiated = row.tmp_begin !== undefined
      const dates = period(request, isInitiated ? { begin: row.tmp_begin, end: row.tmp_end } : row)
      if (isRefused(dates)) return dates
      // Whoever moves initiated dates has initiated them, so that a second person still confirms.
      if (isInitiated) return initiated(row, dates, c)
      return row.hasEverBeenApproved && row.begin !== undefined
        ? { ...row, ...dates }
        : finally_(row, dates, c)
    }
    case 'grantyear':
      return finally_(row, initial, c)
    case 'removedates':
      return {
        ...(row.tmp_begin === undefined ? row : withoutInitiation(row)),
        begin: undefined,
        end: undefined,
      }
    case 'reset':
      return {
        ...withoutInitiation(row),
        begin: undefined,
        end: undefined,
        finalApprovalAccountId: undefined,
        finalApprovalDate: undefined,
      }
    case 'extend':
      return { ...row, end: addYears(row.end ?? c.today, 1) }
    case 'activate':
      return { ...row, active: true }
    case 'deactivate':
      return { ...row, active: false }
    case 'annotate':
      return {
        ...row,
        comment: request.comment ?? row.comment,
        restriction: request.restriction ?? row.restriction,
        restrictionTextId:
          request.restrictionTextId === '' ? undefined : (request.restrictionTextId ?? row.restrictionTextId),
      }
  }
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
  const after = changed(action, before ?? { active: true }, c, request)
  if ('refused' in after) return after
  const row = filled(after)
  if (before && sameRow(filled(before), row)) return no('noChange')
  return { ...row, updatedBy: c.actor.account }
}
