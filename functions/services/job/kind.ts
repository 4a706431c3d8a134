import type { Actor } from '../../../shared/model/actor.ts'
import type { JobReason } from '../../../shared/model/job.ts'
import type { Permission } from '../../../shared/rules/permissions.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Why } from '../../domain/job/why.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { JobCounts, JobStore, JobUnit } from '../../ports/job-store.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'

/** What every job needs, whatever its kind. */
export interface JobPorts {
  entities: Pick<EntityStore, 'get' | 'put'>
  jobStore: JobStore
  jobs: JobQueue
  clock: Clock
  log: (fields: Record<string, unknown>) => void
}
/** What doing the units of a job needs besides: whose rights they are done under. */
export type JobRunPorts = JobPorts & { reference: ReferenceData }

export interface PlanRequest<I> {
  job: Job
  config: I
  phase: number
  /** Where the step before stopped; absent at the beginning of the phase. */
  cursor: string | undefined
}
/** Some units of a phase. A step takes a few seconds at most. */
export interface Planned {
  units: JobUnit[]
  /** Where the next step goes on; absent at the end of the phase. */
  cursor?: string
}
export interface UnitRequest<I> {
  job: Job
  config: I
  phase: number
  unit: number
  /** What the plan froze. */
  content: unknown
  /** Who started the job, with the rights of now; absent where nobody did: the kind acts by itself, or was due. */
  actor: Actor | undefined
  /** Aborted when the unit's time is up: what is done then is done in vain. Ports that mail and print refuse then by themselves. */
  signal: AbortSignal
}
/**
 * Job and actor are those of the job that takes back, or of who did the unit and was late; all else is of the unit that is
 * taken back.
 */
export interface UndoRequest<I> extends UnitRequest<I> {
  /** What the unit noted; absent where it is not known what it did. */
  note?: unknown
}
/** What a unit did. Rows that are named by no count are done. */
export interface UnitResult {
  /** Rows that were not done. */
  failed?: number
  counts?: Record<string, number>
  reasons?: JobReason[]
  /** What taking it back needs. */
  note?: unknown
}
/** A unit whose tries are used up, and why. */
export interface GivenUpRequest<I = Record<string, unknown>>
  extends Omit<UnitRequest<I>, 'actor' | 'signal'> {
  why: Why
}
export interface FinishRequest<I> {
  job: Job
  config: I
  sums: JobCounts
  isAborted: boolean
  /** Aborted when the time is up: whoever comes next begins again. */
  signal: AbortSignal
}

/** A kind of long work (docs/decisions/long-work.md). `C` is what it gets: its ports, and those of every job. */
export interface JobKind<C, I = Record<string, unknown>> {
  kind: string
  /** What who started it must have at each unit; `system`: the kind acts by itself, on what was decided at the start. */
  permission: Permission | 'system'
  /** A unit that was given up may also be done when the job is complete: `finish` takes nothing from it. Not with `undo`. */
  isReplayable?: boolean
  /** Freezes what the job is about, step by step; undefined where it has no such phase. Writes nothing. */
  plan(request: PlanRequest<I>, context: C): Promise<Planned | undefined>
  /** Does a piece. May be done again, also at the same time: doing it twice must do no more than doing it once. */
  unit(request: UnitRequest<I>, context: C): Promise<UnitResult>
  /**
   * When every unit has its outcome, or when the job was aborted. May be done again if it was cut off. Gives why there is nothing of
   * the job after all: then it ends as aborted.
   */
  finish?(request: FinishRequest<I>, context: C): Promise<Why | undefined>
  /**
   * Takes a unit back, by what it noted. May be done again. A kind that has it marks its units before they are done, so
   * that nothing is missed: also of a unit that had begun when it was given up it is called, without a note. What of it was
   * done, nothing up to all, it finds out by what the plan froze. Whoever is still at the unit then calls it once more,
   * and so does a message of the unit that comes when its job has been taken back.
   */
  undo?(request: UndoRequest<I>, context: C): Promise<UnitResult>
}

export type { JobUnit }
