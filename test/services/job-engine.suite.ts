import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideAbort, isOver } from '../../functions/domain/job/job.ts'
import { progress } from '../../functions/services/job/progress.ts'
import { newId } from '../ports/store-under-test.ts'
import { numbers, type OpenJobStore, openWorld, type Phase } from './job-engine.world.ts'

const phases = fc.array(
  fc.record({ units: fc.integer({ min: 0, max: 24 }), step: fc.integer({ min: 1, max: 9 }) }),
  {
    minLength: 0,
    maxLength: 3,
  },
)
const seed = fc.integer()
const keys = (of: Phase[]) =>
  of.flatMap(({ units }, phase) =>
    Array.from({ length: units }, (_, n) => ({ phase, n, key: `${phase}/${n}` })),
  )

type World = Awaited<ReturnType<typeof openWorld>>
/** As the call does it. Gives the job as it is then. */
async function abort(w: World, id: string) {
  const after = await progress(id, w.ports, (job) => {
    const aborted = decideAbort(job, 'somebody', w.ports.clock.now())
    return aborted && 'refused' in aborted ? undefined : aborted
  })
  await w.ports.jobs.send([{ kind: 'flag', jobId: id, unit: 'end', by: 'somebody' }])
  return after
}
/** Units that something was done to. */
const effects = (w: World, what: 'do ' | 'undo ') =>
  new Set(w.history.filter((one) => one.startsWith(what)).map((one) => one.slice(what.length)))

/** What the engine keeps to on a store of jobs, in so many random worlds. Without a store: on the embedded one. */
export function jobEngineContract(name: string, numRuns: number, openJobStore?: () => OpenJobStore) {
  describe(`a job, whoever dies on the way: ${name}`, () => {
    it('does every unit, counts each once, and ends once', async () => {
      await fc.assert(
        fc.asyncProperty(seed, phases, async (seed, phases) => {
          const w = await openWorld(
            numbers(seed),
            { death: 0.04, repeat: 0.2, giveUp: 0 },
            phases,
            openJobStore?.(),
          )
          const id = newId()
          await w.start(id)
          await w.run()
          const all = keys(phases)
          for (const { key } of all) expect(w.effects.has(`do ${key}`)).toBe(true)
          expect(w.effects.has(`finish ${id}`)).toBe(true)
          expect(await w.jobStore.counts(id)).toMatchObject({ done: all.length, failed: 0 })
          expect((await w.jobOf(id)).data).toMatchObject({
            status: 'complete',
            total: all.length,
            done: all.length,
            failed: 0,
            ...(all.length > 0 && { result: { changed: all.length } }),
          })
          expect(w.writes.map(({ status }) => status)).toEqual(['new', 'running', 'complete'])
          expect(w.violations).toEqual([])
          // Trouble costs messages, and never makes them breed: a phase is begun by one message, not by all its units.
          const most = Math.max(0, ...phases.map(({ units }) => units))
          expect(w.sent.plan).toBeLessThanOrEqual(1 + phases.length + w.troubles())
          expect(w.sent.unit).toBeLessThanOrEqual(all.length + w.sent.plan * most + w.troubles() * most)
          await w.close()
        }),
        { numRuns },
      )
    })

    it('ends also where units and plans are given up, with a reason for each', async () => {
      await fc.assert(
        fc.asyncProperty(seed, phases, async (seed, phases) => {
          const w = await openWorld(
            numbers(seed),
            { death: 0.03, repeat: 0.1, giveUp: 0.05 },
            phases,
            openJobStore?.(),
          )
          const id = newId()
          await w.start(id)
          await w.run()
          const { data } = await w.jobOf(id)
          const sums = await w.jobStore.counts(id)
          const { list } = await w.jobStore.reasons(id, { limit: 1000 })
          expect(list).toHaveLength(sums.failed)
          if (data.status === 'complete') {
            expect(data).toMatchObject({ done: keys(phases).length, failed: sums.failed })
            expect(sums.done + sums.failed).toBe(keys(phases).length)
          } else {
            expect(data.status).toBe('aborted')
            expect(data.errors[0]).toMatchObject({ unit: 'plan' })
          }
          // Ended once: what is written after that corrects its sums.
          const end = w.writes.findIndex(({ status }) => status === 'complete' || status === 'aborted')
          expect(new Set(w.writes.slice(end).map(({ status }) => status))).toEqual(new Set([data.status]))
          expect(w.writes.length - end).toBeLessThanOrEqual(1 + sums.done + sums.failed)
          expect(w.violations).toEqual([])
          await w.close()
        }),
        { numRuns },
      )
    })

    it('aborted, begins nothing more, and keeps and counts what is done; all of it can be taken back', async () => {
      const round = fc.integer({ min: 0, max: 30 })
      await fc.assert(
        fc.asyncProperty(seed, phases, round, round, async (seed, phases, abortAt, undoAfter) => {
          const w = await openWorld(
            numbers(seed),
            { death: 0.06, repeat: 0.2, giveUp: 0 },
            phases,
            openJobStore?.(),
          )
          const [id, undo] = [newId(), newId()]
          await w.start(id)
          let underWay: Set<string> | undefined
          let doneAtAbort = 0
          let isUndone = false
          // While messages of the job are still about: units that were cut off come again, others come late.
          const startUndo = async () => {
            isUndone = true
            await w.start(undo, id)
          }
          await w.run(async (round) => {
            if (round === abortAt) {
              const after = await abort(w, id)
              if (after?.data.status === 'aborted') {
                underWay = new Set(w.begun)
                doneAtAbort = w.history.length
              }
            }
            if (!isUndone && underWay && round >= abortAt + undoAfter) await startUndo()
          })
          if (!isUndone) await startUndo()
          await w.run()

          const { data } = await w.jobOf(id)
          const done: string[] = []
          for (const { phase, n, key } of keys(phases))
            if (await w.jobStore.getOutcome(id, phase, n)) done.push(key)
          expect((await w.jobStore.counts(id)).done).toBe(done.length)
          expect(data.done).toBe(done.length)
          // What was done has its outcome, and what has one was done.
          expect(effects(w, 'do ')).toEqual(new Set(done))
          if (data.status === 'aborted') {
            // Nothing but what had begun comes after it.
            const after = w.history.slice(doneAtAbort).filter((one) => one.startsWith('do '))
            expect(after.filter((one) => !underWay?.has(one.slice('do '.length)))).toEqual([])
          } else expect(done).toHaveLength(keys(phases).length)

          // All of it is taken back, and nothing is done after that.
          expect((await w.jobOf(undo)).data.status).toBe('complete')
          expect(effects(w, 'undo ')).toEqual(new Set(done))
          for (const key of done)
            expect(w.history.lastIndexOf(`do ${key}`)).toBeLessThan(w.history.indexOf(`undo ${key}`))
          expect(w.violations).toEqual([])
          await w.close()
        }),
        { numRuns },
      )
    })

    it('given up in the middle, aborted or complete: all that was done is taken back, nothing that was not begun', async () => {
      const round = fc.integer({ min: 0, max: 60 })
      await fc.assert(
        fc.asyncProperty(seed, phases, round, round, async (seed, phases, abortAt, undoAfter) => {
          const w = await openWorld(
            numbers(seed),
            { death: 0.08, repeat: 0.2, giveUp: 0.08 },
            phases,
            openJobStore?.(),
          )
          const [id, undo] = [newId(), newId()]
          await w.start(id)
          let isUndone = false
          const startUndo = async () => {
            isUndone = true
            await w.start(undo, id)
          }
          await w.run(async (round) => {
            if (round === abortAt) await abort(w, id)
            if (!isUndone && round >= abortAt + undoAfter && isOver(await w.jobOf(id))) await startUndo()
          })
          if (!isUndone) await startUndo()
          await w.run()

          expect((await w.jobOf(undo)).data.status).toBe('complete')
          const [done, undone] = [effects(w, 'do '), effects(w, 'undo ')]
          expect([...done].filter((key) => !undone.has(key))).toEqual([])
          expect([...undone].filter((key) => !w.begun.has(key))).toEqual([])
          for (const key of done)
            expect(w.history.lastIndexOf(`do ${key}`)).toBeLessThan(w.history.indexOf(`undo ${key}`))
          expect(w.violations).toEqual([])
          await w.close()
        }),
        { numRuns },
      )
    })

    it('nothing stays of what workers write who are held until their job is being taken back, or was', async () => {
      const round = fc.integer({ min: 0, max: 80 })
      await fc.assert(
        fc.asyncProperty(seed, phases, round, async (seed, phases, releaseAt) => {
          const w = await openWorld(
            numbers(seed),
            { death: 0.03, repeat: 0.1, giveUp: 0.03, late: 0.25 },
            phases,
            openJobStore?.(),
          )
          const [id, undo] = [newId(), newId()]
          await w.start(id)
          await w.run()
          await w.start(undo, id)
          await w.run(async (round) => {
            if (round === releaseAt) await w.release()
          })
          await w.release()
          await w.run()
          expect((await w.jobOf(undo)).data.status).toBe('complete')
          for (const key of effects(w, 'do '))
            expect(w.history.lastIndexOf(`undo ${key}`)).toBeGreaterThan(w.history.lastIndexOf(`do ${key}`))
          expect([...effects(w, 'undo ')].filter((key) => !w.begun.has(key))).toEqual([])
          await w.close()
        }),
        { numRuns: Math.ceil(numRuns / 2) },
      )
    })
  })
}
