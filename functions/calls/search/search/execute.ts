import { execute } from '../../../../shared/calls/search/search/execute.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { planSearch, rowsOf, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { visibleEntities } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** Searches a class: ids, rows of columns, or whole entities. Errors: invalid_input, rule_violated ("too many hits"). */
export default call(
  execute,
  ['index:read', 'entities:read', 'reference', 'clock'],
  async (input, { index, entities, reference, clock, actor }) => {
    const scope = unwrap(scopeOf(input.entityClass, actor, await searchReference(reference), clock.timeZone))
    const hits = await index.search(unwrap(planSearch(scope, input)))
    const page = { count: hits.count, ...(hits.cursor && { cursor: hits.cursor }) }
    if (input.onlyIds) return { list: hits.rows.map((row) => row.id), ...page }
    if (input.columns) return { list: rowsOf(hits), ...page }
    const found = await entities.getMany(hits.rows.map((row) => row.id))
    const viewerScope = { actor, entities, reference: await viewReference(reference) }
    return { list: await visibleEntities(found, viewerScope), ...page }
  },
)
