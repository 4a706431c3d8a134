import type { Job } from '../../domain/job/job.ts'
import type { Why } from '../../domain/job/why.ts'
import type { JobOutcome, JobUnit } from '../../ports/job-store.ts'
import type { JobKind, JobRunPorts } from './kind.ts'

/** A message of a job, as it is worked on. */
export interface Run<C, I> {
  kind: JobKind<C, I>
  job: Job
  context: C & JobRunPorts
  signal: AbortSignal
}

/** Milliseconds after which a plan, or the end of an aborted job, goes on with another message. */
export const stepsBudget = 20_000

/** All rows of a unit count as not done; what an earlier try did of them is not known. */
export const failure = ({ rows, name }: JobUnit, unit: number, why: Why): JobOutcome => ({
  done: 0,
  failed: rows,
  counts: {},
  reasons: [
    {
      unit: name ?? String(unit + 1),
      ...(name === undefined && { unitText: { key: 'jobUnit', params: { number: unit + 1 } } }),
      ...why,
    },
  ],
  isUncertain: true,
})

/** Whether units are marked before they are done: what they did can be taken back only if it is known to be done. */
export const isMarked = <C, I>({ kind, job }: Run<C, I>): boolean =>
  kind.undo !== undefined && job.data.undoes === undefined
