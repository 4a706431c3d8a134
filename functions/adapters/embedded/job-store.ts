import type { JobReason } from '../../../shared/model/job.ts'
import type { JobOutcome, JobStore, UndoableUnit } from '../../ports/job-store.ts'
import { type PackedBody, packBody, unpackBody } from '../common/body.ts'
import {
  countKey,
  difference,
  isUndoable,
  jobKey,
  jobLifeSeconds,
  type Mark,
  markKey,
  noCounts,
  outcomeKey,
  outcomeText,
  readOutcome,
  readStep,
  readUnit,
  reasonsKey,
  stepKey,
  stepText,
  undoableKey,
  undoablePrefix,
  unitKey,
  unitOfKey,
  unitText,
} from '../common/job-rows.ts'
import type { Database } from './database.ts'

/** Sums of a job, in one row: within one process nobody waits for it. */
interface Sums {
  done: number
  failed: number
  counts: Record<string, number>
  /** By phase: outcomes so far, what the seal says, and who goes on behind it. */
  phases: { outcomes: number; units?: number; rows?: number; endedBy?: number | 'plan' }[]
}
const noSums = (): Sums => ({ done: 0, failed: 0, counts: {}, phases: [] })

/** Meta of an outcome that another try may replace. */
const givenUp = 'given-up'
/** Meta of an outcome that is taken back. */
const takenBack = 'taken-back'
/** Units that one transaction writes, so that others get their turn. */
const unitsPerWrite = 500

/** What is known of jobs, in the table `items` of `node:sqlite`. */
export function createJobStore(db: Database, now: () => number = Date.now): JobStore {
  const insert = db.prepare(
    'INSERT INTO items (pk, sk, meta, body, expires) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const upsert = db.prepare(
    `INSERT INTO items (pk, sk, meta, expires) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET meta = excluded.meta, expires = excluded.expires`,
  )
  const selectBody = db.prepare('SELECT body FROM items WHERE pk = ? AND sk = ?')
  const selectMeta = db.prepare('SELECT meta FROM items WHERE pk = ? AND sk = ?')
  const updateBody = db.prepare('UPDATE items SET meta = NULL, body = ? WHERE pk = ? AND sk = ?')
  const updateMeta = db.prepare('UPDATE items SET meta = ? WHERE pk = ? AND sk = ?')
  const remove = db.prepare('DELETE FROM items WHERE pk = ? AND sk = ?')
  const selectRange = db.prepare(
    'SELECT sk, meta, body FROM items WHERE pk = ? AND sk > ? AND sk < ? ORDER BY sk LIMIT ?',
  )
  const expires = () => Math.ceil(now() / 1000) + jobLifeSeconds

  const textOf = (jobId: string, sk: string): string | undefined => {
    const row = selectBody.get(jobKey(jobId), sk)
    return row && unpackBody(row['body'] as PackedBody)
  }
  const put = (jobId: string, sk: string, meta: string | null, text: string | null): boolean =>
    insert.run(jobKey(jobId), sk, meta, text === null ? null : packBody(text), expires()).changes > 0
  const sumsOf = (jobId: string): Sums => {
    const row = selectMeta.get(jobKey(jobId), countKey)
    return row ? (JSON.parse(row['meta'] as string) as Sums) : noSums()
  }
  /** Inside of a transaction. */
  function changeSums(
    jobId: string,
    phase: number,
    change: (sums: Sums, of: Sums['phases'][number]) => void,
  ) {
    const sums = sumsOf(jobId)
    while (sums.phases.length <= phase) sums.phases.push({ outcomes: 0 })
    change(sums, sums.phases[phase]!)
    upsert.run(jobKey(jobId), countKey, JSON.stringify(sums), expires())
  }
  const putBeside = (jobId: string, phase: number, unit: number, outcome: JobOutcome) => {
    if (outcome.reasons.length > 0) put(jobId, reasonsKey(phase, unit), null, JSON.stringify(outcome.reasons))
    if (!isUndoable(outcome)) return
    const { done, failed, isUncertain } = outcome
    const meta: Omit<UndoableUnit, 'unit'> = { rows: done + failed, ...(isUncertain && { isUncertain }) }
    put(jobId, undoableKey(phase, unit), JSON.stringify(meta), null)
  }
  const addOutcome = (sums: Sums, { done, failed, counts }: JobOutcome) => {
    sums.done += done
    sums.failed += failed
    for (const [name, by] of Object.entries(counts)) sums.counts[name] = (sums.counts[name] ?? 0) + by
  }

  /** Whoever marks a unit first decides. */
  const mark = (jobId: string, phase: number, unit: number, mark: Mark) =>
    db.write(() => {
      put(jobId, markKey(phase, unit), mark, null)
      return selectMeta.get(jobKey(jobId), markKey(phase, unit))?.['meta'] === mark
    })

  return {
    async getStep(jobId, phase, step) {
      const text = textOf(jobId, stepKey(phase, step))
      return text === undefined ? undefined : readStep(text)
    },
    async putStep(jobId, phase, step, plan) {
      const sk = stepKey(phase, step)
      await db.write(() => put(jobId, sk, null, stepText(plan)))
      const holds = readStep(textOf(jobId, sk)!)
      for (let i = 0; i < holds.units.length; i += unitsPerWrite)
        await db.write(() => {
          for (const [k, unit] of holds.units.slice(i, i + unitsPerWrite).entries())
            put(jobId, unitKey(phase, holds.first + i + k), null, unitText(unit))
        })
      return holds
    },
    async seal(jobId, phase, units, rows) {
      await db.write(() =>
        changeSums(jobId, phase, (_, of) => {
          of.units = units
          of.rows = rows
        }),
      )
    },
    async getUnit(jobId, phase, unit) {
      const text = textOf(jobId, unitKey(phase, unit))
      if (text === undefined) return undefined
      const outcome = selectMeta.get(jobKey(jobId), outcomeKey(phase, unit))
      return {
        unit: readUnit(text),
        hasOutcome: outcome !== undefined,
        ...(outcome?.['meta'] === givenUp && { isGivenUp: true as const }),
        ...(outcome?.['meta'] === takenBack && { isTakenBack: true as const }),
      }
    },
    begin: (jobId, phase, unit) => mark(jobId, phase, unit, 'begun'),
    stop: (jobId, phase, unit) => mark(jobId, phase, unit, 'stopped'),
    async putOutcome(jobId, phase, unit, outcome) {
      return db.write(() => {
        const meta = outcome.isGivenUp ? givenUp : null
        if (!put(jobId, outcomeKey(phase, unit), meta, outcomeText(outcome))) return false
        putBeside(jobId, phase, unit, outcome)
        changeSums(jobId, phase, (sums, of) => {
          of.outcomes += 1
          addOutcome(sums, outcome)
        })
        return true
      })
    },
    async replaceGivenUp(jobId, phase, unit, outcome) {
      const sk = outcomeKey(phase, unit)
      return db.write(() => {
        if (selectMeta.get(jobKey(jobId), sk)?.['meta'] !== givenUp) return false
        const before = readOutcome(textOf(jobId, sk)!)
        updateBody.run(packBody(outcomeText(outcome)), jobKey(jobId), sk)
        for (const key of [reasonsKey, undoableKey]) remove.run(jobKey(jobId), key(phase, unit))
        putBeside(jobId, phase, unit, outcome)
        changeSums(jobId, phase, (sums) => addOutcome(sums, difference(outcome, before)))
        return true
      })
    },
    async takeBack(jobId, phase, unit) {
      await db.write(() => updateMeta.run(takenBack, jobKey(jobId), outcomeKey(phase, unit)))
    },
    async getOutcome(jobId, phase, unit) {
      const text = textOf(jobId, outcomeKey(phase, unit))
      return text === undefined ? undefined : readOutcome(text)
    },
    async isSealed(jobId, phase) {
      return sumsOf(jobId).phases[phase]?.units !== undefined
    },
    async endPhase(jobId, phase, by) {
      const known = sumsOf(jobId).phases[phase]
      if (known?.units === undefined || known.outcomes < known.units) return false
      if (known.endedBy !== undefined) return known.endedBy === by
      return db.write(() => {
        let holder: number | 'plan' = by
        changeSums(jobId, phase, (_, of) => {
          of.endedBy ??= by
          holder = of.endedBy
        })
        return holder === by
      })
    },
    async counts(jobId) {
      const { phases, ...sums } = sumsOf(jobId)
      const total = phases.reduce((sum, { rows = 0 }) => sum + rows, 0)
      const mayHaveReasons = selectRange.get(jobKey(jobId), 'R#', 'R$', 1) !== undefined
      return { ...noCounts(), ...sums, total, phases: phases.length, mayHaveReasons }
    },
    async reasons(jobId, { cursor = 'R#', limit }) {
      const list: JobReason[] = []
      let last: string | undefined
      // Row by row: a unit may have more reasons than a page.
      for (const row of selectRange.iterate(jobKey(jobId), cursor, 'R$', limit + 1)) {
        if (last !== undefined && list.length >= limit) return { list, cursor: last }
        list.push(...(JSON.parse(unpackBody(row['body'] as PackedBody)) as JobReason[]))
        last = row['sk'] as string
      }
      return { list }
    },
    async undoable(jobId, phase, { cursor, limit }) {
      const prefix = undoablePrefix(phase)
      const rows = selectRange.all(jobKey(jobId), cursor ?? prefix, `${prefix}~`, limit + 1)
      const page = rows.slice(0, limit)
      const list = page.map((row): UndoableUnit => {
        // The rows alone, of an older Inputlist: its units all left a note.
        const meta = JSON.parse(row['meta'] as string) as Omit<UndoableUnit, 'unit'> | number
        const unit = unitOfKey(row['sk'] as string)
        return typeof meta === 'number' ? { unit, rows: meta } : { unit, ...meta }
      })
      return rows.length > limit ? { list, cursor: page.at(-1)!['sk'] as string } : { list }
    },
  }
}
