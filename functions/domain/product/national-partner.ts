import { can } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { noChange, notAllowed, type Refusal } from '../../../shared/rules/refusal.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import type { ProductDecision } from './accept.ts'
import type { WriteContext } from './context.ts'

/**
 * Takes the mark off that the product is a national partner's; that it began as one (`isNationalPartnerInitial`) stays.
 * Refuses: forbidden, rule_violated (not marked).
 */
export function decideResetNationalPartner(c: WriteContext): ProductDecision | Refusal {
  const { before, actor, reference } = c
  if (!can(actor, 'product:administer', productSubject(before.data, reference.lists))) return notAllowed()
  if (!before.data.isNationalPartner) return noChange()
  const data = { ...before.data, isNationalPartner: false }
  return { data, events: timelineEvents(before.data, data), related: [] }
}
