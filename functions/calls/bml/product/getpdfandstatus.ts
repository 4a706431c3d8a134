import { getpdfandstatus } from '../../../../shared/calls/bml/product/getpdfandstatus.ts'
import { dayMs } from '../../../../shared/rules/dates.ts'
import { exportDays } from '../../../../shared/rules/export.ts'
import { entityNotFound, unwrap } from '../../../../shared/rules/refusal.ts'
import { withSums } from '../../../domain/job/job.ts'
import type { Why } from '../../../domain/job/why.ts'
import { ticketOf } from '../../../domain/print/ticket.ts'
import { call } from '../../../runtime/call.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { openJob } from '../../../services/job/view.ts'
import { viewReference } from '../../../services/product/open.ts'
import { reportRights } from '../../../services/report/rights.ts'

const linkSeconds = 15 * 60
const aborted: Why = {
  message: 'The document was not created: the job was stopped.',
  text: { key: 'printAborted' },
}
/** Reasons are kept for a while, the job for good. */
const lost: Why = { message: 'The document could not be created.', text: { key: 'printFailed' } }
const ended: Why = {
  message: `The document was kept for ${exportDays} days. Print it again.`,
  text: { key: 'printEnded', params: { days: exportDays } },
}
const notPrinted = ({ message, text }: Why) => ({ done: true, error: message, ...(text && { text }) })

/**
 * How far a ticket's document is, for who asked for it and for administrators, as long as they may see what is printed. Errors:
 * not_found.
 */
export default call(
  getpdfandstatus,
  ['entities:read', 'reference', 'jobStore:read', 'links', 'clock'],
  async ({ ticketNumber }, { entities, reference, jobStore, links, clock, actor }) => {
    const job = unwrap(await openJob(ticketNumber, actor, { entities }))
    const ticket = ticketOf(job)
    if (!ticket) return unwrap(entityNotFound(ticketNumber))
    const { about, rights, fileName, key, isWhole } = ticket
    const views = await viewReference(reference)
    const printed = about === undefined ? undefined : await entities.get(about)
    const maySee = printed
      ? await visibleEntity(printed, { actor, entities, reference: views })
      : // Administrators see everything; to its starter it holds no more than they may see today.
        rights !== undefined &&
        (job.data.startedBy !== actor.account || (await reportRights(actor, views)) === rights)
    if (!maySee) return unwrap(entityNotFound(ticketNumber))
    const { status, failed, errors, result } = job.data
    if (status === 'aborted') return notPrinted(errors[0] ?? aborted)
    if (status !== 'complete') {
      const { done, total } = withSums(job, await jobStore.counts(job.id)).data
      return { done: false, ...(total > 1 && { progress: { done, total } }) }
    }
    if (failed > 0 && isWhole) {
      const { list } = await jobStore.reasons(job.id, { limit: 1 })
      return notPrinted(list[0] ?? lost)
    }
    // A day less: the store removes by days.
    if (clock.millis() - Date.parse(job.data.endedOn ?? job.updated) > (exportDays - 1) * dayMs)
      return notPrinted(ended)
    const leftOut = result['leftOut'] ?? 0
    return {
      done: true,
      result: await links.linkTo(key, { seconds: linkSeconds, fileName }),
      ...(leftOut > 0 && { leftOut }),
      ...(failed > 0 && { missing: failed }),
    }
  },
)
