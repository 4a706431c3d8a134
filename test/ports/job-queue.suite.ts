import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JobMessage, JobQueue } from '../../functions/ports/job-queue.ts'
import type { QueueHandler } from '../../functions/runtime/queue.ts'

export interface QueueUnderTest {
  queue: JobQueue
  /** Starts to deliver; pauses between tries are short. `idle` resolves when nothing is left to deliver. */
  work(consumers: { kind: string; handle: QueueHandler; handleDead: QueueHandler }[]): {
    idle(): Promise<void>
    stop(): Promise<void>
  }
  close(): Promise<void>
}

const message = (kind: string, unit: string): JobMessage => ({ kind, jobId: 'job', unit })
const counts = (units: string[]) => {
  const result: Record<string, number> = {}
  for (const unit of units) result[unit] = (result[unit] ?? 0) + 1
  return result
}

/** What workers rely on. Deliveries may repeat, so it never says "exactly once" of a delivery. */
export function jobQueueContract(name: string, open: () => Promise<QueueUnderTest>) {
  describe(`job queue: ${name}`, () => {
    let t: QueueUnderTest
    beforeEach(async () => {
      t = await open()
    })
    afterEach(() => t.close())

    it('delivers every message, each kind to its own worker', async () => {
      const seen: Record<string, Set<string>> = { flag: new Set(), export: new Set() }
      const consumer = (kind: string) => ({
        kind,
        handle: (async (records) => {
          for (const { message } of records) seen[kind]!.add(`${message.jobId}/${message.unit}`)
          return []
        }) as QueueHandler,
        handleDead: async () => [],
      })
      const units = Array.from({ length: 45 }, (_, i) => String(i))
      await t.queue.send(units.map((unit) => message('flag', unit)))
      const work = t.work([consumer('flag'), consumer('export')])
      await t.queue.send([message('export', 'late')])
      await t.queue.send([])
      await work.idle()
      await work.stop()
      expect([...seen['flag']!].sort()).toEqual(units.map((unit) => `job/${unit}`).sort())
      expect([...seen['export']!]).toEqual(['job/late'])
    })

    it('knows who ordered what it delivers, as a dead letter, too', async () => {
      const ordered = { ...message('flag', 'poison'), by: 'somebody' }
      const seen: JobMessage[] = []
      await t.queue.send([ordered, message('flag', 'alone')])
      const work = t.work([
        {
          kind: 'flag',
          handle: async (records) => {
            seen.push(...records.map((record) => record.message))
            return records.filter((record) => record.message.by).map(({ id }) => ({ id, reason: 'no' }))
          },
          handleDead: async (records) => {
            seen.push(...records.map((record) => record.message))
            return []
          },
        },
      ])
      await work.idle()
      await work.stop()
      const poisoned = seen.filter(({ unit }) => unit === 'poison')
      expect(poisoned).toEqual([ordered, ordered, ordered, ordered])
      expect(seen.filter(({ unit }) => unit === 'alone')).toEqual([message('flag', 'alone')])
    })

    it('delivers again what failed, and only that', async () => {
      const taken: string[] = []
      const tries: number[] = []
      await t.queue.send(['a', 'shaky', 'c'].map((unit) => message('flag', unit)))
      const work = t.work([
        {
          kind: 'flag',
          handle: async (records) => {
            const failures = []
            for (const record of records) {
              taken.push(record.message.unit)
              if (record.message.unit !== 'shaky') continue
              tries.push(record.tries)
              if (record.tries < 3) failures.push({ id: record.id, reason: 'not yet' })
            }
            return failures
          },
          handleDead: async () => {
            throw new Error('nothing died')
          },
        },
      ])
      await work.idle()
      await work.stop()
      expect(tries).toEqual([1, 2, 3])
      expect(counts(taken)).toEqual({ a: 1, shaky: 3, c: 1 })
    })

    it('sends a message to the dead letters after three tries, and goes on with the others', async () => {
      const taken: string[] = []
      const dead: { unit: string; reason: string | undefined }[] = []
      await t.queue.send(['a', 'poison', 'c'].map((unit) => message('flag', unit)))
      const work = t.work([
        {
          kind: 'flag',
          handle: async (records) => {
            taken.push(...records.map((record) => record.message.unit))
            return records
              .filter((record) => record.message.unit === 'poison')
              .map(({ id }) => ({ id, reason: 'cannot be read' }))
          },
          handleDead: async (records) => {
            dead.push(...records.map((record) => ({ unit: record.message.unit, reason: record.reason })))
            return []
          },
        },
      ])
      await work.idle()
      await t.queue.send([message('flag', 'later')])
      await work.idle()
      await work.stop()
      expect(counts(taken)).toEqual({ a: 1, poison: 3, c: 1, later: 1 })
      expect(dead.map((letter) => letter.unit)).toEqual(['poison'])
    })

    it('tries a batch again whose handler broke down', async () => {
      let calls = 0
      const done: string[] = []
      await t.queue.send(['a', 'b'].map((unit) => message('flag', unit)))
      const work = t.work([
        {
          kind: 'flag',
          handle: async (records) => {
            if (++calls === 1) throw new Error('out of order')
            done.push(...records.map((record) => record.message.unit))
            return []
          },
          handleDead: async () => [],
        },
      ])
      await work.idle()
      await work.stop()
      expect(done.sort()).toEqual(['a', 'b'])
    })

    it('keeps a dead letter until somebody took note of it', async () => {
      let attempts = 0
      await t.queue.send([message('flag', 'poison')])
      const work = t.work([
        {
          kind: 'flag',
          handle: async (records) => records.map(({ id }) => ({ id, reason: 'no' })),
          handleDead: async () => {
            if (++attempts === 1) throw new Error('the store is away')
            return []
          },
        },
      ])
      await work.idle()
      await work.stop()
      expect(attempts).toBe(2)
    })
  })
}
