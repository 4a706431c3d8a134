import { checkstatus } from '../../../../shared/calls/batch/job/checkstatus.ts'
import { notFound } from '../../../../shared/errors.ts'
import type { BatchJob } from '../../../../shared/model/administration.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import { call } from '../../../runtime/call.ts'

/** How far a job is, for who started it and for administrators. Errors: not_found. */
export default call(checkstatus, ['entities:read'], async ({ id }, { entities, actor }) => {
  const job = (await entities.get(id)) as Entity<BatchJob> | undefined
  if (job?.entityclass !== 'batchjob' || !can(actor, 'job:view', { startedBy: job.data.startedBy }))
    throw notFound(id)
  return { ...job.data, id }
})
