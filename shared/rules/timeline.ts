/** What happened to a product between two states, in the words of its timeline (decisions §9). */
import { fixedIds } from '../constants.ts'
import type { TimelineEvent } from '../model/entity.ts'
import { tradeNamePath } from '../model/field-value.ts'
import type { ApprovalRow, ListData, ProductData } from '../model/product.ts'
import { lastDayOf, type Standard } from './approval.ts'
import { compareDays, isDay, storedDay } from './dates.ts'
import { isObject, sameValue } from './values.ts'

type Standards = ReadonlyMap<string, { data: Pick<Standard, 'baseApproval'> }>
/** What the states do not tell by themselves. */
export interface TimelineHint {
  /** By id, for what changes approvals: which of them were given, and so can have ended. */
  standards?: Standards
  /** Revision whose state was written again. */
  revertedTo?: number
  moved?: { list: string; from?: string; to?: string }
  deleted?: boolean
  restored?: boolean
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

/** Keys that events of their own tell about; a change of anything else is a save. */
const told = new Set([
  '_approval',
  '_responsible',
  '_active',
  '_archived',
  '_nameHistory',
  'activatedOn',
  'activatedBy',
  'deactivatedOn',
  'deactivatedBy',
])

function approvalEvent(
  list: string,
  standard: string,
  before: ApprovalRow | undefined,
  after: ApprovalRow | undefined,
  standards: Standards | undefined,
): TimelineEvent | undefined {
  if (sameValue(before, after)) return undefined
  const last = lastDayOf(before, standards?.get(standard)?.data)
  const at = { list, standard, ...(last !== undefined && { lastDay: last }) }
  // What was only prepared or initiated does not end.
  const stood = before?.begin !== undefined
  if (!after) return { kind: stood ? 'approvalEnded' : 'approvalChanged', ...at }
  if (after.finalApprovalDate !== undefined && after.finalApprovalDate !== before?.finalApprovalDate)
    return { kind: 'approvalConfirmed', ...at }
  if (after.tmp_begin !== undefined && before?.tmp_begin === undefined)
    return { kind: 'approvalInitiated', ...at }
  if (stood && (after.begin === undefined || (before.active && !after.active)))
    return { kind: 'approvalEnded', ...at }
  const isLonger =
    before?.end !== undefined &&
    before.begin === after.begin &&
    after.end !== undefined &&
    compareDays(after.end, before.end) > 0
  if (isLonger) return { kind: 'approvalExtended', ...at, from: before.end, to: after.end }
  return { kind: 'approvalChanged', ...at }
}

function listEvents(id: string, before: ListData, after: ListData, standards?: Standards): TimelineEvent[] {
  if (before === after) return []
  const events: TimelineEvent[] = []
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  if ([...keys].some((key) => !told.has(key) && !sameValue(before[key], after[key])))
    events.push({ kind: 'saved', list: id })
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
  for (const standard of new Set([...Object.keys(before._approval), ...Object.keys(after._approval)])) {
    const event = approvalEvent(
      id,
      standard,
      before._approval[standard],
      after._approval[standard],
      standards,
    )
    if (event) events.push(event)
  }
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
    const last = lastDayOf(before?.listData[list]?._approval[standard], hint.standards?.get(standard)?.data)
    const lastDay = last !== undefined && { lastDay: last }
    events.push({ kind: 'approvalMigrated', list, standard, from: source, ...lastDay })
  }
  return events.length ? events : [{ kind: 'saved' }]
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
  if (hint.moved) events.push({ kind: 'moved', ...hint.moved })
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
  for (const [id, list] of Object.entries(after.listData)) {
    const was = before.listData[id]
    if (was) events.push(...listEvents(id, was, list, hint.standards))
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

/** Approvals that were given and have run out, and that nobody has changed since. */
export const approvalEndings = (
  data: Pick<ProductData, 'listData'>,
  today: string,
  standards: Standards,
): ApprovalEnding[] =>
  Object.entries(data.listData).flatMap(([list, { _approval }]) =>
    Object.entries(_approval).flatMap(([standard, row]) => {
      const last = lastDayOf(row, standards.get(standard)?.data)
      return last !== undefined && compareDays(last, today) < 0 ? [ending(list, standard, last)] : []
    }),
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
