import { run } from '../../../../shared/calls/batch/job/run.ts'
import { templates } from '../../../../shared/jobs/templates.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { checkOrder } from '../../../services/job/order.ts'
import { startJob } from '../../../services/job/start.ts'

/** Starts a job of a template. Errors: forbidden, invalid_input, rule_violated. */
export default call(
  run,
  ['entities', 'reference', ...templates.map(({ name }) => `jobs:${name}` as const), 'clock', 'ids'],
  async (input, { entities, reference, jobs, clock, ids, actor }) => {
    const { template, config } = unwrap(await checkOrder(input, actor, { entities, reference, clock }))
    const id = ids.next()
    await startJob(
      { id, kind: template.name, by: actor.account, sub: actor.sub, config },
      { entities, jobs, clock },
    )
    return { jobId: id }
  },
)
