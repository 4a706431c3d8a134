import { totals } from '../../../../shared/calls/bml/invoice/totals.ts'
import { chunksOf } from '../../../../shared/chunks.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import type { IndexAggregateResult } from '../../../../shared/search/index-query.ts'
import {
  askSums,
  askValues,
  categoryGroups,
  type Group,
  groupOf,
  monthsOf,
  sumsOf,
  whole,
} from '../../../domain/invoice/totals.ts'
import { planQuery, scopeOf, withValue } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** Groups that one request asks the index for. */
const groupsAtOnce = 10

/** How much the invoices come to that a filter finds, as the viewer sees them. Errors: invalid_input. */
export default call(
  totals,
  ['index:read', 'reference', 'clock'],
  async (input, { index, reference, clock, actor }) => {
    const scope = unwrap(scopeOf('invoice', actor, await searchReference(reference), clock.timeZone))
    const query = unwrap(planQuery(scope, input))
    const valuesOf = async (field: 'currency' | 'institution') => {
      const found = await index.aggregate('invoice', query, unwrap(askValues(scope, field)))
      return (found['aggregate']?.buckets ?? []).map(({ key }) => String(key))
    }
    const groupsOf = async (): Promise<readonly Group[]> => {
      if (input.by === 'category') return categoryGroups
      if (input.by === 'month')
        return unwrap(monthsOf(scope, input.year ?? Number(clock.today().slice(0, 4))))
      if (input.by !== 'institution') return []
      const institutions = (await valuesOf('institution')).sort()
      return institutions.map((key) => groupOf(key, unwrap(withValue(scope, 'institution', key))))
    }
    const [currencies, groups] = await Promise.all([valuesOf('currency'), groupsOf()])
    const found: Record<string, IndexAggregateResult> = {}
    for (const some of chunksOf([whole, ...groups], groupsAtOnce))
      Object.assign(found, await index.aggregate('invoice', query, unwrap(askSums(scope, currencies, some))))
    return {
      totals: sumsOf(found, currencies, whole),
      groups: groups
        .map((group) => ({ key: group.key, totals: sumsOf(found, currencies, group) }))
        .filter((group) => group.totals.length > 0),
    }
  },
)
