import { aggregate } from '../../../../shared/calls/bml/company/aggregate.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { planAggregates, planQuery, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** What companies are told apart by, with the field of each. */
const fields = {
  owner: 'owner',
  institution: 'institution',
  group: 'groups',
  language: 'language',
  country: 'addresses.country',
  city: 'addresses.city',
  addressType: 'addresses.type',
}

/** How many companies a filter finds, and of which kinds, as the viewer sees them. Errors: invalid_input. */
export default call(
  aggregate,
  ['index:read', 'reference', 'clock'],
  async (input, { index, reference, clock, actor }) => {
    const scope = unwrap(scopeOf('company', actor, await searchReference(reference), clock.timeZone))
    const query = unwrap(planQuery(scope, input))
    const entries = Object.entries(fields).map(([name, field]) => [name, { kind: 'terms' as const, field }])
    const asked = unwrap(planAggregates(scope, { aggregates: Object.fromEntries(entries) }))
    const [count, aggregates] = await Promise.all([
      query.op === 'none' ? 0 : index.count('company', query),
      index.aggregate('company', query, asked),
    ])
    return { count, aggregates }
  },
)
