import type { JobReason } from '../../shared/model/job.ts'

/** A bounded piece of a job's work, as the plan froze it. */
export interface JobUnit {
  /** How reasons name it. */
  name?: string
  /** Rows (products, lines of a file …) that it is about. */
  rows: number
  content: unknown
}
/** A part of a phase's plan. Phases, steps and units are numbered from 0; units run through the steps of a phase. */
export interface PlanStep {
  /** Number of its first unit. */
  first: number
  /** Rows of the steps before. */
  rowsBefore: number
  units: JobUnit[]
  /** Where the plan goes on; absent at the end of the phase. */
  cursor?: string
}
/** How a unit ended. Rows are counted, `counts` by the names that the kind of job reports. */
export interface JobOutcome {
  done: number
  failed: number
  counts: Record<string, number>
  reasons: JobReason[]
  /** What taking it back needs. */
  note?: unknown
  /** Nobody knows what of it was done: if it was begun, it is taken back by what the plan froze. */
  isUncertain?: true
  /** Its tries were used up. Another try may replace it. */
  isGivenUp?: true
}
/** A unit that may have to be taken back. */
export interface UndoableUnit {
  unit: number
  rows: number
  isUncertain?: true
}
export interface JobCounts {
  /** Rows of the phases that are planned to their end. */
  total: number
  done: number
  failed: number
  counts: Record<string, number>
  /** Phases of which something was done or planned. */
  phases: number
  /** False where `reasons` has nothing to tell. */
  mayHaveReasons: boolean
}
export interface JobPage {
  cursor?: string | undefined
  limit: number
}

/**
 * What is known of a job besides its entity: the steps of its plan, its units, their outcomes and the sums of these.
 * Units of a job do not wait for each other. It ends 90 days after it was written; the entity keeps the sums.
 * Errors: `storage_full`; `too_many_requests`: nothing was written, and the same may succeed a moment later.
 */
export interface JobStore {
  getStep(jobId: string, phase: number, step: number): Promise<PlanStep | undefined>
  /** Freezes a step of the plan: who comes first decides. Gives the step that holds; its units can be taken then. */
  putStep(jobId: string, phase: number, step: number, plan: PlanStep): Promise<PlanStep>
  /** The phase has so many units, of so many rows, and no more. */
  seal(jobId: string, phase: number, units: number, rows: number): Promise<void>
  /** A unit, whether it has its outcome, and whether that says that it was given up, or is being taken back. */
  getUnit(
    jobId: string,
    phase: number,
    unit: number,
  ): Promise<{ unit: JobUnit; hasOutcome: boolean; isGivenUp?: true; isTakenBack?: true } | undefined>
  /** Marks a unit as begun, unless it was stopped before: false then, and nothing of it may be done. May be repeated. */
  begin(jobId: string, phase: number, unit: number): Promise<boolean>
  /** Keeps a unit from ever being begun; false if it has begun. May be repeated. */
  stop(jobId: string, phase: number, unit: number): Promise<boolean>
  /** Keeps and counts the outcome of a unit, in one step; false if it has one already. */
  putOutcome(jobId: string, phase: number, unit: number, outcome: JobOutcome): Promise<boolean>
  /** Puts an outcome in the place of one that says that the unit was given up, and corrects the sums; false if there is none. */
  replaceGivenUp(jobId: string, phase: number, unit: number, outcome: JobOutcome): Promise<boolean>
  /**
   * From now on the outcome is not replaced, and who is still at the unit is told that it is taken back: it was, or what comes of
   * the job is made without it. Does nothing where there is no outcome. May be repeated.
   */
  takeBack(jobId: string, phase: number, unit: number): Promise<void>
  getOutcome(jobId: string, phase: number, unit: number): Promise<JobOutcome | undefined>
  /** Whether the seal was set: then every unit of the phase was sent. */
  isSealed(jobId: string, phase: number): Promise<boolean>
  /**
   * Whether the asker is the one who goes on behind the phase: it is sealed, all of its units have outcomes, and nobody
   * else was told so before; who was told is told again. To be asked by the plan after the seal, and by each unit after
   * its outcome: one of them is told.
   */
  endPhase(jobId: string, phase: number, by: number | 'plan'): Promise<boolean>
  counts(jobId: string): Promise<JobCounts>
  /** Why rows were not done, in the order of phases and units; reasons of one unit stay on one page. */
  reasons(jobId: string, page: JobPage): Promise<{ list: JobReason[]; cursor?: string }>
  /** Units of a phase whose outcome has a note or is uncertain, in no certain order. */
  undoable(jobId: string, phase: number, page: JobPage): Promise<{ list: UndoableUnit[]; cursor?: string }>
}
/** Jobs for those who only look. */
export type JobReader = Pick<JobStore, 'counts' | 'reasons' | 'undoable'>
