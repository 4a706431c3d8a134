import { get } from '../../../../shared/calls/eav/entity/get.ts'
import { notFound } from '../../../../shared/errors.ts'
import { visibleEntity } from '../../../domain/entity/visible.ts'
import { viewReference } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'

/** An entity, or one of its revisions, as its class's own calls would show it. Errors: not_found. */
export default call(get, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const current = await entities.get(input.id)
  const shown = input.rev === undefined ? current : (await entities.getRevision(input.id, input.rev))?.entity
  if (!current || !shown) throw notFound(input.id)
  const sight = { actor, entities, reference: await viewReference(reference) }
  const seen = await visibleEntity(shown, sight, current)
  if (!seen) throw notFound(input.id)
  return seen
})
