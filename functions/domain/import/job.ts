/** The state of an import job, unit by unit. A unit that comes again changes nothing. */
import { isOver, type Job, newJob } from '../job/job.ts'

export const importKind = 'import'
/** Items of one unit: done in well under the time after which a queue gives a message again. */
export const unitSize = 50
/** Errors that a job keeps; further ones are counted only. */
const maxErrors = 5000

export const outcomes = ['created', 'changed', 'unchanged', 'rejected', 'deactivated'] as const
export type Outcome = (typeof outcomes)[number]
export type Counts = Record<Outcome, number>
export const noCounts = (): Counts => ({ created: 0, changed: 0, unchanged: 0, rejected: 0, deactivated: 0 })

export interface ImportConfig {
  source: string
  dryrun: boolean
  /** Absent in jobs from before approvals had to be asked for: then they are not taken. */
  approvals?: 'ignore' | 'migrate'
  /** Units of items; one more follows where `hasRetire`. */
  units: number
  hasRetire: boolean
  /** First unit that is not done yet. */
  next: number
  [key: string]: unknown
}
export type ImportJob = Job
export const configOf = (job: ImportJob) => job.data.config as ImportConfig
export const unitsOf = (config: ImportConfig): number => config.units + (config.hasRetire ? 1 : 0)
export const isRetireUnit = (config: ImportConfig, unit: number): boolean => unit === config.units

export const chunkKey = (jobId: string, unit: number): string => `imports/${jobId}/${unit}`

/** An import of nothing is over as it begins. */
export function newImport(
  id: string,
  by: string,
  now: string,
  items: number,
  config: Omit<ImportConfig, 'next'>,
): ImportJob {
  const whole = { ...config, next: 0 } as ImportConfig
  const job = newJob({ id, by, now }, { kind: 'import', total: items, config: whole, result: noCounts() })
  if (unitsOf(whole) > 0) return job
  return { ...job, data: { ...job.data, status: 'complete', startedOn: now, endedOn: now } }
}

export interface UnitReport {
  counts: Counts
  errors: { unit: string; message: string }[]
}
/** The job after the unit, undefined if the unit was counted before, or the job is over. */
export function advanced(
  job: ImportJob,
  unit: number,
  report: UnitReport,
  now: string,
): ImportJob | undefined {
  const config = configOf(job)
  if (isOver(job) || config.next !== unit) return undefined
  const { counts, errors } = report
  const result = { ...noCounts(), ...job.data.result }
  for (const outcome of outcomes) result[outcome] += counts[outcome]
  const taken = counts.created + counts.changed + counts.unchanged
  const isLast = unit + 1 >= unitsOf(config)
  return {
    ...job,
    updated: now,
    data: {
      ...job.data,
      status: isLast ? 'complete' : 'running',
      done: Math.min(job.data.total, job.data.done + taken + counts.rejected),
      failed: job.data.failed + counts.rejected,
      errors: [...job.data.errors, ...errors].slice(0, maxErrors),
      result,
      ...(isLast && { endedOn: now }),
      config: { ...config, next: unit + 1 },
    },
  }
}

/** How errors name an item: where it stands in the source, and what it is. */
export const itemName = (item: { kind: string; key: string; line?: number | undefined }): string =>
  item.line === undefined ? `${item.kind} ${item.key}` : `line ${item.line}, ${item.kind} ${item.key}`
