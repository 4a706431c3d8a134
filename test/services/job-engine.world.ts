/**
 * A world in which jobs are run by processes that die: messages come twice, late and in any order, and any step of any
 * port may be the last one of its process.
 */
import { createJobStore } from '../../functions/adapters/embedded/job-store.ts'
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import type { JobStore, JobUnit } from '../../functions/ports/job-store.ts'
import { giveUpTask, runTask } from '../../functions/services/job/engine.ts'
import type { JobKind, JobRunPorts } from '../../functions/services/job/kind.ts'
import { startJob } from '../../functions/services/job/start.ts'
import type { BatchJob } from '../../shared/model/administration.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { openEmbeddedStore } from '../ports/embedded.ts'

export interface Phase {
  units: number
  /** Units of one step of the plan. */
  step: number
}
export interface Chances {
  /** Of dying before or after an effect of a port. */
  death: number
  /** Of a message being delivered once more after it was done. */
  repeat: number
  /** Of a message being given up instead of being tried; jobs that take back are spared. */
  giveUp: number
  /** Of a unit's worker being held half-way until `release`, while its message comes again, or is given up. */
  late?: number
}
class Death extends Error {}

/** Numbers between 0 and 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), a | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A store that all its makings share; `before` is called before each of its writes, or requests. */
export type OpenJobStore = (before: () => void) => JobStore

export async function openWorld(
  random: () => number,
  chances: Chances,
  phases: Phase[],
  otherStore?: OpenJobStore,
) {
  const t = await openEmbeddedStore()
  const embeddedStore: OpenJobStore = (before) =>
    createJobStore({
      ...t.db,
      write: async (run, committed) => {
        before()
        return t.db.write(run, committed)
      },
    })
  const openJobStore = otherStore ?? embeddedStore
  const jobStore = openJobStore(() => {})
  const bag: JobMessage[] = []
  /** Units by what was done to them, as often as it was done; repeating changes nothing. */
  const effects = new Map<string, number>()
  /** The same in their order, repeats included. */
  const history: string[] = []
  /** Units that were marked as begun. */
  const begun = new Set<string>()
  const violations: string[] = []
  const writes: { id: string; status: string }[] = []
  /** Jobs that take another one back. */
  const takesBack = new Set<string>()
  const now = () => new Date(Date.UTC(2026, 0, 1) + writes.length).toISOString()
  let isCalm = false
  const held: { open: () => void; ended: Promise<unknown> }[] = []
  let deaths = 0
  let repeats = 0

  const die = () => {
    if (isCalm || random() >= chances.death) return
    deaths++
    throw new Death('killed')
  }
  /** Every effect of a port may be the last one, done or not. */
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          die()
          const result = await value.apply(target, args)
          die()
          return result
        }
      },
    })
  const entities = {
    get: t.store.get,
    async put<T extends Entity['data']>(entity: Entity<T>, options: { expectRev: number }) {
      const written = await t.store.put(entity, options)
      writes.push({ id: entity.id, status: String(written.data['status']) })
      return written
    },
  }
  const sent = { plan: 0, unit: 0, end: 0 }
  const jobs = {
    async send(messages: JobMessage[]) {
      for (const { unit, by } of messages) {
        if (by !== 'somebody') violations.push(`${unit} was sent for nobody`)
        sent[unit.split(':')[0] as keyof typeof sent]++
      }
      bag.push(...messages)
    },
  }
  const calm = {
    entities,
    jobStore,
    jobs,
    clock: { now, millis: () => Date.parse(now()), today: () => now().slice(0, 10) },
    reference: { all: async () => new Map() },
    log: () => {},
  } as unknown as JobRunPorts
  /** Dies also in the middle of what takes it several writes. */
  const fragile = openJobStore(() => die())
  const ports: JobRunPorts = {
    ...calm,
    entities: mortal(entities),
    jobStore: mortal<JobStore>({
      ...fragile,
      async begin(jobId, phase, unit) {
        const isBegun = await fragile.begin(jobId, phase, unit)
        if (isBegun) begun.add(`${phase}/${unit}`)
        return isBegun
      },
    }),
    jobs: mortal(jobs),
  }

  const note = (what: string) => {
    effects.set(what, (effects.get(what) ?? 0) + 1)
    history.push(what)
  }
  const unitsOf = (phase: number, from: number, to: number): JobUnit[] =>
    Array.from({ length: to - from }, (_, i) => ({ rows: 1, content: `${phase}/${from + i}` }))
  const kind: JobKind<JobRunPorts> = {
    kind: 'flag',
    permission: 'system',
    async plan({ phase, cursor }) {
      const of = phases[phase]
      if (!of) return undefined
      const from = Number(cursor ?? 0)
      const to = Math.min(of.units, from + of.step)
      return { units: unitsOf(phase, from, to), ...(to < of.units && { cursor: String(to) }) }
    },
    async unit({ job, phase, content }) {
      const before = phases[phase - 1]?.units ?? 0
      const ended = Array.from({ length: before }, (_, n) => jobStore.getOutcome(job.id, phase - 1, n))
      if ((await Promise.all(ended)).includes(undefined))
        violations.push(`${content} was begun before phase ${phase - 1} was over`)
      die()
      note(`do ${content}`)
      die()
      return { counts: { changed: 1 }, note: content }
    },
    async finish({ sums, isAborted, job }) {
      const planned = phases.reduce((sum, { units }) => sum + units, 0)
      if (!isAborted && sums.done + sums.failed !== planned) violations.push('it was finished too soon')
      note(`finish ${job.id}`)
    },
    async undo({ note: noted, content }) {
      note(`undo ${noted ?? content}`)
      return { counts: { changed: 1 } }
    },
  }

  /** Begins a unit that goes on when it is let: either before it does anything, or before its outcome. */
  function hold(message: JobMessage) {
    const isBefore = random() < 0.5
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const late: JobKind<JobRunPorts> = {
      ...kind,
      async unit(request, context) {
        if (isBefore) await gate
        const result = await kind.unit(request, context)
        await gate
        return result
      },
    }
    const ended = runTask(late, message, ports, new AbortController().signal).catch((error: unknown) => {
      if (!(error instanceof Death)) throw error
    })
    held.push({ open, ended })
  }

  async function work(message: JobMessage): Promise<void> {
    try {
      const mayBeHeld = !isCalm && message.unit.startsWith('unit') && !takesBack.has(message.jobId)
      if (mayBeHeld && random() < (chances.late ?? 0)) {
        hold(message)
        // Nobody hears of it any more: it comes again, unless this was its last try.
        if (random() < 0.5) await giveUpTask(message, 'the worker did not come back', ports)
        else bag.push(message)
        return
      }
      const mayGiveUp = !isCalm && !takesBack.has(message.jobId)
      if (mayGiveUp && random() < chances.giveUp) await giveUpTask(message, 'failed three times', ports)
      else await runTask(kind, message, ports, new AbortController().signal)
      if (isCalm || random() >= chances.repeat) return
    } catch (error) {
      if (!(error instanceof Death)) throw error
    }
    repeats++
    bag.push(message)
  }

  return {
    jobStore,
    effects,
    history,
    begun,
    violations,
    sent,
    troubles: () => deaths + repeats,
    writes,
    ports: calm,
    start(id: string, undoes?: string) {
      if (undoes) takesBack.add(id)
      return startJob({ id, kind: 'flag', by: 'somebody', config: {}, ...(undoes && { undoes }) }, calm)
    },
    jobOf: async (id: string) => (await t.store.get(id)) as unknown as Entity<BatchJob>,
    /** Delivers until nothing is left; `each` is asked before each round. */
    async run(each: (round: number) => Promise<void> = async () => {}) {
      for (let round = 0; bag.length > 0; round++) {
        // Trouble passes: otherwise a run might never end.
        isCalm = round > 2_000
        await each(round)
        const some = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
          bag.splice(random() * bag.length, 1),
        )
        await Promise.all(some.flat().map(work))
      }
    },
    /** Lets go on who is held. Trouble is over then. */
    async release() {
      isCalm = true
      for (const { open } of held) open()
      await Promise.all(held.splice(0).map(({ ended }) => ended))
    },
    close: t.close,
  }
}
