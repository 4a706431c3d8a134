/** Plans the phases of a job, step by step, and sends their units. */

import { isOver } from '../../domain/job/job.ts'
import { messageOf, planTask, unitTask } from '../../domain/job/message.ts'
import type { PlanStep } from '../../ports/job-store.ts'
import { type TimeLimit, timeLimit } from '../time-limit.ts'
import { finish } from './end.ts'
import { type Run, stepsBudget } from './run.ts'
import { settlePause } from './settle.ts'
import { planUndo } from './undo.ts'

/** More are a fault of the kind, and would never end. */
const maxSteps = 100_000
/** Each has three numbers in the item with the sums of the job, which the first units write together. */
const maxPhases = 500
/** What takes a job back has a phase for each of its phases, and some before. */
const undoPhases = 10

/** Plans from a step on, as far as the time allows; phases without units are passed over. */
export async function planPhases<C, I>(run: Run<C, I>, fromPhase: number, fromStep: number): Promise<void> {
  const { job, context } = run
  const time = timeLimit(stepsBudget)
  let step = fromStep
  for (let phase = fromPhase; ; phase++, step = 0) {
    if (phase >= maxPhases + (job.data.undoes ? undoPhases : 0))
      throw new Error(
        `the job has more than ${maxPhases} phases: too many things in a row wait for each other`,
      )
    // What is sealed was sent, too: a message that comes again sends nothing again.
    if (!(await context.jobStore.isSealed(job.id, phase))) {
      const planned = await planPhase(run, phase, step, time)
      if (planned === 'absent') return finish(run)
      if (planned === 'cut') return
      await context.jobStore.seal(job.id, phase, planned.units, planned.rows)
    }
    if (!(await context.jobStore.endPhase(job.id, phase, 'plan'))) return
  }
}

type PlannedPhase = 'absent' | 'cut' | { units: number; rows: number }

async function planPhase<C, I>(
  run: Run<C, I>,
  phase: number,
  fromStep: number,
  time: TimeLimit,
): Promise<PlannedPhase> {
  const { job, context } = run
  const { jobStore, jobs } = context
  let before = fromStep === 0 ? undefined : await jobStore.getStep(job.id, phase, fromStep - 1)
  for (let n = fromStep; ; n++) {
    const step = await planStep(run, phase, n, before)
    if (!step) return 'absent'
    if (step === 'waiting') {
      await jobs.send([messageOf(job, planTask(phase, n))], settlePause)
      return 'cut'
    }
    await jobs.send(step.units.map((_, i) => messageOf(job, unitTask(phase, step.first + i))))
    const { units, rows } = sumOf(step)
    if (step.cursor === undefined) return { units, rows }
    if (n + 1 >= maxSteps || (step.units.length === 0 && step.cursor === before?.cursor))
      throw new Error(`the plan of phase ${phase} does not end`)
    if (time.isOver()) {
      await jobs.send([messageOf(job, planTask(phase, n + 1))])
      return 'cut'
    }
    const now = await context.entities.get('batchjob', job.id)
    if (!now || isOver(now)) return 'cut'
    before = step
  }
}
const sumOf = ({ first, rowsBefore, units }: PlanStep) => ({
  units: first + units.length,
  rows: units.reduce((sum, { rows }) => sum + rows, rowsBefore),
})

/** The step that holds: planned now, unless it was planned before. Undefined where the kind has no such phase. */
async function planStep<C, I>(
  { kind, job, context }: Run<C, I>,
  phase: number,
  n: number,
  before: PlanStep | undefined,
): Promise<PlanStep | 'waiting' | undefined> {
  const { jobStore } = context
  const known = await jobStore.getStep(job.id, phase, n)
  // Also a known one is put: its units may not have been written when it was cut off.
  if (known) return jobStore.putStep(job.id, phase, n, known)
  const cursor = before?.cursor
  const planned = job.data.undoes
    ? await planUndo(job.data.undoes, phase, cursor, context)
    : await kind.plan({ job, config: job.data.config as I, phase, cursor }, context)
  if (planned === 'waiting') return planned
  if (!planned) {
    if (n > 0) throw new Error(`phase ${phase} ended in the middle`)
    return undefined
  }
  const { units, rows } = before ? sumOf(before) : { units: 0, rows: 0 }
  return jobStore.putStep(job.id, phase, n, { first: units, rowsBefore: rows, ...planned })
}
