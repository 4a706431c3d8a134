import { run } from '../../../../shared/calls/batch/job/run.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { readOrder } from '../../../domain/job/order.ts'
import { call } from '../../../runtime/call.ts'
import { startJob } from '../../../services/job/start.ts'

/** Starts a job of a template. Errors: forbidden, invalid_input. */
export default call(
  run,
  ['entities', 'jobs', 'clock', 'ids'],
  async (input, { entities, jobs, clock, ids, actor }) => {
    const { template, config } = unwrap(readOrder(input, actor))
    const id = ids.next()
    await startJob(
      { id, kind: template.name, by: actor.account, sub: actor.sub, config },
      { entities, jobs, clock },
    )
    return { jobId: id }
  },
)
