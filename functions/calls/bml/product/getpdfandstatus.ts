import { getpdfandstatus } from '../../../../shared/calls/bml/product/getpdfandstatus.ts'
import { entityNotFound, unwrap } from '../../../../shared/rules/refusal.ts'
import type { Why } from '../../../domain/job/why.ts'
import { printConfig, printKind, resultKey } from '../../../domain/print/job.ts'
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
const notPrinted = ({ message, text }: Why) => ({ done: true, error: message, ...(text && { text }) })

/**
 * How far a ticket's document is, for who asked for it and for administrators, as long as they may see what is printed. Errors:
 * not_found.
 */
export default call(
  getpdfandstatus,
  ['entities:read', 'reference', 'jobStore:read', 'links'],
  async ({ ticketNumber }, { entities, reference, jobStore, links, actor }) => {
    const job = unwrap(await openJob(ticketNumber, actor, { entities }))
    if (job.data.kind !== printKind) return unwrap(entityNotFound(ticketNumber))
    const { fileName, about, rights } = printConfig(job)
    const views = await viewReference(reference)
    const printed = about === undefined ? undefined : await entities.get(about)
    const maySee = printed
      ? await visibleEntity(printed, { actor, entities, reference: views })
      : // Administrators see everything; to its starter it holds no more than they may see today.
        rights !== undefined &&
        (job.data.startedBy !== actor.account || (await reportRights(actor, views)) === rights)
    if (!maySee) return unwrap(entityNotFound(ticketNumber))
    const { status, failed, errors } = job.data
    if (status === 'aborted') return notPrinted(errors[0] ?? aborted)
    if (status !== 'complete') return { done: false }
    if (failed > 0) {
      const { list } = await jobStore.reasons(job.id, { limit: 1 })
      return notPrinted(list[0] ?? lost)
    }
    return {
      done: true,
      result: await links.linkTo(resultKey(job.id, 0), { seconds: linkSeconds, fileName }),
    }
  },
)
