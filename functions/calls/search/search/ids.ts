import { ids } from '../../../../shared/calls/search/search/ids.ts'
import { peopleNames } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'
import { visibleEntities } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'

/**
 * Entities by their ids, in the order of the ids; those that the viewer may not know of are left out. Staff is told the
 * names of accounts also where it may not see the accounts.
 */
export default call(ids, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const found = await entities.getMany([...new Set(input.ids)])
  const viewerScope = { actor, entities, reference: await viewReference(reference) }
  return { list: await visibleEntities(found, viewerScope), people: peopleNames(found, actor) }
})
