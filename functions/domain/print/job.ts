/**
 * A job that prints documents: `pdf/{job}/{unit}.html` becomes `pdf/{job}/{unit}.pdf`, one unit after the other. Its id
 * is the ticket that a client asks about.
 */
import type { Entity } from '../../../shared/model/entity.ts'
import { isOver, type Job, newJob } from '../job/job.ts'

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

export interface PrintPorts {
  entities: {
    get(id: string): Promise<Entity | undefined>
    put(entity: Entity, options: { expectRev: number }): Promise<Entity>
  }
  files: { put(key: string, body: Uint8Array, contentType: string): Promise<void> }
  jobs: { send(messages: { kind: string; jobId: string; unit: string }[]): Promise<void> }
  clock: { now(): string }
}
export interface PrintRequest {
  /** Of the job. The same request again brings the same id, and goes on with its job. */
  id: string
  /** Account that may have the result. */
  by: string
  /** One document for each page of HTML. */
  pages: readonly string[]
  fileName: string
  options?: PrintOptions
}

/** Starts a job that prints, and gives its ticket. What a viewer may not see must not be in the pages. */
export async function printJob(
  request: PrintRequest,
  { entities, files, jobs, clock }: PrintPorts,
): Promise<string> {
  const { id, by, pages, fileName, options = {} } = request
  if (pages.length === 0) throw new Error('there is nothing to print')
  const known = (await entities.get(id)) as PrintJob | undefined
  const next = known ? printConfig(known).next : 0
  if (!known) {
    for (const [unit, html] of pages.entries())
      await files.put(sourceKey(id, unit), new TextEncoder().encode(html), 'text/html; charset=utf-8')
    const config: PrintConfig = { fileName, options, units: pages.length, next: 0 }
    const job = newJob(
      { id, by, now: clock.now() },
      { kind: printKind, total: pages.length, config, result: {} },
    )
    await entities.put(job as unknown as Entity, { expectRev: 0 })
  }
  if (next < pages.length) await jobs.send([{ kind: printKind, jobId: id, unit: String(next) }])
  return id
}

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
