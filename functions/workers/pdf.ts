/**
 * Prints the documents of a job, unit by unit: each unit queues the next. A unit that comes again prints the same over
 * the same file, and is counted once.
 */
import { isCallError } from '../../shared/errors.ts'
import { begun, isOver } from '../domain/job/job.ts'
import { type PrintJob, printConfig, printed, printKind, resultKey, sourceKey } from '../domain/print/job.ts'
import { type WorkContext, worker } from '../runtime/worker.ts'
import { progress } from '../services/job/progress.ts'

const deadUses = ['entities', 'files', 'jobs', 'clock'] as const
const uses = [...deadUses, 'pdf'] as const
/** What is needed to note how a document ended. */
type Noting = WorkContext<(typeof deadUses)[number]>

/** Queues what comes next; at the end the sources are no longer needed. */
async function goOn(job: PrintJob, { jobs, files }: Noting): Promise<void> {
  const { next, units } = printConfig(job)
  if (!isOver(job)) await jobs.send([{ kind: printKind, jobId: job.id, unit: String(next) }])
  else for (let unit = 0; unit < units; unit++) await files.delete(sourceKey(job.id, unit))
}

/** Why the document can never be printed, undefined if it was. Other faults are tried again. */
async function print(
  job: PrintJob,
  unit: number,
  { files, pdf }: WorkContext<'files' | 'pdf'>,
): Promise<string | undefined> {
  try {
    const { body } = await files.get(sourceKey(job.id, unit))
    const document = await pdf.print(new TextDecoder().decode(body), printConfig(job).options)
    await files.put(resultKey(job.id, unit), document, 'application/pdf')
    return undefined
  } catch (error) {
    if (isCallError(error) && (error.code === 'too_large' || error.code === 'not_found')) return error.message
    throw error
  }
}

async function finish(
  jobId: string,
  unit: number,
  error: string | undefined,
  context: Noting,
): Promise<void> {
  const after = await progress<PrintJob>(jobId, context, (job) =>
    printed(job, unit, error, context.clock.now()),
  )
  if (after) await goOn(after, context)
}

export default worker(
  printKind,
  uses,
  async ({ jobId, unit }, context) => {
    const number = Number(unit)
    const job = await progress<PrintJob>(jobId, context, (known) => begun(known, context.clock.now()))
    if (!job) return
    const { next } = printConfig(job)
    if (number > next) return
    if (isOver(job) || number < next) return goOn(job, context)
    await finish(jobId, number, await print(job, number, context), context)
  },
  deadUses,
  async ({ jobId, unit }, reason, context) => finish(jobId, Number(unit), reason.slice(0, 2000), context),
)
