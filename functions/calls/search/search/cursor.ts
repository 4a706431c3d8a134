import { cursor } from '../../../../shared/calls/search/search/cursor.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { pageOf, planSearch, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { loadWithinBudget } from '../../../services/entity/within-budget.ts'
import { viewReference } from '../../../services/product/open.ts'
import { searchReference } from '../../../services/search/reference.ts'

/**
 * The next page of everything that a search finds; whole entities end where the answer is full. Errors: invalid_input.
 */
export default call(
  cursor,
  ['index:read', 'entities:read', 'reference', 'clock'],
  async (input, { index, entities, reference, clock, actor }) => {
    const scope = unwrap(scopeOf(input.entityClass, actor, await searchReference(reference), clock.timeZone))
    const { limit } = input
    const search = (rows: number) => {
      const pagination =
        input.cursor === undefined ? { start: 0, limit: rows } : { cursor: input.cursor, limit: rows }
      const sorting = input.sorting?.length ? input.sorting : 'id'
      return index.search(unwrap(planSearch(scope, { ...input, sorting, pagination })))
    }
    const hits = await search(limit)
    const page = pageOf(hits)
    const found = hits.rows.map((row) => row.id)
    if (input.onlyIds) return { list: found, ...page }
    const viewerScope = { actor, entities, reference: await viewReference(reference) }
    const { list, taken } = await loadWithinBudget(found, viewerScope)
    // The answer is full: the next page begins behind what is in it.
    return { list, ...page, ...(taken < found.length && { cursor: (await search(taken)).cursor }) }
  },
)
