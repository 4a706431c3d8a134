import { checkstatus } from '../../../../shared/calls/batch/job/checkstatus.ts'
import { call } from '../../../runtime/call.ts'
import { jobViewOf, openJob } from '../../../services/job/view.ts'

/** How far a job is, for who started it and for administrators. Errors: not_found. */
export default call(checkstatus, ['entities:read'], async ({ id }, { entities, actor }) => {
  const job = await openJob(id, actor, { entities })
  const view = await jobViewOf(job, actor, { entities })
  return { ...view, config: job.data.config, errors: job.data.errors }
})
