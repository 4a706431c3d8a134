import { fixedIds } from '../../../shared/constants.ts'
import type { Job } from './job.ts'

/** What a message of a job's queue asks for. Of a job that is there it names a part, nothing else. */
export type JobTask =
  /** Plan a phase, from a step on. Where the kind has no such phase, the job is finished. */
  | { task: 'plan'; phase: number; step: number }
  | { task: 'unit'; phase: number; unit: number }
  /** Start the job of a schedule that is due; the message's job id is the schedule's name. */
  | { task: 'due'; at: string }
  /** Start a job that follows from something else: what it is about comes with the message. */
  | { task: 'start'; config: Record<string, unknown> }
  /** End an aborted job: its units from there on are settled, then what it leaves is cleared away. */
  | { task: 'end'; phase: number; unit: number }

export const planTask = (phase: number, step: number): string => `plan:${phase}:${step}`
export const unitTask = (phase: number, unit: number): string => `unit:${phase}:${unit}`
export const startTask = (config: Record<string, unknown>): string => `start:${JSON.stringify(config)}`
export const endTask = (phase = 0, unit = 0): string => `end:${phase}:${unit}`

/** A message of a job, in the turns of who ordered it. What the system does by itself has those of nobody. */
export const messageOf = ({ id, data: { kind, startedBy } }: Pick<Job, 'id' | 'data'>, unit: string) => ({
  kind,
  jobId: id,
  unit,
  ...(startedBy !== fixedIds.account.system && { by: startedBy }),
})

const waiting = /^wait:(\d{1,6}):/
/** How often the task has waited before. */
export const waitsOf = (text: string): number => Number(waiting.exec(text)?.[1] ?? 0)
/** The same task, once it has waited so often. */
export const waitingTask = (text: string, waits: number): string =>
  `wait:${waits}:${text.replace(waiting, '')}`

/** Errors: throws on anything that no version of ours has sent. */
export function readTask(said: string): JobTask {
  const text = said.replace(waiting, '')
  // As versions before sent it.
  if (text === 'end') return { task: 'end', phase: 0, unit: 0 }
  // As versions before the plan sent it; what was done by them is done again.
  if (/^\d+$/.test(text)) return { task: 'plan', phase: 0, step: 0 }
  if (text.startsWith('start:'))
    return { task: 'start', config: JSON.parse(text.slice('start:'.length)) as Record<string, unknown> }
  const [, at] = /^due:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(text) ?? []
  if (at !== undefined) return { task: 'due', at }
  const [, task, phase, n] = /^(plan|unit|end):(\d{1,9}):(\d{1,9})$/.exec(text) ?? []
  if (task === 'plan') return { task, phase: Number(phase), step: Number(n) }
  if (task === 'unit' || task === 'end') return { task, phase: Number(phase), unit: Number(n) }
  throw new Error(`not a task of a job: ${text}`)
}
