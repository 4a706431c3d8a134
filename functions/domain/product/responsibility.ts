import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { noChange, notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import type { ProductDecision } from './accept.ts'
import { listMissing, type WriteContext } from './context.ts'
import { withKeys, withList } from './lists.ts'

/**
 * Makes an institution, and perhaps one of its accounts, responsible for a list. Refuses: forbidden, rule_violated
 * (an institution that does not exist, a person who does not belong to it).
 */
export function decideResponsibility(
  c: WriteContext,
  list: string,
  institution: string,
  accountId: string | undefined,
): ProductDecision | Refusal {
  const { before, actor, reference } = c
  const subject = ofList(productSubject(before.data, reference.lists), list)
  const was = before.data.listData[list]
  if (!was || !can(actor, 'product:view-list', subject)) return listMissing(list)
  if (!can(actor, 'product:set-responsibility', subject)) return notAllowed()
  const chosen = reference.institutions.get(institution)
  if (!chosen || chosen.disabled)
    return refuseRule('institutionUnknown', 'Choose an institution that exists.', { path: '/institution' })
  if (accountId !== undefined && !chosen.data.users.includes(accountId))
    return refuseRule('accountForeign', 'The person does not belong to this institution.', {
      path: '/accountId',
    })
  const _responsible = { institution, ...(accountId !== undefined && { accountId }) }
  if (sameValue(was._responsible, _responsible)) return noChange()
  const data = withList(before.data, list, withKeys(was, { _responsible }))
  return { data, events: timelineEvents(before.data, data), related: [] }
}
