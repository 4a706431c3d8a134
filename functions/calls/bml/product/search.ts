import { search } from '../../../../shared/calls/bml/product/search.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import {
  defaultProductColumns,
  pageOf,
  planSearch,
  rowsOf,
  scopeOf,
} from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** Rows of products, from the index alone. Errors: invalid_input, rule_violated ("too many hits"). */
export default call(
  search,
  ['index:read', 'reference', 'clock'],
  async (input, { index, reference, clock, actor }) => {
    const scope = unwrap(scopeOf('product', actor, await searchReference(reference), clock.timeZone))
    const hits = await index.search(
      unwrap(planSearch(scope, { ...input, columns: input.columns ?? defaultProductColumns })),
    )
    return { list: rowsOf(hits), ...pageOf(hits) }
  },
)
