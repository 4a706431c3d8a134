/** What people take out: a document, an export and a report of the product, fetched under their signed addresses. */
import { randomUUID } from 'node:crypto'
import { SQSClient } from '@aws-sdk/client-sqs'
import { createJobQueue } from '../../../functions/adapters/aws/job-queue.ts'
import { systemClock } from '../../../functions/adapters/common/clock.ts'
import { printJob } from '../../../functions/services/print/start.ts'
import type { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { run as runExport } from '../../../shared/calls/bml/export/run.ts'
import { status } from '../../../shared/calls/bml/export/status.ts'
import { getpdfandstatus } from '../../../shared/calls/bml/product/getpdfandstatus.ts'
import { pdfprintreport } from '../../../shared/calls/bml/product/pdfprintreport.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { type Finding, fine, wrong } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'
import { queueUrl } from '../queues.ts'
import type { Trail } from './main-job.ts'
import type { SmokePerson } from './people.ts'

type Ended = (jobId: string) => Promise<OutputOf<typeof checkstatus>>

async function fetched(o: Operator, address: string): Promise<string> {
  const answer = await fetch(new URL(address, await o.address()))
  const body = new TextDecoder('latin1').decode(await answer.bytes())
  return answer.ok ? body : `status ${answer.status}: ${body.slice(0, 200)}`
}

export async function prints(o: Operator, { first, made }: Trail, person: SmokePerson): Promise<Finding> {
  const sqs = new SQSClient(o.client)
  const url = await queueUrl(sqs, o.stage, 'pdf')
  const ticket = await printJob(
    {
      id: randomUUID(),
      by: person.account,
      sub: person.sub,
      pages: ['<!doctype html><title>Smoke test</title><p>Öko, őűșțčđ</p>'],
      fileName: 'smoke-test.pdf',
      about: person.account,
    },
    {
      entities: await o.store(),
      files: await o.files(),
      jobs: createJobQueue(sqs, () => url),
      clock: systemClock,
    },
  )
  made.push(ticket)
  const { result, error } = await first.until(async () => {
    const state = await first.call(getpdfandstatus, { ticketNumber: ticket })
    if (!state.done) throw new Error('it is not done')
    return state
  }, 'the document is printed')
  if (!result) return wrong(`The document was not printed: ${error}`, 'look at the log of workers-pdf')
  const file = await fetched(o, result)
  return file.startsWith('%PDF-')
    ? fine('A document was printed, and fetched under its signed address')
    : wrong(
        `The signed address of the document answers something else: ${file.slice(0, 200)}`,
        'S3 says why in its answer: the rights of getpdfandstatus on the bucket or the key (lib/parts/grants.ts, links)',
      )
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
