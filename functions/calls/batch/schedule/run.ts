import { run } from '../../../../shared/calls/batch/schedule/run.ts'
import { scheduleRules } from '../../../../shared/jobs/schedules.ts'
import { call } from '../../../runtime/call.ts'
import { startJob } from '../../../services/job/start.ts'

/** Starts now what a schedule starts when it is due, or tells what that would do. Errors: none of its own. */
export default call(
  run,
  ['entities', ...scheduleRules.map(({ kind }) => `jobs:${kind}` as const), 'clock', 'ids'],
  async ({ name, dryRun }, { entities, jobs, clock, ids, actor }) => {
    const { kind } = scheduleRules.find((rule) => rule.name === name)!
    const config = { schedule: name, due: clock.now(), dryRun }
    const start = { id: ids.next(), kind, by: actor.account, sub: actor.sub, config }
    const job = await startJob(start, { entities, jobs, clock })
    return { jobId: job.id }
  },
)
