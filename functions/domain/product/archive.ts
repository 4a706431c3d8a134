/** What is archived stays as it is, and is seen, but nobody changes it until it is taken out again. */
import { fixedIds } from '../../../shared/constants.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { noChange, notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import type { ProductDecision } from './accept.ts'
import { listMissing, type WriteContext } from './context.ts'
import { withKeys, withList } from './lists.ts'

/** Archives a whole product, or brings it back as it was. Refuses: forbidden, rule_violated (no change). */
export function decideArchive(
  { before, actor, reference }: WriteContext,
  archived: boolean,
): ProductDecision | Refusal {
  if (!can(actor, 'product:administer', productSubject(before.data, reference.lists))) return notAllowed()
  if ((before.data.archived ?? false) === archived) return noChange()
  const { archived: _, ...rest } = before.data
  const data = archived ? { ...rest, archived } : rest
  return { data, events: timelineEvents(before.data, data), related: [] }
}

/**
 * Archives a list or takes it out again; its active flag, approvals and values stay. Refuses: forbidden, rule_violated
 * ("List missing", the base list, no change).
 */
export function decideArchiveList(
  { before, actor, reference }: WriteContext,
  list: string,
  archived: boolean,
): ProductDecision | Refusal {
  const subject = productSubject(before.data, reference.lists)
  const was = before.data.listData[list]
  if (!was || !can(actor, 'product:view-list', ofList(subject, list))) return listMissing(list)
  if (!can(actor, 'product:administer', subject)) return notAllowed()
  if (list === fixedIds.list.base)
    return refuseRule('baseListArchive', 'The base list cannot be archived. Archive the product instead.')
  if (was._archived === archived) return noChange()
  const data = withList(before.data, list, withKeys(was, { _archived: archived }))
  return { data, events: timelineEvents(before.data, data), related: [] }
}
