import { undo } from '../../../../shared/calls/batch/job/undo.ts'
import { isCallError } from '../../../../shared/errors.ts'
import { templates } from '../../../../shared/jobs/templates.ts'
import { refuseRule, unwrap } from '../../../../shared/rules/refusal.ts'
import { decideUndo, undoneKey } from '../../../domain/job/job.ts'
import { call } from '../../../runtime/call.ts'
import { startJob } from '../../../services/job/start.ts'
import { hasChanged, openJob } from '../../../services/job/view.ts'

const undoable = templates.filter(({ isUndoable }) => isUndoable)
const nothingDone = () =>
  refuseRule('jobDidNothing', 'The job has changed nothing: there is nothing to undo.')
const undone = () => refuseRule('jobUndone', 'The job is being or has been undone already.')

/** Starts the job that takes another one back. Errors: not_found, forbidden, rule_violated. */
export default call(
  undo,
  ['entities', ...undoable.map(({ name }) => `jobs:${name}` as const), 'jobStore:read', 'clock', 'ids'],
  async (input, { entities, jobs, jobStore, clock, ids, actor }) => {
    const job = unwrap(await openJob(input.id, actor, { entities }))
    unwrap(decideUndo(job, actor, clock.now()))
    const id = ids.next()
    const undoneBy = await entities.findUnique(undoneKey(job.id))
    // Its own: the same request again, after it was cut off between its write and its answer.
    if (undoneBy !== undefined && undoneBy !== id) unwrap(undone())
    if (undoneBy === undefined && !(await hasChanged(job, jobStore))) unwrap(nothingDone())
    const { kind, total, config } = job.data
    const start = { id, kind, by: actor.account, sub: actor.sub, config, total, undoes: job.id }
    try {
      await startJob(start, { entities, jobs, clock })
    } catch (error) {
      // Somebody else was faster by a moment.
      if (isCallError(error) && error.code === 'duplicate') unwrap(undone())
      throw error
    }
    return { jobId: id }
  },
)
