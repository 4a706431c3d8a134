import { checkstatus } from '../../../../shared/calls/batch/job/checkstatus.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { jobViewOf, openJob } from '../../../services/job/view.ts'

/** How far a job is, for who started it and for administrators. Errors: not_found. */
export default call(
  checkstatus,
  ['entities:read', 'jobStore:read', 'clock'],
  async ({ id, cursor, limit }, { entities, jobStore, clock, actor }) => {
    // It is asked for again and again while a job runs, so reasons are looked for only where some were counted.
    const [opened, sums] = await Promise.all([openJob(id, actor, { entities }), jobStore.counts(id)])
    const job = unwrap(opened)
    const isStored = job.data.status === 'complete'
    const [view, page] = await Promise.all([
      jobViewOf(job, actor, { entities, jobStore, clock }, isStored ? undefined : Promise.resolve(sums)),
      sums.mayHaveReasons ? jobStore.reasons(id, { cursor, limit }) : { list: [], cursor: undefined },
    ])
    // What kept the whole job from being planned stands in the job itself.
    const own = cursor === undefined ? job.data.errors : []
    return {
      ...view,
      errors: [...own, ...page.list],
      ...(page.cursor !== undefined && { cursor: page.cursor }),
    }
  },
)
