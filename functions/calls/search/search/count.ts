import { count } from '../../../../shared/calls/search/search/count.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { planQuery, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** How many entities a search would find. Errors: invalid_input. */
export default call(
  count,
  ['index:read', 'reference', 'clock'],
  async (input, { index, reference, clock, actor }) => {
    const scope = unwrap(scopeOf(input.entityClass, actor, await searchReference(reference), clock.timeZone))
    return { count: await index.count(scope.entityclass, unwrap(planQuery(scope, input))) }
  },
)
