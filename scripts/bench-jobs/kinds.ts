/** Kinds of jobs that do nothing, or only wait: what is left is the cost of the engine. */
import { setTimeout } from 'node:timers/promises'
import { worker } from '../../functions/runtime/worker.ts'
import { defineJob } from '../../functions/workers/job/define-job.ts'

export interface NothingConfig {
  /** Units of each phase. */
  phases: number[]
  /** Rows of a unit; each is told a reason of where `hasReasons`. */
  rows: number
  hasReasons: boolean
  /** Time that a unit waits for others, ms. */
  wait: number
}
const unitsOfStep = 1000

export const nothing = (atOnce: number, onUnit = () => {}) =>
  defineJob({
    kind: 'nothing',
    permission: 'system',
    uses: [],
    seconds: 60,
    atOnce,
    async plan({
      config,
      phase,
      cursor,
    }: {
      config: NothingConfig
      phase: number
      cursor: string | undefined
    }) {
      const count = config.phases[phase]
      if (count === undefined) return undefined
      const from = Number(cursor ?? 0)
      const to = Math.min(count, from + unitsOfStep)
      const units = Array.from({ length: to - from }, (_, i) => ({ rows: config.rows, content: from + i }))
      return { units, ...(to < count && { cursor: String(to) }) }
    },
    async unit({ config, content }) {
      if (config.wait > 0) await setTimeout(config.wait)
      onUnit()
      if (!config.hasReasons) return {}
      const reasons = Array.from({ length: config.rows }, (_, row) => ({
        unit: `row ${Number(content) * config.rows + row}`,
        message: 'It was passed over.',
      }))
      return { failed: config.rows, reasons }
    },
  })

/** The same number of messages without an engine. */
export const bare = (atOnce: number, isDone: () => void) =>
  worker(
    'bare',
    [],
    async () => isDone(),
    [],
    async () => {},
    { atOnce },
  )
