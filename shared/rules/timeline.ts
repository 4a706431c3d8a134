/** What happened to a product between two states, in the words of its timeline (decisions §9). */
import { fixedIds } from '../constants.ts'
import type { TimelineEvent } from '../model/entity.ts'
import { tradeNamePath } from '../model/field-path.ts'
import type { ApprovalRow, ListData, ProductData } from '../model/product.ts'
import { type Period, type Ruling, standingOf, standsOn } from './approval.ts'
import { compareDays, dayOf, isDay, storedDay } from './dates.ts'
import { noteEvents } from './note-events.ts'
import { isObject, sameValue } from './values.ts'

/** What tells how long approvals stand. */
export interface ApprovalRules {
  standards: ReadonlyMap<string, { data: Ruling }>
  today: string
}
/** What the states do not tell by themselves. */
export interface TimelineHint {
  /** For what changes approvals: without it none is told to have ended. */
  approvals?: ApprovalRules
  /** Revision whose state was written again. */
  revertedTo?: number
  moved?: { list: string; from?: string; to?: string }
  /** Standards whose approvals did not go with the list that moved. */
  left?: readonly string[]
  deleted?: boolean
  restored?: boolean
  /** Job that sets or removes flags. */
  job?: string
  /** Approvals that an import of that register gave or changed. */
  migrated?: { source: string; approvals: readonly { list: string; standard: string }[] }
}

/** The stored trade name of a list. */
export const tradeNameOf = (list: ListData | undefined): string | undefined =>
  tradeNameIn(list?.[tradeNamePath])

/** A trade name's value as one line: the text, or the first language that has one. */
export function tradeNameIn(value: unknown): string | undefined {
  const text = isObject(value) ? value.textValue : undefined
  if (typeof text === 'string') return text.trim() === '' ? undefined : text
  if (!isObject(text)) return undefined
  return Object.values(text).find((t): t is string => typeof t === 'string' && t.trim() !== '')
}

/** Keys that events of their own tell about, and what the server notes; a change of anything else is a save. */
const told = new Set([
  '_fromBase',
  '_approval',
  '_responsible',
  '_active',
  '_archived',
  '_nameHistory',
  '_notes',
  tradeNamePath,
  'activatedOn',
  'activatedBy',
  'deactivatedOn',
  'deactivatedBy',
])

type Lists = Pick<ProductData, 'listData'>
/** When an approval stands, at all; never for one that is not active. */
function activeStanding(
  { listData }: Lists,
  list: string,
  standard: string,
  rules?: ApprovalRules,
): Period[] {
  const rows = listData[list]?._approval
  if (!rules || !rows?.[standard]?.active) return []
  const baseRows = listData[fixedIds.list.base]?._approval
  return standingOf(standard, rows, (id) => rules.standards.get(id)?.data, baseRows)
}
/** Last days of periods that are over. What an older version stored may be no day: that ends nothing. */
const pastEnds = (standing: readonly Period[], today: string): string[] =>
  standing
    .flatMap(({ end }) => (end === undefined ? [] : dayOf(end)))
    .filter((end) => isDay(end) && compareDays(end, today) < 0)

interface Change {
  /** It stood on the day of the change, and does no longer, which its dates do not tell. */
  hasEnded: boolean
  standsAgain: boolean
  /** The last day on which it stood, where it had run out by itself and the new state does not tell it. */
  lastDay?: string
}
/** What a write does to the standing of an approval, also by what that depends on. */
function standingChange(
  before: Lists,
  after: Lists,
  list: string,
  standard: string,
  rules: ApprovalRules | undefined,
): Change {
  if (!rules) return { hasEnded: false, standsAgain: false }
  const [was, is] = [before, after].map((data) => activeStanding(data, list, standard, rules)) as [
    Period[],
    Period[],
  ]
  const [stood, stands] = [standsOn(was, rules.today), standsOn(is, rules.today)]
  const [told, tells] = [pastEnds(was, rules.today), pastEnds(is, rules.today)]
  const lost = told.filter((end) => !tells.includes(end)).at(-1)
  return {
    hasEnded: stood && !stands && tells.every((end) => told.includes(end)),
    standsAgain: !stood && stands,
    ...(lost !== undefined && { lastDay: lost }),
  }
}

/** Was today's data released under what goes on as it was given? */
const isReleasedAgain = (before: ApprovalRow | undefined, after: ApprovalRow | undefined): boolean =>
  before?.begin !== undefined &&
  after?.releasedRev !== undefined &&
  after.releasedRev !== before.releasedRev &&
  (['begin', 'end', 'tmp_begin', 'active'] as const).every((key) => before[key] === after[key])

function approvalEvent(
  list: string,
  standard: string,
  before: ApprovalRow | undefined,
  after: ApprovalRow | undefined,
  { hasEnded, standsAgain, lastDay }: Change,
): TimelineEvent | undefined {
  const at = { list, standard, ...(lastDay !== undefined && { lastDay }) }
  if (sameValue(before, after)) {
    // Its own row is as it was: something that it depends on has changed.
    if (hasEnded) return { kind: 'approvalEnded', ...at }
    return standsAgain || lastDay !== undefined ? { kind: 'approvalChanged', ...at } : undefined
  }
  if (isReleasedAgain(before, after)) return { kind: 'approvalReleased', ...at }
  if (after?.finalApprovalDate !== undefined && after.finalApprovalDate !== before?.finalApprovalDate)
    return { kind: 'approvalConfirmed', ...at }
  if (after?.tmp_begin !== undefined && before?.tmp_begin === undefined)
    return { kind: 'approvalInitiated', ...at }
  if (hasEnded) return { kind: 'approvalEnded', ...at }
  const isLonger =
    before?.end !== undefined &&
    before.begin === after?.begin &&
    after?.end !== undefined &&
    compareDays(after.end, before.end) > 0
  if (isLonger) return { kind: 'approvalExtended', ...at, from: before.end!, to: after.end! }
  return { kind: 'approvalChanged', ...at }
}

/** Of all approvals of a list: also what is not changed itself can have ended, by what it depends on. */
function approvalEvents(
  list: string,
  before: ProductData,
  after: ProductData,
  rules: ApprovalRules | undefined,
): TimelineEvent[] {
  const [was, is] = [before.listData[list]?._approval ?? {}, after.listData[list]?._approval ?? {}]
  const [base, isBase] = [before, after].map(({ listData }) => listData[fixedIds.list.base]?._approval)
  if (sameValue(was, is) && sameValue(base, isBase)) return []
  const standards = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...standards].flatMap((standard) => {
    const change = standingChange(before, after, list, standard, rules)
    return approvalEvent(list, standard, was[standard], is[standard], change) ?? []
  })
}

function listEvents(id: string, before: ListData, after: ListData): TimelineEvent[] {
  if (before === after) return []
  const events: TimelineEvent[] = []
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  if ([...keys].some((key) => !told.has(key) && !sameValue(before[key], after[key])))
    events.push({ kind: 'saved', list: id })
  events.push(...noteEvents(id, before, after))
  const [was, is] = [tradeNameOf(before), tradeNameOf(after)]
  if (was !== is)
    events.push({
      kind: 'nameChanged',
      list: id,
      ...(was !== undefined && { from: was }),
      ...(is !== undefined && { to: is }),
    })
  if (before._active !== after._active)
    events.push({ kind: after._active ? 'activated' : 'deactivated', list: id })
  if (before._archived !== after._archived)
    events.push({ kind: after._archived ? 'archived' : 'unarchived', list: id })
  if (!sameValue(before._responsible, after._responsible))
    events.push({
      kind: 'responsibilityChanged',
      list: id,
      ...(before._responsible && { from: before._responsible.institution }),
      ...(after._responsible && { to: after._responsible.institution }),
    })
  return events
}

/** Events of one write; `before` is absent when the product is created. Never empty. */
export function timelineEvents(
  before: ProductData | undefined,
  after: ProductData,
  hint: TimelineHint = {},
): TimelineEvent[] {
  const { source = '', approvals = [] } = hint.migrated ?? {}
  const isMigrated = (e: TimelineEvent) =>
    approvals.some(({ list, standard }) => list === e.list && standard === e.standard)
  const events = stateEvents(before, after, hint).filter((e) => !isMigrated(e))
  for (const { list, standard } of approvals) {
    const { lastDay } = before
      ? standingChange(before, after, list, standard, hint.approvals)
      : { lastDay: undefined }
    events.push({
      kind: 'approvalMigrated',
      list,
      standard,
      from: source,
      ...(lastDay !== undefined && { lastDay }),
    })
  }
  return events.length ? events : [{ kind: 'saved' }]
}

function flagEvents(before: ProductData, after: ProductData, job: string | undefined): TimelineEvent[] {
  const [was, is] = [before.invoiceFlags ?? {}, after.invoiceFlags ?? {}]
  if (was === is) return []
  const by = { ...(job !== undefined && { job }) }
  return [
    ...Object.keys(is).flatMap((to): TimelineEvent[] =>
      Object.hasOwn(was, to) ? [] : [{ kind: 'flagSet', to, ...by }],
    ),
    ...Object.keys(was).flatMap((from): TimelineEvent[] =>
      Object.hasOwn(is, from) ? [] : [{ kind: 'flagRemoved', from, ...by }],
    ),
  ]
}

function stateEvents(
  before: ProductData | undefined,
  after: ProductData,
  hint: TimelineHint,
): TimelineEvent[] {
  if (!before) {
    const name = tradeNameOf(after.listData[fixedIds.list.base])
    return [{ kind: 'created', ...(name !== undefined && { to: name }) }]
  }
  const events: TimelineEvent[] = []
  if (hint.revertedTo !== undefined) events.push({ kind: 'reverted', to: String(hint.revertedTo) })
  if (hint.moved) {
    const { list } = hint.moved
    events.push({ kind: 'moved', ...hint.moved })
    for (const standard of hint.left ?? []) events.push({ kind: 'approvalLeft', list, standard })
  }
  if (hint.deleted) events.push({ kind: 'deleted' })
  if (hint.restored) events.push({ kind: 'restored' })
  if ((before.archived ?? false) !== (after.archived ?? false))
    events.push({ kind: after.archived ? 'archived' : 'unarchived' })
  if (before.isNationalPartner && !after.isNationalPartner) events.push({ kind: 'nationalPartnerReset' })
  const [was, is] = [before.derivedProductId, after.derivedProductId]
  if (was !== is)
    events.push({
      kind: 'parentChanged',
      ...(was !== undefined && { from: was }),
      ...(is !== undefined && { to: is }),
    })
  events.push(...flagEvents(before, after, hint.job))
  for (const [id, list] of Object.entries(after.listData)) {
    const was = before.listData[id]
    if (was) events.push(...listEvents(id, was, list), ...approvalEvents(id, before, after, hint.approvals))
    else if (hint.moved?.list !== id) events.push({ kind: 'listAdded', list: id })
  }
  return events
}

/** An approval that ran out by itself: nobody wrote anything then. */
export interface ApprovalEnding {
  event: TimelineEvent
  /** The last day on which it was valid. */
  lastDay: string
}
const ending = (list: string, standard: string, lastDay: string): ApprovalEnding => ({
  event: { kind: 'approvalEnded', list, standard, to: storedDay(lastDay) },
  lastDay,
})

/** Approvals that stood and have run out, by themselves or by what they depend on, as far as the state tells it. */
export const approvalEndings = (data: Lists, rules: ApprovalRules): ApprovalEnding[] =>
  Object.entries(data.listData).flatMap(([list, { _approval }]) =>
    Object.keys(_approval).flatMap((standard) =>
      pastEnds(activeStanding(data, list, standard, rules), rules.today).map((end) =>
        ending(list, standard, end),
      ),
    ),
  )

/**
 * Approvals that ended by themselves before these events, if they had not been changed before that day. A history can hold
 * what is no day: that is none.
 */
export const endingsBefore = (events: readonly TimelineEvent[]): ApprovalEnding[] =>
  events.flatMap(({ list, standard, lastDay }) =>
    list !== undefined && standard !== undefined && lastDay !== undefined && isDay(lastDay)
      ? [ending(list, standard, lastDay)]
      : [],
  )
