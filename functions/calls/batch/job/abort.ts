import { abort } from '../../../../shared/calls/batch/job/abort.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideAbort } from '../../../domain/job/job.ts'
import { endTask, messageOf } from '../../../domain/job/message.ts'
import { call } from '../../../runtime/call.ts'
import { progress } from '../../../services/job/progress.ts'
import { jobViewOf, openJob } from '../../../services/job/view.ts'

/** Aborts a job: units that have not begun are not done. Errors: not_found, rule_violated. */
export default call(
  abort,
  ['entities', 'jobStore:read', 'jobs', 'clock'],
  async ({ id }, { entities, jobStore, jobs, clock, actor }) => {
    const job = unwrap(await openJob(id, actor, { entities }))
    const after = await progress(id, { entities }, (known) =>
      unwrap(decideAbort(known, actor.account, clock.now())),
    )
    await jobs.send([messageOf(job, endTask())])
    return jobViewOf(after ?? job, actor, { entities, jobStore, clock })
  },
)
