import { get } from '../../../../shared/calls/eav/entity/get.ts'
import { notFound } from '../../../../shared/errors.ts'
import { call } from '../../../runtime/call.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'

/** An entity, or one of its revisions, as its class's own calls would show it. Errors: not_found. */
export default call(get, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const current = await entities.get(input.id)
  const shown = input.rev === undefined ? current : (await entities.getRevision(input.id, input.rev))?.entity
  if (!current || !shown) throw notFound(input.id)
  const viewerScope = { actor, entities, reference: await viewReference(reference) }
  const seen = await visibleEntity(shown, viewerScope, current)
  if (!seen) throw notFound(input.id)
  return seen
})
