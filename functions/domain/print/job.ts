/**
 * A job that prints documents: `pdf/{job}/{unit}.html` becomes `pdf/{job}/{unit}.pdf`, one unit after the other. Its id
 * is the ticket that a client asks about.
 */
import { isOver, type Job } from '../job/job.ts'

export const printKind = 'pdf'
/** Errors that a job keeps; further ones are counted only. */
const maxErrors = 100

/** Texts in the margins of each page. */
export interface PrintOptions {
  header?: string
  footer?: string
  pageNumbers?: boolean
  landscape?: boolean
}
export interface PrintConfig {
  /** Name that the document has as a download. */
  fileName: string
  options: PrintOptions
  units: number
  /** First unit that is not done yet. */
  next: number
  [key: string]: unknown
}
export type PrintJob = Job
export const printConfig = (job: PrintJob) => job.data.config as PrintConfig
export const sourceKey = (jobId: string, unit: number): string => `pdf/${jobId}/${unit}.html`
export const resultKey = (jobId: string, unit: number): string => `pdf/${jobId}/${unit}.pdf`

/** The job after a unit, undefined if the unit was counted before, or the job is over. */
export function printed(
  job: PrintJob,
  unit: number,
  error: string | undefined,
  now: string,
): PrintJob | undefined {
  const config = printConfig(job)
  const { data } = job
  if (isOver(job) || config.next !== unit) return undefined
  const isLast = unit + 1 >= config.units
  return {
    ...job,
    updated: now,
    data: {
      ...data,
      status: isLast ? 'complete' : 'running',
      done: data.done + 1,
      failed: data.failed + (error === undefined ? 0 : 1),
      errors:
        error === undefined
          ? data.errors
          : [...data.errors, { unit: String(unit), message: error }].slice(0, maxErrors),
      startedOn: data.startedOn ?? now,
      ...(isLast && { endedOn: now }),
      config: { ...config, next: unit + 1 },
    },
  }
}
