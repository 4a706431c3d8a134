import { execute } from '../../../../shared/calls/search/search/execute.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { pageOf, planSearch, rowsOf, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { loadWithinBudget } from '../../../services/entity/within-budget.ts'
import { viewReference } from '../../../services/product/open.ts'
import { searchReference } from '../../../services/search/reference.ts'

/**
 * Searches a class: ids, rows of columns, or whole entities, which end where the answer is full (go on with the cursor).
 * Errors: invalid_input, rule_violated ("too many hits").
 */
export default call(
  execute,
  ['index:read', 'entities:read', 'reference', 'clock'],
  async (input, { index, entities, reference, clock, actor }) => {
    const scope = unwrap(scopeOf(input.entityClass, actor, await searchReference(reference), clock.timeZone))
    const hits = await index.search(unwrap(planSearch(scope, input)))
    const page = pageOf(hits)
    if (input.onlyIds) return { list: hits.rows.map((row) => row.id), ...page }
    if (input.columns) return { list: rowsOf(hits), ...page }
    const viewerScope = { actor, entities, reference: await viewReference(reference) }
    const { list, taken } = await loadWithinBudget(
      hits.rows.map((row) => row.id),
      viewerScope,
    )
    if (taken === hits.rows.length) return { list, ...page }
    // The answer is full: the rest follows by the cursor of what is in it.
    const pagination = { start: 0, ...input.pagination, limit: taken }
    const { cursor } = await index.search(unwrap(planSearch(scope, { ...input, pagination })))
    return { list, ...pageOf({ ...hits, cursor }) }
  },
)
