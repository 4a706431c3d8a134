/**
 * Why an action of `bml/product/approvals` is not possible (file 1 §4), in words. Pure: the server refuses with it, the
 * page offers only what it allows.
 */
import { fixedIds } from '../constants.ts'
import type { List } from '../model/administration.ts'
import type { ApprovalRow, ListData } from '../model/product.ts'
import {
  type ApprovalRows,
  type ApprovalState,
  approvalState,
  isGiven,
  isOfferedIn,
  isValidOn,
  missingDependency,
  type Standard,
  type StandardOf,
} from './approval.ts'
import { hasDayAfter } from './dates.ts'
import { type Refusal, refuse, refuseRule } from './refusal.ts'

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
  | 'release'

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
  /** Has the actor changed evaluated data of the list since its last release? */
  hasOwnChanges?: boolean | undefined
  /** That counts because it cannot be told. */
  isUnexamined?: boolean | undefined
  /** Is what the approval released what the list shows today? Only `release` asks. */
  isUnchanged?: boolean | undefined
  /** It is initiated, by nobody knows whom: only the page asks by this, the server looks into what is stored. */
  hasUnknownInitiator?: boolean | undefined
  /** The day that validity and default periods go by. */
  today: string
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
  approvalInitiatorUnknown:
    'It is not known who initiated the approval. Change its dates first, which initiates it again.',
  approvalOwnChanges:
    'You have changed data of this list since its last release. Another person has to confirm it.',
  approvalUnexamined:
    'It cannot be checked whether you have changed data of this list since its last release. Someone else has to confirm it.',
  approvalNoDates: 'The approval has no dates.',
  approvalNotFinal: 'The approval is not final.',
  approvalNotValid: 'Only an approval that is valid today can be extended.',
  approvalNotValidToday: 'Only an approval that is valid today can be confirmed again.',
  approvalUnchanged: 'Nothing has changed in this list since the approval was confirmed.',
  approvalNoEnd: 'The approval has no end, so there is nothing to extend.',
  approvalEndLatest: 'The approval cannot be extended: an end cannot be later than 31/12/9999.',
  approvalNothingValid: 'No approval of this list is valid today and has an end.',
  approvalNone: 'There is no approval under this standard.',
  noChange: 'no change after applying the patch',
} as const
export type ApprovalRefusalKey = keyof typeof approvalSentences

const forbidding: ReadonlySet<ApprovalRefusalKey> = new Set([
  'approvalRight',
  'approvalFourEyes',
  'approvalInitiatorUnknown',
  'approvalOwnChanges',
  'approvalUnexamined',
])
/** The refusal with the sentence of a key. */
export const refuseApproval = (key: ApprovalRefusalKey, params?: Record<string, string>): Refusal =>
  forbidding.has(key)
    ? refuse('forbidden', approvalSentences[key], { key })
    : refuseRule(key, approvalSentences[key], params ? { params } : {})

const refuseOwnChanges = ({ isUnexamined }: ApprovalContext) =>
  refuseApproval(isUnexamined ? 'approvalUnexamined' : 'approvalOwnChanges')

const hasRole = (data: Pick<ListData, '_companies'>, roles: readonly string[]) =>
  Object.values(data._companies).some((row) => roles.includes(row.role))

function dependencyRefusal(c: ApprovalContext): Refusal | undefined {
  const missing = missingDependency(c.standard, c.data._approval, c.standards, c.today, c.baseRows)
  return missing === undefined ? undefined : refuseApproval('approvalDependency', { standard: missing })
}

/** What every action that gives or starts an approval needs besides its own state. */
function prerequisites(c: ApprovalContext, row: ApprovalRow | undefined): Refusal | undefined {
  if (row && !row.active) return refuseApproval('approvalInactive')
  const missing = dependencyRefusal(c)
  return missing ?? companyRefusal(c)
}
/** The company that an approval needs: in the base list also a manufacturer will do. */
export function companyRefusal({
  list,
  data,
}: {
  list: string
  data: Pick<ListData, '_companies'>
}): Refusal | undefined {
  if (list === fixedIds.list.base)
    return hasRole(data, ['distributor', 'manufacturer']) ? undefined : refuseApproval('approvalCompany')
  return hasRole(data, ['distributor']) ? undefined : refuseApproval('approvalDistributor')
}

/** Final approvals of a base-approval standard begin with two people only: this one alone may just move dates. */
function needsSecondPerson(standard: Standard, state: ApprovalState): boolean {
  return standard.baseApproval && state !== 'finallyApproved'
}

/** When an action releases the list's data; the others never do. */
const releasing: Partial<
  Record<
    ApprovalAction,
    (
      row: ApprovalRow | undefined,
      standard: Pick<Standard, 'baseApproval'> | undefined,
      today: string,
    ) => boolean
  >
> = {
  confirm: () => true,
  release: () => true,
  activate: (row) => row?.hasEverBeenApproved === true && row.begin !== undefined,
  grantyear: (row, standard, today) => !standard?.baseApproval || !isValidOn(row, today),
  // Who moves initiated dates has initiated them.
  setdates: (row, _, today) =>
    row?.tmp_begin === undefined && !(row?.hasEverBeenApproved && isValidOn(row, today)),
}
/**
 * Does the action release the list's data, so that somebody else than who changed them does it? Moving the dates of what is valid
 * today, and extending it, leave the released revision as it is. What has ended, has not begun or was switched off does not
 * come back by who changed the data meanwhile.
 */
export const releases = (
  action: ApprovalAction,
  row: ApprovalRow | undefined,
  standard: Pick<Standard, 'baseApproval'> | undefined,
  today: string,
): boolean => releasing[action]?.(row, standard, today) ?? false

/** An approval without end goes on anyway, and there is a last day. */
function endRefusal(row: ApprovalRow | undefined): Refusal | undefined {
  if (row?.end === undefined) return refuseApproval('approvalNoEnd')
  return hasDayAfter(row.end, 1) ? undefined : refuseApproval('approvalEndLatest')
}

interface Asked {
  c: ApprovalContext
  row: ApprovalRow | undefined
  standard: Standard
  state: ApprovalState
}
const ownChangesRefusal = (action: ApprovalAction, { c, row, standard }: Asked): Refusal | undefined =>
  c.hasOwnChanges && releases(action, row, standard, c.today) ? refuseOwnChanges(c) : undefined

/** What each action asks for, besides the right to approve. */
const ruleOf: Record<ApprovalAction, (asked: Asked) => Refusal | undefined> = {
  initiate({ c, row, standard, state }) {
    if (!standard.baseApproval) return refuseApproval('approvalNotBase')
    if (state === 'initiated') return refuseApproval('approvalInitiated')
    if (state === 'finallyApproved') return refuseApproval('approvalFinal')
    return prerequisites(c, row)
  },
  confirm({ c, row, standard, state }) {
    if (state === 'finallyApproved') return refuseApproval('approvalFinal')
    if (standard.baseApproval && !row) return refuseApproval('approvalNotInitiated')
    // File 1 §4: a final confirmation needs an active row, whatever the standard.
    if (!row?.active) return refuseApproval('approvalInactive')
    if (standard.baseApproval) {
      if (state !== 'initiated') return refuseApproval('approvalNotInitiated')
      if (isInitiator(row, c.actor)) return refuseApproval('approvalFourEyes')
    }
    if (c.hasUnknownInitiator) return refuseApproval('approvalInitiatorUnknown')
    if (c.hasOwnChanges) return refuseOwnChanges(c)
    return prerequisites(c, row)
  },
  setdates(asked) {
    const { c, row, standard, state } = asked
    if (standard.baseApproval && state !== 'finallyApproved' && state !== 'initiated')
      return refuseApproval('approvalNotInitiated')
    return ownChangesRefusal('setdates', asked) ?? prerequisites(c, row)
  },
  grantyear(asked) {
    const { c, row, standard, state } = asked
    if (needsSecondPerson(standard, state)) return refuseApproval('approvalNotInitiated')
    return ownChangesRefusal('grantyear', asked) ?? prerequisites(c, row)
  },
  release(asked) {
    const { c, row, standard } = asked
    if (!row) return refuseApproval('approvalNone')
    if (!row.active) return refuseApproval('approvalInactive')
    // Also where a renewal is initiated: what was given before holds to its last day.
    if (!isGiven(row, standard) || !isValidOn(row, c.today)) return refuseApproval('approvalNotValidToday')
    if (c.isUnchanged) return refuseApproval('approvalUnchanged')
    return ownChangesRefusal('release', asked) ?? prerequisites(c, row)
  },
  removedates: ({ row }) =>
    row?.begin === undefined && row?.end === undefined && row?.tmp_begin === undefined
      ? refuseApproval('approvalNoDates')
      : undefined,
  reset: ({ state }) =>
    state === 'finallyApproved' || state === 'approvalExpired'
      ? undefined
      : refuseApproval('approvalNotFinal'),
  extend({ c, row, state }) {
    // File 1 §4: only an approval that counts is extended (`extendable`).
    if (row && !row.active) return refuseApproval('approvalInactive')
    if (state !== 'finallyApproved' || !isValidOn(row, c.today)) return refuseApproval('approvalNotValid')
    return dependencyRefusal(c) ?? endRefusal(row)
  },
  activate: (asked) =>
    asked.row?.active ? refuseApproval('noChange') : ownChangesRefusal('activate', asked),
  deactivate({ row }) {
    if (!row) return refuseApproval('approvalNone')
    return row.active ? undefined : refuseApproval('noChange')
  },
  annotate: () => undefined,
}

/**
 * Why the actor may not do `action` now, or undefined if they may. The dates of the request are judged by
 * `applyApproval`; with none given this answers for the button.
 */
export function approvalRefusal(action: ApprovalAction, c: ApprovalContext): Refusal | undefined {
  if (!c.mayApprove) return refuseApproval('approvalRight')
  const standard = c.standards(c.standard)
  const row = c.data._approval[c.standard]
  if (!standard || (!row && !isOfferedIn(c.list, c.standard, standard, c.definition)))
    return refuseApproval('approvalStandard')
  return ruleOf[action]({ c, row, standard, state: approvalState(row, c.today, standard) })
}

/** The same account, or another account of the same person. An initiation without a known person has no second. */
const isInitiator = (row: ApprovalRow, actor: { account: string; sub: string }): boolean =>
  row.approvalInitiatorAccountId === undefined ||
  row.approvalInitiatorAccountId === actor.account ||
  row.approvalInitiatorSub === actor.sub
