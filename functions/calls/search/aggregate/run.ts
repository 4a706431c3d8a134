import { run } from '../../../../shared/calls/search/aggregate/run.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { planAggregates, planQuery, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** Aggregates over what a search finds; one that was asked for alone is named `aggregate`. Errors: invalid_input. */
export default call(
  run,
  ['index:read', 'reference', 'clock'],
  async (input, { index, reference, clock, actor }) => {
    const scope = unwrap(scopeOf(input.entityClass, actor, await searchReference(reference), clock.timeZone))
    const aggregates = unwrap(planAggregates(scope, input))
    return {
      aggregates: await index.aggregate(scope.entityclass, unwrap(planQuery(scope, input)), aggregates),
    }
  },
)
