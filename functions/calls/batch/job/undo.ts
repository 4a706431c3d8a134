import { undo } from '../../../../shared/calls/batch/job/undo.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideUndo } from '../../../domain/job/job.ts'
import { call } from '../../../runtime/call.ts'
import { startJob } from '../../../services/job/start.ts'
import { openJob } from '../../../services/job/view.ts'

/** Starts the job that takes another one back. Errors: not_found, forbidden, rule_violated, duplicate. */
export default call(
  undo,
  ['entities', 'jobs', 'clock', 'ids'],
  async (input, { entities, jobs, clock, ids, actor }) => {
    const job = await openJob(input.id, actor, { entities })
    unwrap(decideUndo(job, actor))
    const id = ids.next()
    const { kind, total } = job.data
    await startJob(
      { id, kind, by: actor.account, config: {}, total, undoes: job.id },
      { entities, jobs, clock },
    )
    return { jobId: id }
  },
)
