import { triesOfWork } from '../../shared/constants.ts'
import { errorMessage } from '../../shared/errors.ts'
import type { JobMessage } from '../ports/job-queue.ts'
import type { Ports, Use } from './ports.ts'
import { withTimeout } from './timeout.ts'
import { untilAborted } from './until-aborted.ts'
import { type Failure, type Worker, workContext } from './worker.ts'

/** A delivered message. */
export interface QueueRecord {
  id: string
  /** 1 at the first delivery. */
  tries: number
  message: JobMessage
  /** Dead letters: why the last try failed, where that is known. */
  reason?: string
}
/** Takes a batch of any size and names the records that failed, as SQS wants it; all others are done. */
export type QueueHandler = (records: QueueRecord[]) => Promise<Failure[]>
type Log = (fields: Record<string, unknown>) => void

/**
 * Runs the worker for each record, side by side, each within a time of its own: one that hangs costs its neighbours
 * nothing.
 */
export const queueHandler = <U extends Use, D extends Use>(
  worker: Worker<U, D>,
  ports: Ports,
  log: Log,
): QueueHandler => {
  const context = workContext(worker.uses, ports, log)
  return eachRecord(worker, log, (record) =>
    withTimeout(worker.limits.seconds * 1000, (signal) =>
      worker.run(record.message, untilAborted(context, signal), signal),
    ),
  )
}

/**
 * Does no work for records whose tries are used up: they fail until the queue gives them up. Needed where a queue counts
 * more than tries: SQS counts what Lambda received and then had no function free for. `countTry` counts a try of a record
 * and gives its number; it is waited for only where the receives leave open how many of them were tries. A record that
 * could not be counted is done: receives have an end, too.
 */
export const limitTries =
  (handle: QueueHandler, countTry: (id: string) => Promise<number>, log: Log): QueueHandler =>
  async (records) => {
    const numbers = records.map(({ id, message }) =>
      countTry(id).catch((error: unknown) => {
        log({ level: 'warn', ...message, message: 'a try was not counted', error })
        return 1
      }),
    )
    const isUsedUp = await Promise.all(
      records.map(async ({ tries }, i) => tries > triesOfWork && (await numbers[i]!) > triesOfWork),
    )
    const failures = await handle(records.filter((_, i) => !isUsedUp[i]))
    await Promise.all(numbers)
    const usedUp = records.filter((_, i) => isUsedUp[i])
    return [...failures, ...usedUp.map(({ id }) => ({ id, reason: 'its tries are used up' }))]
  }

/** Takes dead letters: each ends up in its job's errors. */
export const deadLetterHandler = <U extends Use, D extends Use>(
  worker: Worker<U, D>,
  ports: Ports,
  log: Log,
): QueueHandler => {
  const context = workContext(worker.deadUses, ports, log)
  return eachRecord(worker, log, (record) =>
    worker.onDead(record.message, record.reason ?? 'failed in every try', context),
  )
}

function eachRecord(
  worker: { jobKind: string },
  log: Log,
  take: (record: QueueRecord) => Promise<void>,
): QueueHandler {
  const attempt = async (record: QueueRecord): Promise<Failure[]> => {
    try {
      await take(record)
      return []
    } catch (error) {
      const { jobId, unit } = record.message
      log({ level: 'error', worker: worker.jobKind, jobId, unit, tries: record.tries, error })
      return [{ id: record.id, reason: errorMessage(error) }]
    }
  }
  return async (records) => (await Promise.all(records.map(attempt))).flat()
}
