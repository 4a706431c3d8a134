import { load } from '../../../../shared/calls/bml/product/load.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { accepted } from '../../../../shared/rules/refusal.ts'
import { findProduct, isProduct, productNotFound, viewReference } from '../../../domain/product/context.ts'
import { loadDerivedAt, presentProduct } from '../../../domain/product/view.ts'
import { call } from '../../../runtime/call.ts'

/** Loads a product, or one of its revisions by the rights of today. Errors: not_found. */
export default call(load, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const known = await viewReference(reference)
  const head = accepted(await findProduct(entities, input.id, actor, known))
  if (input.rev === undefined || input.rev === head.rev)
    return accepted(await presentProduct(entities, head, { actor, reference: known }))
  const revision = await entities.getRevision(input.id, input.rev)
  const then: Entity | undefined = revision?.entity
  if (!isProduct(then)) return accepted(productNotFound(input.id))
  const derived = await loadDerivedAt(entities, then.data, then.updated)
  const context = { actor, reference: known, derived, current: head.data }
  return accepted(await presentProduct(entities, then, context))
})
