import { checkstatus } from '../../../../shared/calls/batch/job/checkstatus.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { jobViewOf, openJob } from '../../../services/job/view.ts'

/** How far a job is, for who started it and for administrators. Errors: not_found. */
export default call(
  checkstatus,
  ['entities:read', 'jobStore:read', 'clock'],
  async ({ id, cursor, limit }, { entities, jobStore, clock, actor }) => {
    // All at once: it is asked for again and again while a job runs.
    const sums = jobStore.counts(id)
    const reasons = jobStore.reasons(id, { cursor, limit })
    const [opened, , page] = await Promise.all([openJob(id, actor, { entities }), sums, reasons])
    const job = unwrap(opened)
    const isStored = job.data.status === 'complete'
    const view = await jobViewOf(job, actor, { entities, jobStore, clock }, isStored ? undefined : sums)
    // What kept the whole job from being planned stands in the job itself.
    const own = cursor === undefined ? job.data.errors : []
    return {
      ...view,
      errors: [...own, ...page.list],
      ...(page.cursor !== undefined && { cursor: page.cursor }),
    }
  },
)
