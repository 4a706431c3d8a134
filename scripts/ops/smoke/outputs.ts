/** What people take out: an export and a report of the product, fetched under their signed addresses. */
import type { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { run as runExport } from '../../../shared/calls/bml/export/run.ts'
import { status } from '../../../shared/calls/bml/export/status.ts'
import { getpdfandstatus } from '../../../shared/calls/bml/product/getpdfandstatus.ts'
import { pdfprintreport } from '../../../shared/calls/bml/product/pdfprintreport.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { type Finding, fine, wrong } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'
import type { Trail } from './main-job.ts'

type Ended = (jobId: string) => Promise<OutputOf<typeof checkstatus>>

async function fetched(o: Operator, address: string): Promise<string> {
  const answer = await fetch(new URL(address, await o.address()))
  const body = new TextDecoder('latin1').decode(await answer.bytes())
  return answer.ok ? body : `status ${answer.status}: ${body.slice(0, 200)}`
}

/** `ended` waits for a job. */
export async function exportsFile(
  o: Operator,
  { first, product, run }: Trail,
  ended: Ended,
): Promise<Finding> {
  if (!product) throw new Error('there is no product: an earlier step failed')
  const { jobId } = await first.call(runExport, {
    ...{ format: 'csv', language: 'de_DE', columns: ['name'], ids: [product] },
  })
  await ended(jobId)
  const { result, error } = await first.call(status, { id: jobId })
  const file = result ? await fetched(o, result) : (error ?? 'no file')
  return file.includes(run)
    ? fine('A product was exported, and its file fetched under its signed address')
    : wrong(`The file of an export is wrong: ${file.slice(0, 200)}`, 'look at the log of workers-export')
}

/** `ended` waits for a job. */
export async function reports(o: Operator, { first, product }: Trail, ended: Ended): Promise<Finding> {
  if (!product) throw new Error('there is no product: an earlier step failed')
  const { ticketNumber } = await first.call(pdfprintreport, {
    ...{ reportType: 'print', listId: fixedIds.list.base, language: 'de_DE', productId: product },
  })
  await ended(ticketNumber)
  const { result, error } = await first.call(getpdfandstatus, { ticketNumber })
  const file = result ? await fetched(o, result) : (error ?? 'no file')
  return file.startsWith('%PDF-')
    ? fine('A report of a product was printed, and fetched under its signed address')
    : wrong(`The document of a report is wrong: ${file.slice(0, 200)}`, 'look at the log of workers-report')
}
