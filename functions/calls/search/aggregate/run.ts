import { run } from '../../../../shared/calls/search/aggregate/run.ts'
import { planAggregates, planQuery, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** Aggregates over what a search finds; one that was asked for alone is named `aggregate`. Errors: invalid_input. */
export default call(
  run,
  ['index:read', 'reference', 'clock'],
  async (input, { index, reference, clock, actor }) => {
    const scope = scopeOf(input.entityClass, actor, await searchReference(reference), clock.timeZone)
    const aggregates = planAggregates(scope, input)
    return { aggregates: await index.aggregate(scope.entityclass, planQuery(scope, input), aggregates) }
  },
)
