/** Plans the job that takes another one back: the units that left a note or may have been done, the last phase first. */

import { chunksOf } from '../../../shared/chunks.ts'
import { timeLimit } from '../time-limit.ts'
import type { JobPorts, JobUnit, Planned } from './kind.ts'
import { settle } from './settle.ts'

const undoableAtOnce = 500
const stopsAtOnce = 25
/** Milliseconds of one step of the plan. */
const stepBudget = 5_000
/** Cursors: while units of the other job are settled, and while what one of its phases did is read. */
const settling = /^settle:(\d+):(\d+)$/
const reading = /^undoable:(\d+):(.*)$/

/** A step of its plan. `waiting`: units of the other job are under way, and what they will have done is not known. */
export async function planUndo(
  undoes: string,
  phase: number,
  cursor: string | undefined,
  ports: JobPorts,
): Promise<Planned | 'waiting' | undefined> {
  const [, read, after] = reading.exec(cursor ?? '') ?? []
  if (read !== undefined) return planPhaseBack(undoes, Number(read), after, ports)
  if (phase === 0) {
    const unsettled = await planSettling(undoes, cursor, ports)
    if (unsettled) return unsettled
  }
  const of = (await phasesOf(undoes, ports)) - 1 - phase
  if (of >= 0) return planPhaseBack(undoes, of, undefined, ports)
  return cursor === undefined ? undefined : { units: [] }
}

/** Undefined when every unit of the other job is settled: at once, unless it was aborted. */
async function planSettling(
  undoes: string,
  cursor: string | undefined,
  { entities, jobStore, clock }: JobPorts,
): Promise<Planned | 'waiting' | undefined> {
  const job = await entities.get('batchjob', undoes)
  if (job?.data.status !== 'aborted') return undefined
  const [, phase = 0, unit = 0] = settling.exec(cursor ?? '') ?? []
  const from = { phase: Number(phase), unit: Number(unit) }
  const { place } = await settle(job, from, { jobStore, clock }, timeLimit(stepBudget))
  if (!place) return undefined
  // Where nothing was settled, the step is not frozen but planned again.
  if (place.phase === from.phase && place.unit === from.unit) return 'waiting'
  return { units: [], cursor: `settle:${place.phase}:${place.unit}` }
}

async function planPhaseBack(
  undoes: string,
  phase: number,
  after: string | undefined,
  { jobStore }: JobPorts,
): Promise<Planned> {
  const page = { cursor: after, limit: undoableAtOnce }
  const { list, cursor } = await jobStore.undoable(undoes, phase, page)
  const units: JobUnit[] = []
  for (const some of chunksOf(list, stopsAtOnce)) {
    // What was not begun by now never will be: there is nothing to take back.
    const isUntouched = await Promise.all(
      some.map(async ({ unit, isUncertain }) => isUncertain && jobStore.stop(undoes, phase, unit)),
    )
    for (const [n, { unit, rows }] of some.entries())
      if (!isUntouched[n]) units.push({ rows, content: { phase, unit } })
  }
  return { units, ...(cursor !== undefined && { cursor: `undoable:${phase}:${cursor}` }) }
}

/** Phases of which something was planned. After an abort there may come one more; nothing of it is ever begun. */
async function phasesOf(jobId: string, { jobStore }: JobPorts): Promise<number> {
  let { phases } = await jobStore.counts(jobId)
  while (await jobStore.getStep(jobId, phases, 0)) phases++
  return phases
}
