/** The generic calls on products: the same decisions as the products' own calls, never around them. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { JsonPatch, TimelineEvent } from '../../../shared/model/entity.ts'
import { toPatch } from '../../../shared/rules/merge.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { isRefusal, noChange, notAllowed, type Refusal } from '../../../shared/rules/refusal.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import type { ProductDecision } from '../product/accept.ts'
import type { Product, ProductReference, WriteContext } from '../product/context.ts'
import { decideCreate } from '../product/create.ts'
import { decideSave, seenData } from '../product/save.ts'
import { merged } from './checked.ts'

export interface NewProduct {
  id: string
  created: string
  createdBy: string
}

/** A new product with content from the start: made empty, then saved as `save` does. */
export function decideProductCreate(
  /** What it begins with, as a patch on the empty product. */
  contentOf: (context: WriteContext) => JsonPatch | Refusal,
  made: NewProduct,
  by: { actor: Actor; today: string; reference: ProductReference },
): ProductDecision | Refusal {
  const { actor, reference, today } = by
  const created = decideCreate(actor, reference)
  if (isRefusal(created)) return created
  const before: Product = {
    ...made,
    entityclass: 'product',
    attributeset: 'default',
    rev: 0,
    updated: made.created,
    updatedBy: made.createdBy,
    disabled: false,
    data: created.data,
  }
  const context: WriteContext = {
    before,
    actor,
    now: made.created,
    today,
    reference,
    derived: () => undefined,
  }
  const patch = contentOf(context)
  if (isRefusal(patch)) return patch
  if (patch.length === 0) return created
  const filled = decideSave(context, patch)
  if (isRefusal(filled)) return filled
  return { ...filled, events: timelineEvents(undefined, filled.data) }
}

/** A merge patch on what the actor sees, as the JSON Patch that a save takes. Refuses: not_found, invalid_input. */
export function mergePatch(context: WriteContext, patch: Record<string, unknown>): JsonPatch | Refusal {
  const seen = seenData(context)
  if (isRefusal(seen)) return seen
  const draft = merged(seen, patch)
  return isRefusal(draft) ? draft : toPatch(seen, draft)
}

/** How the product is told to be restored. Refuses: forbidden, rule_violated. */
export function decideProductRestore(
  before: Product,
  actor: Actor,
  reference: ProductReference,
): TimelineEvent[] | Refusal {
  if (!can(actor, 'product:administer', productSubject(before.data, reference.lists))) return notAllowed()
  if (!before.disabled) return noChange()
  return timelineEvents(before.data, before.data, { restored: true })
}

/** The product as deleted. Refuses: forbidden, rule_violated. */
export function decideProductDisable(
  before: Product,
  actor: Actor,
  reference: ProductReference,
): TimelineEvent[] | Refusal {
  const subject = productSubject(before.data, reference.lists)
  if (!can(actor, 'product:administer', subject)) return notAllowed()
  if (before.disabled) return noChange()
  return timelineEvents(before.data, before.data, { deleted: true })
}
