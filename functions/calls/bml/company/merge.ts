import { merge } from '../../../../shared/calls/bml/company/merge.ts'
import { isRefusal, unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { checkMerge } from '../../../services/company/merge-preview.ts'
import { startJob } from '../../../services/job/start.ts'

/**
 * Starts the job that merges two companies. Errors: forbidden, not_found, revision_conflict, rule_violated (not exactly two, one of
 * them merged or deleted, or not valid as it was chosen).
 */
export default call(
  merge,
  ['entities', 'jobs:merge', 'clock', 'ids'],
  async (input, { entities, jobs, clock, ids, actor }) => {
    const id = ids.next()
    const config = await checkMerge(input, actor, { entities })
    // The same request again, after it was cut off: its job may have merged them already.
    if (isRefusal(config) && (await entities.get('batchjob', id))) return { jobId: id }
    const start = { id, kind: 'merge' as const, by: actor.account, sub: actor.sub, config: unwrap(config) }
    await startJob(start, { entities, jobs, clock })
    return { jobId: id }
  },
)
