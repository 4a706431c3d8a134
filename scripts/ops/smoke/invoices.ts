/** What would be billed is calculated: the worker of invoices, without an invoice. */

import type { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { createFromProducts } from '../../../shared/calls/bml/invoice/createFromProducts.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { type Finding, fine, wrong } from '../doctor/finding.ts'
import type { Trail } from './main-job.ts'

/** A run for the company alone that writes nothing. `ended` waits for a job. */
export async function calculates(
  { first, company }: Trail,
  ended: (jobId: string) => Promise<OutputOf<typeof checkstatus>>,
): Promise<Finding> {
  if (!company) throw new Error('there is no company: an earlier step failed')
  const { jobId } = await first.call(createFromProducts, { companies: [company], dryRun: true })
  const { status } = await ended(jobId)
  return status === 'complete'
    ? fine('What a company would be billed was calculated, without an invoice')
    : wrong(`A dry run of invoices is ${status}`, 'look at the log of workers-invoice-run')
}
