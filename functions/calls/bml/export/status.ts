import { status } from '../../../../shared/calls/bml/export/status.ts'
import { dayMs } from '../../../../shared/rules/dates.ts'
import { exportDays } from '../../../../shared/rules/export.ts'
import { couldEver } from '../../../../shared/rules/permissions.ts'
import { entityNotFound, notAllowed, unwrap } from '../../../../shared/rules/refusal.ts'
import { exportConfig, exportKind, fileKey } from '../../../domain/export/job.ts'
import { type Why, whyOf } from '../../../domain/job/why.ts'
import { call } from '../../../runtime/call.ts'
import { exportScope, rightsChanged } from '../../../services/export/scope.ts'
import { jobViewOf, openJob } from '../../../services/job/view.ts'

const linkSeconds = 15 * 60
const aborted: Why = { message: 'There is no file: the job was stopped.', text: { key: 'exportAborted' } }
const ended: Why = {
  message: `The file was kept for ${exportDays} days. Start the export again.`,
  text: { key: 'exportEnded', params: { days: exportDays } },
}

/** How far an export is, for who started it and for administrators. Errors: not_found, forbidden. */
export default call(
  status,
  ['entities:read', 'jobStore:read', 'reference', 'links', 'clock'],
  async ({ id }, { entities, jobStore, reference, links, clock, actor }) => {
    const job = unwrap(await openJob(id, actor, { entities }))
    if (job.data.kind !== exportKind) return unwrap(entityNotFound(id))
    if (!couldEver(actor, 'export:run')) unwrap(notAllowed())
    const { done, total, failed } = await jobViewOf(job, actor, { entities, jobStore, clock })
    const known = { done, total, failed }
    const without = ({ message, text }: Why) => ({
      ...known,
      isOver: true,
      error: message,
      ...(text && { text }),
    })
    if (job.data.status === 'aborted') return without(job.data.errors[0] ?? aborted)
    if (job.data.status !== 'complete') return { ...known, isOver: false }
    // Nothing could be written, for the reasons of its units.
    if (total > 0 && failed >= total) return without(aborted)
    const config = exportConfig(job)
    const age = clock.millis() - Date.parse(job.data.endedOn ?? job.updated)
    // A day less: the store removes by days.
    if (age > (exportDays - 1) * dayMs) return without(ended)
    // Administrators see everything; to its starter it holds no more than they may see today.
    if (job.data.startedBy === actor.account) {
      const scope = unwrap(await exportScope(actor, reference, clock))
      // Also where a column is no field any more.
      const others = await rightsChanged(scope, config)
      if (others) return without(whyOf(others))
    }
    return {
      ...known,
      isOver: true,
      result: await links.linkTo(fileKey(job.id), { seconds: linkSeconds, fileName: config.fileName }),
    }
  },
)
