import { pointerTokens } from '../../../shared/rules/json-patch.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { productViewerScope } from '../../../shared/rules/product-viewer-scope.ts'
import { isRefusal, noChange, notAllowed, type Refusal } from '../../../shared/rules/refusal.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import { invalidProduct, type ProductDecision } from './accept.ts'
import { listMissing, type WriteContext } from './context.ts'
import { listIssues } from './list-issues.ts'
import { withKeys, withList } from './lists.ts'
import { seenData } from './save.ts'

/**
 * Activates or deactivates a list, with when and by whom. Only a valid list becomes active: a category is chosen and
 * the mandatory fields are filled. Refuses: forbidden, rule_violated ("List missing", "product is not valid").
 */
export function decideActivate(c: WriteContext, list: string, active: boolean): ProductDecision | Refusal {
  const { before, actor, reference, now } = c
  const subject = ofList(productSubject(before.data, reference.lists), list)
  const was = before.data.listData[list]
  if (!was || !can(actor, 'product:view-list', subject)) return listMissing(list)
  if (!can(actor, 'product:edit', subject)) return notAllowed()
  if (was._active === active) return noChange()
  if (active) {
    // What the actor may not see is not theirs to correct, and not to be told either.
    const viewerScope = productViewerScope(actor, before.data, reference)
    const seen = seenData(c)
    if (isRefusal(seen)) return seen
    const isHiddenLink = (key: string | undefined) =>
      key !== undefined &&
      Object.hasOwn(was._linked, key) &&
      !Object.hasOwn(seen.listData[list]?._linked ?? {}, key)
    const isTheirs = (path: string) =>
      path.startsWith(`/listData/${list}/`) &&
      viewerScope.toldPath(path) === path &&
      !isHiddenLink(pointerTokens(path)?.[2])
    const issues = listIssues(c, before.data, [list]).filter((i) => isTheirs(i.path))
    if (issues.length) return invalidProduct(issues)
  }
  const is = active
    ? withKeys(was, { _active: true, activatedOn: now, activatedBy: actor.account })
    : withKeys(was, { _active: false, deactivatedOn: now, deactivatedBy: actor.account })
  const data = withList(before.data, list, is)
  return { data, events: timelineEvents(before.data, data), related: [] }
}
