import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JobOutcome, JobStore, JobUnit, UndoableUnit } from '../../functions/ports/job-store.ts'
import { newId } from './store-under-test.ts'

export interface JobStoreUnderTest {
  store: JobStore
  close(): Promise<void>
}

const unit = (n: number, more: Partial<JobUnit> = {}): JobUnit => ({ rows: 2, content: { n }, ...more })
const units = (count: number, first = 0) => Array.from({ length: count }, (_, i) => unit(first + i))
const done = (more: Partial<JobOutcome> = {}): JobOutcome => ({
  done: 2,
  failed: 0,
  counts: { changed: 1 },
  reasons: [],
  ...more,
})

/** What every job store does. */
export function jobStoreContract(name: string, open: () => Promise<JobStoreUnderTest>) {
  describe(`job store: ${name}`, () => {
    let t: JobStoreUnderTest
    let job: string
    beforeEach(async () => {
      t = await open()
      job = newId()
    })
    afterEach(() => t.close())
    const plan = async (count: number, phase = 0) => {
      await t.store.putStep(job, phase, 0, { first: 0, rowsBefore: 0, units: units(count) })
      await t.store.seal(job, phase, count, count * 2)
    }
    /** Page by page: a page may be empty or the last although it has a cursor. */
    const allUndoable = async (limit: number) => {
      const found: UndoableUnit[] = []
      let cursor: string | undefined
      do {
        const page = await t.store.undoable(job, 0, { cursor, limit })
        found.push(...page.list)
        cursor = page.cursor
      } while (cursor !== undefined)
      return found
    }

    it('knows nothing of a job that it was told nothing of', async () => {
      expect(await t.store.getStep(job, 0, 0)).toBeUndefined()
      expect(await t.store.getUnit(job, 0, 0)).toBeUndefined()
      expect(await t.store.getOutcome(job, 0, 0)).toBeUndefined()
      expect(await t.store.isSealed(job, 0)).toBe(false)
      expect(await t.store.endPhase(job, 0, 'plan')).toBe(false)
      expect(await t.store.endPhase(job, 0, 0)).toBe(false)
      expect(await t.store.counts(job)).toEqual({
        total: 0,
        done: 0,
        failed: 0,
        counts: {},
        phases: 0,
        mayHaveReasons: false,
      })
      expect(await t.store.reasons(job, { limit: 10 })).toEqual({ list: [] })
      expect(await t.store.undoable(job, 0, { limit: 10 })).toEqual({ list: [] })
    })

    it('freezes the step that comes first, with its units', async () => {
      const first = { first: 0, rowsBefore: 0, units: units(30), cursor: 'next' }
      const holds = await t.store.putStep(job, 0, 0, first)
      expect(holds).toEqual(first)
      const other = { first: 0, rowsBefore: 0, units: [unit(99, { rows: 5 })] }
      expect(await t.store.putStep(job, 0, 0, other)).toEqual(first)
      expect(await t.store.getStep(job, 0, 0)).toEqual(first)
      await t.store.putStep(job, 0, 1, { first: 30, rowsBefore: 60, units: units(3, 30) })
      for (const n of [0, 17, 29, 30, 32])
        expect(await t.store.getUnit(job, 0, n)).toEqual({ unit: unit(n), hasOutcome: false })
      expect(await t.store.getUnit(job, 0, 33)).toBeUndefined()
      expect(await t.store.getUnit(job, 1, 0)).toBeUndefined()
    })

    it('takes one of two plans that are made at the same time, whole', async () => {
      const plans = [1, 2, 3, 4].map((n) => ({
        first: 0,
        rowsBefore: 0,
        units: Array.from({ length: 20 + n }, () => unit(n)),
      }))
      const held = await Promise.all(plans.map((one) => t.store.putStep(job, 0, 0, one)))
      for (const one of held) expect(one).toEqual(held[0])
      const { n } = held[0]!.units[0]!.content as { n: number }
      for (let i = 0; i < 20 + n; i++) expect((await t.store.getUnit(job, 0, i))?.unit).toEqual(unit(n))
      expect(await t.store.getUnit(job, 0, 20 + n)).toBeUndefined()
    })

    it('keeps and counts the first outcome of a unit', async () => {
      await plan(2)
      expect(await t.store.putOutcome(job, 0, 1, done())).toBe(true)
      const again = done({ done: 0, failed: 2, reasons: [{ unit: 'x', message: 'too late' }], note: 1 })
      expect(await t.store.putOutcome(job, 0, 1, again)).toBe(false)
      expect(await t.store.getUnit(job, 0, 1)).toEqual({ unit: unit(1), hasOutcome: true })
      expect(await t.store.getOutcome(job, 0, 1)).toEqual(done())
      expect(await t.store.counts(job)).toEqual({
        total: 4,
        done: 2,
        failed: 0,
        counts: { changed: 1 },
        phases: 1,
        mayHaveReasons: false,
      })
      expect(await t.store.reasons(job, { limit: 10 })).toEqual({ list: [] })
    })

    it('takes another outcome for a unit that was given up, once, and corrects the sums', async () => {
      await plan(20)
      const lost = { unit: '19', message: 'the index is away' }
      await t.store.putOutcome(
        job,
        0,
        19,
        done({ done: 0, failed: 2, counts: {}, reasons: [lost], isGivenUp: true }),
      )
      await t.store.putOutcome(job, 0, 1, done())
      expect(await t.store.getUnit(job, 0, 19)).toEqual({
        unit: unit(19),
        hasOutcome: true,
        isGivenUp: true,
      })
      const told = await t.store.endPhase(job, 0, 19)
      const again = done({ note: 'again' })
      const replaced = await Promise.all([1, 2, 3].map(() => t.store.replaceGivenUp(job, 0, 19, again)))
      expect(replaced.filter((isReplaced) => isReplaced)).toHaveLength(1)
      expect(await t.store.getUnit(job, 0, 19)).toEqual({ unit: unit(19), hasOutcome: true })
      expect(await t.store.getOutcome(job, 0, 19)).toEqual(again)
      expect(await t.store.counts(job)).toMatchObject({ done: 4, failed: 0, counts: { changed: 2 } })
      expect(await t.store.reasons(job, { limit: 10 })).toEqual({ list: [] })
      expect(await allUndoable(10)).toEqual([{ unit: 19, rows: 2 }])
      // Its phase has as many outcomes as before.
      expect(await t.store.endPhase(job, 0, 19)).toBe(told)
      // What was done, or was never tried, is not replaced.
      expect(await t.store.replaceGivenUp(job, 0, 1, done({ done: 0, failed: 2 }))).toBe(false)
      expect(await t.store.replaceGivenUp(job, 0, 2, done())).toBe(false)
      expect(await t.store.counts(job)).toMatchObject({ done: 4, failed: 0 })
    })

    it.each([1, 5, 16, 17, 40, 70])('tells one of %i units that its phase is over', async (count) => {
      await plan(count)
      expect(await t.store.endPhase(job, 0, 'plan')).toBe(false)
      const ask = () => Promise.all(Array.from({ length: count }, (_, n) => t.store.endPhase(job, 0, n)))
      const told = await Promise.all(
        Array.from({ length: count }, async (_, n) => {
          await t.store.putOutcome(job, 0, n, done())
          return t.store.endPhase(job, 0, n)
        }),
      )
      expect(told.filter((isTold) => isTold)).toHaveLength(1)
      // Who comes again is told the same again.
      expect(await ask()).toEqual(told)
      expect(await t.store.endPhase(job, 0, 'plan')).toBe(false)
      expect(await t.store.counts(job)).toMatchObject({ total: count * 2, done: count * 2 })
      expect(await t.store.endPhase(job, 1, 0)).toBe(false)
    })

    it('tells the plan that a phase without units is over', async () => {
      await plan(0)
      expect(await t.store.isSealed(job, 0)).toBe(true)
      for (let i = 0; i < 2; i++) expect(await t.store.endPhase(job, 0, 'plan')).toBe(true)
    })

    it('does not call a phase over that is not sealed, or lacks one outcome', async () => {
      await t.store.putStep(job, 0, 0, { first: 0, rowsBefore: 0, units: units(20) })
      const say = (n: number) => t.store.putOutcome(job, 0, n, done())
      for (let n = 0; n < 19; n++) {
        await say(n)
        expect(await t.store.endPhase(job, 0, n)).toBe(false)
      }
      expect(await t.store.isSealed(job, 0)).toBe(false)
      await t.store.seal(job, 0, 20, 40)
      expect(await t.store.isSealed(job, 0)).toBe(true)
      expect(await t.store.endPhase(job, 0, 'plan')).toBe(false)
      for (let n = 0; n < 19; n++) expect(await t.store.endPhase(job, 0, n)).toBe(false)
      await say(19)
      expect(await t.store.endPhase(job, 0, 19)).toBe(true)
    })

    it('tells the plan of what was done before its seal', async () => {
      await t.store.putStep(job, 0, 0, { first: 0, rowsBefore: 0, units: units(20) })
      for (let n = 0; n < 20; n++) await t.store.putOutcome(job, 0, n, done())
      await t.store.seal(job, 0, 20, 40)
      expect(await t.store.endPhase(job, 0, 'plan')).toBe(true)
      // Sealed again, nothing changes.
      await t.store.seal(job, 0, 20, 40)
      expect(await t.store.endPhase(job, 0, 7)).toBe(false)
      expect(await t.store.counts(job)).toMatchObject({ total: 40, done: 40, phases: 1 })
    })

    it('sums up phases, rows and counts', async () => {
      await plan(2, 0)
      await plan(1, 1)
      await t.store.putOutcome(job, 0, 0, done({ counts: { created: 2, changed: 3 } }))
      await t.store.putOutcome(job, 0, 1, done({ done: 1, failed: 1, counts: { created: 1 } }))
      await t.store.putOutcome(job, 1, 0, done({ counts: { '0': 7 } }))
      expect(await t.store.counts(job)).toEqual({
        total: 6,
        done: 5,
        failed: 1,
        counts: { created: 3, changed: 3, '0': 7 },
        phases: 2,
        mayHaveReasons: expect.any(Boolean),
      })
    })

    it('lets whoever is first decide whether a unit is begun or stopped', async () => {
      await plan(20)
      expect(await t.store.begin(job, 0, 3)).toBe(true)
      expect(await t.store.stop(job, 0, 3)).toBe(false)
      expect(await t.store.begin(job, 0, 3)).toBe(true)
      expect(await t.store.stop(job, 0, 4)).toBe(true)
      expect(await t.store.stop(job, 0, 4)).toBe(true)
      expect(await t.store.begin(job, 0, 4)).toBe(false)
      expect(await t.store.begin(job, 1, 4)).toBe(true)
      const both = await Promise.all([t.store.begin(job, 0, 19), t.store.stop(job, 0, 19)])
      expect(both.filter((isFirst) => isFirst)).toHaveLength(1)
      expect(await t.store.counts(job)).toMatchObject({ done: 0, failed: 0 })
    })

    it('corrects also what was counted of a unit that was given up in the middle', async () => {
      await plan(2)
      const partly = done({ done: 1, failed: 1, counts: { changed: 1, created: 2 }, isGivenUp: true })
      await t.store.putOutcome(job, 0, 1, partly)
      await t.store.replaceGivenUp(job, 0, 1, done({ counts: { changed: 5 } }))
      const sums = await t.store.counts(job)
      expect(sums).toMatchObject({ done: 2, failed: 0, counts: { changed: 5 } })
      expect(sums.counts['created'] ?? 0).toBe(0)
    })

    it('gives reasons page by page, in the order of phases and units', async () => {
      await plan(30, 0)
      await plan(2, 1)
      const why = (phase: number, n: number, k = 0) => ({ unit: `${phase}/${n}/${k}`, message: `no ${n}` })
      const say = (phase: number, n: number, reasons: JobOutcome['reasons']) =>
        t.store.putOutcome(job, phase, n, done({ reasons }))
      await say(1, 1, [why(1, 1)])
      for (let n = 29; n >= 0; n--) await say(0, n, n % 3 === 0 ? [why(0, n, 0), why(0, n, 1)] : [])
      const expected = Array.from({ length: 10 }, (_, i) => [why(0, i * 3, 0), why(0, i * 3, 1)]).flat()
      expected.push(why(1, 1))
      expect(await t.store.counts(job)).toMatchObject({ mayHaveReasons: true })
      for (const limit of [1, 2, 3, 7, 100]) {
        const found: unknown[] = []
        let cursor: string | undefined
        do {
          const page = await t.store.reasons(job, { cursor, limit })
          expect(page.list.length).toBeGreaterThan(0)
          expect(page.list.length).toBeLessThanOrEqual(limit + 1)
          found.push(...page.list)
          cursor = page.cursor
        } while (cursor !== undefined)
        expect(found).toEqual(expected)
      }
    })

    it('gives the units that left a note', async () => {
      await plan(40)
      for (let n = 0; n < 40; n++)
        await t.store.putOutcome(job, 0, n, done(n % 4 === 0 ? { note: { before: n } } : {}))
      const expected = Array.from({ length: 10 }, (_, i) => ({ unit: i * 4, rows: 2 }))
      expect((await allUndoable(3)).sort((a, b) => a.unit - b.unit)).toEqual(expected)
      expect((await t.store.getOutcome(job, 0, 8))?.note).toEqual({ before: 8 })
    })

    it('says of which units it is not known what they did, until another outcome tells', async () => {
      await plan(40)
      const lost: Partial<JobOutcome> = { done: 0, failed: 2, counts: {}, isGivenUp: true }
      const sorted = async () => (await allUndoable(10)).sort((a, b) => a.unit - b.unit)
      for (const n of [3, 20, 21]) await t.store.putOutcome(job, 0, n, done({ ...lost, isUncertain: true }))
      for (const n of [4, 36]) await t.store.putOutcome(job, 0, n, done({ ...lost, note: 'a part' }))
      const [uncertain, known] = [{ rows: 2, isUncertain: true }, { rows: 2 }]
      expect(await sorted()).toEqual([
        { unit: 3, ...uncertain },
        { unit: 4, ...known },
        { unit: 20, ...uncertain },
        { unit: 21, ...uncertain },
        { unit: 36, ...known },
      ])
      // Done after all: some have nothing that could be taken back.
      for (const n of [3, 4]) await t.store.replaceGivenUp(job, 0, n, done())
      for (const n of [21, 36]) await t.store.replaceGivenUp(job, 0, n, done({ note: 'all' }))
      expect(await sorted()).toEqual([
        { unit: 20, ...uncertain },
        { unit: 21, ...known },
        { unit: 36, ...known },
      ])
    })

    it('takes no other outcome for a unit that is taken back', async () => {
      await plan(20)
      const lost = done({ done: 0, failed: 2, counts: {}, isGivenUp: true, isUncertain: true })
      await t.store.putOutcome(job, 0, 19, lost)
      await t.store.putOutcome(job, 0, 1, done({ note: 'mine' }))
      for (const n of [19, 1, 19]) await t.store.takeBack(job, 0, n)
      for (const n of [19, 1]) {
        expect(await t.store.getUnit(job, 0, n)).toEqual({
          unit: unit(n),
          hasOutcome: true,
          isTakenBack: true,
        })
        expect(await t.store.putOutcome(job, 0, n, done())).toBe(false)
        expect(await t.store.replaceGivenUp(job, 0, n, done())).toBe(false)
      }
      expect(await t.store.getOutcome(job, 0, 1)).toEqual(done({ note: 'mine' }))
      expect(await t.store.counts(job)).toMatchObject({ done: 2, failed: 2, counts: { changed: 1 } })
      // Another job may take back what is left.
      expect((await allUndoable(10)).map(({ unit }) => unit).sort()).toEqual([1, 19])
      // One of two comes first: either it is refused, or who takes back has its note.
      await t.store.putOutcome(job, 0, 2, lost)
      const [isReplaced] = await Promise.all([
        t.store.replaceGivenUp(job, 0, 2, done({ note: 'late' })),
        t.store.takeBack(job, 0, 2),
      ])
      expect((await t.store.getOutcome(job, 0, 2))?.note).toBe(isReplaced ? 'late' : undefined)
      expect(await t.store.getUnit(job, 0, 2)).toMatchObject({ isTakenBack: true })
      // What has no outcome, or none any more, gets none by being taken back.
      await t.store.takeBack(job, 0, 3)
      expect(await t.store.getOutcome(job, 0, 3)).toBeUndefined()
      expect(await t.store.getUnit(job, 0, 3)).toEqual({ unit: unit(3), hasOutcome: false })
      expect(await t.store.putOutcome(job, 0, 3, done())).toBe(true)
    })

    it('keeps units and notes that are too large for an item', async () => {
      // Noise: nothing that could be packed.
      const large = Array.from({ length: 60_000 }, () => Math.random().toString(36).slice(2, 12)).join('')
      const step = { first: 0, rowsBefore: 0, units: [unit(0, { content: large }), unit(1)] }
      await t.store.putStep(job, 0, 0, step)
      expect(await t.store.getStep(job, 0, 0)).toEqual(step)
      expect((await t.store.getUnit(job, 0, 0))?.unit.content).toBe(large)
      await t.store.putOutcome(job, 0, 0, done({ note: large }))
      expect((await t.store.getOutcome(job, 0, 0))?.note).toBe(large)
    })
  })
}
