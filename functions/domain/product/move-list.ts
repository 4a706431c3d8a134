/** Moving a list to another product, with everything in it but its approvals. */
import { fixedIds } from '../../../shared/constants.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { idAfterMoving } from '../../../shared/rules/row-ids.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import { invalidProduct, type ProductDecision } from './accept.ts'
import { copiesOf, ownComponents } from './components.ts'
import { listMissing, productArchived, type WriteContext } from './context.ts'
import { categoryOf } from './contradictions.ts'
import { baseMissing } from './create.ts'
import { listIssues } from './list-issues.ts'
import { withKeys, withList } from './lists.ts'
import { withNameHistory } from './name-history.ts'
import { shapeRefusal } from './schema.ts'

const base = fixedIds.list.base

export interface ListMove {
  source: ProductDecision
  target: ProductDecision
}

/** Rows under ids that nothing else has: `taken` are those of the target's base list. */
const withFreeIds = <T>(rows: Record<string, T>, taken: Record<string, unknown>, rev: number) =>
  Object.fromEntries(
    Object.entries(rows).map(([id, row]) => {
      const isTaken = (other: string) => Object.hasOwn(taken, other) || Object.hasOwn(rows, other)
      return [Object.hasOwn(taken, id) ? (idAfterMoving(id, rev, isTaken) ?? id) : id, row]
    }),
  )

/**
 * Components that came from the base list stay there, but for those that the list has changed and that are no secret; the list
 * gets what a list gets that is added there. Its own go along.
 */
function movedComponents(from: WriteContext, to: WriteContext, list: string) {
  const there = to.before.data.listData[base]?._components ?? { base: {}, additional: {} }
  const own = ownComponents(from.before.data, list)
  const rev = to.before.rev + 1
  return copiesOf(there, {
    base: withFreeIds(own.base, there.base, rev),
    additional: withFreeIds(own.additional, there.additional, rev),
  })
}

/** The list as the target has it: links lead to the target's base list and parent. */
function movedList(from: WriteContext, to: WriteContext, id: string, list: ListData): ListData {
  const hasParent = to.before.data.derivedProductId !== undefined
  const _linked = Object.fromEntries(
    Object.entries(list._linked).map(([key, source]) => [key, hasParent ? source : ('basis' as const)]),
  )
  // The next name of the target is noted under its revision.
  const next = { [`r${to.before.rev + 1}`]: true }
  return withKeys(list, {
    _linked,
    _approval: {},
    ...movedComponents(from, to, id),
    _nameHistory: withFreeIds(list._nameHistory, next, from.before.rev),
  })
}

/**
 * Takes a list from one product to another, with its documents, checklist, notes, values and names; what is linked follows the
 * base list of the target. Its approvals were given to the source: nobody has approved what the list shows there. Both
 * decisions are to be written together. Refuses: forbidden, rule_violated ("List missing", the base list, a list that the
 * target has, "Main categories do not match!", a target that is deleted or archived, values that the list would lack there).
 */
export function decideMoveList(from: WriteContext, to: WriteContext, list: string): ListMove | Refusal {
  const { actor, reference } = from
  const [source, target] = [from.before.data, to.before.data]
  const subject = productSubject(source, reference.lists)
  const was = source.listData[list]
  if (!was || !can(actor, 'product:view-list', ofList(subject, list))) return listMissing(list)
  if (!can(actor, 'product:administer', subject)) return notAllowed()
  if (!can(actor, 'product:administer', productSubject(target, reference.lists))) return notAllowed()
  if (list === base) return refuseRule('baseListMove', 'The base list cannot be moved.')
  if (to.before.disabled) return refuseRule('productDeleted', 'Product was deleted')
  if (target.archived) return productArchived()
  if (target.listData[list]) return refuseRule('listExists', 'The product already has this list.')
  if (!target.listData[base]) return baseMissing()
  const [own, there] = [from, to].map((c) => categoryOf(c, c.before.data, base).mainCategory)
  if (own === undefined || own !== there)
    return refuseRule('mainCategoriesDiffer', 'Main categories do not match!')

  const { [list]: _, ...listData } = source.listData
  const left: ProductData = { ...source, listData }
  const moved = withNameHistory(to, withList(target, list, movedList(from, to, list, was)))
  // What is wrong with a component of the target's base list does not come with the list.
  const copied = `/listData/${base}/_components/`
  const old = new Set([
    ...listIssues(from, source, [list]).map((i) => i.path),
    ...listIssues(to, target, [base]).map((i) => i.path.replace(copied, `/listData/${list}/_components/`)),
  ])
  const issues = listIssues(to, moved, [list]).filter((i) => !old.has(i.path))
  if (issues.length) return invalidProduct(issues)
  // What the list holds is as it was stored, whatever shape that had.
  const refused = shapeRefusal(withList(target, list, was), moved)
  if (refused) return refused
  const approvals = Object.entries(was._approval)
    .filter(([, row]) => row.begin !== undefined || row.tmp_begin !== undefined || row.hasEverBeenApproved)
    .map(([standard]) => standard)
  return {
    source: {
      data: left,
      events: timelineEvents(source, left, { moved: { list, to: to.before.id }, left: approvals }),
      related: [],
    },
    target: {
      data: moved,
      events: timelineEvents(target, moved, { moved: { list, from: from.before.id }, left: approvals }),
      related: [],
    },
  }
}
