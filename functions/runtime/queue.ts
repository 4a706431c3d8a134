import type { JobMessage } from '../ports/job-queue.ts'
import type { Ports, Use } from './ports.ts'
import { type Failure, reasonOf, type Worker, workContext } from './worker.ts'

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

/** Runs the worker for each record, one after the other: a failure of one leaves the others done. */
export const queueHandler = <U extends Use, D extends Use>(
  worker: Worker<U, D>,
  ports: Ports,
  log: Log,
): QueueHandler =>
  eachRecord(worker, log, (record) => worker.run(record.message, workContext(worker.uses, ports, log)))

/** Takes dead letters: each ends up in its job's errors. */
export const deadLetterHandler = <U extends Use, D extends Use>(
  worker: Worker<U, D>,
  ports: Ports,
  log: Log,
): QueueHandler =>
  eachRecord(worker, log, (record) =>
    worker.onDead(
      record.message,
      record.reason ?? 'failed three times',
      workContext(worker.deadUses, ports, log),
    ),
  )

function eachRecord(
  worker: { jobKind: string },
  log: Log,
  take: (record: QueueRecord) => Promise<void>,
): QueueHandler {
  return async (records) => {
    const failures: Failure[] = []
    for (const record of records) {
      try {
        await take(record)
      } catch (error) {
        failures.push({ id: record.id, reason: reasonOf(error) })
        const { jobId, unit } = record.message
        log({ level: 'error', worker: worker.jobKind, jobId, unit, tries: record.tries, error })
      }
    }
    return failures
  }
}
