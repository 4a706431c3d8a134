/** Plans the job that takes another one back: the units that left a note, the last phase first. */
import type { JobPorts, Planned } from './kind.ts'
import { settle } from './settle.ts'

const notedAtOnce = 500
/** Milliseconds of one step of the plan. */
const stepBudget = 5_000
/** Cursors: while units of the other job are settled, and while notes of one of its phases are read. */
const settling = /^settle:(\d+):(\d+)$/
const noting = /^noted:(\d+):(.*)$/

/** A step of its plan. `waiting`: units of the other job are under way, and what they will have done is not known. */
export async function planUndo(
  undoes: string,
  phase: number,
  cursor: string | undefined,
  ports: JobPorts,
): Promise<Planned | 'waiting' | undefined> {
  const [, noted, after] = noting.exec(cursor ?? '') ?? []
  if (noted !== undefined) return planNoted(undoes, Number(noted), after, ports)
  if (phase === 0) {
    const unsettled = await planSettling(undoes, cursor, ports)
    if (unsettled) return unsettled
  }
  const of = (await phasesOf(undoes, ports)) - 1 - phase
  if (of >= 0) return planNoted(undoes, of, undefined, ports)
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
  const { place } = await settle(job, from, { jobStore, clock }, clock.millis() + stepBudget)
  if (!place) return undefined
  // Where nothing was settled, the step is not frozen but planned again.
  if (place.phase === from.phase && place.unit === from.unit) return 'waiting'
  return { units: [], cursor: `settle:${place.phase}:${place.unit}` }
}

async function planNoted(
  undoes: string,
  phase: number,
  after: string | undefined,
  { jobStore }: JobPorts,
): Promise<Planned> {
  const { list, cursor } = await jobStore.noted(undoes, phase, { cursor: after, limit: notedAtOnce })
  return {
    units: list.map(({ unit, rows }) => ({ rows, content: { phase, unit } })),
    ...(cursor !== undefined && { cursor: `noted:${phase}:${cursor}` }),
  }
}

/** Phases of which something was planned. After an abort there may come one more; nothing of it is ever begun. */
async function phasesOf(jobId: string, { jobStore }: JobPorts): Promise<number> {
  let { phases } = await jobStore.counts(jobId)
  while (await jobStore.getStep(jobId, phases, 0)) phases++
  return phases
}
