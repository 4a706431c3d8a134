import { updateEntitiesAfterMerge } from '../../../../shared/calls/bml/company/updateEntitiesAfterMerge.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { mergeRule } from '../../../domain/company/merge.ts'
import { call } from '../../../runtime/call.ts'
import { checkMerge } from '../../../services/company/merge-preview.ts'
import { startJob } from '../../../services/job/start.ts'

/**
 * Goes on with a merge that was stopped, or could not bring everything: a job that can be taken back by itself. Errors: forbidden,
 * not_found, rule_violated (not merged, or nothing is left to be brought).
 */
export default call(
  updateEntitiesAfterMerge,
  ['entities', 'jobs:merge', 'clock', 'ids'],
  async (input, { entities, jobs, clock, ids, actor }) => {
    const merged = await entities.get('company', input.id)
    if (!merged) throw notFound(input.id)
    const into = merged.data.mergedInto?.company
    if (into === undefined) return unwrap(mergeRule('companyNotMerged'))
    const id = ids.next()
    const isStarted = (await entities.get('batchjob', id)) !== undefined
    if (merged.disabled && !isStarted) return unwrap(mergeRule('companyMergeDone'))
    const companies = [
      { id: merged.id, rev: merged.rev },
      { id: into, rev: 1 },
    ]
    const config = unwrap(await checkMerge({ companies, survivor: into, resumes: true }, actor, { entities }))
    await startJob(
      { id, kind: 'merge' as const, by: actor.account, sub: actor.sub, config },
      { entities, jobs, clock },
    )
    return { jobId: id }
  },
)
