import { fixedIds } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { listData, type ProductData } from '../../../shared/model/product.ts'
import { viewerClass } from '../../../shared/rules/permissions.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import type { ProductDecision } from './accept.ts'
import type { ProductReference } from './context.ts'

export const baseMissing = (): Refusal =>
  refuseRule('baseListMissing', 'base list is not loaded or does not exist')

/** An administrator acts for all institutions; their own is the one that lists them. */
function ownInstitution(actor: Actor, reference: ProductReference): string | undefined {
  const listing = actor.institutions.find((i) =>
    reference.institutions.get(i.id)?.data.users.includes(actor.account),
  )
  return (listing ?? actor.institutions.find((i) => i.corePartner) ?? actor.institutions[0])?.id
}

/** A product in the base list, inactive, the creator's institution responsible. Refuses without a base list. */
export function decideCreate(actor: Actor, reference: ProductReference): ProductDecision | Refusal {
  if (!reference.lists.has(fixedIds.list.base)) return baseMissing()
  const institution = ownInstitution(actor, reference)
  const isNational = viewerClass(actor) === 'N'
  const base = listData.parse({
    ...(institution !== undefined && { _responsible: { institution, accountId: actor.account } }),
  })
  const data: ProductData = {
    isNationalPartner: isNational,
    isNationalPartnerInitial: isNational,
    invoiceFlags: {},
    listData: { [fixedIds.list.base]: base },
  }
  return { data, events: timelineEvents(undefined, data), related: [] }
}
