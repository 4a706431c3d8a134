import { getpdfandstatus } from '../../../../shared/calls/bml/product/getpdfandstatus.ts'
import { notFound } from '../../../../shared/errors.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import { type PrintJob, printConfig, printKind, resultKey } from '../../../domain/print/job.ts'
import { call } from '../../../runtime/call.ts'

const linkSeconds = 15 * 60

/** How far a ticket's document is, for who asked for it and for administrators. Errors: not_found. */
export default call(
  getpdfandstatus,
  ['entities:read', 'links'],
  async ({ ticketNumber }, { entities, links, actor }) => {
    const job = (await entities.get(ticketNumber)) as PrintJob | undefined
    if (
      job?.entityclass !== 'batchjob' ||
      job.data.kind !== printKind ||
      !can(actor, 'job:view', { startedBy: job.data.startedBy })
    )
      throw notFound(ticketNumber)
    const { status, errors } = job.data
    if (status === 'aborted') return { done: true, error: errors[0]?.message ?? 'aborted' }
    if (status !== 'complete') return { done: false }
    if (errors[0]) return { done: true, error: errors[0].message }
    const { fileName } = printConfig(job)
    return {
      done: true,
      result: await links.linkTo(resultKey(job.id, 0), { seconds: linkSeconds, fileName }),
    }
  },
)
