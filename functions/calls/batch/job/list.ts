import { list } from '../../../../shared/calls/batch/job/list.ts'
import { isOfClass } from '../../../../shared/model/entity-data.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import { mayView, routineDone } from '../../../domain/job/job.ts'
import { planSearch, scopeOf } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { jobViewOf } from '../../../services/job/view.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** The actor's jobs, or everybody's, without what the system did by itself for single things. Found by the index, told from the store. Errors: rule_violated ("too many hits"). */
export default call(
  list,
  ['index:read', 'entities:read', 'jobStore:read', 'reference', 'clock'],
  async ({ of, isOpen, pagination }, { index, entities, jobStore, reference, clock, actor }) => {
    const filters: Filter[] = [{ $not: routineDone }]
    if (of === 'me') filters.push({ field: 'startedBy', comparison: 'eq', value: actor.account })
    if (isOpen) filters.push({ field: 'status', comparison: 'in', value: ['new', 'running'] })
    const scope = unwrap(scopeOf('batchjob', actor, await searchReference(reference), clock.timeZone))
    // In the order of the alphabet, running ones come first, then new ones.
    const sorting = ['status:desc', 'created:desc']
    const hits = await index.search(
      unwrap(
        planSearch(scope, {
          attributeFilter: { $and: filters },
          pagination: pagination ?? { start: 0, limit: 25 },
          sorting,
        }),
      ),
    )
    const found = await entities.getMany(hits.rows.map((row) => row.id))
    const views = found
      .filter((one) => isOfClass('batchjob', one))
      .filter((job) => mayView(job, actor))
      .map((job) => jobViewOf(job, actor, { entities, jobStore, clock }))
    return {
      list: await Promise.all(views),
      count: hits.count,
      ...(hits.cursor && { cursor: hits.cursor }),
    }
  },
)
