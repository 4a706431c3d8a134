import { load } from '../../../../shared/calls/bml/product/load.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { isProduct, productNotFound } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'
import { findProduct, viewReference } from '../../../services/product/open.ts'
import { loadParentsAt } from '../../../services/product/parents.ts'
import { presentProduct } from '../../../services/product/present.ts'

/** Loads a product, or one of its revisions by the rights of today. Errors: not_found. */
export default call(load, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const known = await viewReference(reference)
  const head = unwrap(await findProduct(entities, input.id, actor, known))
  if (input.rev === undefined || input.rev === head.rev)
    return unwrap(await presentProduct(entities, head, { actor, reference: known }))
  const revision = await entities.getRevision(input.id, input.rev)
  const then: Entity | undefined = revision?.entity
  if (!isProduct(then)) return unwrap(productNotFound(input.id))
  const derived = await loadParentsAt(entities, then.data, then.updated)
  const context = { actor, reference: known, derived, current: head.data }
  return unwrap(await presentProduct(entities, then, context))
})
