/** Keys and texts of what is known of a job (docs/data-model.md); both stores keep it in the table `items`. */
import { jobLifeDays } from '../../../shared/constants.ts'
import type { JobCounts, JobOutcome, JobUnit, PlanStep } from '../../ports/job-store.ts'

/** Seconds after which what is known of a job ends by itself; its entity stays. */
export const jobLifeSeconds = jobLifeDays * 24 * 3600

/** Partition of a job: steps of its plan, phases. Embedded: everything. */
export const jobKey = (jobId: string) => `J#${jobId}`
/** Partition of a part of its units: they, their outcomes with reasons and notes, and the sums of these. */
export const shardKey = (jobId: string, shard: number) => `J#${jobId}#${String(shard).padStart(2, '0')}`

const digits = (n: number, length: number) => String(n).padStart(length, '0')
const phaseDigits = 4
const unitDigits = 8
const inPhase = (letter: string, phase: number, n: number) =>
  `${letter}#${digits(phase, phaseDigits)}#${digits(n, unitDigits)}`
export const stepKey = (phase: number, step: number) => inPhase('S', phase, step)
export const unitKey = (phase: number, unit: number) => inPhase('U', phase, unit)
export const outcomeKey = (phase: number, unit: number) => inPhase('O', phase, unit)
/** Whether a unit may be, or may never be done. */
export const markKey = (phase: number, unit: number) => inPhase('B', phase, unit)
export type Mark = 'begun' | 'stopped'
/** Units that may have to be taken back. */
export const undoableKey = (phase: number, unit: number) => inPhase('N', phase, unit)
export const undoablePrefix = (phase: number) => `N#${digits(phase, phaseDigits)}#`
export const isUndoable = ({ note, isUncertain }: JobOutcome) =>
  note !== undefined || isUncertain !== undefined
export const reasonsKey = (phase: number, unit: number) => inPhase('R', phase, unit)
export const phaseKey = (phase: number) => `P#${digits(phase, phaseDigits)}`
export const countKey = 'COUNT'
/** The number of the unit at the end of a key. */
export const unitOfKey = (sk: string) => Number(sk.slice(-unitDigits))

export const stepText = (plan: PlanStep) => JSON.stringify(plan)
export const readStep = (text: string) => JSON.parse(text) as PlanStep
export const unitText = (unit: JobUnit) => JSON.stringify(unit)
export const readUnit = (text: string) => JSON.parse(text) as JobUnit
export const outcomeText = (outcome: JobOutcome) => JSON.stringify(outcome)
export const readOutcome = (text: string) => JSON.parse(text) as JobOutcome

/** What the sums grow by where an outcome takes the place of another one. */
export function difference(after: JobOutcome, before: JobOutcome): JobOutcome {
  const counts = { ...after.counts }
  for (const [name, by] of Object.entries(before.counts)) counts[name] = (counts[name] ?? 0) - by
  return { ...after, done: after.done - before.done, failed: after.failed - before.failed, counts }
}

export const noCounts = (): JobCounts => ({
  total: 0,
  done: 0,
  failed: 0,
  counts: {},
  phases: 0,
  mayHaveReasons: false,
})
