/** What the approvals tab shows for one list: states, what is missing, and which actions the rules allow. */
import type { Actor } from '../../../../shared/model/actor.ts'
import type { Biostandard } from '../../../../shared/model/administration.ts'
import type { ApprovalRow, ProductView } from '../../../../shared/model/product.ts'
import {
  type ApprovalState,
  approvalCounts,
  approvalState,
  extendable,
  isOfferedIn,
  isValidOn,
  missingDependency,
  type ShownState,
} from '../../../../shared/rules/approval.ts'
import { type ApprovalMoment, applyApproval } from '../../../../shared/rules/approval-actions.ts'
import {
  type ApprovalAction,
  type ApprovalContext,
  type ApprovalRefusalKey,
  approvalRefusal,
} from '../../../../shared/rules/approval-refusals.ts'
import { storedDay } from '../../../../shared/rules/dates.ts'
import { isRefusal } from '../../../../shared/rules/refusal.ts'
import type { ListStatus } from '../use-approval-status.ts'
import type { TimelineEntry } from '../use-timeline.ts'
import { baseList } from './draft.ts'
import type { Lookup } from './lookup.ts'
import { keyTitle } from './place.ts'
import { liveStandard, notValidText, type Standing, standingToday } from './standing.ts'
import type { Words } from './words.ts'

export interface ApprovalEntry {
  standard: string
  definition: Biostandard | undefined
  row: ApprovalRow | undefined
  /** The state of the row by itself, which decides what may be done. */
  state: ApprovalState
  /** What is shown. */
  standing: Standing
  isActive: boolean
  /** Active, within its dates, and so is everything that it depends on. */
  counts: boolean
  dependency: string | undefined
  isDependencyMissing: boolean
  /** Keys of what the viewer sees otherwise than it was released. */
  changed: readonly string[]
  /** Actions that the rules allow now. */
  allowed: ReadonlySet<ApprovalAction>
  /** Why the next step (initiate, confirm or grant) is not possible, as a key of the approval sentences. */
  obstacle: ApprovalRefusalKey | undefined
}

export const approvalActionOrder: ApprovalAction[] = [
  'initiate',
  'confirm',
  'release',
  'grantyear',
  'setdates',
  'extend',
  'annotate',
  'activate',
  'deactivate',
  'removedates',
  'reset',
]

/** What `getapprovals` tells, and the product as the viewer sees it does not. */
type Told = Pick<ApprovalContext, 'hasOwnChanges' | 'isUnexamined' | 'hasUnknownInitiator'>

export function contextFor(
  view: ProductView,
  list: string,
  standard: string,
  lookup: Lookup,
  actor: Pick<Actor, 'account' | 'sub'>,
  today: string,
  told: Told = {},
): ApprovalContext & Pick<ApprovalMoment, 'seenRev'> {
  const data = view.data.listData[list]
  return {
    list,
    standard,
    standards: (id) => liveStandard(lookup, id),
    definition: lookup.lists.get(list)?.data,
    data: { _approval: data?._approval ?? {}, _companies: data?._companies ?? {} },
    baseRows: view.data.listData[baseList]?._approval ?? {},
    actor,
    mayApprove: view.may[list]?.includes('product:approve') ?? false,
    ...told,
    today,
    seenRev: view.rev,
  }
}

/** The step that leads to an approval from here, or on with what has changed: the one whose obstacle is worth telling. */
function nextStep(state: ApprovalState, needsTwo: boolean, isOutdated: boolean): ApprovalAction | undefined {
  if (state === 'finallyApproved') return isOutdated ? 'release' : undefined
  if (!needsTwo) return 'confirm'
  return state === 'initiated' ? 'confirm' : 'initiate'
}

/** Refusals that nobody needs to read: the button is simply not there. */
const silent = new Set<string>(['approvalRight', 'approvalStandard'])

function entryFor(context: ApprovalContext, lookup: Lookup, changed: readonly string[]): ApprovalEntry {
  const { standard, today } = context
  const row = context.data._approval[standard]
  const definition = lookup.standards.get(standard)?.data
  const state = approvalState(row, today, definition)
  const isOutdated = changed.length > 0 && row?.active === true && isValidOn(row, today)
  const step = nextStep(state, definition?.baseApproval ?? false, isOutdated)
  // A row that is not there yet is activated first; what else is missing is worth telling before that.
  const begun: ApprovalContext =
    row || definition?.baseApproval
      ? context
      : {
          ...context,
          data: {
            ...context.data,
            _approval: { ...context.data._approval, [standard]: { active: true } },
          },
        }
  const refusal = step === undefined ? undefined : approvalRefusal(step, begun)
  // Who changed the data does not switch on again what was given: that comes before everything else.
  const activation = row?.active === false ? approvalRefusal('activate', context) : undefined
  const key = (activation ?? refusal)?.details.key as ApprovalRefusalKey | undefined
  return {
    standard,
    definition,
    row,
    state,
    standing: standingToday(standard, context.data._approval, context.baseRows, lookup, today),
    isActive: row?.active ?? true,
    counts: approvalCounts(standard, context.data._approval, context.standards, today, context.baseRows),
    dependency: definition?.dependency,
    isDependencyMissing:
      missingDependency(standard, context.data._approval, context.standards, today, context.baseRows) !==
      undefined,
    changed,
    allowed: new Set(
      approvalActionOrder.filter(
        // What never was counts as active: it is given, there is nothing to switch on.
        (action) => (row || action !== 'activate') && approvalRefusal(action, context) === undefined,
      ),
    ),
    obstacle: key !== undefined && !silent.has(key) ? key : undefined,
  }
}

const rowsIn = (view: ProductView, list: string) => view.data.listData[list]?._approval ?? {}

/** The lists of the product in their order. */
const listsIn = (view: ProductView, lookup: Lookup): string[] =>
  lookup.orderedLists.map(({ id }) => id).filter((id) => Object.hasOwn(view.data.listData, id))

/** The standards that the list offers or that the product already has a row for, in public order. */
function standardsIn(view: ProductView, list: string, lookup: Lookup): string[] {
  const rows = rowsIn(view, list)
  const definition = lookup.lists.get(list)?.data
  const ids = [...lookup.standards.values()]
    .filter((s) => Object.hasOwn(rows, s.id) || (!s.disabled && isOfferedIn(list, s.id, s.data, definition)))
    .sort((a, b) => a.data.publicOrder - b.data.publicOrder || (a.id < b.id ? -1 : 1))
    .map((s) => s.id)
  // A standard that was removed still shows its row.
  for (const id of Object.keys(rows)) if (!lookup.standards.has(id)) ids.push(id)
  return ids
}

/** One entry for each standard of the list. `status`: what the server tells of it. */
export const approvalEntries = (
  view: ProductView,
  list: string,
  lookup: Lookup,
  actor: Pick<Actor, 'account' | 'sub'>,
  today: string,
  status?: ListStatus,
): ApprovalEntry[] =>
  standardsIn(view, list, lookup).map((id) => {
    const {
      hasUnknownInitiator,
      ownWords,
      changed = [],
    } = status?.approvals.find(({ standard }) => standard === id) ?? {}
    const { hasOwnChanges = false, isUnexamined } = status ?? {}
    const told: Told = {
      hasUnknownInitiator,
      hasOwnChanges: hasOwnChanges || ownWords !== undefined,
      isUnexamined: hasOwnChanges ? isUnexamined : ownWords === 'unexamined',
    }
    return entryFor(contextFor(view, list, id, lookup, actor, today, told), lookup, changed)
  })

/** Is it allowed, and offered unasked? Confirmed again is then only what the viewer sees to have changed. */
export const isSuggested = (action: ApprovalAction, { allowed, changed }: ApprovalEntry): boolean =>
  allowed.has(action) && (action !== 'release' || changed.length > 0)

/**
 * Where the product stands today: its lists in their order, of which `isShown`, their standards, and how each stands; undefined
 * where it is not offered.
 */
export function approvalMatrix(
  view: ProductView,
  lookup: Lookup,
  today: string,
  isShown: (list: string) => boolean = () => true,
) {
  const lists = listsIn(view, lookup).filter(isShown)
  const offered = new Map(lists.map((list) => [list, new Set(standardsIn(view, list, lookup))]))
  const all = new Set([...offered.values()].flatMap((ids) => [...ids]))
  const orderOf = (id: string) => lookup.standards.get(id)?.data.publicOrder ?? Number.MAX_SAFE_INTEGER
  const standingIn = (list: string, standard: string): Standing | undefined =>
    offered.get(list)?.has(standard)
      ? standingToday(standard, rowsIn(view, list), rowsIn(view, baseList), lookup, today)
      : undefined
  const standards = [...all].sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1))
  return { lists, standards, standingIn }
}

/** Missing once for the list, whatever the standard: a company. */
const ofTheList: readonly ApprovalRefusalKey[] = ['approvalDistributor', 'approvalCompany']
/** What is missing for several standards alike, to be told once; undefined where it concerns a single one. */
export const sharedObstacle = (entries: readonly ApprovalEntry[]): ApprovalRefusalKey | undefined =>
  ofTheList.find((key) => entries.filter((e) => e.obstacle === key).length > 1)

/** The approvals of a list by how they stand today, each in words: its standard, and why it is not valid. */
export function approvalsByState(
  view: ProductView,
  list: string,
  words: Words,
): ReadonlyMap<ShownState, readonly string[]> {
  const rows = rowsIn(view, list)
  const found = new Map<ShownState, string[]>()
  for (const standard of Object.keys(rows)) {
    const { state, why } = standingToday(standard, rows, rowsIn(view, baseList), words.lookup, words.today)
    const title = words.lookup.standardTitle(standard)
    const said = why ? `${title} (${notValidText(why, words)})` : title
    found.set(state, [...(found.get(state) ?? []), said])
  }
  return found
}

/** What has changed since the approval was confirmed, by name. */
export const changedText = ({ changed }: Pick<ApprovalEntry, 'changed'>, words: Words): string =>
  changed.map((key) => keyTitle(key, words)).join(', ')

/** The row after an action, to say beforehand what will happen; undefined where the rules refuse. */
export function preview(
  action: ApprovalAction,
  context: ApprovalContext & Pick<ApprovalMoment, 'seenRev'>,
  dates: { begin?: string; end?: string } = {},
): ApprovalRow | undefined {
  const moment = { ...context, now: storedDay(context.today), restriction: () => undefined }
  const after = applyApproval(action, moment, dates)
  return isRefusal(after) ? undefined : after
}

/** Revision in which what is proposed was initiated, of an approval's events, newest first; undefined where they do not tell. */
export const initiatedRevOf = (events: readonly Pick<TimelineEntry, 'kind' | 'rev'>[]): number | undefined =>
  events.find(({ kind }) => kind === 'approvalInitiated')?.rev

/** When, and who it was. */
export interface StepTaken {
  at: string
  account: string | undefined
}
/** Who initiated and who confirmed, as long as the procedure runs or the approval has its days: of one that begins anew nobody has. */
export function peopleOf(row: ApprovalRow | undefined): { initiated?: StepTaken; confirmed?: StepTaken } {
  const isGiven = row?.begin !== undefined
  const { approvalInitiationDate: initiated, finalApprovalDate: confirmed } = row ?? {}
  return {
    ...(initiated &&
      (isGiven || row?.tmp_begin !== undefined) && {
        initiated: { at: initiated, account: row?.approvalInitiatorAccountId },
      }),
    ...(confirmed && isGiven && { confirmed: { at: confirmed, account: row.finalApprovalAccountId } }),
  }
}

/**
 * What "extend all" would move, in this list and in all lists that the viewer may approve in: lists and standards in the order in
 * which the page has them.
 */
export function extendableIn(view: ProductView, lookup: Lookup, today: string): Record<string, string[]> {
  const baseRows = view.data.listData[baseList]?._approval ?? {}
  const ruling = (id: string) => liveStandard(lookup, id)
  const found: Record<string, string[]> = {}
  for (const list of listsIn(view, lookup)) {
    const data = view.data.listData[list]
    if (!data || data._archived || !view.may[list]?.includes('product:approve')) continue
    const moved = new Set(extendable(data, today, ruling, baseRows))
    if (moved.size > 0) found[list] = standardsIn(view, list, lookup).filter((id) => moved.has(id))
  }
  return found
}
