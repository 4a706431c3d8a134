import { fixedIds } from '../../../shared/constants.ts'
import type { ApprovalRow, ListData, ProductData } from '../../../shared/model/product.ts'
import {
  type ApprovalMoment,
  type ApprovalRequest,
  applyApproval,
} from '../../../shared/rules/approval-actions.ts'
import {
  type ApprovalAction,
  approvalSentences,
  refuseApproval,
  releases,
} from '../../../shared/rules/approval-refusals.ts'
import { categoryPath } from '../../../shared/rules/category-path.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { isRefusal, notAllowed, type Refusal, refuse, staleParents } from '../../../shared/rules/refusal.ts'
import type { DerivedOf } from '../../../shared/rules/resolution.ts'
import { restrictionFits } from '../../../shared/rules/restriction.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import type { ProductDecision } from './accept.ts'
import { listMissing, type WriteContext } from './context.ts'
import { categoryOf } from './contradictions.ts'
import { withKeys, withList } from './lists.ts'
import { readParents, seenParentRevs } from './parent-revs.ts'
import { wrongValues } from './schema.ts'

/** Did the person enter something that the list shows, or can that not be told within what is read for it? */
export type OwnChange = 'entered' | 'unexamined'
/** What it is about: all of a list, or the words that are printed with its approval under a standard. */
export const ownKey = (list: string, standard?: string): string =>
  standard === undefined ? list : `${list} ${standard}`

export interface ApprovalInput extends ApprovalRequest {
  list: string
  standard?: string | undefined
  action: ApprovalAction
  allLists: boolean
  /** Revisions of the derived parents that the actor saw. */
  parentRevs: readonly number[]
}

/** What stored revisions tell of the time since the last release. */
export interface SinceRelease {
  /** What the actor changed of evaluated data since then, by `ownKey`. */
  ownChanges: ReadonlyMap<string, OwnChange>
  /** Does the approval that is asked for name a revision whose data the list still shows? */
  isUnchanged?: boolean
}

/** What the rules of approvals need to know of the product as it is in `data`. */
export function approvalContext(
  c: {
    actor: { account: string; sub: string }
    now: string
    today: string
    reference: Pick<WriteContext['reference'], 'standards' | 'lists' | 'categories' | 'restrictions'>
    derived: DerivedOf
    /** Revision that the actor saw. */
    seenRev?: number
    /** Revisions of all derived parents that it was read from. */
    seenParents?: readonly number[]
  } & Partial<SinceRelease>,
  data: ProductData,
  list: string,
  standard: string,
): ApprovalMoment {
  const { reference, actor } = c
  const own = c.ownChanges?.get(ownKey(list)) ?? c.ownChanges?.get(ownKey(list, standard))
  return {
    list,
    standard,
    standards: (id) => {
      const entity = reference.standards.get(id)
      return entity && !entity.disabled ? entity.data : undefined
    },
    definition: reference.lists.get(list)?.data,
    data: data.listData[list] as ListData,
    baseRows: data.listData[fixedIds.list.base]?._approval ?? {},
    actor: { account: actor.account, sub: actor.sub },
    mayApprove: true,
    hasOwnChanges: own !== undefined,
    isUnexamined: own === 'unexamined',
    isUnchanged: c.isUnchanged,
    seenRev: c.seenRev,
    seenParents: c.seenParents,
    now: c.now,
    today: c.today,
    restriction: (id) => {
      const text = reference.restrictions.get(id)
      if (!text) return undefined
      const category = categoryOf(c, data, list).id
      const above = categoryPath(typeof category === 'string' ? category : undefined, reference.categories)
      return !text.disabled && restrictionFits(text.data, standard, above) ? 'fits' : 'unfit'
    },
  }
}

/**
 * An initiation that does not tell the person could be the actor's own, from another account: somebody moves its dates
 * first, and so initiates it. (A page is told its own person only: `getapprovals` tells it this.)
 */
export const hasUnknownInitiator = (row: ApprovalRow | undefined): boolean =>
  row?.tmp_begin !== undefined && row.approvalInitiatorSub === undefined

const withRow = (data: ProductData, list: string, standard: string, row: ListData['_approval'][string]) => {
  const was = data.listData[list] as ListData
  return withList(data, list, withKeys(was, { _approval: { ...was._approval, [standard]: row } }))
}

/** Does the request release data, so that it matters who changed them? */
export const releasesData = (
  { before, reference, today }: WriteContext,
  { action, list, standard }: ApprovalInput,
) =>
  standard !== undefined &&
  releases(
    action,
    before.data.listData[list]?._approval[standard],
    reference.standards.get(standard)?.data,
    today,
  )

/** Nobody releases what they did not see: a derived parent may have been changed since, without a new revision of the product. */
function parentsRefusal(
  { before, derived, actor, reference }: WriteContext,
  seen: readonly number[],
): Refusal | undefined {
  if (sameValue(seen, seenParentRevs(before.data, derived, actor, reference))) return undefined
  return staleParents(before.rev)
}

/**
 * The only way in which approvals change. Refuses: forbidden (no approval right, not responsible, four eyes),
 * rule_violated with the sentence of what is missing, invalid_input without a standard, revision_conflict where a derived
 * parent is not as the actor saw it.
 */
export function decideApproval(
  c: WriteContext,
  input: ApprovalInput,
  since: SinceRelease,
): ProductDecision | Refusal {
  const { before, actor, reference } = c
  const { list, standard, action } = input
  const subject = productSubject(before.data, reference.lists)
  const sees = can(actor, 'product:view-list', ofList(subject, list))
  if (!before.data.listData[list] || !sees) return listMissing(list)
  if (!actor.flags.approval)
    return refuse('forbidden', approvalSentences.approvalRight, { key: 'approvalRight' })
  if (!can(actor, 'product:approve', ofList(subject, list))) return notAllowed()
  if (standard === undefined && action !== 'extend')
    return wrongValues([{ path: '/standard', expected: 'expected the id of a standard' }])

  const isMany = action === 'extend' && (standard === undefined || input.allLists)
  if (standard !== undefined && !isMany) {
    if (action === 'confirm' && hasUnknownInitiator(before.data.listData[list]?._approval[standard]))
      return refuseApproval('approvalInitiatorUnknown')
    const changed = releasesData(c, input) ? parentsRefusal(c, input.parentRevs) : undefined
    if (changed) return changed
    const seenParents = readParents(before.data, c.derived).map(({ rev }) => rev)
    const seen = { ...c, ...since, seenRev: before.rev, seenParents }
    const context = approvalContext(seen, before.data, list, standard)
    const row = applyApproval(action, context, input)
    if (isRefusal(row)) return row
    return decided(c, withRow(before.data, list, standard, row))
  }
  let data = before.data
  /** The first refusal of each key. */
  const reasons = new Map<string | undefined, Refusal>()
  for (const id of input.allLists ? Object.keys(data.listData) : [list]) {
    if (!can(actor, 'product:view-list', ofList(subject, id))) continue
    if (!can(actor, 'product:approve', ofList(subject, id))) continue
    for (const s of Object.keys(before.data.listData[id]?._approval ?? {}).sort()) {
      if (standard !== undefined && s !== standard) continue
      const row = applyApproval('extend', approvalContext(c, data, id, s), input)
      if (!isRefusal(row)) data = withRow(data, id, s, row)
      else if (!reasons.has(row.details.key)) reasons.set(row.details.key, row)
    }
  }
  if (data !== before.data) return decided(c, data)
  // What somebody can mend is told before what nobody can.
  const reason = reasons.get('approvalDependency') ?? reasons.get('approvalEndLatest')
  return reason ?? refuseApproval('approvalNothingValid')
}

const decided = (c: WriteContext, data: ProductData): ProductDecision => ({
  data,
  events: timelineEvents(c.before.data, data, {
    approvals: { standards: c.reference.standards, today: c.today },
  }),
  related: [],
})
