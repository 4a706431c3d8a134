import { run } from '../../../../shared/calls/batch/schedule/run.ts'
import { dueTimes, spellDue } from '../../../../shared/jobs/due-times.ts'
import { scheduleRules } from '../../../../shared/jobs/schedules.ts'
import { call } from '../../../runtime/call.ts'
import { untilTurn } from '../../../services/entity/turns.ts'
import { nextByHand } from '../../../services/job/by-hand.ts'
import { startJob } from '../../../services/job/start.ts'

/**
 * Starts now what a schedule starts when it is due, as if that were now, or tells what it would do when it is due next. Errors: none
 * of its own.
 */
export default call(
  run,
  ['entities', ...scheduleRules.map(({ kind }) => `jobs:${kind}` as const), 'clock', 'ids'],
  async ({ schedule, dryRun }, { entities, jobs, clock, ids, actor }) => {
    const rule = scheduleRules.find(({ name }) => name === schedule)!
    const next = dryRun ? dueTimes(rule, clock.timeZone, clock.millis()).next : undefined
    const config = { schedule, due: next === undefined ? clock.now() : spellDue(next), dryRun }
    const start = { id: ids.next(), kind: rule.kind, by: actor.account, sub: actor.sub, config }
    const job = await untilTurn(async () => {
      const asNth = dryRun ? undefined : await nextByHand(entities, schedule)
      return startJob({ ...start, ...(asNth && { asNth }) }, { entities, jobs, clock })
    })
    return { jobId: job.id }
  },
)
