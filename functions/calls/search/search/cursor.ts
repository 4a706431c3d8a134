import { cursor } from '../../../../shared/calls/search/search/cursor.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { planSearch, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { visibleEntities } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** The next page of everything that a search finds. Errors: invalid_input. */
export default call(
  cursor,
  ['index:read', 'entities:read', 'reference', 'clock'],
  async (input, { index, entities, reference, clock, actor }) => {
    const scope = unwrap(scopeOf(input.entityClass, actor, await searchReference(reference), clock.timeZone))
    const { limit } = input
    const pagination = input.cursor === undefined ? { start: 0, limit } : { cursor: input.cursor, limit }
    const hits = await index.search(unwrap(planSearch(scope, { ...input, pagination })))
    const page = { count: hits.count, ...(hits.cursor && { cursor: hits.cursor }) }
    const found = hits.rows.map((row) => row.id)
    if (input.onlyIds) return { list: found, ...page }
    const viewerScope = { actor, entities, reference: await viewReference(reference) }
    return { list: await visibleEntities(await entities.getMany(found), viewerScope), ...page }
  },
)
